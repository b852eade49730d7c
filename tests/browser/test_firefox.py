"""The pages in Debian's Firefox: each main page opens without an error, axe-core finds nothing, the table works."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.repository import load
from tests.browser.conftest import served
from tests.browser.firefox import FIREFOX, Firefox, firefox
from tests.browser.kinds import MAIN, YOU, Kind, kinds, seed_games
from tests.browser.seeing import AXE
from tests.web.builders.sites import WebSite

Sat = tuple[Firefox, WebSite, dict[str, str]]

FAULTS = """
return axe.run(document).then(found => found.violations.map(each =>
  `${each.id}: ${each.nodes.slice(0, 4).map(node => node.target.join(" ")).join(", ")}`));
"""
BROKEN = """
return [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map(each => each.src || each.href).filter(address =>
  !performance.getEntriesByName(address).some(each => each.responseStatus === 200 || each.responseStatus === 0));
"""
OPEN = "return [...document.querySelectorAll('.tab')].filter(each => each.offsetHeight).map(each => each.id)"
ALIVE = "!document.querySelector('#table') || document.querySelector('#side[data-live]')"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sat]:
    """Firefox in a window of 1440 x 900, signed in to a site with all kinds of pages."""
    if FIREFOX is None:
        assert os.environ.get("CI") != "true", "there is no firefox-esr; tools/browser.sh installs it"
        pytest.skip("there is no firefox-esr; tools/browser.sh installs it")
    profile: Path = tmp_path_factory.mktemp("profile")
    for site in served(tmp_path_factory.mktemp("site")):
        games = seed_games(site)
        with firefox(profile) as browser:
            browser.go(f"{site.base}/sign-in")
            cookie = site.browser(YOU).get_cookie("wardroom")
            assert cookie is not None
            browser.sign_in(site.base, cookie.value)
            browser.size(1440, 900)
            yield browser, site, games


def test_main_pages(seen: Sat) -> None:
    """Every main page: no part of it is missing, its scripts have run to their end, axe-core finds nothing, it fits."""
    browser, site, games = seen
    wrong = {}
    for kind in _main(games):
        browser.go(site.base + kind.path)
        found = [*browser.run(AXE.read_text(encoding="utf-8") + FAULTS), *browser.run(BROKEN)]
        if not browser.run(f"return Boolean({ALIVE})"):
            found.append("the script of the table has failed")
        if browser.run("return document.documentElement.scrollWidth > innerWidth"):
            found.append("it is wider than its window")
        if found:
            wrong[kind.name] = found
    assert wrong == {}


def _main(games: dict[str, str]) -> list[Kind]:
    """Those of the main pages that are seen by whoever is signed in."""
    return [kind for kind in kinds(games) if kind.name in MAIN and kind.address == YOU]


def test_an_evening_at_the_table(seen: Sat) -> None:
    """Tabs, steps, an order that is typed and drawn, a unit that is clicked, orders that are filed."""
    browser, site, games = seen
    stream = games["star_navy"]
    browser.go(f"{site.base}/g/{stream}/orders")
    tabs = browser.run("return [...document.querySelectorAll('.table-tabs a[data-tab]')].map(each => each.dataset.tab)")
    for tab in [*tabs, "orders"]:
        browser.click(f'.table-tabs a[data-tab="{tab}"]')
        assert browser.run(OPEN) == [tab]
    browser.fill("#text", "MIL: TURN L")
    browser.until("document.querySelector('.frame svg .layer')")
    browser.until("document.querySelector('#outcome .verdict.good')")
    browser.point('.frame [data-unit="MIL"] a.unit')
    browser.until("document.querySelector('.toward-menu')")  # a seat's only unit is chosen already
    browser.write("body", "\ue00c")  # Escape
    browser.until("!document.querySelector('.toward-menu')")
    browser.click("#file")
    browser.until("document.querySelector('.receipt')")
    assert load(site.context, stream).ledger.filed["blue"].sheet["MIL"]
    browser.go(f"{site.base}/g/{stream}/t/2/e/0")
    browser.click('[data-way="on"]')
    browser.until("document.querySelector('#table').dataset.number === '1'")
    browser.click("#play")
    browser.until("Number(document.querySelector('#table').dataset.number) > 1")


def test_boxes(seen: Sat) -> None:
    """The map has 70 % of the window beside the orders, and 55 % of the height on a phone."""
    browser, site, games = seen
    for size, least in (((1440, 900), 0.70), ((500, 844), 0.55)):  # Firefox has no narrower window than 500
        browser.size(*size)
        for rules in ("star_navy", "sovereign_seas", "stingray", "wet_thrust"):
            browser.go(f"{site.base}/g/{games[rules]}/orders")
            width, height = browser.run(
                "const at = document.querySelector('.board .frame').getBoundingClientRect(); return [at.width, at.height]"
            )
            share = width * height / size[0] / size[1] if size[0] > 1000 else height / size[1]
            assert share >= least, (rules, size, share)
    browser.size(1440, 900)
