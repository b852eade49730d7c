"""The guided first game, followed by a hand: each hint says what can be done, and stays in sight while it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.web.guide.hints import texts
from tests.browser.conftest import served
from tests.browser.seeing import looking, press, too_wide, violations
from tests.web.builders.sites import WebSite

DESKTOP, SMALL, HAND = (1440, 900), (1280, 720), (390, 844)


class Tour(NamedTuple):
    """The unit to choose, the enemy, and the orders to take from the list beside it, one click each."""

    unit: str
    enemy: str
    orders: tuple[str, ...]


TOURS = {
    "star_navy": Tour("MIL", "MKE", ("T1 FIRE F AT MKE",)),
    "stingray": Tour("SR1", "TF2", ("PREP STING 1; LAUNCH STING 1 AT TF2",)),
    "sovereign_seas": Tour("BC1", "FC1", ("SPEED 8; MOVE FFFFRFFF", "FIRE ALL AT FC1")),
    "wet_thrust": Tour("BIS", "HOO", ("FIRE ALL AT HOO",)),
}


@pytest.fixture
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebSite]:
    """A site for each tour: games to try are counted by where they are asked from."""
    yield from served(tmp_path_factory.mktemp("site"))


def begin(page: Page, game: str) -> None:
    """From the start page to the table."""
    page.goto("/")
    with page.expect_navigation():
        page.locator(f"form[action='/try/{game}'] button").click()
    expect(page.locator("#hints")).to_be_visible()


def hint_shown(page: Page, number: int) -> None:
    """This hint is the one, and it is in the window."""
    expect(page.locator(".one-hint:visible .fine")).to_have_text(f"{number} of 7")
    expect(page.locator(".one-hint:visible h3")).to_be_in_viewport(ratio=0.9)


def on(page: Page, number: int) -> None:
    """On to this hint."""
    page.locator(".one-hint:visible").get_by_role("button", name="Next").click()
    hint_shown(page, number)


def point(page: Page, unit: str) -> None:
    """Click a unit of the map in its middle."""
    at = page.locator(f"#map [data-unit='{unit}'] a.unit, #map a.unit[data-unit='{unit}']").first.bounding_box()
    assert at is not None
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def take(page: Page, tour: Tour) -> None:
    """What the third hint says: click the enemy, take the orders."""
    for order in tour.orders:
        point(page, tour.enemy)
        expect(page.locator(".toward-menu")).to_contain_text(order)
        page.get_by_role("menuitem", name=order).first.click()
        expect(page.locator("#text")).to_have_value(lines_of(order))
        page.wait_for_timeout(400)  # two quick clicks at one place would zoom


def lines_of(order: str) -> re.Pattern[str]:
    """What the box has then: the last part of the order on a line of its own."""
    return re.compile(rf"^\s*{re.escape(order.rsplit('; ', maxsplit=1)[-1])}\s*$", re.MULTILINE)


@pytest.mark.parametrize("size", [DESKTOP, SMALL])
@pytest.mark.parametrize("game", TOURS)
def test_a_first_turn_by_the_hints(chromium: Browser, own_site: WebSite, game: str, size: tuple[int, int]) -> None:
    """Seven hints, from the start page to the replay; the hint and the button that it names are seen together."""
    tour = TOURS[game]
    with looking(chromium, own_site, size=size) as page:
        begin(page, game)
        hint_shown(page, 1)
        assert violations(page) == []
        on(page, 2)
        point(page, tour.unit)
        expect(page.locator("#orders")).to_be_visible()
        hint_shown(page, 2)
        on(page, 3)
        assert all(order in texts(game)[2].text for order in tour.orders), "the hint names what is offered"
        take(page, tour)
        hint_shown(page, 3)
        on(page, 4)
        expect(page.locator("#dry-run-head")).to_be_in_viewport()
        on(page, 5)
        expect(page.locator("#file")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("switch", name="and I am ready")).to_be_in_viewport(ratio=1)
        page.get_by_role("switch", name="and I am ready").check()
        press(page, "File orders")
        hint_shown(page, 6)
        expect(page.locator("#report")).to_be_visible()
        on(page, 7)
        page.locator("#play").click()
        expect(page.locator("#table")).not_to_have_attribute("data-number", "0")
        expect(page.locator("#play")).to_have_text("Stop")
        page.get_by_role("button", name="Done").click()
        expect(page.locator("#hints")).to_have_count(0)


@pytest.mark.parametrize("game", ["star_navy"])
def test_show_me_moves_nothing_but_the_column(chromium: Browser, own_site: WebSite, game: str) -> None:
    """What a hint speaks of comes into sight, whatever the tab, and the page stays where it is."""
    with looking(chromium, own_site, size=DESKTOP) as page:
        begin(page, game)
        for number, hint in enumerate(texts(game), 1):
            page.locator(".table-tabs a[data-tab=history]").click()
            page.locator(".one-hint:visible .to-part").click()
            expect(page.locator(f"#{hint.part}.hinted")).to_be_in_viewport()
            hint_shown(page, number)
            assert page.evaluate("() => [scrollY, document.documentElement.scrollHeight - innerHeight]") == [0, 0], hint
            if number < len(texts(game)):
                on(page, number + 1)


@pytest.mark.parametrize("game", ["wet_thrust"])
def test_by_hand_on_a_phone(chromium: Browser, own_site: WebSite, game: str) -> None:
    """The start page says what each game is; "Show me" leads from the hint below the map to the map, and to the button."""
    with looking(chromium, own_site, size=HAND, has_touch=True, is_mobile=True) as page:
        page.goto("/")
        expect(page.locator(".try-card .about").first).to_be_visible()
        assert too_wide(page) <= 0
        begin(page, game)
        on(page, 2)
        page.locator(".one-hint:visible .to-part").tap()
        expect(page.locator("#map a.unit").first).to_be_in_viewport()
        for number in (3, 4, 5):
            on(page, number)
        page.locator(".one-hint:visible .to-part").tap()
        expect(page.locator("#file")).to_be_in_viewport(ratio=1)
