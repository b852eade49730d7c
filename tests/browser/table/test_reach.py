"""The page of a game under the hand, in each game: what a click beside a small unit means, and what covers what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.games import GAMES
from tests.browser.conftest import served
from tests.browser.seeing import looking
from tests.kit.playing import mixed_bots
from tests.kit.samples import busy
from tests.web.builders.sites import WebSite

YOU = "you@example.org"
MAPS = ("star_navy", "stingray", "sovereign_seas", "wet_thrust")
DESKTOP, PHONE = (1440, 900), (390, 844)
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
RULES = pytest.mark.parametrize("rules", MAPS)

FREE = """() => {  // the button's middle and corners, as far as they are in the window, are the button's own
  const button = document.getElementById("file"), box = button.getBoundingClientRect();
  return [[.5, .5], [.04, .1], [.96, .1], [.04, .9], [.96, .9]].every(([across, down]) => {
    const found = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
    return !found || found === button;
  });
}"""
LEFT = """away => {  // a spot so far to the left of a unit that has no other, and no name, near it
  const all = [...document.querySelectorAll("#map a.unit")];
  for (const link of all) {
    const box = link.getBoundingClientRect(), [x, y] = [box.left - away, box.top + box.height / 2];
    const off = (at) => Math.hypot(Math.max(at.left - x, 0, x - at.right), Math.max(at.top - y, 0, y - at.bottom));
    if (all.some((other) => other !== link && off(other.getBoundingClientRect()) <= away)) continue;
    if (document.elementFromPoint(x, y)?.closest("a.unit, [data-unit] text")) continue;
    return [x, y, link.closest("[data-unit]").dataset.unit];
  }
}"""
NAME_AT = """async () => {  // after words have found their places
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return document.querySelector("#map [data-unit] > text").getBoundingClientRect().toJSON();
}"""
NO_PLAN = "wardroomMap.of(document.querySelector('#map figure.picture')).layer('')"
TOLD = """() => {
  const said = (event) => { document.body.dataset[event.type.slice(9)] = event.detail.unit || "none"; };
  for (const name of ["unit", "place"]) document.addEventListener(`wardroom:${name}`, said);
}"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, dict[str, str]]]:
    """A game of each rule book, two turns old; you hold the first seat."""
    for site in served(tmp_path_factory.mktemp("reach")):
        made = {}
        for rules in MAPS:
            bots = mixed_bots(GAMES[rules], busy(rules)[-1])
            made[rules] = site.opened(
                rules, busy(rules)[-1], 24, **{seat: f"bot:{bot}" for seat, bot in bots.items()} | {next(iter(bots)): YOU}
            )
        site.played("", 2)
        yield site, made


def at_the_table(page: Page, stream: str) -> Page:
    page.goto(f"/g/{stream}/orders")
    expect(page.locator("#outcome .verdict")).to_be_visible()
    return page


def touch(size: tuple[int, int]) -> dict[str, Any]:
    return {"has_touch": True, "is_mobile": True} if size == PHONE else {}


@pytest.mark.deep
@RULES
@SIZES
def test_a_click_beside_a_small_unit_finds_it(
    chromium: Browser, games: tuple[WebSite, dict[str, str]], rules: str, size: tuple[int, int]
) -> None:
    """Within 12 pixels for a mouse, 24 for a finger; who clicks farther off means the place."""
    site, made = games
    with looking(chromium, site, YOU, size, **touch(size)) as page:
        at_the_table(page, made[rules])
        page.evaluate(TOLD)
        x, y, unit = page.evaluate(LEFT, 22 if size == PHONE else 11)
        if size == PHONE:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
        expect(page.locator("body")).to_have_attribute("data-unit", unit)


@pytest.mark.deep
def test_an_area_of_a_unit_is_a_place(chromium: Browser, games: tuple[WebSite, dict[str, str]]) -> None:
    """Who clicks into the arc of a sonar points at a hex, not at the vessel whose arc it is."""
    site, made = games
    with looking(chromium, site, YOU, DESKTOP) as page:
        at_the_table(page, made["stingray"])
        page.evaluate(TOLD)
        x, y = page.evaluate("""() => {
          const frame = document.querySelector("#map .frame").getBoundingClientRect();
          const links = [...document.querySelectorAll("#map a.unit")].map((link) => link.getBoundingClientRect());
          const far = (x, y) => links.every((box) => Math.hypot(box.left - x, box.top - y) > 80);
          for (let x = frame.left; x < frame.right; x += 9) for (let y = frame.top; y < frame.bottom; y += 9) {
            if (far(x, y) && document.elementFromPoint(x, y)?.matches(".role-sonar")) return [x, y];
          }
        }""")
        page.mouse.click(x, y)
        expect(page.locator("body")).to_have_attribute("data-place", "none")
        assert page.locator("body").get_attribute("data-unit") is None


