"""When the weekly mail is due: Monday at eight by its reader's own clock."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.service.masters.weekly import next_monday


@pytest.mark.parametrize(
    ("now", "zone", "due"),
    [
        ("2026-01-01T12:00", "", "2026-01-05T08:00"),
        ("2026-01-05T07:59", "", "2026-01-05T08:00"),
        ("2026-01-05T08:00", "", "2026-01-12T08:00"),
        ("2026-01-01T12:00", "Europe/Berlin", "2026-01-05T07:00"),
        ("2026-03-24T12:00", "Europe/Berlin", "2026-03-30T06:00"),
        ("2026-01-05T01:00", "America/Los_Angeles", "2026-01-05T16:00"),
        ("2026-01-04T21:00", "Pacific/Auckland", "2026-01-11T19:00"),
    ],
)
def test_the_next_monday_morning(now: str, zone: str, due: str) -> None:
    """Also where Monday begins earlier or later, and on the morning after the clocks were put forward."""
    assert next_monday(datetime.fromisoformat(f"{now}+00:00"), zone) == datetime.fromisoformat(due).replace(tzinfo=UTC)
