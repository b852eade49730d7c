"""Doors: the ways in which orders come to us. Each is noted when it fails, and when it works again its outage is kept."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import NamedTuple

from pbem.service.context import ServiceContext, parse_stamp, stamp
from pbem.service.outages.merge import DOORS
from pbem.service.outages.tables import Span, keep_outage

COUNTS_AFTER = timedelta(minutes=10)
"""A door that was shut for less than that was no outage."""
NOTED_EVERY = timedelta(minutes=1)
"""So often it is written down that a door goes on as it was."""
QUIET = timedelta(hours=1)
"""A door that is only tried when a mail comes is open again when it has not failed for so long."""
MAX_WHY = 200
ALWAYS = ("queue", "pipe")
"""Doors that every service has, whatever its settings."""

log = logging.getLogger(__name__)


class Door(NamedTuple):
    """A door worked last at `ok_at` ("": never), and has failed from `failed_since` ("": it works) to `failed_at` at least."""

    door: str
    ok_at: str
    failed_since: str
    failed_at: str
    why: str


def doors(context: ServiceContext) -> list[Door]:
    """All that were ever noted."""
    return [Door(*row) for row in context.database.con.execute("SELECT * FROM doors ORDER BY door")]


def note_door(context: ServiceContext, door: str, why: str = "") -> None:
    """A door works, or it fails, and why. When it works again, its outage is kept. Raises sqlite3.Error."""
    if door not in DOORS:
        raise ValueError(f"{door!r} is no door")
    known = _known(context, door)
    if not why and known.failed_since:
        _open(context, door, stamp(context.now()))
    elif _is_news(context, known, why):
        _write(context, door, why)


def _known(context: ServiceContext, door: str) -> Door:
    row = context.database.con.execute("SELECT * FROM doors WHERE door=?", (door,)).fetchone()
    return Door(*row) if row else Door(door, "", "", "", "")


def _is_news(context: ServiceContext, known: Door, why: str) -> bool:
    """Not what was noted a moment ago."""
    noted = known.failed_at if why else known.ok_at
    changed = bool(why) != bool(known.failed_since) or not noted
    return changed or abs(context.now() - parse_stamp(noted)) >= NOTED_EVERY


def _write(context: ServiceContext, door: str, why: str) -> None:
    now, words = stamp(context.now()), " ".join(why.split())[:MAX_WHY]
    with context.database.write() as con:
        con.execute("INSERT INTO doors VALUES(?,'','','','') ON CONFLICT DO NOTHING", (door,))
        if why:
            con.execute(
                "UPDATE doors SET failed_since=CASE failed_since WHEN '' THEN ? ELSE failed_since END, failed_at=?, why=?"
                " WHERE door=?",
                (now, now, words, door),
            )
        else:
            con.execute("UPDATE doors SET ok_at=? WHERE door=? AND failed_since=''", (now, door))


def _open(context: ServiceContext, door: str, at: str) -> None:
    """It works since then. Two that find it at once keep one outage."""
    with context.database.write() as con:
        row = con.execute("SELECT * FROM doors WHERE door=? AND failed_since<>''", (door,)).fetchone()
        if row is None:
            return
        known = Door(*row)
        con.execute("UPDATE doors SET ok_at=?, failed_since='', failed_at='', why='' WHERE door=?", (at, door))
        if parse_stamp(at) - parse_stamp(known.failed_since) >= COUNTS_AFTER:
            keep_outage(con, Span(door, known.failed_since, at, known.why))
            log.warning("%s took no orders from %s to %s: %s", door, known.failed_since, at, known.why)


def shut(context: ServiceContext) -> list[Span]:
    """The doors that have failed for long enough to count, as outages that go on."""
    now = context.now()
    failing = [door for door in doors(context) if door.failed_since]
    return [
        Span(door.door, door.failed_since, stamp(now), door.why, running=True)
        for door in failing
        if now - parse_stamp(door.failed_since) >= COUNTS_AFTER
    ]


def open_quiet_pipe(context: ServiceContext) -> None:
    """Whoever hands us mail on a pipe tries again; when they have not failed for an hour, it did not fail again."""
    known = _known(context, "pipe")
    if known.failed_since and context.now() - parse_stamp(known.failed_at) >= QUIET:
        _open(context, "pipe", known.failed_at)


def forget_doors(context: ServiceContext, kept: Collection[str]) -> None:
    """Doors that the settings do not name any more are not shut."""
    for door in doors(context):
        if door.failed_since and door.door not in (*kept, *ALWAYS):
            _open(context, door.door, stamp(context.now()))


def teller(context: ServiceContext, door: str) -> Callable[[str], None]:
    """What a source of mail calls with "" when it works, and with the reason when it does not. It never raises.

    When the database cannot be written, the heartbeat finds the same gap.
    """

    def tell(why: str) -> None:
        try:
            note_door(context, door, why)
        except sqlite3.Error as e:
            log.warning("how %s is could not be noted: %s", door, e)

    return tell
