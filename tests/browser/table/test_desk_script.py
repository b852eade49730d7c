"""The order desk with its script: marked lines, picked orders, drafts, the mail that follows the box."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import served
from tests.browser.seeing import looking, press
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str]]:
    """A duel of two persons, one turn played."""
    for site in served(tmp_path_factory.mktemp("site")):
        stream = site.opened("star_navy", "first-blood")
        site.played(stream, 1)
        yield site, stream


def desk(page: Page, stream: str) -> Page:
    page.goto(f"/g/{stream}/orders?side=blue")
    expect(page.locator("#outcome .verdict")).to_be_visible()
    return page


def test_a_marked_line_and_the_way_to_it(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """The line of a problem is marked beside the box, and a button puts the cursor there."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        box = desk(page, stream).get_by_label("Orders of blue")
        box.fill("BIS: TURN L\n\nBIS: TRUN R\nluck: x")
        expect(page.locator(".gutter .marked")).to_have_text("3")
        page.get_by_role("button", name="line 3").click()
        chosen = page.evaluate(
            "() => { const b = document.activeElement; return b.value.slice(b.selectionStart, b.selectionEnd); }"
        )
        assert chosen == "BIS: TRUN R"
        box.fill("BIS: TURN L")
        expect(page.locator(".gutter .marked")).to_have_count(0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "\nBIS:\n  {pick}"),
        ("BIS: STANDING NONE\n\nluck: x", "BIS: STANDING NONE\n  {pick}\n\nluck: x"),
        ("BIS:\n  STANDING NONE\n\nXYZ:\n  TURN R\nEND", "BIS:\n  STANDING NONE\n  {pick}\n\nXYZ:\n  TURN R\nEND"),
        ("# nothing yet\nEND\nmy name", "# nothing yet\n\nBIS:\n  {pick}\nEND\nmy name"),
        ("press to red: we come\nat dawn", "press to red: we come\nat dawn\n\nBIS:\n  {pick}"),
        ("BIS: STANDING NONE\npress to red: we come\nat dawn", "BIS: STANDING NONE\n  {pick}\npress to red: we come\nat dawn"),
    ],
)
def test_a_picked_order_goes_into_its_block(chromium: Browser, table: tuple[WebSite, str], before: str, after: str) -> None:
    """After the last line of the unit's block, or in a new block, above END; it is checked at once."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        box = desk(page, stream).get_by_label("Orders of blue")
        box.fill(before)
        pick = page.locator("button.pick").first
        words = pick.inner_text()
        pick.click()
        expect(box).to_have_value(after.format(pick=words))


def test_a_picked_order_takes_the_place_of_what_it_contradicts(chromium: Browser, site: WebSite) -> None:
    """Where only one such order can stand, as the parser says, the line in the box is replaced; others stay."""
    stream = site.opened()
    with looking(chromium, site, BLUE) as page:
        box = desk(page, stream).get_by_label("Orders of blue")
        box.fill("BIS:\n  SETUP SPEED 3  # slow\n  T1 TURN L\n# the end")
        page.get_by_role("button", name="SETUP SPEED 4", exact=True).click()
        expect(box).to_have_value("BIS:\n  SETUP SPEED 4\n  T1 TURN L\n# the end")
        page.get_by_role("button", name="T1 NOTHING", exact=True).click()
        expect(box).to_have_value("BIS:\n  SETUP SPEED 4\n  T1 NOTHING\n# the end")


def test_what_is_typed_survives(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """A reload brings the draft back, and says that it is not filed; it can be thrown away; filing it ends it."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        box = desk(page, stream).get_by_label("Orders of blue")
        if page.locator("#draft").is_visible():  # what another test has typed
            press(page, "Throw away")
        empty = box.input_value()
        box.fill("BIS: TURN L\nluck: not yet filed")
        expect(page.locator("#draft")).to_be_visible()
        desk(page, stream)
        expect(box).to_have_value("BIS: TURN L\nluck: not yet filed")
        expect(page.locator("#draft")).to_contain_text("nothing of it is filed")
        press(page, "Throw away")
        expect(box).to_have_value(empty)
        expect(page.locator("#draft")).to_be_hidden()
        box.fill("BIS: TURN L")
        press(page, "File orders")
        expect(page.get_by_role("heading", name="Accepted")).to_be_visible()
        desk(page, stream)
        expect(page.locator("#draft")).to_be_hidden()


def test_the_mail_follows_the_box(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Copy as mail has the words that are in the box now."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        box = desk(page, stream).get_by_label("Orders of blue")
        box.fill("BIS: TURN R # & more")
        page.get_by_text("Copy as mail").click()
        expect(page.get_by_label("The mail")).to_have_value(
            re.compile(r"^To: orders\+\S+\nSubject: .*\n\nBIS: TURN R # & more\n\nEND\n$")
        )
        link = page.locator("#mail-link").get_attribute("href") or ""
        assert unquote(link).endswith("body=BIS: TURN R # & more\n\nEND\n") and link.startswith("mailto:orders+")
