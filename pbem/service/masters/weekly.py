"""Who gets the weekly mail about the games they run, when the next one is due, and who wants none."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlite_utils import Database, Migrations

from pbem.accounts.people import erasing
from pbem.service.context import ServiceContext, stamp

MONDAY, MORNING = 0, time(8)
NEVER = "~"
"""After every stamp."""

migrations = Migrations("weekly_mails")


@migrations()
def weekly_mails(db: Database) -> None:
    """By person ("": the operator): when the next mail is due, since when it tells, and whether it is wanted."""
    db.execute(
        """CREATE TABLE weekly_mails(
            person TEXT PRIMARY KEY, due TEXT NOT NULL, since TEXT NOT NULL, wanted INTEGER NOT NULL) STRICT, WITHOUT ROWID"""
    )


class WeeklyMail(NamedTuple):
    """A mail that is due: to whom (an id; "": the operator), and since when it tells. Times are UTC stamps."""

    person: str
    due: str
    since: str


def next_monday(now: datetime, zone: str) -> datetime:
    """The first Monday morning after `now` by a clock of this zone ("": UTC), in UTC."""
    here = now.astimezone(ZoneInfo(zone or "UTC"))
    days = (MONDAY - here.weekday()) % 7
    first = datetime.combine(here.date() + timedelta(days=days), MORNING, here.tzinfo)
    if first <= here:
        first = datetime.combine(here.date() + timedelta(days=days + 7), MORNING, here.tzinfo)
    return first.astimezone(UTC)


def unscheduled(context: ServiceContext) -> list[str]:
    """Those who run games and have no next mail yet."""
    known = {person for (person,) in context.database.con.execute("SELECT person FROM weekly_mails WHERE due<>?", (NEVER,))}
    return [person for person in context.store.masters() if person not in known]


def due(context: ServiceContext) -> list[WeeklyMail]:
    """The mails that are due now, wanted or not."""
    rows = context.database.con.execute(
        "SELECT person, due, since FROM weekly_mails WHERE due<=? ORDER BY person", (stamp(context.now()),)
    )
    return [WeeklyMail(*row) for row in rows]


def schedule(context: ServiceContext, person: str, zone: str) -> None:
    """The next mail is due on the next Monday morning, and tells of what was done from now on."""
    now = context.now()
    context.database.change(
        "INSERT INTO weekly_mails VALUES(?,?,?,1) ON CONFLICT(person) DO UPDATE SET due=excluded.due, since=excluded.since",
        (person, stamp(next_monday(now, zone)), stamp(now)),
    )


def wants(context: ServiceContext, person: str) -> bool:
    """Does the person want the weekly mail? So it is until they say otherwise."""
    row = context.database.con.execute("SELECT wanted FROM weekly_mails WHERE person=?", (person,)).fetchone()
    return row is None or bool(row[0])


def set_wanted(context: ServiceContext, person: str, wanted: bool) -> None:
    """Send the weekly mail to the person, or send none."""
    context.database.change(
        "INSERT INTO weekly_mails VALUES(?,?,?,?) ON CONFLICT(person) DO UPDATE SET wanted=excluded.wanted",
        (person, NEVER, stamp(context.now()), int(wanted)),
    )


def erase(context: ServiceContext, person: str) -> None:
    """Forget what a person wanted."""
    with erasing(context.database) as con:
        con.execute("DELETE FROM weekly_mails WHERE person=?", (person,))
