"""Lengths of time as the pages say them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.web.infra.times import span


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-90, "now"),
        (0, "now"),
        (59, "now"),
        (60, "1 minute"),
        (119, "1 minute"),
        (120, "2 minutes"),
        (3600, "1 hour"),
        (3660, "1 hour 1 minute"),
        (86_340, "23 hours 59 minutes"),
        (86_400, "1 day"),
        (86_460, "1 day"),
        (190_000, "2 days 4 hours"),
    ],
)
def test_a_length_of_time_has_its_two_largest_units(seconds: int, words: str) -> None:
    """Minutes count only within a day; less than one, and what is past, is now."""
    assert span(timedelta(seconds=seconds)) == words
