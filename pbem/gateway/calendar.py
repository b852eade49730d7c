"""A turn's deadline as an entry for the player's calendar."""

from __future__ import annotations

from datetime import timedelta

from icalendar import Calendar, Event

from pbem.gateway.office import Office
from pbem.service.publish import Published
from pbem.service.room import moment

PRODUCT = "-//Wardroom//play by mail//EN"
LENGTH = timedelta(minutes=15)
"""Calendars show nothing of an entry without length."""


def deadline_entry(office: Office, made: Published) -> bytes:
    """The deadline after a report; b"" when there is none for this seat.

    A game has one entry, which each report moves: same UID, higher SEQUENCE.
    """
    if not made.due or not made.template:
        return b""
    due = moment(made.due).replace(microsecond=0)
    entry = Event()
    entry.add("uid", f"{made.stream}.deadline@{office.domain}")
    entry.add("sequence", made.turn)
    entry.add("dtstamp", moment(made.at).replace(microsecond=0))
    entry.add("dtstart", due - LENGTH)
    entry.add("dtend", due)
    entry.add("summary", f"Orders due: {made.title}, turn {made.turn + 1}")
    entry.add("description", f"Answer the report of turn {made.turn} of game {made.stream} until then.")
    entry.add("transp", "TRANSPARENT")
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    return bytes(calendar.to_ical())
