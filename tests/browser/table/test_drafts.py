"""Nothing typed on the desk is lost: Try and Back, reload, another tab, with script and without; ready is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.service.repository import load
from tests.browser.conftest import served
from tests.browser.seeing import NO_SCRIPT, PHONE, looking, press, too_wide, violations
from tests.web.builders.serving import until
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"
MINE = "BIS: TURN L\n# and then we shall see"
NOT_FILED = "nothing of it is filed."
SCRIPT: dict[str, Any] = {}


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str]]:
    """A duel of two persons, one turn played."""
    for site in served(tmp_path_factory.mktemp("site")):
        stream = site.opened("star_navy", "first-blood")
        site.played(stream, 1)
        yield site, stream


def desk(page: Page, stream: str, query: str = "") -> str:
    """Open the desk; what is in its box."""
    page.goto(f"/g/{stream}/orders?side=blue{query}")
    return page.get_by_label("Orders of blue").input_value()


def test_try_and_back(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Without script Back, a reload and another tab show what was tried, and that it is not filed; filed it counts."""
    site, stream = table
    with looking(chromium, site, BLUE, **NO_SCRIPT) as page:
        box = page.get_by_label("Orders of blue")
        desk(page, stream)
        expect(page.locator("#draft")).to_be_hidden()
        box.fill(MINE)
        press(page, "Try")
        expect(page.get_by_role("heading", name="What these orders would do")).to_be_visible()
        expect(box).to_have_value(MINE)
        page.go_back()
        expect(box).to_have_value(MINE)
        page.reload()
        expect(box).to_have_value(MINE)
        expect(page.locator("#draft")).to_contain_text(NOT_FILED)
        other = page.context.new_page()
        assert desk(other, stream) == MINE
        other.close()
        page.get_by_role("switch").check()
        press(page, "File orders")
        expect(page.get_by_role("heading", name="Accepted")).to_be_visible()
        assert load(site.context, stream).ledger.filed["blue"].sheet["BIS"]


@pytest.mark.parametrize("kind", [SCRIPT, NO_SCRIPT], ids=["script", "no script"])
def test_a_mistake_and_another_tab(chromium: Browser, table: tuple[WebSite, str], kind: dict[str, Any]) -> None:
    """What was not taken is there in another tab; its button throws it away for good, here and on the server."""
    site, stream = table
    with looking(chromium, site, BLUE, **kind) as page:
        box = page.get_by_label("Orders of blue")
        empty = desk(page, stream)
        box.fill("BIS: TRUN L")
        press(page, "File orders")
        expect(page.get_by_role("heading", name="Not accepted")).to_be_visible()
        assert desk(page, stream) == "BIS: TRUN L"
        press(page, "Throw away")
        expect(page.get_by_text("The draft is thrown away")).to_be_visible()
        expect(box).to_have_value(empty)
        assert desk(page, stream) == empty


@pytest.mark.parametrize("kind", [SCRIPT, NO_SCRIPT], ids=["script", "no script"])
def test_the_template_and_ready(chromium: Browser, table: tuple[WebSite, str], kind: dict[str, Any]) -> None:
    """The form as it was made is not filed by one click: a page asks, leads back, or does it."""
    site, stream = table
    with looking(chromium, site, BLUE, **kind) as page:
        template = desk(page, stream)
        page.get_by_role("switch").check()
        press(page, "File orders")
        expect(page.get_by_text("You are not ready yet")).to_be_visible()
        assert not load(site.context, stream).ledger.ready
        assert kind == NO_SCRIPT or (violations(page) == [] and too_wide(page) <= 0)
        page.get_by_role("link", name="Back to the orders").click()
        expect(page.get_by_label("Orders of blue")).to_have_value(template)
        page.get_by_label("Orders of blue").fill("# nothing")
        page.get_by_role("switch").check()
        press(page, "File orders")
        press(page, "Be ready without orders")
        assert load(site.context, stream).ledger.ready == ["blue"]


def test_what_is_typed_and_not_sent(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Kept by the server while typing, and when the page is left at once; beside the template, from where it is put back."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        box = page.get_by_label("Orders of blue")
        template = desk(page, stream)
        box.fill(MINE)
        page.goto(f"/g/{stream}")
        until(lambda: site.context.database.con.execute("SELECT 1 FROM drafts WHERE text=?", (MINE,)).fetchall(), "the draft")
        other = page.context.new_page()
        assert desk(other, stream) == MINE
        other.close()
        assert desk(page, stream, "&from=template") == template
        expect(page.locator("#draft")).to_contain_text(NOT_FILED)
        page.get_by_role("link", name="Put it into the box").click()
        expect(box).to_have_value(MINE)
        expect(page.locator("#draft")).to_contain_text(NOT_FILED)
        assert page.evaluate("() => localStorage.length") == 0, "on a computer of many, orders of one are not for the next"


def write(page: Page, text: str) -> None:
    """Fill the box; wait until the server has answered to the last line of the text."""
    last = text.splitlines()[-1]
    with page.expect_response(lambda reply: "/draft" in reply.url and last in (reply.request.post_data or "")):
        page.get_by_label("Orders of blue").fill(text)


def test_what_was_typed_elsewhere_since_counts(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Typed here, then written on in another browser: this one shows the later text."""
    site, stream = table
    with looking(chromium, site, BLUE) as page, looking(chromium, site, BLUE, PHONE) as phone:
        for each, text in ((page, MINE), (phone, f"{MINE}\n# later")):
            desk(each, stream)
            write(each, text)
            expect(each.locator("#draft-words")).to_have_text(re.compile(r"kept .*nothing of it is filed"))
        assert desk(page, stream) == f"{MINE}\n# later"
        assert too_wide(phone) <= 0
