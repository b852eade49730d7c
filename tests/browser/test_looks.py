"""The table for everybody: its boxes, without script, by keyboard alone, in forced colours, with large text, on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.service.repository import load
from tests.browser.conftest import served
from tests.browser.kinds import TABLES, YOU, seed_games
from tests.browser.seeing import NO_SCRIPT, looking, press, too_wide, violations
from tests.web.builders.sites import WebSite

Seeded = tuple[WebSite, dict[str, str]]
TABS = ["orders", "report", "sheets", "press", "history"]
DESKTOP, HAND = (1440, 900), (390, 844)
FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const style = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  const ringed = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const drawn = Boolean(at.closest("svg, .frame"));  // their focus is a stroke or a mark of the map's own
  return { name: at.id || at.className || at.tagName, seen: (ringed || drawn) && box.width > 0, own: at.matches(".vh, .skip") };
}"""


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seeded]:
    """The site, with a game of each rule book under way."""
    for site in served(tmp_path_factory.mktemp("site")):
        yield site, seed_games(site)


def frame(page: Page) -> dict[str, float]:
    """Where the map is on the screen."""
    found = page.locator(".board .frame").first.bounding_box()
    assert found is not None
    return {"y": found["y"], "width": found["width"], "height": found["height"]}


@pytest.mark.parametrize("rules", TABLES)
def test_boxes(chromium: Browser, seeded: Seeded, rules: str) -> None:
    """The map has 70 % of the window beside the orders, and 55 % of the height on a phone; at 360 px nothing is too wide."""
    site, games = seeded
    with looking(chromium, site, YOU, DESKTOP) as page:
        page.goto(f"/g/{games[rules]}/orders")
        expect(page.locator("#text")).to_be_visible()
        at = frame(page)
        assert at["width"] * at["height"] / (DESKTOP[0] * DESKTOP[1]) >= 0.70
        assert at["y"] + at["height"] <= DESKTOP[1] and page.evaluate("() => scrollY") == 0
    with looking(chromium, site, YOU, HAND, has_touch=True, is_mobile=True) as page:
        page.goto(f"/g/{games[rules]}/orders")
        assert frame(page)["height"] / HAND[1] >= 0.55
        page.set_viewport_size({"width": 360, "height": 740})
        assert too_wide(page) <= 0


@pytest.mark.parametrize("rules", TABLES)
def test_text_at_200_percent(chromium: Browser, seeded: Seeded, rules: str) -> None:
    """With letters twice as large, as set in the browser, nothing scrolls sideways, and the box is there."""
    site, games = seeded
    for size in (DESKTOP, (720, 900)):
        with looking(chromium, site, YOU, size) as page:
            page.goto(f"/g/{games[rules]}/orders")
            page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
            assert too_wide(page) <= 0, size
            expect(page.locator("#file")).to_be_attached()
            assert page.evaluate(
                "() => document.querySelector('#side').scrollWidth <= document.querySelector('#side').clientWidth"
            )


def test_all_parts_without_script(chromium: Browser, seeded: Seeded) -> None:
    """Five parts follow each other, and the links lead to them; an order is tried and filed."""
    site, games = seeded
    stream = games["sovereign_seas"]
    with looking(chromium, site, YOU, HAND, **NO_SCRIPT) as page:
        page.goto(f"/g/{stream}/orders")
        assert [each.get_attribute("id") for each in page.locator(".side > .tab").all()] == TABS
        for tab in TABS:
            expect(page.locator(f"#{tab}")).to_be_visible()
            page.locator(f'.table-tabs a[href="#{tab}"]').click()
            assert page.url.endswith(f"#{tab}")
        assert page.get_by_role("link", name="step back", exact=True).get_attribute("href")
        page.locator(".turns > summary").click()
        expect(page.locator(".turns a[aria-current]")).to_be_visible()
        page.locator("#text").fill("luck: by hand")
        press(page, "Try")
        expect(page.locator("#tried")).to_be_visible()
        press(page, "File orders")
        expect(page.locator("#receipt")).to_be_visible()
    assert load(site.context, stream).ledger.filed["gb"].luck == "by hand"


