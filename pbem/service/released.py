"""What of a game those who do not play in it may see: the game as it was some hours ago, if its policy says so.

All public ways read the log through the store that is made here: pages, pictures, feeds, the API, forums, replay files. To
them the log ends where it ended so many hours ago. So whatever is made from it can tell nothing that is newer: no report, no
picture, no deadline, no line of the history, no count. Who plays, orders for a player, or runs the game sees all of it at once.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from events.base import Draft, Entry, Event, Head
from events.lists.game_list import ALL, WITH_FREE_SEAT, GameRow, SeatRow
from events.platform import (
    DeadlineSet,
    GameEnded,
    GamePaused,
    GameReopened,
    GameResumed,
    RolledBack,
    TurnClosed,
    TurnOpened,
)
from events.store import COLUMNS, LAST, Snapshot, Store
from pbem.core.state.record import Record
from pbem.service.context import RecordCache, ServiceContext, stamp

T = TypeVar("T")
Sees = Callable[[str], bool]
"""May a game be seen at once, or at all if it is hidden?"""
Ends = Callable[[str], int | None]
"""The last version of a game's log that may be seen; None: all of it, now and as it grows."""


def public_view(context: ServiceContext, at_once: Sees, kept: RecordCache, once: bool = False) -> ServiceContext:
    """The service as a reader may see it who sees the games `at_once` says as they are, and all others with their delay.

    Of those that are hidden they see none but these.

    It is for one request: what it has found out of a game it does not ask again (`once`: see `PastStore`). `kept` are records
    of the past.
    """
    live = context.store

    def end(stream: str) -> int | None:
        row = live.game(stream)
        if row is None or not row.delay_hours or at_once(stream):
            return None
        return live.written_until(stream, stamp(context.now() - timedelta(hours=row.delay_hours)))

    return view_until(context, end, kept, at_once, once)


def view_until(
    context: ServiceContext, ends: Ends, kept: RecordCache, sees: Sees | None = None, once: bool = False
) -> ServiceContext:
    """The service with logs that end there, of hidden games those that `sees` says (None: all). It cannot be written to."""
    view = copy.copy(context)
    store = view.store = PastStore(context, ends, sees, once)
    view.records = _Records(store, context.records, kept)
    return view


def seen_until(view: ServiceContext, stream: str) -> str:
    """Up to when this view shows what is said about a game (a UTC stamp); "": all of it, now and as it comes."""
    store = view.store
    if not isinstance(store, PastStore) or store.end(stream) is None:
        return ""
    row = store.game(stream)
    return stamp(view.now() - timedelta(hours=row.delay_hours)) if row else ""


def takes_part(context: ServiceContext, stream: str, person: str) -> bool:
    """Does the person play the game, order for a player, or run it? Then they see it at once."""
    store = context.store
    return bool(person) and (
        store.runs(stream, person) or any(person in (seat.player, seat.sitter) for seat in store.seats(stream))
    )


def nobody_at_once(stream: str) -> bool:
    """For what anybody may be handed a copy of: whoever asks for it sees what a stranger does."""
    return False


