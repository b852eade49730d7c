"""Deadlines as calendar entries (RFC 5545): of one report for a mail, of all games of a person for their calendar."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from events.lists.game_list import GameRow
from events.platform import DeadlineSet
from events.store import Corrupt
from pbem.service.context import ServiceContext, parse_stamp
from pbem.service.games.turn_status import turn_status

if TYPE_CHECKING:
    from icalendar import Event

PRODUCT = "-//Wardroom//play by mail//EN"
LENGTH = timedelta(minutes=15)
"""Calendars show nothing of an entry without length."""
REFRESH = timedelta(hours=1)
BEGAN = datetime(2020, 1, 1, tzinfo=UTC)
"""Sequence numbers are seconds since then, so that whatever is set later has a higher one."""


@dataclass(frozen=True)
class Deadline:
    """When orders of a person are due in a game. `set_at` is when that was last said; stamps in UTC."""

    stream: str
    title: str
    turn: int
    due: str
    set_at: str
    seats: list[str]
    wanted: str


def deadlines(context: ServiceContext, person: str) -> list[Deadline]:
    """The deadlines of all games under way that want orders of a person, earliest first."""
    found = []
    for row, held in _played(context, person).items():
        if row.status == "open" and row.due:
            try:
                statuses = {seat: turn_status(context, row.stream, seat) for seat in held}
            except Corrupt:
                continue  # the game's own page says what is wrong with it; the other deadlines hold
            asked = [seat for seat in held if statuses[seat].wanted]
            if asked:
                set_at, wanted = _set_at(context, row.stream, row.turn), statuses[asked[0]].wanted
                found.append(Deadline(row.stream, row.title, row.turn, row.due, set_at, asked, wanted))
    return sorted(found, key=lambda deadline: deadline.due)


def _played(context: ServiceContext, person: str) -> dict[GameRow, list[str]]:
    """A person's games, and the seats they have there."""
    found: dict[GameRow, list[str]] = {}
    for row, seat, _ in context.store.played_by(person):
        found.setdefault(row, []).append(seat.seat)
    return found


def _set_at(context: ServiceContext, stream: str, turn: int) -> str:
    """When the open turn's deadline was set or last moved."""
    entries = context.store.read(stream, context.store.before_turn(stream, turn))
    return max((entry.at for entry in entries if isinstance(entry.event, DeadlineSet)), default="")


@dataclass(frozen=True)
class CalendarEntry:
    """A deadline as it is entered. With the same `uid` and a higher `sequence` it takes the place of the one before."""

    uid: str
    sequence: int
    stamped: str
    due: str
    summary: str
    description: str
    url: str = ""


def deadline_event(entry: CalendarEntry, zone: str = "") -> Event:
    """The entry in the words of RFC 5545, on the clock of `zone` ("": UTC)."""
    from icalendar import Event

    end = parse_stamp(entry.due).replace(microsecond=0)
    if zone:
        end = end.astimezone(ZoneInfo(zone))
    made = Event()
    made.add("uid", entry.uid)
    made.add("sequence", entry.sequence)
    made.add("dtstamp", parse_stamp(entry.stamped).replace(microsecond=0))
    made.add("dtstart", end - LENGTH)
    made.add("dtend", end)
    made.add("summary", entry.summary)
    made.add("description", entry.description)
    made.add("transp", "TRANSPARENT")
    if entry.url:
        made.add("url", entry.url)
    return made


def calendar(events: Iterable[Event], method: str = "", name: str = "") -> bytes:
    """A calendar of these entries; `method` is for one that is mailed, `name` for one that is fetched again and again."""
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    if method:
        made.add("method", method)
    if name:
        made.add("x-wr-calname", name)
        made.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for event in events:
        made.add_component(event)
    made.add_missing_timezones()
    return bytes(made.to_ical())


def person_calendar(context: ServiceContext, person: str, zone: str, base_url: str, domain: str) -> bytes:
    """All deadlines of a person, on their own clock (`zone` "": UTC). A game has one entry, which moves with its deadline."""
    events = []
    for deadline in deadlines(context, person):
        seats = ", ".join(deadline.seats)
        entry = CalendarEntry(
            uid=f"{deadline.stream}.deadline@{domain}",
            sequence=int((parse_stamp(deadline.set_at) - BEGAN).total_seconds()),
            stamped=deadline.set_at,
            due=deadline.due,
            summary=f"Orders due: {deadline.title}, turn {deadline.turn}",
            description=f"{deadline.stream}, {seats}: {deadline.wanted}",
            url=f"{base_url}/g/{deadline.stream}",
        )
        events.append(deadline_event(entry, zone))
    return calendar(events, name="Wardroom: orders due")
