"""A game's thread for one reader: its turns, the newest first, with what was posted after each.

All that is in the log comes from the reader's view of the service, which may end some hours ago (`pbem.service.released`). So
do the comments, but for the reader's own. What is hidden comes from the service as it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from events.base import Entry
from events.platform import Announced, GameEnded, GameOpened, RolledBack, TurnClosed
from pbem.accounts.people import People
from pbem.service.context import ServiceContext, parse_stamp, stamp
from pbem.service.history import ACTORS, MASTER
from pbem.service.released import seen_until
from pbem.service.reports.replay import undone
from pbem.service.reports.turn_report import turn_end, turn_report
from pbem.service.repository import no_game
from pbem.service.thread.comment_table import CommentRow, comment_row, comment_rows
from pbem.service.thread.hiding import hidden_posts
from pbem.service.thread.items import Thread, ThreadItem, ThreadReader, ThreadTurn
from pbem.service.thread.public_press import public_press

TURNS = 5
"""So many turns are on a page."""
LAST = "~"
"""After every stamp."""
ERASED = "somebody who was erased"


class Views(NamedTuple):
    """The service as the reader may see it, and as it is."""

    seen: ServiceContext
    live: ServiceContext


class BegunTurn(NamedTuple):
    """A turn of the thread: when its report was there to be read (a UTC stamp)."""

    turn: int
    at: str


def game_thread(views: Views, stream: str, reader: ThreadReader, newest: int | None = None, most: int = TURNS) -> Thread:
    """So many turns of the thread, from turn `newest` (None: the last) downwards. Raises NoSuchGame, Corrupt."""
    begun = turns_begun(views.seen, stream)
    last = begun[-1].turn
    first = last if newest is None else max(0, min(newest, last))
    shown = begun[max(0, first - most + 1) : first + 1]
    since = shown[0].at if shown[0].turn else ""
    before = begun[first + 1].at if first < last else LAST
    items = [item for item in posts_between(views, stream, reader, since, before) if since <= item.at < before]
    turns = [_turn(views.seen, stream, each) for each in shown]
    starts = [each.at for each in shown]
    for item in items:
        turns[max(0, bisect_right(starts, item.at) - 1)].items.append(item)
    newer = min(last, first + most) if first < last else None
    return Thread(turns[::-1], newer, shown[0].turn - 1 if shown[0].turn else None)


def post_of(views: Views, stream: str, reader: ThreadReader, post: str) -> ThreadItem | None:
    """The post with this id below some turn, if the reader sees it there."""
    row = comment_row(views.live, stream, post)
    found = _log_items(views.seen, stream)
    if row is not None:
        found = _comments(views, [row], reader)
    return next((item for item in _with_hidden(views, stream, reader, found) if item.post == post), None)


def turn_of(seen: ServiceContext, stream: str, item: ThreadItem) -> int:
    """The turn of the thread below which a post is read."""
    begun = turns_begun(seen, stream)
    return begun[max(0, bisect_right([each.at for each in begun], item.at) - 1)].turn


# ---------------------------------------------------------------- turns


def turns_begun(seen: ServiceContext, stream: str) -> list[BegunTurn]:
    """All turns that have a report, the opening first. The clock may have been set back: a turn is never before another."""
    found: list[BegunTurn] = []
    for entry in seen.store.select(stream, [GameOpened, TurnClosed, RolledBack, GameEnded]):
        turn = entry.turn if isinstance(entry.event, GameEnded) else getattr(entry.event, "turn", 0)
        if not found or turn == found[-1].turn + 1:
            found.append(BegunTurn(turn, max(entry.at, found[-1].at if found else "")))
    if not found:
        raise no_game(seen, stream)
    return found


def _turn(seen: ServiceContext, stream: str, begun: BegunTurn) -> ThreadTurn:
    """The report of a turn in short, kept for the next who asks."""

    def make() -> ThreadTurn:
        report = turn_report(seen, stream, begun.turn, None).report
        return ThreadTurn(f"t{begun.turn}", begun.turn, begun.at, report.heading, report.verdict, report.summary, "")

    kept: ThreadTurn = seen.rendered.get(("thread", stream, begun.turn, turn_end(seen, stream, begun.turn).told), make)
    return replace(kept, undone=undone(seen, stream).get(begun.turn, ""), items=[])


# ---------------------------------------------------------------- posts


def posts_between(views: Views, stream: str, reader: ThreadReader, since: str, before: str) -> list[ThreadItem]:
    """All that was posted in this time and that the reader may know of, the oldest first."""
    rows = comment_rows(views.live, stream, since, before)
    found = [*_log_items(views.seen, stream), *_comments(views, rows, reader)]
    return sorted(_with_hidden(views, stream, reader, found), key=lambda item: item.at)


def _log_items(seen: ServiceContext, stream: str) -> list[ThreadItem]:
    return [*announcements(seen, stream), *public_press(seen, stream)]


def announcements(context: ServiceContext, stream: str) -> list[ThreadItem]:
    """What the game master or the operator said to all, the oldest first."""
    found = enumerate(context.store.select(stream, [Announced]), 1)
    return [_announcement(number, entry, entry.event) for number, entry in found if isinstance(entry.event, Announced)]


def _announcement(number: int, entry: Entry, event: Announced) -> ThreadItem:
    return ThreadItem(f"a{number}", "announcement", ACTORS.get(event.by, ""), event.words, entry.at)


def _with_hidden(views: Views, stream: str, reader: ThreadReader, items: Sequence[ThreadItem]) -> list[ThreadItem]:
    """The same with what is hidden: nobody has its text but whoever runs the game."""
    hidden = hidden_posts(views.live, stream)
    return [
        replace(item, hidden=hidden[item.post], text=item.text if reader.master else None) if item.post in hidden else item
        for item in items
    ]


def _comments(views: Views, rows: Sequence[CommentRow], reader: ThreadReader) -> list[ThreadItem]:
    """Those of these comments that the reader may see. One that was changed is as new as its change."""
    if not rows:
        return []
    names = _names(views.live, rows)
    game = views.live.store.game(rows[0].stream)
    wait = timedelta(hours=game.delay_hours if game else 0)
    until = seen_until(views.seen, rows[0].stream) or LAST
    found = []
    for row in rows:
        own = bool(reader.person) and row.author == reader.person
        if own or row.seen_at <= until:
            open_at = stamp(parse_stamp(row.seen_at) + wait) if own else ""
            found.append(_comment(row, _author(row, names), own, open_at if open_at > stamp(views.live.now()) else ""))
    return found


def _comment(row: CommentRow, author: str, own: bool, open_at: str) -> ThreadItem:
    text = None if row.gone else row.text
    return ThreadItem(
        row.post,
        "comment",
        author,
        text,
        row.at,
        row.edited,
        row.answers,
        erased=bool(row.gone),
        own=own,
        open_at=open_at,
        seat=row.seat,
    )


def _names(live: ServiceContext, rows: Sequence[CommentRow]) -> dict[str, str]:
    """The names of the watchers among the authors: a player is known by their seat alone."""
    people = People(live.database, live.entropy)
    ids = {row.author for row in rows if row.author and not row.seat and not row.master}
    return {id: person.name for id in ids if (person := people.by_id(id))}


def _author(row: CommentRow, names: dict[str, str]) -> str:
    if row.seat or row.master:
        return row.seat or ACTORS[MASTER]
    if row.guest and not row.author:
        return f"{row.guest} at {row.place}"
    return names.get(row.author, ERASED)
