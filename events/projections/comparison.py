"""Do the tables say what the log says?"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache

from sqlite_utils import Database

from events.base import Entry
from events.database import Connection
from events.projections.projectors import project
from events.projections.tables import migrations

REPEATED = {
    "games": "stream, game, scenario, title, status, turn, closed, due, verdict, master, open_seats, delay_hours, hidden",
    "seats": "stream, seat, side, player, filed, ready, sitter, opened, away, lost, lost_turn, excused, stood_in, by_another",
    "presses": "stream, seat, recipients, digest, source",
    "watches": "stream, seat, turn",
    "co_masters": "stream, person, 1",
    "turns_kept": "stream, person, turn, seat, kept, due",
    "game_forums": "stream, place, part, what",
    "results": "stream, seat, side, player, won, ended, shown",
    "battles": "stream, campaign, battle",
}
"""The tables that repeat the log, and the columns that follow from it."""


def clear(con: Connection, stream: str) -> None:
    """Forget a stream, so that it can be projected again."""
    for table in (*REPEATED, "sandboxes"):
        con.execute(f"DELETE FROM {table} WHERE stream=?", (stream,))  # noqa: S608


def stale_rows(con: Connection, stream: str, entries: Iterable[Entry]) -> list[str]:
    """Where the tables say something else of a stream than its events, or have marks of reports that it does not hold."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for statement in _declarations():
            fresh.execute(statement)
        found = list(entries)
        fresh.execute("CREATE TABLE events(stream, version, type, at)")  # whatever repeats a time looks it up there
        fresh.executemany("INSERT INTO events VALUES(?,?,?,?)", [(stream, x.version, x.event.type, x.at) for x in found])
        try:
            project(fresh, stream, found)
        except sqlite3.IntegrityError as e:
            return [f"no tables can be made of this log: {e}"]
        wrong = [line for table in REPEATED for line in _unlike(table, stream, con, fresh)]
        (closed,) = fresh.execute("SELECT max(closed) FROM games").fetchone()
    later = con.execute("SELECT seat, turn FROM publications WHERE stream=? AND turn>?", (stream, closed or 0))
    return wrong + [f"the report of turn {turn} was sent to {seat}, and the log holds no such turn" for seat, turn in later]


@cache
def _declarations() -> list[str]:
    """How the tables are made, at their newest."""
    with closing(Database(memory=True)) as made:
        migrations.apply(made)
        found = made.execute(f"SELECT sql FROM sqlite_master WHERE name IN ({','.join('?' * len(REPEATED))})", [*REPEATED])  # noqa: S608
        return [statement for (statement,) in found]


def _unlike(table: str, stream: str, con: Connection, fresh: Connection) -> Iterator[str]:
    query = f"SELECT {REPEATED[table]} FROM {table} WHERE stream=? ORDER BY {'number' if table == 'presses' else '1, 2, 3'}"  # noqa: S608
    there, due = (Counter(each.execute(query, (stream,)).fetchall()) for each in (con, fresh))
    yield from (f"the table {table} has the row {row}, which does not follow from the log" for row in (there - due))
    yield from (f"the table {table} lacks the row {row}, which follows from the log" for row in (due - there))
