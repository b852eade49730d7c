"""Lengths of time as the pages say them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import g

from pbem.service.context import stamp
from pbem.web.infra.times import local, span, when
from pbem.web.infra.visitor import Visitor
from tests.web.builders.sites import WebSite


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


def test_a_moment_is_told_by_how_far_away_it_is(site: WebSite) -> None:
    """Exactly on hover; what is a week away, by its day."""
    site.clock.advance(24 * 30)
    with site.web.test_request_context("/"):
        g.visitor = Visitor(None)
        now = site.clock()
        assert ">in 2 days 3 hours</time>" in when(stamp(now + timedelta(days=2, hours=3)))
        assert f'title="{local(stamp(now - timedelta(hours=4)))}">4 hours ago</time>' in when(stamp(now - timedelta(hours=4)))
        assert ">just now</time>" in when(stamp(now))
        assert f">{now - timedelta(days=8):%a %d %b %Y}</time>" in when(stamp(now - timedelta(days=8)))
        assert when(None) == when("") == ""
