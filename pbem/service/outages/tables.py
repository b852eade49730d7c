"""What is kept of outages: the last heartbeat, how each door is, past outages, and the games whose players must be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connection, upsert
from pbem.service.context import ServiceContext, stamp

OPERATOR_DOOR = "operator"
"""The door of an outage that the operator has told us of."""

migrations = Migrations("outages")


@migrations()
def outages_tables(db: Database) -> None:
    """One row for the last heartbeat; one for each door, outage, and game with a moved deadline that nobody was told of yet.

    All times are stamps. A door works while `failed_since` is "". An outage is `settled` once deadlines were moved for it.
    """
    for statement in (
        """CREATE TABLE heartbeats(
            id INTEGER PRIMARY KEY CHECK(id=1), at TEXT NOT NULL, ticks REAL NOT NULL, process TEXT NOT NULL) STRICT""",
        """CREATE TABLE doors(
            door TEXT PRIMARY KEY, ok_at TEXT NOT NULL, failed_since TEXT NOT NULL, failed_at TEXT NOT NULL, why TEXT NOT NULL
            ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE outages(
            id INTEGER PRIMARY KEY, door TEXT NOT NULL, began TEXT NOT NULL, ended TEXT NOT NULL, why TEXT NOT NULL,
            settled INTEGER NOT NULL DEFAULT 0) STRICT""",
        "CREATE INDEX outages_unsettled ON outages(began) WHERE settled = 0",
        """CREATE TABLE outages_to_tell(
            stream TEXT NOT NULL, turn INTEGER NOT NULL, ended TEXT NOT NULL, PRIMARY KEY(stream, ended)
            ) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


class Heartbeat(NamedTuple):
    """When the last heartbeat was (a stamp), what the monotonic clock said then, and in which process it was."""

    at: str
    ticks: float
    process: str


class Span(NamedTuple):
    """A time in which a door was shut, from `began` to `ended` (stamps). `why` is for the operator, or the operator's own.

    `id` is 0 for one that is not kept yet. `running`: it is not over.
    """

    door: str
    began: str
    ended: str
    why: str
    settled: bool = False
    id: int = 0
    running: bool = False


class ToTell(NamedTuple):
    """A game whose deadline for `turn` was moved for an outage until `ended`: its players are not told yet."""

    stream: str
    turn: int
    ended: str


def last_heartbeat(context: ServiceContext) -> Heartbeat | None:
    """The last one that could be written; None before the first."""
    row = context.database.con.execute("SELECT at, ticks, process FROM heartbeats").fetchone()
    return Heartbeat(*row) if row else None


def keep_heartbeat(con: Connection, heartbeat: Heartbeat) -> None:
    """Within a write of the caller's."""
    con.execute(upsert("heartbeats", "id", "at, ticks, process"), (1, *heartbeat))


def keep_outage(con: Connection, span: Span) -> None:
    """Within a write of the caller's."""
    con.execute("INSERT INTO outages(door, began, ended, why) VALUES(?,?,?,?)", span[:4])


def kept_outages(context: ServiceContext) -> list[Span]:
    """All of them, oldest first, also those that the operator has told us of beforehand."""
    now = stamp(context.now())
    rows = context.database.con.execute("SELECT door, began, ended, why, settled, id FROM outages ORDER BY began, id")
    return [
        Span(door, began, ended, why, bool(settled), number, began <= now < ended)
        for door, began, ended, why, settled, number in rows
    ]


def any_unsettled(context: ServiceContext, now: str) -> bool:
    """Has an outage begun for which deadlines may have to be moved?"""
    return bool(context.database.con.execute("SELECT 1 FROM outages WHERE settled=0 AND began<=? LIMIT 1", (now,)).fetchone())


def settle(context: ServiceContext, ids: Sequence[int]) -> None:
    """All deadlines were moved that these outages move."""
    with context.database.write() as con:
        con.executemany("UPDATE outages SET settled=1 WHERE id=?", [(number,) for number in ids])


def drop_outage(context: ServiceContext, number: int) -> bool:
    """Forget an outage that the operator named by mistake, unless deadlines were moved for it already. Was it there?"""
    gone = context.database.change("DELETE FROM outages WHERE id=? AND door=? AND settled=0", (number, OPERATOR_DOOR))
    return gone == 1


def forget_ahead(con: Connection, now: str) -> None:
    """The clock was set back to `now`, within a write of the caller's: what was noted at times that are not yet is void."""
    con.execute("DELETE FROM outages WHERE ended>? AND door<>?", (now, OPERATOR_DOOR))
    con.execute("UPDATE doors SET failed_since=? WHERE failed_since>?", (now, now))
    con.execute("UPDATE doors SET failed_at=? WHERE failed_at>?", (now, now))
    con.execute("UPDATE doors SET ok_at=? WHERE ok_at>?", (now, now))


def keep_to_tell(context: ServiceContext, to_tell: ToTell) -> None:
    """Before the deadline is moved, so that a crash after it loses no mail."""
    context.database.change("INSERT INTO outages_to_tell VALUES(?,?,?) ON CONFLICT DO NOTHING", to_tell)


def to_tell(context: ServiceContext) -> list[ToTell]:
    """The games whose players must be told, by outage."""
    rows = context.database.con.execute("SELECT stream, turn, ended FROM outages_to_tell ORDER BY ended, stream")
    return [ToTell(*row) for row in rows]


def told(context: ServiceContext, done: Sequence[ToTell]) -> None:
    """The mails are queued."""
    with context.database.write() as con:
        con.executemany("DELETE FROM outages_to_tell WHERE stream=? AND turn=? AND ended=?", done)
