"""What a page of the replay asks the database, counted."""

from __future__ import annotations

import re

import pytest

from tests.service.builders.statements import statements
from tests.web.builders.sites import WebSite

STEP = 10
"""The game, its seats, the session, the person; the game's turn and its end; the seats that are offered, the roll-backs."""
PART = 7
"""Those of the step without what stands around it."""


def plain(page: bytes) -> bytes:
    """The page without its form token, which holds the second that it was signed in."""
    token = re.search(rb'name="csrf-token" content="([^"]+)"', page)
    return page.replace(token[1], b"") if token else page


@pytest.mark.parametrize(("part", "most"), [("", STEP), ("/part", PART)])
def test_a_step_that_was_shown_before_costs_few_statements(site: WebSite, part: str, most: int) -> None:
    """However long the game is."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    for turn in (1, 2, 3):
        site.played(stream, 1)
        address = f"/g/{stream}/t/{turn}/e/0{part}?side=blue"
        first = blue.get(address)
        with statements(site.context) as sent:
            again = blue.get(address)
        assert first.status_code == 200 and plain(again.data) == plain(first.data)
        assert len(sent) == most, sent
