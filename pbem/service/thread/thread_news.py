"""What is new in a game's thread for somebody who follows it: what was posted between two marks and is not told otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.service.context import RecordCache, ServiceContext
from pbem.service.history import ACTORS, MASTER
from pbem.service.released import seen_until, view_until
from pbem.service.repository import no_game
from pbem.service.thread.comment_table import comments_after
from pbem.service.thread.hiding import hidden_posts
from pbem.service.thread.items import NOBODY_KNOWN, ThreadItem, ThreadReader, ThreadTurn
from pbem.service.thread.public_press import public_press
from pbem.service.thread.thread import Views, announcements, game_thread, post_of


class Mark(NamedTuple):
    """A place in a game's thread: up to event `version` of the log and comment `comment`, both included."""

    version: int
    comment: int


@dataclass(frozen=True)
class ThreadNews:
    """What is new: the reports of turns, and the posts, each oldest first."""

    turns: list[ThreadTurn] = field(default_factory=list)
    posts: list[ThreadItem] = field(default_factory=list)


def mark_of(views: Views, stream: str, after: int = 0) -> Mark:
    """Up to where the thread can be read now in these views; of comments those up to `after` can. Raises NoSuchGame.

    A comment that was changed is as new as its change, and those after it wait for it, so that none is passed over.
    """
    if views.seen.store.game(stream) is None:
        raise no_game(views.seen, stream)
    until = seen_until(views.seen, stream)
    for row in comments_after(views.live, stream, after):
        if until and row.seen_at > until:
            break
        after = row.number
    return Mark(views.seen.store.head(stream).version, after)


def news_for(views: Views, stream: str, person: str, after: Mark, upto: Mark) -> ThreadNews:
    """What the person is to be told. Who plays gets reports, announcements and press anyway: they are told comments alone."""
    hidden = hidden_posts(views.live, stream)
    found, turns = _comments(views, stream, person, after, upto), []
    if not any(person in (row.player, row.sitter) for row in views.live.store.seats(stream)):
        before, now = (_until(views, stream, mark.version) for mark in (after, upto))
        known = {item.post for item in _from_log(before.seen, stream)}
        own = ACTORS[MASTER] if views.live.store.runs(stream, person) else ""
        found += [item for item in _from_log(now.seen, stream) if item.post not in known and item.author != own]
        turns = _turns(before, now, stream)
    posts = [item for item in found if item.text is not None and item.post not in hidden]
    return ThreadNews(turns, sorted(posts, key=lambda item: item.at))


def _until(views: Views, stream: str, version: int) -> Views:
    """The thread as it was when the log ended there."""
    return Views(view_until(views.live, lambda each: version if each == stream else None, RecordCache()), views.live)


def _from_log(seen: ServiceContext, stream: str) -> list[ThreadItem]:
    return [*announcements(seen, stream), *public_press(seen, stream)]


def _turns(before: Views, now: Views, stream: str) -> list[ThreadTurn]:
    """The turns that have a report now and had none before."""
    told, last = (game_thread(each, stream, NOBODY_KNOWN, most=1).turns[0].turn for each in (before, now))
    return [game_thread(now, stream, NOBODY_KNOWN, turn, most=1).turns[0] for turn in range(told + 1, last + 1)]


def _comments(views: Views, stream: str, person: str, after: Mark, upto: Mark) -> list[ThreadItem]:
    """The comments of others."""
    rows = [row for row in comments_after(views.live, stream, after.comment) if row.number <= upto.comment]
    items = [post_of(views, stream, ThreadReader(person), row.post) for row in rows if row.author != person]
    return [item for item in items if item is not None]
