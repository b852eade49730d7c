"""The replay with its script: keys, scrubber, play, the map and the list joined; and the file that needs no server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import served
from tests.browser.seeing import NO_SCRIPT, PHONE, looking, too_wide, violations
from tests.web.builders.serving import until
from tests.web.builders.sites import WebSite
from tests.web.replay_files.test_replay_file import taken

NOTE_STEPS = """() => {
  const table = document.querySelector("#table");
  window.steps = [];
  new MutationObserver(() => window.steps.push(table.dataset.number)).observe(table, { attributeFilter: ["data-number"] });
}"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str]]:
    """A duel that bots have played to its end."""
    for site in served(tmp_path_factory.mktemp("site")):
        stream = site.opened(blue="bot:aggressive", red="bot:aggressive")
        site.played(stream, 12)
        yield site, stream


def at(page: Page, site: WebSite, stream: str, address: str) -> None:
    """Wait until the page's address is this one."""
    page.wait_for_url(f"{site.base}/g/{stream}/{address}")


def shown(page: Page) -> str:
    """What the page says of the step."""
    return page.locator("#now strong").inner_text()


def test_the_keys(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Arrows step by events and turns, Home and End go to either end; address and list follow; a turn is asked for once."""
    site, stream = table
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/1/e/0")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
            page.keyboard.press(key)
            at(page, site, stream, f"t/1/e/{number}")
            assert page.locator('[aria-current="step"]').first.inner_text().endswith(shown(page))
        assert [url.removeprefix(site.base) for url in asked if "/g/" in url] == [f"/g/{stream}/t/1/frames.json"]
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_url(re.compile("/t/2"))
        expect(page.locator("#now")).to_contain_text("Turn 2")
        page.keyboard.press("Shift+ArrowLeft")
        page.wait_for_url(re.compile("/t/1"))
        page.keyboard.press("Home")
        page.wait_for_url(re.compile("/t/0"))
        page.keyboard.press("End")
        page.wait_for_url(re.compile(r"/t/(?:[3-9]|\d\d)|/g/\w+$"))


def test_what_is_shown_by_script_is_what_the_server_shows(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Three steps on, then loaded anew: sentence, count and map are the same; shapes have their tooltips, units their names."""
    site, stream = table
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/2/e/0?side=blue")
        for number in (1, 2, 3):
            page.keyboard.press("ArrowRight")
            at(page, site, stream, f"t/2/e/{number}?side=blue")
        before = state(page)
        page.reload()
        expect(page.locator("#play")).to_be_visible()
        assert state(page) == before


def state(page: Page) -> list[object]:
    """The words of the step, the map's name, what its shapes and units are called. Of shapes: test_frames_script."""
    names = "svg => [...svg.querySelectorAll('[data-title], a.unit')].map(each => each.dataset.title || each.ariaLabel)"
    picture = page.locator("#map .frame > svg")
    words = [page.locator(part).inner_text() for part in ("#now", "#step-count")]
    assert picture.locator("title").count() == 0
    return [*words, picture.get_attribute("aria-label"), *picture.evaluate(names)]


def test_the_scrubber_and_the_list(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """The range moves with the steps and says them; a line of the list is clicked and shown."""
    site, stream = table
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/1/e/0")
        scrub = page.locator("#scrub")
        scrub.focus()
        page.keyboard.press("ArrowRight")
        at(page, site, stream, "t/1/e/1")
        said = scrub.get_attribute("aria-valuetext")
        assert said is not None and said.startswith("Turn 1") and shown(page) in said
        page.locator('.lines [data-number="2"] > a').first.click()
        at(page, site, stream, "t/1/e/2")
        assert scrub.input_value() == "2"


def test_play_and_stop(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """It never starts by itself; Space or the button starts and stops it; it ends with the turn, and then begins anew."""
    site, stream = table
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/1/e/0")
        last = str(page.locator("#scrub").get_attribute("max"))
        play = page.locator("#play")
        assert play.inner_text() == "Play"
        page.locator(".frame").focus()
        page.keyboard.press(" ")
        expect(play).to_have_text("Stop")
        page.keyboard.press("ArrowLeft")
        expect(play).to_have_text("Play")
        page.locator("#speed").select_option("400")
        page.goto(f"/g/{stream}/t/1/e/{int(last) - 1}")
        expect(page.locator("#speed")).to_have_value("400")
        play.click()
        expect(page.locator("#table")).to_have_attribute("data-number", last)
        expect(play).to_have_text("Play")
        page.evaluate(NOTE_STEPS)
        play.click()
        until(lambda: page.evaluate("window.steps.includes('1')"), "it plays from the beginning")


def test_letters_work_and_can_be_switched_off(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """A digit changes the seat, `?` shows the keys, `+` zooms, `[` hides the side; with the switch off, nothing."""
    site, stream = table
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/1/e/0")
        page.keyboard.press("?")
        expect(page.locator("#letters")).to_be_visible()
        box = page.locator("#map .frame svg").get_attribute("viewBox")
        page.keyboard.press("+")
        assert page.locator("#map .frame svg").get_attribute("viewBox") != box
        page.keyboard.press("0")
        page.keyboard.press("[")
        expect(page.locator("#side")).to_be_hidden()
        page.keyboard.press("[")
        page.keyboard.press("2")
        page.wait_for_url(re.compile(r"side=red"))
        page.keyboard.press("?")
        page.locator("#letters").uncheck()
        page.keyboard.press("1")
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(r"/e/\d+\?side=red"))


def test_map_and_lines_are_one(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Pointed at on the map, its lines are lit in the list; the units of a line are lit on the map."""
    site, stream = table
    with looking(chromium, site) as page:
        page.goto(f"/g/{stream}/t/1/e/1")
        unit = page.locator(".frame a.unit").first
        name = unit.evaluate("link => link.closest('[data-unit]').dataset.unit")
        unit.hover()
        lit = page.locator(".lines li.lit")
        expect(lit).not_to_have_count(0)
        assert lit.count() == page.locator(f'.lines li[data-units~="{name}"]').count()
        page.locator(f'.lines [data-units~="{name}"]:visible').first.hover()
        expect(page.locator(f'.frame .lit[data-unit="{name}"]').first).to_be_attached()


def test_the_replay_for_everybody(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """axe-core finds nothing, light and dark; no sideways scrolling on a phone; the links work without script."""
    site, stream = table
    for dark in (False, True):
        with looking(chromium, site, dark=dark) as page:
            for path in ("t/2/e/2?side=everything", "t/2/e/2/why?side=everything", "verify?t=2"):
                page.goto(f"/g/{stream}/{path}")
                assert violations(page) == [], path
    with looking(chromium, site, size=PHONE) as page:
        for path in ("t/2/e/2?side=everything", "t/2/e/2/why?side=everything", "verify?t=2"):
            page.goto(f"/g/{stream}/{path}")
            assert too_wide(page) <= 0, path
    with looking(chromium, site, **NO_SCRIPT) as page:
        page.goto(f"/g/{stream}/t/1/e/0")
        assert not page.locator("#play").is_visible()
        page.get_by_role("link", name="step on", exact=True).click()
        at(page, site, stream, "t/1/e/1")


# ---------------------------------------------------------------- the file


def test_the_file_works_offline(chromium: Browser, table: tuple[WebSite, str], tmp_path: Path) -> None:
    """Opened from the disk, without network: keys and clicks step; without script the steps unfold under the map."""
    site, stream = table
    file = tmp_path / "replay.html"
    file.write_text(taken(site.browser(), f"/g/{stream}/replay.html?side=everything&t=0-2").text, encoding="utf-8")
    asked: list[str] = []
    with looking(chromium, site, offline=True) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        expect(page.locator("#play")).to_be_visible()
        first = page.locator("#words").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#words")).not_to_have_text(first)
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#words")).to_contain_text(re.compile("^Turn 1"))
        page.keyboard.press("End")
        last = page.locator("details.step").last.get_attribute("id")
        expect(page).to_have_url(re.compile(f"#{last}$"))
        page.locator("#t1e1 summary").click()
        expect(page).to_have_url(re.compile("#t1e1$"))
        assert violations(page) == []
    assert [url for url in asked if not url.startswith(file.as_uri())] == []
    with looking(chromium, site, offline=True, size=PHONE, **NO_SCRIPT) as page:
        page.goto(file.as_uri())
        page.locator("#t1e1 summary").click()
        expect(page.locator("#t1e1 p")).to_be_visible()
        expect(page.locator(".picture svg")).to_be_visible()
        assert too_wide(page) <= 0


@pytest.mark.parametrize("kind", [{}, NO_SCRIPT], ids=["script", "no script"])
def test_the_file_comes_by_itself(chromium: Browser, table: tuple[WebSite, str], kind: dict[str, Any]) -> None:
    """The page that says that it is being made looks again, says that it is ready, and the download begins: without script."""
    site, stream = table
    turn = 1 if kind else 2
    with looking(chromium, site, **kind) as page:
        page.goto(f"/g/{stream}/t/{turn}/e/0?side=blue")
        looks: list[Route] = []

        def hold(look: Route) -> None:
            looks.append(look)

        page.route("**/replay.html?*wait=1*", hold)  # until it is let go the page stays what it is
        with page.expect_download(timeout=180_000) as loading:
            page.locator(".table-line").get_by_text("Menu", exact=True).click()
            page.get_by_role("link", name="This turn in one file").click()
            expect(page.get_by_text("The replay is being made")).to_be_visible()
            if not kind:
                assert too_wide(page) <= 0
            page.unroute("**/replay.html?*wait=1*")
            for each in looks:
                each.continue_()
        assert loading.value.suggested_filename == f"{stream}-replay.html"
        expect(page.get_by_text("The replay is ready.")).to_be_visible()
        with page.expect_download() as again:
            page.get_by_role("link", name="Download the replay").click()
        assert again.value.path().read_bytes() == loading.value.path().read_bytes()
