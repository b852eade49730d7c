"""How often what is limited was asked for, where several web processes must count together: a row for each time."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connection, Connections

migrations = Migrations("request_counts")


@migrations()
def request_counts(db: Database) -> None:
    """`whose` says who asked for what, and nobody can read it; `until` (seconds since 1970) is how long it counts."""
    db.execute("CREATE TABLE request_counts(whose TEXT NOT NULL, until REAL NOT NULL, cost INTEGER NOT NULL) STRICT")
    db.execute("CREATE INDEX request_counts_whose ON request_counts(whose, until)")
    db.execute("CREATE INDEX request_counts_until ON request_counts(until)")


class Limit(NamedTuple):
    """So much may be asked for within so many seconds."""

    most: int
    seconds: int


def count(database: Connections, whose: str, limit: Limit, now: float, cost: int = 1) -> bool:
    """Is there room for it within the limit? Then it is counted.

    Two that ask at the same moment for the last place may both get it.
    """
    counted = False

    def work(con: Connection) -> None:
        nonlocal counted
        con.execute("DELETE FROM request_counts WHERE until<=?", (now,))
        done = con.execute(
            "INSERT INTO request_counts(whose, until, cost) SELECT ?1, ?2, ?3"
            " WHERE (SELECT coalesce(sum(cost), 0) FROM request_counts WHERE whose=?1 AND until>?4) <= ?5",
            (whose, now + limit.seconds, cost, now, limit.most - cost),
        )
        counted = done.rowcount == 1

    database.append(work, lambda: False)  # what was lost with its connection is counted again: once too often does no harm
    return counted


def counted_now(database: Connections, whose: str, now: float) -> tuple[int, float | None]:
    """How much counts now, and until when the oldest of it does."""
    row = database.con.execute(
        "SELECT coalesce(sum(cost), 0), min(until) FROM request_counts WHERE whose=? AND until>?", (whose, now)
    ).fetchone()
    return int(row[0]), row[1]


def forget(database: Connections, whose: str = "") -> int:
    """Let nothing of it count any more ("": nothing at all). Returns how many rows there were."""
    return database.change("DELETE FROM request_counts WHERE whose=?1 OR ?1=''", (whose,))