@pytest.mark.deep
@RULES
@SIZES
def test_what_is_offered_never_covers_the_button(
    chromium: Browser, games: tuple[WebSite, dict[str, str]], rules: str, size: tuple[int, int]
) -> None:
    """The list beside a place of the map lies over the map, wherever one points, and is in the window with all its height."""
    site, made = games
    with looking(chromium, site, YOU, size, **touch(size)) as page:
        at_the_table(page, made[rules])
        if size == PHONE:  # a strip of the map is left, and the button is in the window
            page.locator("#text").evaluate("box => { box.style.height = box.style.minHeight = '8rem'; }")
            page.evaluate("window.scrollTo({ top: 400, behavior: 'instant' })")
        frame = page.locator("#map .frame").bounding_box()
        assert frame
        bottom = min(frame["y"] + frame["height"], size[1]) - (80 if size == PHONE else 12)  # not on the caption
        for across in (0.5, 0.9, 0.985):
            x = frame["x"] + frame["width"] * across
            if size == PHONE:
                page.touchscreen.tap(x, bottom)
            else:
                page.mouse.click(x, bottom)
            menu = page.locator(".toward-menu")
            expect(menu).to_be_visible()
            box = menu.bounding_box()
            assert box and box["x"] >= 0 and box["y"] >= 0
            assert box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1]
            assert page.evaluate(FREE), (rules, across)
            page.keyboard.press("Escape")
            expect(menu).to_have_count(0)
            page.wait_for_timeout(400)  # two quick clicks would zoom


@pytest.mark.deep
@RULES
@SIZES
def test_nothing_covers_the_map(
    chromium: Browser, games: tuple[WebSite, dict[str, str]], rules: str, size: tuple[int, int]
) -> None:
    """The whole map lies between the buttons above it and the caption below."""
    site, made = games
    with looking(chromium, site, YOU, size, **touch(size)) as page:
        at_the_table(page, made[rules])
        sent = page.request.get(f"/g/{made[rules]}/orders").text()
        whole = re.findall(r'viewBox="([^"]+)"', sent[sent.index('class="frame"') :])[0]
        above, below = page.evaluate(
            """box => {
              const [, top, , high] = box.split(/[ ,]+/).map(Number);
              const svg = document.querySelector("#map .frame > svg");
              const y = (place) => new DOMPoint(0, place).matrixTransform(svg.getScreenCTM()).y;
              const at = (name) => document.querySelector(`#map ${name}`).getBoundingClientRect();
              return [y(top) - at(".picture-tools").bottom, at(".now").top - y(top + high)];
            }""",
            whole,
        )
        assert above >= 0 and below >= 0


@pytest.mark.deep
@pytest.mark.parametrize("rules", ["sovereign_seas", "wet_thrust"])
def test_a_plan_covers_no_name(chromium: Browser, games: tuple[WebSite, dict[str, str]], rules: str) -> None:
    """A name that the end of a plan would lie on goes to another side of its unit, and comes back with the next plan."""
    site, made = games
    with looking(chromium, site, YOU, DESKTOP) as page:
        at_the_table(page, made[rules])
        page.evaluate(NO_PLAN)
        before = page.evaluate(NAME_AT)
        page.evaluate("""() => {
          const at = document.querySelector("#map [data-unit] > text").getBBox();
          const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
          const points = [[x - 4, y - 3], [x + 4, y - 3], [x + 4, y + 3], [x - 4, y + 3]].join(" ");
          const map = wardroomMap.of(document.querySelector("#map figure.picture"));
          map.layer(`<g class="layer"><polygon class="role-plan-end" points="${points}"/></g>`);
        }""")
        page.wait_for_function("""() => {
          const [a, b] = ["#map [data-unit] > text", "#map .layer .role-plan-end"].map(
            (name) => document.querySelector(name).getBoundingClientRect());
          return a.width && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
        }""")
        assert page.evaluate(NAME_AT) != before
        page.evaluate(NO_PLAN)
        assert page.evaluate(NAME_AT) == before


UNITS = "[...document.querySelectorAll('#map a.unit')].map((link) => link.closest('[data-unit]').dataset.unit)"


def two_units(page: Page) -> tuple[str, str, bool]:
    """A unit of one's own that is on the map, one that is not one's own, and whether the first still has to be chosen."""
    mine = page.locator("details.own-unit").evaluate_all("all => all.map((each) => each.dataset.unit)")
    there = page.evaluate(UNITS)
    own, other = next(unit for unit in there if unit in mine), next(unit for unit in there if unit not in mine)
    return own, other, len(mine) > 1


def at_unit(page: Page) -> str:
    """The unit of the map that has the focus; "" for none."""
    return str(page.evaluate("() => document.activeElement.closest('#map a.unit')?.closest('[data-unit]').dataset.unit || ''"))


def tab_to(page: Page, unit: str) -> None:
    """Go to a unit of the map by Tab, from the map's frame or another unit."""
    there = page.evaluate(UNITS)
    before = there.index(at_unit(page)) if at_unit(page) else -1
    for _ in range(abs(there.index(unit) - before)):
        page.keyboard.press("Tab" if there.index(unit) > before else "Shift+Tab")
    assert at_unit(page) == unit


