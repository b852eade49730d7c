"""Tables that only repeat what the log says, kept in the same transaction and rebuildable at any time.

Beside them, the marks of reports that were sent. What is asked of all of them is in `game_list`.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

from sqlite_utils import Database, Migrations

from events.base import Draft, Entry, Event
from events.platform import (
    AbsenceSet,
    ComasterNamed,
    DeadlineSet,
    ForumSet,
    GameEnded,
    GameForked,
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

migrations = Migrations("projections")
migrations_of_reports = Migrations("publications")


@migrations()
def game_list(db: Database) -> None:
    """Games and their seats, and what is due."""
    for statement in (
        """CREATE TABLE games(
            stream TEXT PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, title TEXT NOT NULL,
            status TEXT NOT NULL, turn INTEGER NOT NULL, closed INTEGER NOT NULL, due TEXT, verdict TEXT NOT NULL
            ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX games_due ON games(due) WHERE status = 'open' AND due IS NOT NULL",
        """CREATE TABLE seats(
            stream TEXT NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL, player TEXT, filed INTEGER NOT NULL,
            ready INTEGER NOT NULL, PRIMARY KEY(stream, seat)) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


@migrations()
def press_list(db: Database) -> None:
    """Who wrote to whom, in the order of each stream; the words are kept elsewhere, by digest."""
    for statement in (
        """CREATE TABLE presses(
            number INTEGER PRIMARY KEY, stream TEXT NOT NULL, seat TEXT NOT NULL, recipients TEXT NOT NULL,
            digest TEXT NOT NULL, source TEXT NOT NULL) STRICT""",
        "CREATE INDEX presses_stream ON presses(stream, source)",
    ):
        db.execute(statement)


@migrations()
def game_masters(db: Database) -> None:
    """Who runs each game, and through which seats they look in which turn."""
    for statement in (
        "ALTER TABLE games ADD COLUMN master TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE watches(stream TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL,
            PRIMARY KEY(stream, seat, turn)) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


@migrations()
def open_tables(db: Database) -> None:
    """Which games take whoever is signed in into a free seat."""
    db.execute("ALTER TABLE games ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0")


@migrations()
def start_page(db: Database) -> None:
    """What the start page looks up: a person's seats, the games they run, games by what has become of them."""
    for statement in (
        "CREATE INDEX seats_player ON seats(player) WHERE player IS NOT NULL",
        "CREATE INDEX games_master ON games(master) WHERE master<>''",
        "CREATE INDEX games_status ON games(status, length(stream), stream)",
        "CREATE INDEX games_open_seats ON games(stream) WHERE open_seats=1",
    ):
        db.execute(statement)


@migrations()
def sandbox_list(db: Database) -> None:
    """Whose sandboxes there are, and what they were made from. Their numbers never come twice."""
    for statement in (
        """CREATE TABLE sandboxes(
            number INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, origin TEXT NOT NULL,
            turn INTEGER NOT NULL, step INTEGER NOT NULL, seat TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
        "CREATE INDEX sandboxes_owner ON sandboxes(owner)",
        "CREATE INDEX sandboxes_at ON sandboxes(at)",
    ):
        db.execute(statement)


@migrations()
def people_of_games(db: Database) -> None:
    """Who orders for a seat's player, which free seats the first to answer takes, who runs games beside others, and whose turns
    came in time. `away` is until when a player is away (UTC), `lost` who lost the free seat to the clock, and in which turn;
    the others are turn numbers: the last one that was excused, for which a bot stood in since orders were missed, and for which
    another than the player filed last."""
    for statement in (
        "ALTER TABLE seats ADD COLUMN sitter TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN opened TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN away TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN lost TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE seats ADD COLUMN lost_turn INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN excused INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN stood_in INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE seats ADD COLUMN by_another INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX seats_sitter ON seats(sitter) WHERE sitter<>''",
        "CREATE INDEX seats_opened ON seats(opened) WHERE opened<>''",
        "CREATE INDEX seats_lost ON seats(lost) WHERE lost<>''",
        """CREATE TABLE co_masters(stream TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY(stream, person))
            STRICT, WITHOUT ROWID""",
        "CREATE INDEX co_masters_person ON co_masters(person)",
        """CREATE TABLE turns_kept(person TEXT NOT NULL, stream TEXT NOT NULL, turn INTEGER NOT NULL, seat TEXT NOT NULL,
            kept INTEGER NOT NULL, due TEXT NOT NULL, PRIMARY KEY(person, stream, turn, seat)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX turns_kept_stream ON turns_kept(stream)",
        "CREATE INDEX turns_kept_newest ON turns_kept(person, due)",
    ):
        db.execute(statement)


@migrations()
def delayed_games(db: Database) -> None:
    """By how many hours later than the players everybody else sees each game."""
    db.execute("ALTER TABLE games ADD COLUMN delay_hours REAL NOT NULL DEFAULT 0")


@migrations()
def posted_games(db: Database) -> None:
    """At which places each game is posted, in which part of them, and what (`Kind`s, joined by commas)."""
    for statement in (
        """CREATE TABLE game_forums(stream TEXT NOT NULL, place TEXT NOT NULL, part TEXT NOT NULL, what TEXT NOT NULL,
            PRIMARY KEY(stream, place)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX game_forums_place ON game_forums(place)",
    ):
        db.execute(statement)


@migrations_of_reports()
def publications(db: Database) -> None:
    """Which turn's report a player of a seat was given last. Lost rows only mean that a report is rendered again."""
    db.execute(
        """CREATE TABLE publications(stream TEXT NOT NULL, seat TEXT NOT NULL, player TEXT NOT NULL, turn INTEGER NOT NULL,
            PRIMARY KEY(stream, seat)) STRICT, WITHOUT ROWID"""
    )


@migrations_of_reports()
def publications_by_person(db: Database) -> None:
    """Of each person: whoever orders for a seat's player (`sits`) is given its reports, too."""
    for statement in (
        "ALTER TABLE publications RENAME TO publications_of_seats",
        """CREATE TABLE publications(stream TEXT NOT NULL, seat TEXT NOT NULL, player TEXT NOT NULL, turn INTEGER NOT NULL,
            sits INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(stream, seat, player)) STRICT, WITHOUT ROWID""",
        "INSERT INTO publications SELECT stream, seat, player, turn, 0 FROM publications_of_seats",
        "DROP TABLE publications_of_seats",
        "CREATE INDEX publications_sits ON publications(stream, seat, player) WHERE sits=1",
    ):
        db.execute(statement)


def _forked(con: sqlite3.Connection, stream: str, e: GameForked) -> None:
    con.execute(
        "INSERT INTO sandboxes SELECT ?,stream,?,?,?,?,?,at FROM events WHERE stream=? AND version=1",
        (int(stream[1:]), e.owner, e.origin, e.turn, e.step, e.seat, stream),
    )


def _opened(con: sqlite3.Connection, stream: str, e: GameOpened) -> None:
    con.execute(
        "INSERT INTO games VALUES(?,?,?,?,'open',0,0,NULL,'','',0,0)",
        (stream, e.game, e.scenario, e.title),
    )
    con.executemany(
        "INSERT INTO seats(stream, seat, side, filed, ready) VALUES(?,?,?,0,0)",
        [(stream, seat, side) for seat, side in e.seats.items()],
    )


NOTHING_SAID = "sitter='', opened='', away=''"
"""What was said of a seat was said of whoever held it then."""


def _seat_taken(con: sqlite3.Connection, stream: str, e: SeatTaken) -> None:
    con.execute(
        f"UPDATE seats SET player=?, lost='', lost_turn=0, {NOTHING_SAID} WHERE stream=? AND seat=?",  # noqa: S608
        (e.player, stream, e.seat),
    )


def _seat_vacated(con: sqlite3.Connection, stream: str, e: SeatVacated) -> None:
    con.execute(
        f"UPDATE seats SET lost=CASE ?3 WHEN '' THEN coalesce(player, '') ELSE '' END, player=NULL, {NOTHING_SAID},"  # noqa: S608
        " lost_turn=CASE ?3 WHEN '' THEN (SELECT turn FROM games WHERE stream=?1) ELSE 0 END WHERE stream=?1 AND seat=?2",
        (stream, e.seat, e.by),
    )


def _turn_opened(con: sqlite3.Connection, stream: str, e: TurnOpened) -> None:
    con.execute("UPDATE games SET turn=?, due=NULL WHERE stream=?", (e.turn, stream))


def _deadline_set(con: sqlite3.Connection, stream: str, e: DeadlineSet) -> None:
    con.execute("UPDATE games SET due=? WHERE stream=?", (e.due, stream))


def _filed(con: sqlite3.Connection, stream: str, e: OrdersFiled) -> None:
    by_another = e.turn if e.source.partition(" ")[0] in ("bot", "sitter") else 0
    con.execute("UPDATE seats SET filed=?, by_another=? WHERE stream=? AND seat=?", (e.turn, by_another, stream, e.seat))


def _press(con: sqlite3.Connection, stream: str, e: PressSent) -> None:
    con.execute(
        "INSERT INTO presses(stream, seat, recipients, digest, source) VALUES(?,?,?,?,?)",
        (stream, e.seat, ",".join(e.to), e.digest, e.source),
    )


def _ready(con: sqlite3.Connection, stream: str, e: ReadyChanged) -> None:
    con.execute("UPDATE seats SET ready=? WHERE stream=? AND seat=?", (e.turn if e.ready else 0, stream, e.seat))
    by_another = e.turn if e.source.partition(" ")[0] == "sitter" else 0
    con.execute("UPDATE seats SET by_another=? WHERE stream=? AND seat=? AND filed<>?", (by_another, stream, e.seat, e.turn))


def _resolved_now(con: sqlite3.Connection, stream: str, e: ResolvedNow) -> None:
    con.execute("UPDATE games SET due=NULL WHERE stream=?", (stream,))


def _closed(con: sqlite3.Connection, stream: str, e: TurnClosed) -> None:
    con.execute("UPDATE games SET closed=?, due=NULL WHERE stream=?", (e.turn, stream))


def _paused(con: sqlite3.Connection, stream: str, e: GamePaused) -> None:
    con.execute("UPDATE games SET status='paused' WHERE stream=?", (stream,))


def _resumed(con: sqlite3.Connection, stream: str, e: GameResumed) -> None:
    con.execute("UPDATE games SET status='open' WHERE stream=?", (stream,))


def _ended(con: sqlite3.Connection, stream: str, e: GameEnded) -> None:
    con.execute("UPDATE games SET status='ended', closed=turn, due=NULL, verdict=? WHERE stream=?", (e.verdict, stream))


def _reopened(con: sqlite3.Connection, stream: str, e: GameReopened) -> None:
    con.execute("UPDATE games SET status='open', turn=?, verdict='' WHERE stream=?", (e.turn, stream))


def _master(con: sqlite3.Connection, stream: str, e: MasterNamed) -> None:
    con.execute("DELETE FROM co_masters WHERE stream=? AND person=?", (stream, e.player))
    con.execute("UPDATE games SET master=? WHERE stream=?", (e.player, stream))


def _policy(con: sqlite3.Connection, stream: str, e: PolicySet) -> None:
    con.execute("UPDATE games SET open_seats=?, delay_hours=? WHERE stream=?", (int(e.open_seats), e.delay_hours, stream))


def _rolled_back(con: sqlite3.Connection, stream: str, e: RolledBack) -> None:
    """The turn that ends so has a report of its own: the position that counts again."""
    con.execute("UPDATE games SET closed=?, due=NULL WHERE stream=?", (e.turn, stream))


def _awaited(con: sqlite3.Connection, stream: str, e: OrdersAwaited) -> None:
    if e.cause == "excuse":
        con.executemany("UPDATE seats SET excused=? WHERE stream=? AND seat=?", [(e.turn, stream, seat) for seat in e.seats])


def _healed(con: sqlite3.Connection, stream: str, e: OutageHealed) -> None:
    con.execute("UPDATE seats SET excused=? WHERE stream=?", (e.turn, stream))


def _absence(con: sqlite3.Connection, stream: str, e: AbsenceSet) -> None:
    con.execute("UPDATE seats SET away=? WHERE stream=? AND seat=?", (e.until, stream, e.seat))


def _stood_in(con: sqlite3.Connection, stream: str, e: StoodIn) -> None:
    if e.cause == "missed":
        con.execute("UPDATE seats SET stood_in=? WHERE stream=? AND seat=?", (e.turn, stream, e.seat))


def _sitter_called(con: sqlite3.Connection, stream: str, e: SitterCalled) -> None:
    con.execute("UPDATE seats SET sitter=? WHERE stream=? AND seat=?", (e.sitter, stream, e.seat))


def _sitter_left(con: sqlite3.Connection, stream: str, e: SitterLeft) -> None:
    con.execute("UPDATE seats SET sitter='' WHERE stream=? AND seat=?", (stream, e.seat))


def _seat_opened(con: sqlite3.Connection, stream: str, e: SeatOpened) -> None:
    con.execute("UPDATE seats SET opened=? WHERE stream=? AND seat=?", (e.to, stream, e.seat))


def _co_master(con: sqlite3.Connection, stream: str, e: ComasterNamed) -> None:
    con.execute("DELETE FROM co_masters WHERE stream=? AND person=?", (stream, e.player))
    if e.runs:
        con.execute("INSERT INTO co_masters VALUES(?,?)", (stream, e.player))


def _locked(con: sqlite3.Connection, stream: str, e: TurnLocked) -> None:
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
            con.execute("INSERT OR REPLACE INTO turns_kept VALUES(?,?,?,?,?,?)", values)


def _forum(con: sqlite3.Connection, stream: str, e: ForumSet) -> None:
    con.execute("DELETE FROM game_forums WHERE stream=? AND place=?", (stream, e.place))
    if e.what:
        con.execute("INSERT INTO game_forums VALUES(?,?,?,?)", (stream, e.place, e.part, ",".join(e.what)))


def _watched(con: sqlite3.Connection, stream: str, e: SeatWatched) -> None:
    con.execute("INSERT OR IGNORE INTO watches VALUES(?,?,?)", (stream, e.seat, e.turn))


PROJECTORS: dict[type[Event], Callable[[sqlite3.Connection, str, Any], None]] = {
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
}


def project(con: sqlite3.Connection, stream: str, drafts: Sequence[Draft | Entry]) -> None:
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


def clear(con: sqlite3.Connection, stream: str) -> None:
    """Forget a stream, so that it can be projected again."""
    for table in (*REPEATED, "sandboxes"):
        con.execute(f"DELETE FROM {table} WHERE stream=?", (stream,))  # noqa: S608


REPEATED = {
    "games": "stream, game, scenario, title, status, turn, closed, due, verdict, master, open_seats, delay_hours",
    "seats": "stream, seat, side, player, filed, ready, sitter, opened, away, lost, lost_turn, excused, stood_in, by_another",
    "presses": "stream, seat, recipients, digest, source",
    "watches": "stream, seat, turn",
    "co_masters": "stream, person, 1",
    "turns_kept": "stream, person, turn, seat, kept, due",
    "game_forums": "stream, place, part, what",
}
"""The tables that repeat the log, and the columns that follow from it."""


def stale_rows(con: sqlite3.Connection, stream: str, entries: Iterable[Entry]) -> list[str]:
    """Where the tables say something else of a stream than its events, or have marks of reports that it does not hold."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for table in REPEATED:
            (statement,) = con.execute("SELECT sql FROM sqlite_master WHERE name=?", (table,)).fetchone()
            fresh.execute(statement)
        try:
            project(fresh, stream, list(entries))
        except sqlite3.IntegrityError as e:
            return [f"no tables can be made of this log: {e}"]
        wrong = [line for table in REPEATED for line in _unlike(table, stream, con, fresh)]
        (closed,) = fresh.execute("SELECT max(closed) FROM games").fetchone()
    later = con.execute("SELECT seat, turn FROM publications WHERE stream=? AND turn>?", (stream, closed or 0))
    return wrong + [f"the report of turn {turn} was sent to {seat}, and the log holds no such turn" for seat, turn in later]


def _unlike(table: str, stream: str, con: sqlite3.Connection, fresh: sqlite3.Connection) -> Iterator[str]:
    query = f"SELECT {REPEATED[table]} FROM {table} WHERE stream=? ORDER BY {'number' if table == 'presses' else '1, 2, 3'}"  # noqa: S608
    there, due = (Counter(each.execute(query, (stream,)).fetchall()) for each in (con, fresh))
    yield from (f"the table {table} has the row {row}, which does not follow from the log" for row in (there - due))
    yield from (f"the table {table} lacks the row {row}, which follows from the log" for row in (due - there))
