"""How much work waits, and for how long: asked of the tables, each by an index, so that it may be asked every few seconds."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from pbem.service.context import ServiceContext, parse_stamp, stamp
from pbem.service.outages.tables import last_heartbeat

GAMES = ("open", "paused", "ended")
IN, OUT = ("new", "failed", "processed"), ("queued", "sent", "bounced", "failed")
"""What a game can be, and a mail that comes in or goes out: told also when there is none of it."""


class Backlog(NamedTuple):
    """Seconds are 0 when nothing waits; `heartbeat` is None before the first one.

    `deadline_lag` is how late the oldest turn is that is due; `unsent` and `unread` how old the oldest mail is that waits to be
    sent, and to be processed for the first time.
    """

    games: Mapping[str, int]
    turns: int
    deadline_lag: float
    mails_in: Mapping[str, int]
    mails_out: Mapping[str, int]
    held: int
    unread: float
    unsent: float
    heartbeat: float | None
    bytes: int
    free: int


def backlog(context: ServiceContext) -> Backlog:
    """All of it, as of now. Raises sqlite3.Error."""
    now, con = context.now(), context.database.con
    games = context.store.counted_games()
    late = context.store.earliest_due(stamp(now))
    unread = con.execute("SELECT min(at) FROM inbound WHERE status='new'").fetchone()[0]
    unsent = con.execute("SELECT min(at) FROM outbound WHERE status='queued'").fetchone()[0]
    return Backlog(
        games={**dict.fromkeys(GAMES, 0), **{status: number for status, number, _ in games}},
        turns=sum(closed for *_, closed in games),
        deadline_lag=_age(late, now),
        mails_in=_by_status(context, "inbound", IN),
        mails_out=_by_status(context, "outbound", OUT),
        held=con.execute("SELECT count(*) FROM held WHERE status='waiting'").fetchone()[0],
        unread=_age(unread, now),
        unsent=_age(unsent, now),
        heartbeat=heartbeat_age(context),
        bytes=context.database.size(),
        free=free_bytes(context),
    )


def heartbeat_age(context: ServiceContext) -> float | None:
    """Seconds since the clock's last beat that could be written; None before the first. Raises sqlite3.Error."""
    last = last_heartbeat(context)
    return max(0.0, (context.now() - parse_stamp(last.at)).total_seconds()) if last else None


def _age(at: str | None, now: datetime) -> float:
    return max(0.0, (now - parse_stamp(at)).total_seconds()) if at else 0.0


def _by_status(context: ServiceContext, table: str, known: tuple[str, ...]) -> dict[str, int]:
    found = dict(context.database.con.execute(f"SELECT status, count(*) FROM {table} GROUP BY status").fetchall())  # noqa: S608
    return {**dict.fromkeys(known, 0), **found}


def free_bytes(context: ServiceContext) -> int:
    """What is free on the disk of the database."""
    return shutil.disk_usage(context.database.folder).free
