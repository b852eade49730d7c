"""Film strips of ordering by the map alone, into docs/img: `python tools/pages/film_strip.py [RULE BOOK ...]`.

An own unit is clicked, then a target with what is offered, the plan is drawn, the orders filed, the turn resolved: five frames.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM, served
from tests.browser.kinds import TABLES, YOU
from tests.browser.seeing import looking, press
from tests.kit.playing import mixed_bots
from tests.web.builders.sites import WebSite

SIZE = (1000, 700)
WIDTH = 480
MOST_BYTES = 250_000
TURNS = 2
MIDDLE = """unit => {
  const at = document.querySelector(`#map .frame [data-unit="${CSS.escape(unit)}"] a.unit`).getBoundingClientRect();
  return [at.x + at.width / 2, at.y + at.height / 2];
}"""
UNITS = (
    "() => [...new Set([...document.querySelectorAll('.frame a.unit')].map(each => each.closest('[data-unit]').dataset.unit))]"
)
OWN = "() => [...document.querySelectorAll('details.own-unit')].map(each => each.dataset.unit)"


def film(chromium: Browser, site: WebSite, rules: str) -> Image.Image:
    """The five frames of one game, side by side."""
    bots = mixed_bots(site.context.games[rules], TABLES[rules])
    mine = next(iter(bots))
    players = {seat: YOU if seat == mine else f"bot:{bot}" for seat, bot in bots.items()}
    stream = site.opened(rules, TABLES[rules], 24, **players)
    site.played(stream, TURNS)
    with looking(chromium, site, YOU, SIZE) as page:
        page.goto(f"/g/{stream}/orders?side={mine}")
        frames = _order(page)
        press(page, "File orders")
        frames.append(_picture(page))
        site.played(stream, 1)
        page.goto(f"/g/{stream}?side={mine}")
        frames.append(_picture(page))
    return _strip(frames)


def _order(page: Page) -> list[Image.Image]:
    """A unit of ours, what is offered toward another, one of that in focus, and taken: three frames."""
    drawn = page.evaluate(UNITS)
    own = [unit for unit in page.evaluate(OWN) if unit in drawn]
    others = [unit for unit in drawn if unit not in own] or own[::-1]
    for unit in own:
        for target in others:
            page.mouse.click(*page.evaluate(MIDDLE, unit))
            page.keyboard.press("Escape")
            first = _picture(page)
            page.wait_for_timeout(600)  # two clicks at one place would zoom
            page.mouse.click(*page.evaluate(MIDDLE, target))
            page.wait_for_load_state("networkidle")
            if page.locator(".toward-menu button").count():
                page.locator(".toward-menu button").first.hover()
                page.locator(".frame svg .layer").wait_for(state="attached")
                offered = _picture(page)
                page.locator(".toward-menu button").first.click()
                page.locator("#outcome .verdict").wait_for()
                page.wait_for_load_state("networkidle")
                return [first, offered, _picture(page)]
            page.keyboard.press("Escape")
            page.wait_for_timeout(600)
    raise SystemExit(f"No order of {', '.join(own)} leads to any of {', '.join(others)}")


def _picture(page: Page) -> Image.Image:
    whole = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    return whole.resize((WIDTH, WIDTH * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS)


def _strip(frames: list[Image.Image]) -> Image.Image:
    """Side by side, with a little white between."""
    strip = Image.new("RGB", (len(frames) * (WIDTH + 8) - 8, frames[0].height), "white")
    for at, each in enumerate(frames):
        strip.paste(each, (at * (WIDTH + 8), 0))
    return strip.quantize(64, dither=Image.Dither.NONE)


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules", nargs="*", help="only these rule books")
    wanted = parser.parse_args().rules or list(TABLES)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for site in served(Path(folder)):
            for rules in wanted:
                file = ROOT / "docs" / "img" / f"order-by-map-{rules.replace('_', '-')}.png"
                film(chromium, site, rules).save(file, optimize=True)
                print(file, file.stat().st_size)
                assert file.stat().st_size <= MOST_BYTES
        chromium.close()


if __name__ == "__main__":
    main()