def test_by_keyboard_alone(chromium: Browser, seeded: Seeded) -> None:
    """Tab to the map and to a unit, what it can do there, one of these chosen, filed, a step back; focus is always seen."""
    site, games = seeded
    stream = games["star_navy"]
    with looking(chromium, site, YOU, DESKTOP) as page:
        page.goto(f"/g/{stream}/orders")
        tab_to(page, "a.unit")
        page.keyboard.press("o")
        expect(page.locator(".toward-menu")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".toward-menu")).to_be_hidden()
        assert page.evaluate("() => document.activeElement.matches('a.unit')")
        tab_to(page, "button.pick")
        page.keyboard.press("Enter")
        expect(page.locator("#outcome .verdict")).to_be_visible()
        expect(page.locator(".frame svg .layer")).to_be_attached()
        page.keyboard.press("Tab")
        tab_to(page, "#file")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator("#receipt")).to_be_visible()
        page.goto(f"/g/{stream}/t/2/e/1")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#table")).to_have_attribute("data-number", "0")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until this has the focus; on the way the focus is always to be seen."""
    for _ in range(120):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        assert at is None or at["seen"] or at["own"], at
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


@pytest.mark.parametrize("means", [{"forced_colors": "active"}, {"reduced_motion": "reduce"}], ids=["forced colours", "still"])
@pytest.mark.parametrize("rules", TABLES)
def test_by_other_means(chromium: Browser, seeded: Seeded, rules: str, means: dict[str, Any]) -> None:
    """Forced colours and reduced motion: axe-core finds nothing, and nothing moves by itself."""
    site, games = seeded
    with looking(chromium, site, YOU, DESKTOP, **means) as page:
        page.goto(f"/g/{games[rules]}/orders")
        expect(page.locator("#outcome .verdict")).to_be_visible()
        assert violations(page) == []
        if "reduced_motion" in means:
            assert page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.parametrize("rules", TABLES)
def test_on_paper(chromium: Browser, seeded: Seeded, rules: str) -> None:
    """Printed from a dark screen: the map is light, all parts are there, what can only be clicked is not."""
    site, games = seeded
    with looking(chromium, site, YOU, DESKTOP, dark=True) as page:
        page.goto(f"/g/{games[rules]}/t/2")
        page.emulate_media(media="print", color_scheme="dark")
        ground = page.evaluate("() => getComputedStyle(document.querySelector('.board .frame')).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
        expect(page.locator("h1")).to_be_visible()
        for tab in TABS:  # the sheets are printed when they have been fetched
            expect(page.locator(f"#{tab} > h2")).to_be_visible(visible=tab != "sheets")
        for part in ("#time-line", ".table-tabs", ".own-units", ".brand"):
            expect(page.locator(part)).to_be_hidden()
        page.emulate_media(media="print", color_scheme="light")
        assert len(re.findall(rb"/Type */Page\b", page.pdf(format="A4"))) >= 2


@pytest.mark.parametrize(("size", "read"), [(DESKTOP, ["N", "NE", "NW", "S", "SE", "SW"]), (HAND, ["N"])])
def test_directions_are_hidden_where_they_are_too_small(
    chromium: Browser, seeded: Seeded, size: tuple[int, int], read: list[str]
) -> None:
    """Beside words that are enlarged, too: on a phone north alone is left, on a desktop all six."""
    site, games = seeded
    with looking(chromium, site, YOU, size) as page:
        page.goto(f"/g/{games['star_navy']}/t/2")
        page.wait_for_load_state("networkidle")
        words = page.locator(".board .frame svg text:not(.no-room)").all_text_contents()
        assert sorted(word for word in words if re.fullmatch("[NS][EW]?", word)) == read
