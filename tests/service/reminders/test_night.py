"""Nobody is woken at night for a deadline of the day: in three zones, and in the nights in which clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from pbem.service.reminders.night import at_night, next_time, sending_time

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "planned", "due", "sent"),
    [
        ("", "2026-01-01 12:00", "2026-01-02 12:00", "2026-01-01 12:00"),  # by day it stays
        ("", "2026-01-01 07:00", "2026-01-01 10:00", "2026-01-01 07:00"),
        ("", "2026-01-01 21:59", "2026-01-02 21:59", "2026-01-01 21:59"),
        ("", "2026-01-01 22:00", "2026-01-02 22:00", "2026-01-02 07:00"),
        ("", "2026-01-02 03:00", "2026-01-03 03:00", "2026-01-02 07:00"),  # another night than the deadline's
        ("", "2026-01-02 07:30", "2026-01-02 10:00", "2026-01-02 07:30"),
        ("", "2026-01-02 06:59", "2026-01-02 09:59", "2026-01-01 22:00"),  # 07:00 would leave less than three hours
        ("", "2026-01-02 06:00", "2026-01-02 10:00", "2026-01-02 07:00"),  # and here just three
        ("", "2026-01-01 23:00", "2026-01-02 02:00", "2026-01-01 23:00"),  # the deadline is in this night
        ("", "2026-01-02 03:30", "2026-01-02 06:30", "2026-01-02 03:30"),
        ("", "2026-01-02 04:00", "2026-01-02 07:00", "2026-01-01 22:00"),
        ("Europe/Berlin", "2026-01-01 21:30", "2026-01-02 21:30", "2026-01-02 06:00"),  # 22:30 there
        ("Europe/Berlin", "2026-01-02 05:59", "2026-01-02 08:59", "2026-01-01 21:00"),  # 06:59 there
        ("America/New_York", "2026-01-02 09:00", "2026-01-02 12:00", "2026-01-02 03:00"),  # 04:00 there, due at 07:00
        ("America/New_York", "2026-01-02 09:00", "2026-01-03 09:00", "2026-01-02 12:00"),
        ("Asia/Tokyo", "2026-01-01 14:00", "2026-01-02 14:00", "2026-01-01 22:00"),  # 23:00 there, 07:00 is 22:00 UTC
    ],
)
def test_a_reminder_leaves_the_night(zone: str, planned: str, due: str, sent: str) -> None:
    assert sending_time(utc(planned), utc(due), zone, LONG_AGO) == utc(sent)


@pytest.mark.parametrize(
    ("planned", "due", "sent"),
    [
        ("2026-03-29 02:00", "2026-03-29 09:00", "2026-03-29 05:00"),  # the clock leaps at 02:00: 07:00 is 05:00 UTC
        ("2026-03-29 02:00", "2026-03-29 07:59", "2026-03-28 21:00"),  # and 22:00 before it was 21:00 UTC
        ("2026-10-25 03:00", "2026-10-25 09:00", "2026-10-25 06:00"),  # an hour comes twice: 07:00 is 06:00 UTC
        ("2026-10-25 03:00", "2026-10-25 08:59", "2026-10-24 20:00"),
    ],
)
def test_a_night_in_which_the_clock_changes(planned: str, due: str, sent: str) -> None:
    """The limits are those of the clock on the wall; what is left is counted in hours that go by."""
    assert sending_time(utc(planned), utc(due), "Europe/Berlin", LONG_AGO) == utc(sent)


def test_what_is_late_is_not_sent_at_night() -> None:
    """At its time, or soon after, it is sent; found later it waits for the morning, unless its deadline is in this night."""
    planned, due = utc("2026-01-02 06:59"), utc("2026-01-02 09:59")
    evening = utc("2026-01-01 22:00")
    assert sending_time(planned, due, "", evening + timedelta(minutes=14)) == evening
    assert sending_time(planned, due, "", evening + timedelta(hours=1)) == utc("2026-01-02 07:00")
    assert sending_time(utc("2026-01-01 20:00"), utc("2026-01-02 02:00"), "", evening + timedelta(hours=1)) < evening


def test_the_next_morning() -> None:
    """By the clock of the zone, also after the hour that comes twice."""
    assert next_time(utc("2026-01-01 08:00"), time(8), "") == utc("2026-01-02 08:00")
    assert next_time(utc("2026-01-01 06:59"), time(8), "Europe/Berlin") == utc("2026-01-01 07:00")
    assert next_time(utc("2026-10-24 06:00"), time(8), "Europe/Berlin") == utc("2026-10-25 07:00")
    assert at_night(utc("2026-01-01 21:00"), "Europe/Berlin") and not at_night(utc("2026-01-01 21:00"), "")
