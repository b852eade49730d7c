"""The posts of a game's thread that are made elsewhere, too: which there are from an event of the log on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.base import Entry
from events.platform import Announced, ForumSet, Kind, TurnClosed
from pbem.service.context import ServiceContext


class SaidPost(NamedTuple):
    """Somebody's words in the thread. `who` is how they are named there: a seat, or a person's name."""

    id: str
    who: str
    text: str


class DuePost(NamedTuple):
    """A post that is to be made at a place: its id, of what kind it is, and what tells how it is by now from how it was."""

    id: str
    kind: Kind
    version: str = ""


def posts_since(context: ServiceContext, stream: str, place: str, what: Sequence[str]) -> list[DuePost]:
    """All posts of these kinds that the game's thread has had since the game is posted at the place, oldest first."""
    start = _start(context, stream, place)
    return [] if start is None else [post for post in _from_log(context, stream, start) if post.kind in what]


def said_post(context: ServiceContext, stream: str, post: str) -> SaidPost | None:
    """The words of a post that is not a report; None when they are gone."""
    for number, entry in enumerate(context.store.select(stream, [Announced]), 1):
        if post == f"a{number}" and isinstance(entry.event, Announced):
            return SaidPost(post, "", entry.event.words)
    return None


def _start(context: ServiceContext, stream: str, place: str) -> Entry | None:
    """The event from which on the game is posted at the place, without a break."""
    start = None
    for entry in context.store.select(stream, [ForumSet]):
        if isinstance(entry.event, ForumSet) and entry.event.place == place:
            start = (start or entry) if entry.event.what else None
    return start


def _from_log(context: ServiceContext, stream: str, start: Entry) -> Iterator[DuePost]:
    announced = 0
    for entry in context.store.select(stream, [TurnClosed, Announced]):
        announced += isinstance(entry.event, Announced)
        if entry.version > start.version:
            closed = isinstance(entry.event, TurnClosed)
            yield DuePost(f"t{entry.turn}", "reports") if closed else DuePost(f"a{announced}", "announcements")
