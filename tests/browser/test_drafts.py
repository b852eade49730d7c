"""Nothing typed on the desk is lost: Try and Back, reload, another tab, with script and without; ready is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.service.repository import load
from tests.browser.conftest import served
from tests.browser.seeing import NO_SCRIPT, PHONE, looking, press, too_wide, violations
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"
MINE = "BIS: TURN L\n# and then we shall see"
NOT_FILED = "This is your draft; nothing of it is filed."
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


@pytest.mark.parametrize("kind", [SCRIPT, NO_SCRIPT], ids=["script", "no script"])
def test_try_and_back(chromium: Browser, table: tuple[WebSite, str], kind: dict[str, Any]) -> None:
    """The browser's Back, a reload and another tab show what was tried, and that it is not filed; filed it counts."""
    site, stream = table
    with looking(chromium, site, BLUE, **kind) as page:
        box = page.get_by_label("Orders of blue")
        desk(page, stream)
        expect(page.locator("#draft")).to_be_hidden()
        box.fill(MINE)
        press(page, "Try")
        expect(page.get_by_role("heading", name="A dry run")).to_be_visible()
        expect(box).to_have_value(MINE)
        page.go_back()
        expect(box).to_have_value(MINE)
        expect(page.get_by_text(NOT_FILED)).to_be_visible()
        page.reload()
        expect(box).to_have_value(MINE)
        other = page.context.new_page()
        assert desk(other, stream) == MINE
        other.close()
        press(page, "File and ready")
        expect(page.get_by_role("heading", name="Accepted")).to_be_visible()
        assert load(site.context, stream).ledger.filed["blue"].sheet["BIS"]
        page.go_back()
        expect(page.locator("#draft")).to_be_hidden()
        assert "we shall see" not in box.input_value() and "TURN L" in box.input_value()


@pytest.mark.parametrize("kind", [SCRIPT, NO_SCRIPT], ids=["script", "no script"])
def test_a_mistake_and_back(chromium: Browser, table: tuple[WebSite, str], kind: dict[str, Any]) -> None:
    """What was not taken is there after Back; its button throws it away for good, here and on the server."""
    site, stream = table
    with looking(chromium, site, BLUE, **kind) as page:
        box = page.get_by_label("Orders of blue")
        empty = desk(page, stream)
        box.fill("BIS: TRUN L")
        press(page, "File")
        expect(page.get_by_role("heading", name="Not accepted")).to_be_visible()
        page.go_back()
        expect(box).to_have_value("BIS: TRUN L")
        press(page, "Throw it away")
        expect(page.get_by_text("The draft is thrown away")).to_be_visible()
        expect(box).to_have_value(empty)
        assert desk(page, stream) == empty


@pytest.mark.parametrize("kind", [SCRIPT, NO_SCRIPT], ids=["script", "no script"])
def test_the_template_and_ready(chromium: Browser, table: tuple[WebSite, str], kind: dict[str, Any]) -> None:
    """The form as it was made is not filed by one click: a page asks, leads back, or does it."""
    site, stream = table
    with looking(chromium, site, BLUE, **kind) as page:
        template = desk(page, stream)
        press(page, "File and ready")
        expect(page.get_by_text("You are not ready yet")).to_be_visible()
        assert not load(site.context, stream).ledger.ready
        assert kind == NO_SCRIPT or (violations(page) == [] and too_wide(page) <= 0)
        page.get_by_role("link", name="Back to the orders").click()
        expect(page.get_by_label("Orders of blue")).to_have_value(template)
        page.get_by_label("Orders of blue").fill("# nothing")
        press(page, "File and ready")
        press(page, "Be ready without orders")
        assert load(site.context, stream).ledger.ready == ["blue"]


def test_what_is_typed_and_not_sent(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Kept by the browser while typing: after leaving, in another tab; beside the template, from where it is put back."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        box = page.get_by_label("Orders of blue")
        template = desk(page, stream)
        box.fill(MINE)
        page.goto(f"/g/{stream}")
        page.go_back()
        expect(box).to_have_value(MINE)
        other = page.context.new_page()
        assert desk(other, stream) == MINE
        other.close()
        assert desk(page, stream, "&from=template") == template
        expect(page.get_by_text("Your draft is kept; nothing of it is filed.")).to_be_visible()
        page.get_by_role("link", name="Put it into the box").click()
        expect(box).to_have_value(MINE)
        expect(page.get_by_text(NOT_FILED)).to_be_visible()
        site.played(stream, 1)
        assert desk(page, stream) != MINE
        expect(page.get_by_text("You wrote something for turn 2 that was not filed.")).to_be_visible()
        page.get_by_role("link", name="Put it into the box").click()
        expect(box).to_have_value(MINE)


def test_what_was_tried_elsewhere_since_counts(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Tried here, then written on and tried in another browser: this one shows the later text."""
    site, stream = table
    with looking(chromium, site, BLUE) as page, looking(chromium, site, BLUE, PHONE) as phone:
        for each, text in ((page, MINE), (phone, f"{MINE}\n# later")):
            desk(each, stream)
            each.get_by_label("Orders of blue").fill(text)
            press(each, "Try")
        assert desk(page, stream) == f"{MINE}\n# later"
        assert too_wide(phone) <= 0


def test_signing_out_leaves_no_draft(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """On a computer of many, orders of one are not for the next."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        desk(page, stream)
        page.get_by_label("Orders of blue").fill(MINE)
        assert page.evaluate("() => localStorage.length") == 1
        page.goto("/you")
        press(page, "Sign out here")
        page.goto("/")
        assert page.evaluate("() => localStorage.length") == 0
