"""The twelve main pages look as they did: compared with pictures of them, with a tolerance.

Made anew, when a change is meant, by `pytest -n 0 tests/browser/test_snapshots.py --update-snapshots`; look at
them before you keep them. Games, times and ids of the site are the same each time; the fonts are those of `tools/browser.sh`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser

from tests.browser.conftest import served
from tests.browser.kinds import MAIN, Kind, kinds, seed_games
from tests.browser.seeing import looking, visit
from tests.web.builders.sites import WebSite

FOLDER = Path(__file__).parent / "snapshots"
SIZE = (1280, 800)
KEPT = (640, 400)
MOST_BYTES = 60_000
DIFFERENT = 40
"""By how much of 255 a blurred pixel must differ to count: antialiasing and a palette of 32 colours do not."""
SHARE = 0.004
"""How much of a page may differ: one word in a line, not a missing button."""


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, dict[str, Kind]]]:
    """The site with its games, and its pages by name."""
    for site in served(tmp_path_factory.mktemp("site")):
        yield site, {kind.name: kind for kind in kinds(seed_games(site))}


@pytest.mark.parametrize("name", MAIN)
def test_a_page_looks_as_it_did(
    chromium: Browser, seeded: tuple[WebSite, dict[str, Kind]], name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Of what the window shows at 1280 x 800, no more than a small share has changed; kept smaller than it is."""
    site, pages = seeded
    kept = FOLDER / f"{re.sub('[^a-z]+', '-', name)}.png"
    with looking(chromium, site, pages[name].address, SIZE, reduced_motion="reduce") as page:
        visit(page, pages[name])
        page.wait_for_load_state("networkidle")
        now = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
        now = now.resize(KEPT, Image.Resampling.LANCZOS)
    if request.config.getoption("--update-snapshots"):
        FOLDER.mkdir(exist_ok=True)
        now.quantize(32, dither=Image.Dither.NONE).save(kept, optimize=True)
        assert kept.stat().st_size <= MOST_BYTES
        return
    assert kept.exists(), "there is no picture of this page yet: --update-snapshots"
    found = share_different(now, Image.open(kept).convert("RGB"))
    now.save(tmp_path / kept.name)
    assert found <= SHARE, f"{found:.2%} of the page differ from {kept}; as it is now: {tmp_path / kept.name}"


def share_different(one: Image.Image, other: Image.Image) -> float:
    """How much of two pictures of one size differs, seen a little blurred."""
    soft = (each.filter(ImageFilter.GaussianBlur(1)) for each in (one, other))
    grey = ImageChops.difference(*soft).convert("L")
    return sum(grey.histogram()[DIFFERENT:]) / (grey.width * grey.height)


def test_a_change_is_seen() -> None:
    """A button that is missing is a difference, a shade is none."""
    page = Image.new("RGB", KEPT, "white")
    assert share_different(page, Image.new("RGB", KEPT, "#f4f4f8")) == 0
    page.paste("#205080", (40, 40, 100, 62))
    assert share_different(page, Image.new("RGB", KEPT, "white")) > SHARE
