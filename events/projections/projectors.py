"""What each event of the service does to the tables that repeat the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database

from events.base import Draft, Entry, Event
from events.database import Connection, upsert
from events.platform import (
    AbsenceSet,
    BattleBegun,
    ComasterNamed,
    DeadlineSet,
    ForumSet,
    GameEnded,
    GameForked,
    GameHidden,
    GameOpened,
    GamePaused,
    GameReopened,
    GameResumed,
    MasterNamed,
    OrdersAwaited,
    OrdersFiled,
    OutageHealed,
    PolicySet,
    PressSent,
    ReadyChanged,
    ResolvedNow,
    RolledBack,
    SeatOpened,
    SeatTaken,
    SeatVacated,
    SeatWatched,
    SitterCalled,
    SitterLeft,
    StoodIn,
    TurnClosed,
    TurnLocked,
    TurnOpened,
)


def _forked(con: Connection, stream: str, e: GameForked) -> None:
    con.execute(
        "INSERT INTO sandboxes SELECT ?,stream,?,?,?,?,?,at FROM events WHERE stream=? AND version=1",
        (int(stream[1:]), e.owner, e.origin, e.turn, e.step, e.seat, stream),
    )
    con.execute(
        "INSERT INTO last_numbers VALUES('sandboxes', ?) ON CONFLICT(name) DO UPDATE SET number=excluded.number"
        " WHERE last_numbers.number<excluded.number",
        (int(stream[1:]),),
    )


def _opened(con: Connection, stream: str, e: GameOpened) -> None:
    con.execute(
        "INSERT INTO games VALUES(?,?,?,?,'open',0,0,NULL,'','',0,0,0)",
        (stream, e.game, e.scenario, e.title),
    )
    con.executemany(
        "INSERT INTO seats(stream, seat, side, filed, ready) VALUES(?,?,?,0,0)",
        [(stream, seat, side) for seat, side in e.seats.items()],
    )


NOTHING_SAID = "sitter='', opened='', away=''"
"""What was said of a seat was said of whoever held it then."""


def _seat_taken(con: Connection, stream: str, e: SeatTaken) -> None:
    con.execute(
        f"UPDATE seats SET player=?, lost='', lost_turn=0, {NOTHING_SAID} WHERE stream=? AND seat=?",  # noqa: S608
        (e.player, stream, e.seat),
    )


def _seat_vacated(con: Connection, stream: str, e: SeatVacated) -> None:
    con.execute(
        f"UPDATE seats SET lost=CASE ?3 WHEN '' THEN coalesce(player, '') ELSE '' END, player=NULL, {NOTHING_SAID},"  # noqa: S608
        " lost_turn=CASE ?3 WHEN '' THEN (SELECT turn FROM games WHERE stream=?1) ELSE 0 END WHERE stream=?1 AND seat=?2",
        (stream, e.seat, e.by),
    )


def _turn_opened(con: Connection, stream: str, e: TurnOpened) -> None:
    con.execute("UPDATE games SET turn=?, due=NULL WHERE stream=?", (e.turn, stream))


def _deadline_set(con: Connection, stream: str, e: DeadlineSet) -> None:
    con.execute("UPDATE games SET due=? WHERE stream=?", (e.due, stream))


def _filed(con: Connection, stream: str, e: OrdersFiled) -> None:
    by_another = e.turn if e.source.partition(" ")[0] in ("bot", "sitter") else 0
    con.execute("UPDATE seats SET filed=?, by_another=? WHERE stream=? AND seat=?", (e.turn, by_another, stream, e.seat))


def _press(con: Connection, stream: str, e: PressSent) -> None:
    con.execute(
        "INSERT INTO presses(stream, seat, recipients, digest, source) VALUES(?,?,?,?,?)",
        (stream, e.seat, ",".join(e.to), e.digest, e.source),
    )


def _ready(con: Connection, stream: str, e: ReadyChanged) -> None:
    con.execute("UPDATE seats SET ready=? WHERE stream=? AND seat=?", (e.turn if e.ready else 0, stream, e.seat))
    by_another = e.turn if e.source.partition(" ")[0] == "sitter" else 0
    con.execute("UPDATE seats SET by_another=? WHERE stream=? AND seat=? AND filed<>?", (by_another, stream, e.seat, e.turn))


def _resolved_now(con: Connection, stream: str, e: ResolvedNow) -> None:
    con.execute("UPDATE games SET due=NULL WHERE stream=?", (stream,))


def _closed(con: Connection, stream: str, e: TurnClosed) -> None:
    con.execute("UPDATE games SET closed=?, due=NULL WHERE stream=?", (e.turn, stream))


def _paused(con: Connection, stream: str, e: GamePaused) -> None:
    con.execute("UPDATE games SET status='paused' WHERE stream=?", (stream,))


def _resumed(con: Connection, stream: str, e: GameResumed) -> None:
    con.execute("UPDATE games SET status='open' WHERE stream=?", (stream,))


def _ended(con: Connection, stream: str, e: GameEnded) -> None:
    con.execute("UPDATE games SET status='ended', closed=turn, due=NULL, verdict=? WHERE stream=?", (e.verdict, stream))
    seats = con.execute("SELECT seat, side, coalesce(player, '') FROM seats WHERE stream=?", (stream,)).fetchall()
    # By its rules, or a draw that all agreed on; one that is broken off has no result, nor has a sandbox: it has no seats here.
    if seats and e.by in ("", "players"):
        times = ended_and_shown(con, stream)
        rows = [(stream, *each, (1 if each[1] in e.winners else -1) if e.winners else 0, *times) for each in seats]
        con.executemany("INSERT INTO results(stream, seat, side, player, won, ended, shown) VALUES(?,?,?,?,?,?,?)", rows)


def ended_and_shown(con: Connection | Database, stream: str) -> tuple[str, str]:
    """When a game ended last, and since when everybody sees it."""
    (at,) = con.execute(
        "SELECT at FROM events WHERE stream=? AND type='game.ended' ORDER BY version DESC LIMIT 1", (stream,)
    ).fetchone()
    (hours,) = con.execute("SELECT delay_hours FROM games WHERE stream=?", (stream,)).fetchone()
    return at, later(at, hours) if hours else at


def later(at: str, hours: float) -> str:
    """The time so much later, written as the log writes times."""
    return (datetime.fromisoformat(at) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _reopened(con: Connection, stream: str, e: GameReopened) -> None:
    con.execute("UPDATE games SET status='open', turn=?, verdict='' WHERE stream=?", (e.turn, stream))
    con.execute("DELETE FROM results WHERE stream=?", (stream,))


def _master(con: Connection, stream: str, e: MasterNamed) -> None:
    con.execute("DELETE FROM co_masters WHERE stream=? AND person=?", (stream, e.player))
    con.execute("UPDATE games SET master=? WHERE stream=?", (e.player, stream))


def _policy(con: Connection, stream: str, e: PolicySet) -> None:
    con.execute("UPDATE games SET open_seats=?, delay_hours=? WHERE stream=?", (int(e.open_seats), e.delay_hours, stream))


def _rolled_back(con: Connection, stream: str, e: RolledBack) -> None:
    """The turn that ends so has a report of its own: the position that counts again."""
    con.execute("UPDATE games SET closed=?, due=NULL WHERE stream=?", (e.turn, stream))


def _awaited(con: Connection, stream: str, e: OrdersAwaited) -> None:
    if e.cause == "excuse":
        con.executemany("UPDATE seats SET excused=? WHERE stream=? AND seat=?", [(e.turn, stream, seat) for seat in e.seats])


def _healed(con: Connection, stream: str, e: OutageHealed) -> None:
    con.execute("UPDATE seats SET excused=? WHERE stream=?", (e.turn, stream))


def _absence(con: Connection, stream: str, e: AbsenceSet) -> None:
    con.execute("UPDATE seats SET away=? WHERE stream=? AND seat=?", (e.until, stream, e.seat))


def _stood_in(con: Connection, stream: str, e: StoodIn) -> None:
    if e.cause == "missed":
        con.execute("UPDATE seats SET stood_in=? WHERE stream=? AND seat=?", (e.turn, stream, e.seat))


def _sitter_called(con: Connection, stream: str, e: SitterCalled) -> None:
    con.execute("UPDATE seats SET sitter=? WHERE stream=? AND seat=?", (e.sitter, stream, e.seat))


def _sitter_left(con: Connection, stream: str, e: SitterLeft) -> None:
    con.execute("UPDATE seats SET sitter='' WHERE stream=? AND seat=?", (stream, e.seat))


def _seat_opened(con: Connection, stream: str, e: SeatOpened) -> None:
    con.execute("UPDATE seats SET opened=? WHERE stream=? AND seat=?", (e.to, stream, e.seat))


def _co_master(con: Connection, stream: str, e: ComasterNamed) -> None:
    con.execute("DELETE FROM co_masters WHERE stream=? AND person=?", (stream, e.player))
    if e.runs:
        con.execute("INSERT INTO co_masters VALUES(?,?)", (stream, e.player))


def _locked(con: Connection, stream: str, e: TurnLocked) -> None:
    """Whose turn came in time, and whose did not without an excuse. What another ordered for a player counts for neither.

    Nor does a turn without a deadline: one that is played again, or resolved before it."""
    seats = con.execute(
        "SELECT s.seat, s.player, (s.filed=?1 OR s.ready=?1) AND s.by_another<>?1, s.stood_in=?1,"
        " s.excused=?1 OR s.away>g.due, g.due FROM seats s JOIN games g USING (stream)"
        " WHERE s.stream=?2 AND s.player NOT LIKE 'bot:%' AND g.due IS NOT NULL",
        (e.turn, stream),
    ).fetchall()
    for seat, person, in_time, stood_in, excused, due in seats:
        missed = seat in e.missed or stood_in
        if (missed and not excused) or (in_time and not missed):
            values = (person, stream, e.turn, seat, int(not missed), due)
            con.execute(upsert("turns_kept", "person, stream, turn, seat", "kept, due"), values)


def _forum(con: Connection, stream: str, e: ForumSet) -> None:
    con.execute("DELETE FROM game_forums WHERE stream=? AND place=?", (stream, e.place))
    if e.what:
        con.execute("INSERT INTO game_forums VALUES(?,?,?,?)", (stream, e.place, e.part, ",".join(e.what)))


def _hidden(con: Connection, stream: str, e: GameHidden) -> None:
    con.execute("UPDATE games SET hidden=1 WHERE stream=?", (stream,))


def _battle(con: Connection, stream: str, e: BattleBegun) -> None:
    con.execute("INSERT INTO battles VALUES(?,?,?)", (stream, e.campaign, e.battle))


def _watched(con: Connection, stream: str, e: SeatWatched) -> None:
    con.execute("INSERT INTO watches VALUES(?,?,?) ON CONFLICT DO NOTHING", (stream, e.seat, e.turn))


PROJECTORS: dict[type[Event], Callable[[Connection, str, Any], None]] = {
    GameOpened: _opened,
    SeatTaken: _seat_taken,
    SeatVacated: _seat_vacated,
    TurnOpened: _turn_opened,
    DeadlineSet: _deadline_set,
    OrdersFiled: _filed,
    PressSent: _press,
    ReadyChanged: _ready,
    TurnClosed: _closed,
    GamePaused: _paused,
    GameResumed: _resumed,
    GameEnded: _ended,
    GameReopened: _reopened,
    MasterNamed: _master,
    PolicySet: _policy,
    SeatWatched: _watched,
    RolledBack: _rolled_back,
    OrdersAwaited: _awaited,
    OutageHealed: _healed,
    AbsenceSet: _absence,
    StoodIn: _stood_in,
    SitterCalled: _sitter_called,
    SitterLeft: _sitter_left,
    SeatOpened: _seat_opened,
    ComasterNamed: _co_master,
    TurnLocked: _locked,
    ResolvedNow: _resolved_now,
    ForumSet: _forum,
    BattleBegun: _battle,
    GameHidden: _hidden,
}


def project(con: Connection, stream: str, drafts: Sequence[Draft | Entry]) -> None:
    """Bring the tables up to date with events just written; called inside their transaction.

    A sandbox is in the table of sandboxes alone: so no list of games, no clock and no mail can come upon it.
    """
    for draft in drafts:
        if isinstance(draft.event, GameForked):
            _forked(con, stream, draft.event)
            return  # its later events find no rows to change
        projector = PROJECTORS.get(type(draft.event))
        if projector is not None:
            projector(con, stream, draft.event)
