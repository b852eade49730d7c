"""What the header of a mail tells of its sender."""

from __future__ import annotations

from email.message import Message

import pytest

from pbem.gateway.reading.headers import offset


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("+0200", "+0200"),
        ("-0930", "-0930"),
        ("+0545", "+0545"),
        ("+1400", "+1400"),
        ("-1200", "-1200"),
        ("+1401", ""),
        ("-1430", ""),
        ("+9900", ""),
        ("", "+0000"),
    ],
)
def test_the_clock_of_the_senders_program(zone: str, told: str) -> None:
    """No clock on earth is more than 14 hours from UTC: a Date that says so tells nothing. One without a zone is UTC."""
    message = Message()
    message["Date"] = f"Fri, 02 Jan 2026 12:00:00 {zone}".strip()
    assert offset(message) == told


@pytest.mark.parametrize("date", ["", "yesterday", "Fri, 99 Foo 2026 12:00:00 +0200"])
def test_what_is_no_date_tells_no_clock(date: str) -> None:
    """A mail with such a Date, or without one, is answered in UTC."""
    message = Message()
    assert offset(message) == ""
    message["Date"] = date
    assert offset(message) == ""
