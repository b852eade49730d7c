"""Record sheets in a real browser: fetched when their tab is first opened; where that fails, a link leads to them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import served
from tests.browser.seeing import looking, violations
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str]]:
    """A game of two players at its opening."""
    for site in served(tmp_path_factory.mktemp("sheets")):
        yield site, f"/g/{site.opened()}"


def test_sheets_come_when_they_are_wanted(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """Once, into the tab; the address is that of the page that has them."""
    site, at = duel
    asked: list[str] = []
    with looking(chromium, site, BLUE) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(at)
        expect(page.locator(".small-sheet")).to_have_count(0)
        for tab in ("sheets", "report", "sheets"):
            page.locator(f'.table-tabs a[data-tab="{tab}"]').click()
        expect(page.locator("#sheet-of-1 svg")).to_be_visible()
        assert page.url.endswith("/t/0/record-sheets")
        assert len([url for url in asked if "record-sheets" in url]) == 1
        expect(page.locator("#sheet-of-1 [data-title]").first).to_be_attached()
        assert violations(page) == []


def test_where_they_do_not_come_a_link_leads_to_them(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """Also without script, where it is what the tab has."""
    site, at = duel
    with looking(chromium, site, BLUE) as page:
        page.goto(at)
        page.route("**/record-sheets*", lambda route: route.abort())
        with page.expect_event("requestfailed", lambda request: "record-sheets" in request.url):
            page.locator('.table-tabs a[data-tab="sheets"]').click()
        page.unroute("**/record-sheets*")
        page.get_by_role("link", name="Show the record sheets").click()
        expect(page.locator("#sheet-of-1 svg")).to_be_visible()
