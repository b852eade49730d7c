"""What the addresses of the table ask the database, counted."""

from __future__ import annotations

import re

import pytest

from pbem.service.orders.file import file_orders
from pbem.service.press.send import send_press
from tests.service.builders.statements import statements
from tests.web.builders.sites import WebSite

MOST = 10
"""The session, the person, the game, its seats, its head, who runs it; the seat's filing, draft, press and last look."""
WATCHING = 6
"""Without what is a seat's alone."""


def plain(page: bytes) -> bytes:
    """The page without form keys and ids of forms, which are others each time."""
    return re.sub(rb'(name="(?:csrf-token|csrf_token|form)" (?:content|value)=")[^"]*', rb"\1", page)


def asked(site: WebSite, address: str, who: str, most: int) -> None:
    """The second look at it costs so many statements at most, and shows the same."""
    browser = site.browser(who)
    first = browser.get(address)
    with statements(site.context) as sent:
        again = browser.get(address)
    assert first.status_code == 200 and plain(again.data) == plain(first.data)
    assert len(sent) <= most, sent


@pytest.mark.parametrize("part", ["", "/orders", "/press", "/history", "/t/{turn}", "/t/{turn}/e/0", "/t/{turn}/e/0?side=blue"])
def test_a_page_that_was_shown_before_costs_few_statements(site: WebSite, part: str) -> None:
    """However long the game is, and whatever was written in it."""
    stream = site.opened()
    for turn in (1, 2, 3):
        site.played(stream, 1)
        file_orders(site.context, stream, "blue", "ready", f"blue.{turn}", turn + 1)
        send_press(site.context, stream, "red", ["blue"], f"Words of turn {turn}.", f"red.{turn}")
        asked(site, f"/g/{stream}{part.format(turn=turn)}", "blue@example.org", MOST)


@pytest.mark.parametrize("part", ["", "/history", "/t/1", "/t/1/e/0", "/t/1/frames.json"])
def test_who_watches_costs_fewer(site: WebSite, part: str) -> None:
    """What is a seat's alone is not looked for."""
    stream = site.opened()
    site.played(stream, 2)
    asked(site, f"/g/{stream}{part}", "", WATCHING)
