"""Do the tables that repeat the log say what its events say? They are made again from it, and compared."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing

from sqlite_utils import Database

from events.base import Entry
from events.projections import migrations, migrations_of_reports, project

REPEATED = {
    "games": "stream, game, scenario, title, status, turn, closed, due, verdict, master, open_seats",
    "seats": "stream, seat, side, player, filed, ready",
    "presses": "stream, seat, recipients, digest, source",
    "watches": "stream, seat, turn",
}
"""The tables that repeat the log, and the columns that follow from it."""


def stale_rows(con: sqlite3.Connection, stream: str, entries: Iterable[Entry]) -> list[str]:
    """Where the tables say something else of a stream than its events, or have marks of reports that it does not hold."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for each in (migrations, migrations_of_reports):
            each.apply(Database(fresh))
        project(fresh, stream, entries)
        wrong = [line for table in REPEATED for line in _unlike(table, stream, con, fresh)]
        (closed,) = fresh.execute("SELECT max(closed) FROM games").fetchone()
    later = con.execute("SELECT seat, turn FROM publications WHERE stream=? AND turn>?", (stream, closed or 0))
    return wrong + [f"the report of turn {turn} was sent to {seat}, and the log holds no such turn" for seat, turn in later]


def _unlike(table: str, stream: str, con: sqlite3.Connection, fresh: sqlite3.Connection) -> Iterator[str]:
    query = f"SELECT {REPEATED[table]} FROM {table} WHERE stream=? ORDER BY {'number' if table == 'presses' else '1, 2, 3'}"  # noqa: S608
    there, due = (Counter(each.execute(query, (stream,)).fetchall()) for each in (con, fresh))
    yield from (f"the table {table} has the row {row}, which does not follow from the log" for row in (there - due))
    yield from (f"the table {table} lacks the row {row}, which follows from the log" for row in (due - there))
