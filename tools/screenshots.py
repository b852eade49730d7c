"""Screenshots of every kind of page, light, dark and 360 px wide: `python tools/screenshots.py FOLDER [NAME ...]`.

With `--docs` it draws the pictures of the README into `docs/img` instead. The pages are those of `tests/browser/kinds.py`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM, served
from tests.browser.kinds import Kind, kinds, seed_games
from tests.browser.seeing import PHONE, WIDE, looking, visit
from tests.web.builders.sites import WebSite

TALLEST = 6000
LOOKS = {"light": (WIDE, False), "dark": (WIDE, True), "360": (PHONE, False), "360-dark": (PHONE, True)}
DOCS = {
    "start.png": ("start", "light"),
    "game.png": ("game wet_thrust", "light"),
    "desk.png": ("desk star_navy", "light"),
    "replay-dark.png": ("replay", "dark"),
    "why.png": ("why", "light"),
    "phone.png": ("game stingray", "360"),
}
"""Pictures of the README: file -> page and look."""


def shoot(chromium: Browser, site: WebSite, kind: Kind, look: str, file: Path, whole: bool) -> None:
    """One page, as long as it is (`whole`) or as much as the window shows."""
    size, dark = LOOKS[look]
    with looking(chromium, site, kind.address, size, dark) as page:
        visit(page, kind)
        page.wait_for_load_state("networkidle")
        if whole:
            height = int(page.evaluate("() => document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": size[0], "height": min(TALLEST, height)})
        page.screenshot(path=file)


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", default="", help="where to; not with --docs")
    parser.add_argument("names", nargs="*", help="only these kinds of pages, and looks (light, dark, 360, 360-dark)")
    parser.add_argument("--docs", action="store_true", help="the pictures of the README, into docs/img")
    given = parser.parse_args()
    out = ROOT / "docs" / "img" if given.docs else Path(given.folder or parser.error("name a folder"))
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for site in served(Path(folder)):
            pages = {kind.name: kind for kind in kinds(seed_games(site))}
            if given.docs:
                for file, (name, look) in DOCS.items():
                    shoot(chromium, site, pages[name], look, out / file, whole=False)
            else:
                _all(chromium, site, pages, out, given.names)
        chromium.close()


def _all(chromium: Browser, site: WebSite, pages: dict[str, Kind], out: Path, wanted: list[str]) -> None:
    looks = [look for look in LOOKS if look in wanted] or ["light", "dark", "360"]
    names = [name for name in pages if name in wanted] or list(pages)
    for name in names:
        for look in looks:
            file = out / f"{name.replace(' ', '-').replace(',', '')}.{look}.png"
            shoot(chromium, site, pages[name], look, file, whole=True)
            print(file)


if __name__ == "__main__":
    main()
