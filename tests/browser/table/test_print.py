"""What comes out of the printer: the table of a fleet turn, and the record sheets, as PDF made by Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import served
from tests.browser.seeing import looking
from tests.web.builders.sites import WebSite

PLAYER = "blue@example.org"
PAPER = (718, 1032)
"""CSS pixels of A4 within the margins of 12 mm."""


@pytest.fixture(scope="module")
def fleets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str]]:
    """Fleets of Sovereign Seas, one turn played."""
    for site in served(tmp_path_factory.mktemp("site")):
        stream = site.opened("sovereign_seas", "fleet-engagement", gb=PLAYER, fr="bot:line")
        site.played(stream, 2)
        yield site, stream


def pages_of(pdf: bytes) -> int:
    """Pages are objects of their own, and are not compressed."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def printed(page: Page) -> bytes:
    """As it goes to the printer; the text is made of letters that can be searched."""
    page.emulate_media(media="print")
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    assert b"/Type /Font" in pdf and b"/ToUnicode" in pdf, "text is text, no picture of it"
    return pdf


@pytest.mark.deep
def test_the_table_of_a_fleet_turn_on_paper(chromium: Browser, fleets: tuple[WebSite, str]) -> None:
    """Title, map and report, nothing to click, nothing beside the paper; as few pages as they fill."""
    site, stream = fleets
    with looking(chromium, site, PLAYER, PAPER) as page:
        page.goto(f"/g/{stream}")
        page.wait_for_load_state("networkidle")
        pdf = printed(page)
        assert page.locator("body > header > h1").is_visible()
        for gone in ("body > header > :not(h1)", "nav", "button", "form", ".picture-tools", ".time-line"):
            assert not any(each.is_visible() for each in page.locator(gone).all()), gone
        box = page.locator(".picture .frame > svg").first.bounding_box()
        assert box is not None and box["width"] > PAPER[0] / 2 and box["height"] > 100
        assert page.locator(".lines li").first.is_visible(), "groups that are folded on the screen are open on paper"
        assert page.evaluate("document.documentElement.scrollWidth") <= PAPER[0], "nothing is cut off at the edge"
        height = page.evaluate("document.documentElement.scrollHeight")
        assert 1 <= pages_of(pdf) <= ceil(height / PAPER[1]) + 1, "a page more at most, for what is kept together"


@pytest.mark.deep
def test_record_sheets_on_paper(chromium: Browser, fleets: tuple[WebSite, str]) -> None:
    """Two to a page, without navigation."""
    site, stream = fleets
    with looking(chromium, site, PLAYER, PAPER) as page:
        page.goto(f"/g/{stream}/t/1/sheets")
        pdf = printed(page)
        sheets = page.locator("section.half-page").count()
        assert sheets > 2 and pages_of(pdf) == ceil(sheets / 2)
        assert not page.locator("body > header").is_visible()
        assert all(
            (box := each.bounding_box()) and box["width"] > PAPER[0] / 2 for each in page.locator(".half-page svg").all()
        )