class PastStore(Store):
    """A store whose logs end where `ends` says, with the rows of the lists as they were then.

    A hidden game that `sees` does not say is not there. No list has one at all: who plays it finds it among their own.

    Who plays a seat is told as it is now, because rights hang on it.

    With `once` the lines of games, their seats and their heads are asked for once, and stay what they were then: for a request
    that only reads.
    """

    def __init__(self, context: ServiceContext, ends: Ends, sees: Sees | None, once: bool = False) -> None:
        super().__init__(context.database)
        self._now = context.now
        self._sees = sees
        self._ends = ends
        self._found: dict[str, int | None] = {}
        self._answers: dict[Hashable, Any] | None = {} if once else None

    def _once(self, question: Hashable, ask: Callable[[], T]) -> T:
        """The answer that was given to this question before, if it is asked once."""
        if self._answers is None:
            return ask()
        if question not in self._answers:
            self._answers[question] = ask()
        found: T = self._answers[question]
        return found

    def end(self, stream: str) -> int | None:
        """The last version that may be seen; None: all."""
        if stream not in self._found:
            self._found[stream] = self._ends(stream)
        return self._found[stream]

    def _shown_until(self) -> str:
        """How a game ended is a result for nobody before it is one for all, so that there is one league."""
        return stamp(self._now())

    # ------------------------------------------------------------ the log

    def rows(self, stream: str, after: int = 0, upto: int | None = None, columns: str = COLUMNS) -> Iterator[tuple[Any, ...]]:
        """The events with after < version <= upto, as far as they may be seen."""
        end = self.end(stream)
        return super().rows(stream, after, upto if end is None else min(end, LAST if upto is None else upto), columns)

    def select(self, stream: str, types: Sequence[type[Event]], after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The events of these types with after < version <= upto, as far as they may be seen."""
        end = self.end(stream)
        return super().select(stream, types, after, upto if end is None else min(end, LAST if upto is None else upto))

    def head(self, stream: str) -> Head:
        """The last version that may be seen, and its hash."""
        return self._once(("head", stream), lambda: self._head(stream))

    def _head(self, stream: str) -> Head:
        end = self.end(stream)
        if end is None:
            return super().head(stream)
        row = next(super().rows(stream, end - 1, end))
        return Head(row[1], row[-1])

    def head_before(self, stream: str, turn: int) -> Head:
        """The head when `turn` began, or the last that may be seen."""
        found, end = super().head_before(stream, turn), self.end(stream)
        return found if end is None or found.version <= end else self.head(stream)

    def latest_snapshot(self, stream: str, folded_by: str, turn: int | None = None) -> Snapshot | None:
        """None of a turn that may not be seen."""
        row = self.game(stream)
        if self.end(stream) is None or row is None:
            return super().latest_snapshot(stream, folded_by, turn)
        return super().latest_snapshot(stream, folded_by, row.closed if turn is None else min(turn, row.closed))

    def snapshots(self, stream: str, folded_by: str) -> list[Snapshot]:
        """Those of turns that may be seen."""
        end = self.end(stream)
        return [snap for snap in super().snapshots(stream, folded_by) if end is None or snap.head.version <= end]

    def stale_rows(self, stream: str) -> list[str]:
        """The tables go on where this log ends: they are not to be held against it."""
        return super().stale_rows(stream) if self.end(stream) is None else []

    def written_at(self, stream: str) -> str:
        """When the last event that may be seen was written."""
        if self.end(stream) is None:
            return super().written_at(stream)
        head = self.head(stream).version
        return next(self.read(stream, head - 1)).at

    def append(self, stream: str, drafts: Sequence[Draft], expected: Head, at: str) -> Head:
        """Refused where the log ends early: another writer would always have been first."""
        if self.end(stream) is not None:
            raise TypeError(f"{stream} is looked at as it was: nothing is written through this store")
        if self._answers is not None:
            self._answers.clear()
        return super().append(stream, drafts, expected, at)

    # ------------------------------------------------------------ the lists

    def games(self) -> list[GameRow]:
        """All games."""
        return [self._then(row) for row in super().games() if not row.hidden]

    def game(self, stream: str) -> GameRow | None:
        """One game's line, as it was."""
        return self._once(("game", stream), lambda: self._game(stream))

    def _game(self, stream: str) -> GameRow | None:
        row = super().game(stream)
        if row is None or (row.hidden and self._sees and not self._sees(stream)):
            return None
        return self._then(row)

    def runs(self, stream: str, person: str) -> bool:
        """Does the person run the game?"""
        return self._once(("runs", stream, person), lambda: super(PastStore, self).runs(stream, person))

    def games_with_status(self, statuses: Sequence[str], most: int) -> list[GameRow]:
        """The games that are seen to be of one of these statuses: one that has just ended is not over for all yet."""
        rows = {row.stream: row for row in (*super().games_with_status(statuses, most), *self._delayed(most))}
        found = [then for row in rows.values() if (then := self._then(row)).status in statuses]
        return sorted(found, key=lambda row: (len(row.stream), row.stream), reverse=True)[:most]

    def joinable_games(self, most: int) -> list[GameRow]:
        """The games that whoever is signed in may join, as far as is seen."""
        where = f"open_seats=1 AND (status<>'ended' OR delay_hours>0) AND {WITH_FREE_SEAT}"
        return [row for row in self._newest(where, ()) if row.status != "ended"][:most]

    def _delayed(self, most: int) -> list[GameRow]:
        """The newest games with a delay."""
        return super()._newest("delay_hours>0", (), most)

    def newest_games(self, most: int, skip: int = 0) -> list[GameRow]:
        """All games that are not hidden, the newest first."""
        return [self._then(row) for row in super()._newest("hidden=0", (), most, skip)]

    def _newest(self, where: str, values: Sequence[object], most: int = ALL, skip: int = 0) -> list[GameRow]:
        # The sign keeps SQLite from the index of all games that are not hidden, in which it would look for these few.
        return [self._then(row) for row in super()._newest(f"({where}) AND +hidden=0", values, most, skip)]

    def seats_in(self, streams: Sequence[str]) -> list[SeatRow]:
        """Where the log ends early it is not told who has filed, is ready or orders for another: that is of now."""
        rows = self._once(("seats", *streams), lambda: super(PastStore, self).seats_in(streams))
        return [row if self.end(row.stream) is None else row._replace(filed=0, ready=0, sitter="") for row in rows]

    def _then(self, row: GameRow) -> GameRow:
        """The line of a game as it was where its log ends."""
        if not row.delay_hours:
            self._found.setdefault(row.stream, None)
        if self.end(row.stream) is None:
            return row
        then = row._replace(status="open", turn=0, closed=0, due=None, verdict="")
        for entry in self.select(row.stream, list(MOVED)):
            then = MOVED[type(entry.event)](then, entry.event)
        return then


MOVED: dict[type[Event], Callable[[GameRow, Any], GameRow]] = {
    TurnOpened: lambda row, e: row._replace(turn=e.turn, due=None),
    DeadlineSet: lambda row, e: row._replace(due=e.due),
    TurnClosed: lambda row, e: row._replace(closed=e.turn, due=None),
    RolledBack: lambda row, e: row._replace(closed=e.turn, due=None),
    GamePaused: lambda row, e: row._replace(status="paused"),
    GameResumed: lambda row, e: row._replace(status="open"),
    GameEnded: lambda row, e: row._replace(status="ended", closed=row.turn, due=None, verdict=e.verdict),
    GameReopened: lambda row, e: row._replace(status="open", turn=e.turn, verdict=""),
}
"""The line of a game after each event: what `events.projections` makes of it in the table."""


class _Records(RecordCache):
    """Records of games that are seen as they are come from the common cache, and those of the past from their own."""

    def __init__(self, store: PastStore, live: RecordCache, kept: RecordCache) -> None:
        self._store = store
        self._live = live
        self._kept = kept

    def _of(self, stream: str) -> RecordCache:
        return self._live if self._store.end(stream) is None else self._kept

    def take(self, stream: str) -> Record | None:
        """The stream's record, which is now the caller's alone."""
        return self._of(stream).take(stream)

    def put(self, record: Record) -> None:
        """Keep a record as of its `head`."""
        self._of(record.stream).put(record)
