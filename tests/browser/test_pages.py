"""Every kind of page, in a real browser: axe-core finds nothing, nothing scrolls sideways, no script fails."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import served
from tests.browser.kinds import TABLES, Kind, kinds, seed_games
from tests.browser.seeing import PHONE, looking, too_wide, violations, visit
from tests.web.builders.sites import WebSite

TOPICS = [*TABLES, "over", "mine", "watched", "campaign", "player", "sandbox", "invitation", "seat link", "filing"]
NAMES = [kind.name for kind in kinds(dict.fromkeys(TOPICS, "g1"))]


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, dict[str, Kind]]]:
    """The site with its games, and its pages by name."""
    for site in served(tmp_path_factory.mktemp("site")):
        yield site, {kind.name: kind for kind in kinds(seed_games(site))}


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_sound(chromium: Browser, seeded: tuple[WebSite, dict[str, Kind]], name: str) -> None:
    """Wide and light: axe-core, all rules. The same page dark: contrast. 360 px: not wider than the window, axe-core again."""
    site, pages = seeded
    kind = pages[name]
    found = []
    with looking(chromium, site, kind.address) as page:
        assert visit(page, kind) == kind.status
        found += [f"light: {each}" for each in violations(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"dark: {each}" for each in violations(page, "color-contrast")]
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        found += [f"360 px: {each}" for each in violations(page, "target-size", "scrollable-region-focusable")]
        found += [f"360 px: {too_wide(page)} pixels too wide"] if too_wide(page) > 0 else []
    assert not found, "\n".join(found)
