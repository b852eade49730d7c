"""The map in a real browser: zoom, pan and questions by mouse, keyboard and finger; what a script may ask of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import served
from tests.browser.seeing import PHONE, looking
from tests.web.builders.sites import WebSite

OF = "wardroomMap.of(document.querySelector('figure.picture'))"


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str]]:
    """A game between bots, one turn played."""
    for site in served(tmp_path_factory.mktemp("map")):
        stream = site.opened("star_navy", "open-space", blue="bot:cautious", red="bot:cautious")
        site.played(stream, 1)
        yield site, f"/g/{stream}/t/1"


def part_seen(page: Page) -> list[float]:
    """Left, top, width and height of what is seen of the map."""
    return [float(n) for n in str(page.locator(".frame > svg").first.get_attribute("viewBox")).split()]


def test_zoom_and_pan_by_keyboard(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """Plus and minus zoom, arrows move what is zoomed but not beyond the map, 0 shows all; else arrows step."""
    site, path = duel
    with looking(chromium, site) as page:
        page.goto(f"{path}/e/0")
        whole = part_seen(page)
        page.locator(".frame").first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#table")).to_have_attribute("data-number", "1")
        assert part_seen(page) == whole
        page.keyboard.press("+")
        near = part_seen(page)
        assert near[2] < whole[2] and near[0] > whole[0]
        page.keyboard.press("ArrowRight")
        assert part_seen(page)[0] > near[0]
        for _ in range(30):
            page.keyboard.press("ArrowRight")
        left, _, width, _ = part_seen(page)
        assert left + width == pytest.approx(whole[0] + whole[2])
        page.keyboard.press("0")
        assert part_seen(page) == pytest.approx(whole)


def test_zoom_and_pan_by_hand(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """Buttons, double click and the wheel with Ctrl zoom, where the pointer is; else the wheel scrolls; dragging moves."""
    site, path = duel
    with looking(chromium, site) as page:
        page.goto(path)
        whole = part_seen(page)
        page.get_by_role("button", name="Zoom in").click()
        assert part_seen(page)[2] < whole[2]
        page.get_by_role("button", name="Whole picture").click()
        assert part_seen(page) == pytest.approx(whole)
        box = page.locator(".frame").first.bounding_box()
        assert box is not None
        corner = (box["x"] + 80, box["y"] + 80)
        page.mouse.dblclick(*corner)
        near = part_seen(page)
        assert near[2] < whole[2] and near[0] - whole[0] < whole[2] / 4
        page.mouse.move(corner[0] + 150, corner[1] + 150)
        page.mouse.down()
        page.mouse.move(corner[0] + 50, corner[1] + 100, steps=4)
        page.mouse.up()
        assert part_seen(page)[0] > near[0] and part_seen(page)[1] > near[1]
        page.mouse.wheel(0, -100)
        assert part_seen(page)[2] == near[2]
        page.keyboard.down("Control")
        page.mouse.wheel(0, -100)
        page.wait_for_function(f"() => {near[2]} > document.querySelector('.frame > svg').viewBox.baseVal.width")


def test_units_answer_the_keyboard(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """Tab reaches each unit, whose name is its title and is shown beside it; Escape hides it; Enter leads to its row."""
    site, path = duel
    with looking(chromium, site) as page:
        page.goto(path)
        page.locator(".frame").first.focus()
        page.keyboard.press("Tab")
        unit = page.locator("a.unit:focus")
        expect(unit).to_have_attribute("aria-label", str(page.locator(".tip").first.inner_text()))
        expect(page.locator(".tip").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".tip").first).to_be_hidden()
        target = str(unit.get_attribute("href"))
        page.keyboard.press("Enter")
        expect(page.locator(target)).to_be_visible()
        assert page.url.endswith(target)


def test_units_answer_a_finger(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """A tap on a unit shows what it is and leads nowhere; whoever listens is told which unit it was."""
    site, path = duel
    with looking(chromium, site, size=PHONE, has_touch=True, is_mobile=True) as page:
        page.goto(path)
        page.evaluate(
            "document.addEventListener('wardroom:unit', event => { document.body.dataset.chosen = event.detail.unit; })"
        )
        unit = page.locator("a.unit").first
        unit.tap()
        expect(page.locator(".tip").first).to_be_visible()
        expect(page.locator(".tip").first).to_have_text(str(unit.get_attribute("aria-label")))
        name = str(page.evaluate("document.querySelector('a.unit').closest('[data-unit]').dataset.unit"))
        expect(page.locator("body")).to_have_attribute("data-chosen", name)
        assert "#" not in page.url


def test_what_a_script_may_ask(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """Units are marked and unmarked; another picture takes the place of this one and keeps what was zoomed in on."""
    site, path = duel
    with looking(chromium, site) as page:
        page.goto(path)
        page.evaluate(f"{OF}.mark(['MIL', 'nobody'])")
        assert page.locator("circle.role-marked").count() == 1
        page.evaluate(f"{OF}.mark([])")
        assert page.locator("circle.role-marked").count() == 0
        page.evaluate(f"{OF}.zoomIn()")
        near, another = part_seen(page), page.request.get(f"{path}/map.svg").text()
        page.evaluate(f"svg => {OF}.replace(svg)", another)
        assert part_seen(page) == pytest.approx(near)
        assert page.locator(".frame > svg title").count() == 0


def test_sheets_take_half_a_page(chromium: Browser, duel: tuple[WebSite, str]) -> None:
    """On paper two sheets share a page."""
    site, _ = duel
    stream = site.opened("sovereign_seas", "fleet-engagement", gb="bot:line", fr="bot:line")
    site.played(stream, 2)
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/2/sheets")
        number = page.locator(".half-page").count()
        assert number > 2
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type */Page\b", pdf)) == (number + 1) // 2
