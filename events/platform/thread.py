"""What is said about a game where everybody reads it: where it is posted, what was posted, what of it is hidden."""

from __future__ import annotations

from typing import Literal

from events.base import Event, event
from events.platform.causes import Actor

Kind = Literal["reports", "announcements", "press", "comments"]
"""What may be posted at a place: turn reports as everybody may know them, announcements, public press, comments."""


@event("game.forum_set")
class ForumSet(Event):
    """The game is posted at a place that the operator has set up, in this part of it (a category, channel, list or group).

    `what` is posted there from now on; nothing: the game is not posted there any more.
    """

    place: str
    part: str
    what: list[Kind]
    why: str
    by: Actor


@event("game.forum_posted")
class ForumPosted(Event):
    """A post of the game's thread is to be read at a place, at this address there ("": it has none). `post` is its id."""

    place: str
    post: str
    url: str


@event("game.post_hidden")
class PostHidden(Event):
    """A post of the game's thread is hidden from now on, or to be read again (`hidden` False). `post` is its id."""

    post: str
    hidden: bool
    why: str
    by: Actor