@pytest.mark.deep
@RULES
def test_orders_by_map_and_keys_alone(chromium: Browser, games: tuple[WebSite, dict[str, str]], rules: str) -> None:
    """Enter chooses a unit and the focus stays on the map; Enter on an enemy offers orders; Escape leads back from the box."""
    site, made = games
    with looking(chromium, site, YOU, DESKTOP) as page:
        own, other, choose = two_units(at_the_table(page, made[rules]))
        page.locator("#map .frame").focus()
        tab_to(page, own)
        if choose:
            page.keyboard.press("Enter")
            expect(page.locator("details.own-unit.chosen")).to_have_attribute("data-unit", own)
        tab_to(page, other)
        page.keyboard.press("Enter")
        expect(page.locator(".toward-menu button").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#text")).to_be_focused()
        page.keyboard.press("Escape")
        assert at_unit(page) == own


@pytest.mark.deep
def test_it_is_said_when_nothing_can_be_offered(chromium: Browser, games: tuple[WebSite, dict[str, str]]) -> None:
    """No answer, or one that refuses: words stand where the list would be, and pointing again helps."""
    site, made = games
    with looking(chromium, site, YOU, DESKTOP) as page:
        _, other, _ = two_units(at_the_table(page, made["star_navy"]))
        page.locator("#map .frame").focus()
        for answer, words in ((None, "The server gives no answer now"), (409, "The turn is over."), (0, "")):
            page.unroute_all()
            if answer is None:
                page.route("**/toward**", lambda route: route.abort())
            elif answer:
                page.route("**/toward**", lambda route: route.fulfill(status=409, json={"error": "The turn is over."}))
            tab_to(page, other)
            page.keyboard.press("Enter")
            expect(page.locator(".toward-menu")).to_contain_text(words or other)
            page.keyboard.press("Escape")


@pytest.mark.deep
@RULES
def test_the_map_stays_on_a_phone(chromium: Browser, games: tuple[WebSite, dict[str, str]], rules: str) -> None:
    """A unit is chosen and an order taken without a step down the page; from the button the first tab leads back to the map."""
    site, made = games
    with looking(chromium, site, YOU, PHONE, **touch(PHONE)) as page:
        own, other, choose = two_units(at_the_table(page, made[rules]))
        for unit in (own, other)[not choose :]:
            at = page.locator(f"#map [data-unit='{unit}'] a.unit, #map a.unit[data-unit='{unit}']").first.bounding_box()
            assert at
            page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
            if unit == own:
                expect(page.locator("details.own-unit.chosen")).to_have_attribute("data-unit", own)
                page.wait_for_timeout(400)  # two quick taps would zoom
        page.locator(".toward-menu button").first.tap()
        expect(page.locator(".toward-menu[role=status]")).to_contain_text("Written into the box")
        assert page.evaluate("() => scrollY") == 0
        page.locator("#file").scroll_into_view_if_needed()
        expect(page.locator(".toward-menu")).to_have_count(0)
        page.get_by_role("link", name="Map", exact=True).tap()
        expect(page.locator("#map .frame")).to_be_in_viewport(ratio=0.99)


def rows(page: Page) -> list[str]:
    """The numbers beside the box, as they are read downward."""
    return page.locator(".gutter span").all_inner_texts()


@pytest.mark.deep
@SIZES
def test_long_lines_go_on_below(chromium: Browser, games: tuple[WebSite, dict[str, str]], size: tuple[int, int]) -> None:
    """No word runs out of the box; numbers stay beside the first row of their line, also when the box becomes narrower."""
    site, made = games
    text = "BIS:\n  # " + "a long remark about what was said " * 4 + "\n\n  T3 FIRE ANY\n" + "# and\n" * 30 + "XYZ: TRUN R"
    with looking(chromium, site, YOU, size, **touch(size)) as page:
        box = at_the_table(page, made["star_navy"]).locator("#text")
        box.fill(text)
        expect(page.locator(".gutter .marked").last).to_contain_text("35")
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
        assert rows(page)[0] == "1" and rows(page)[1].startswith("2\n↳\n↳") and rows(page)[2:4] == ["3", "4"]
        for width in ("100%", "15rem"):
            box.evaluate("(box, width) => { box.style.width = width; }", width)
            page.wait_for_function("""() => {  // as high as the text itself
              const box = document.getElementById("text"), style = getComputedStyle(box);
              const high = box.scrollHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
              const all = [...document.querySelectorAll(".gutter span")].reduce((sum, row) => sum + row.offsetHeight, 0);
              return Math.abs(all - high) < 3;
            }""")
        page.get_by_role("button", name="line 35").click()
        seen = page.locator(".gutter span").last.bounding_box()
        editor = page.locator(".editor").bounding_box()
        assert seen and editor and editor["y"] <= seen["y"] < editor["y"] + editor["height"]
