"""The deadline in the player's calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Calendar

from pbem.gateway.outbound.deadline_entry import deadline_entry
from pbem.service.orders.file import file_orders
from pbem.service.reports.publish import render
from pbem.service.reports.turn_report import turn_report
from tests.gateway.conftest import DOMAIN, MailSetup


def entry(app: MailSetup, turn: int) -> bytes:
    made = render(turn_report(app.context, "g1", turn, "blue"), "g1", "blue", app.blue.id)
    return deadline_entry(app.gateway.signer, made)


def test_the_entry_ends_when_orders_are_due(app: MailSetup) -> None:
    """M-49: a published calendar with one entry, in UTC, which no calendar program need ask anyone about."""
    calendar = Calendar.from_ical(entry(app, 0))
    (event,) = calendar.walk("VEVENT")
    assert (calendar["METHOD"], calendar["VERSION"]) == ("PUBLISH", "2.0")
    assert event["DTEND"].dt == datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
    assert event["DTSTART"].dt < event["DTEND"].dt
    assert event["SUMMARY"] == "Orders due: Drill: Open Sea, turn 1"
    assert b"ATTENDEE" not in entry(app, 0)


def test_the_next_turn_moves_the_entry(app: MailSetup) -> None:
    """One entry for a game: the same UID, a higher SEQUENCE with each turn, a newer stamp when the deadline itself moved."""
    app.later(hours=1)
    app.resolve(1)
    first, second = (Calendar.from_ical(entry(app, turn)).walk("VEVENT")[0] for turn in (0, 1))
    assert first["UID"] == second["UID"] == f"g1.deadline@{DOMAIN}"
    assert (first["SEQUENCE"], second["SEQUENCE"]) == (0, 1)
    assert second["DTEND"].dt == datetime(2026, 1, 2, 13, 0, tzinfo=UTC)
    assert second["DTSTAMP"].dt - first["DTSTAMP"].dt == timedelta(hours=1)


def test_the_entry_is_the_same_whenever_it_is_made(app: MailSetup) -> None:
    """So that a report made again is the same bytes."""
    before = entry(app, 0)
    app.later(days=3)
    assert entry(app, 0) == before


def test_the_entry_goes_with_the_report(app: MailSetup) -> None:
    """M-49: beside the mail as a file that calendars take; not among its texts, where some would show it alone."""
    app.gateway.publish_pending()
    (part,) = (part for part in app.queued("report")[0].walk() if part.get_content_type() == "text/calendar")
    assert part["Content-Disposition"] == 'attachment; filename="deadline.ics"'
    assert part.get_param("method") == "PUBLISH"
    assert Calendar.from_ical(part.get_content()).walk("VEVENT")


def test_no_deadline_no_entry(app: MailSetup) -> None:
    """When the game is over."""
    file_orders(app.context, "g1", "blue", "B1: move 9", "a mail")
    app.resolve(1)
    assert entry(app, 1) == b""
