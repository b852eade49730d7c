"""The posts of a game's thread that are made at other places, too: which there are, and how each is by now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.base import Entry
from events.platform import ForumSet, Kind
from pbem.service.context import ServiceContext
from pbem.service.reports.replay import undone
from pbem.service.thread.items import NOBODY_KNOWN, ItemKind, ThreadItem
from pbem.service.thread.thread import LAST, Views, post_of, posts_between, turns_begun

KINDS: dict[ItemKind, Kind] = {"announcement": "announcements", "press": "press", "comment": "comments"}


class DuePost(NamedTuple):
    """A post that is to be made at a place: its id, and what tells how it is by now from how it was before ("": as it was)."""

    id: str
    version: str


def posts_since(views: Views, stream: str, place: str, what: Sequence[str]) -> list[DuePost]:
    """All posts of these kinds that the thread has had since the game is posted at the place, oldest first.

    The report that was the last one then is the first: a topic begins with where the game is. What is hidden, and what its
    author took back, is among them, for it may be there already. Raises Corrupt.
    """
    start = _start(views.seen, stream, place)
    if start is None:
        return []
    back = undone(views.seen, stream)
    turns = turns_begun(views.seen, stream)
    present = max(each.turn for each in turns if each.at <= start.at)
    found = [(each.at, DuePost(f"t{each.turn}", back.get(each.turn, ""))) for each in turns if each.turn >= present]
    found = found if "reports" in what else []
    said = [item for item in posts_between(views, stream, NOBODY_KNOWN, start.at, LAST) if item.at > start.at]
    found += [(item.at, DuePost(item.post, _version(item))) for item in said if KINDS[item.kind] in what]
    return [post for _, post in sorted(found, key=lambda each: each[0])]


def _version(item: ThreadItem) -> str:
    return item.hidden or ("erased" if item.erased else item.edited)


def said_post(views: Views, stream: str, post: str) -> ThreadItem | None:
    """A post that is not a report, as everybody may read it; None when it is none of the thread's."""
    return post_of(views, stream, NOBODY_KNOWN, post)


def undone_words(views: Views, stream: str, turn: int) -> str:
    """That a turn was undone, and why; "" when it was not."""
    why = undone(views.seen, stream).get(turn)
    return "" if why is None else f"This turn was undone: {why}"


def _start(context: ServiceContext, stream: str, place: str) -> Entry | None:
    """The event from which on the game is posted at the place, without a break."""
    start = None
    for entry in context.store.select(stream, [ForumSet]):
        if isinstance(entry.event, ForumSet) and entry.event.place == place:
            start = (start or entry) if entry.event.what else None
    return start
