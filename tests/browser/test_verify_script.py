"""The checks in the reader's own browser: the server's own checks, tied to the root in their mail, and not to be fooled."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pbem.core.dice.fair_dice import LEAVES
from pbem.present.report import to_text
from pbem.service.audit.dice_proof import check_turn
from pbem.service.orders.file import file_orders
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from tests.browser.conftest import served
from tests.browser.seeing import looking, violations
from tests.kit.playing import chance_from
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, str, int]]:
    """A turn in which the player filed orders, with more public rolls than have keys of their own: later keys are derived."""
    for site in served(tmp_path_factory.mktemp("site")):
        stream = site.opened("sovereign_seas", "bellerophon-ocean", gb=BLUE, fr="bot:line")
        game = site.context.games["sovereign_seas"]
        for turn in range(1, 4):
            view = load(site.context, stream).known("gb")
            file_orders(site.context, stream, "gb", game.planning.bots["line"](view, chance_from("gb")), f"m{turn}")
            site.played(stream, 1)
        yield site, stream, max(range(1, 4), key=lambda turn: len(check_turn(site.context, stream, turn, "gb").checks))


def check(page: Page, stream: str, turn: int, told: str = "") -> str:
    """What the button says."""
    page.goto(f"/g/{stream}/verify?t={turn}")
    page.get_by_label("from your own mails").fill(told)
    page.get_by_role("button", name="Check here").click()
    said = page.locator("#said .notice")
    expect(said).to_be_visible()
    return said.inner_text()


def root_of(site: WebSite, stream: str, turn: int) -> str:
    return turn_report(site.context, stream, turn - 1, "gb").report.root


def mails(site: WebSite, stream: str, turn: int) -> str:
    """The reports before and of the turn, as they are quoted in an answer."""
    both = (to_text(turn_report(site.context, stream, number, "gb").report) for number in (turn - 1, turn))
    return "\n".join(f"> {line}" for text in both for line in text.splitlines())


def test_an_honest_turn_holds(chromium: Browser, table: tuple[WebSite, str, int]) -> None:
    """With both mails pasted, as many checks as the server makes, all of them holding; axe finds nothing."""
    site, stream, turn = table
    with looking(chromium, site, BLUE) as page:
        said = check(page, stream, turn, mails(site, stream, turn))
        found = check_turn(site.context, stream, turn, "gb")
        assert found.sound and len(found.checks) > 4 + 2 * LEAVES
        assert said == f"All {len(found.checks)} checks hold, done by your own browser."
        assert violations(page) == []


def test_without_a_root_it_says_what_that_is_worth(chromium: Browser, table: tuple[WebSite, str, int]) -> None:
    """Compared with nothing they were sent; half a root is no root."""
    site, stream, turn = table
    with looking(chromium, site, BLUE) as page:
        assert "compared with nothing that you were sent before" in check(page, stream, turn)
        assert "with 64 letters and digits" in check(page, stream, turn, "abc123")
        assert "Rolls could still be left out" in check(page, stream, turn, root_of(site, stream, turn))


def test_another_game_and_a_left_out_roll_are_found_out(chromium: Browser, table: tuple[WebSite, str, int]) -> None:
    """A mail of another game; a report that shows more rolls than the file has: exactly this check fails."""
    site, stream, turn = table
    with looking(chromium, site, BLUE) as page:
        assert check(page, stream, turn, mails(site, stream, turn).replace(f" of {stream}:", " of g99:")).startswith("1 of ")
        expect(page.locator("#said .check-bad")).to_contain_text("The root is the one in your mail")
        counted = re.sub(r"(rolls shown to gb in turn \d+ of \w+:) \d+", r"\1 999", mails(site, stream, turn))
        assert check(page, stream, turn, counted).startswith("1 of ")
        expect(page.locator("#said .check-bad")).to_contain_text("As many rolls as your report says")


def test_another_root_is_found_out(chromium: Browser, table: tuple[WebSite, str, int]) -> None:
    """The root in the mail is not that of the file: exactly this check fails."""
    site, stream, turn = table
    with looking(chromium, site, BLUE) as page:
        assert check(page, stream, turn, "0" * 64).startswith("1 of ")
        expect(page.locator("#said .check-bad")).to_contain_text("The root is the one in your mail")


def _face(proof: dict[str, Any]) -> None:
    proof["rolls"][-1]["faces"][0] = proof["rolls"][-1]["faces"][0] % 6 + 1


def _key(proof: dict[str, Any]) -> None:
    proof["rolls"][0]["k"] = "ab" * 32


def _seal(proof: dict[str, Any]) -> None:
    proof["commitments"]["fr"] = "cd" * 32


def _order(proof: dict[str, Any]) -> None:
    proof["rolls"].reverse()


@pytest.mark.parametrize(
    ("change", "failing"), [(_face, "these faces follow"), (_key, "key leads"), (_seal, "The digest"), (_order, "key leads")]
)
def test_a_file_that_was_changed_is_found_out(
    chromium: Browser, table: tuple[WebSite, str, int], change: Callable[[dict[str, Any]], None], failing: str
) -> None:
    """A face, a key, a seal, the order of the rolls: whatever a server would change afterwards."""
    site, stream, turn = table

    def changed(route: Route) -> None:
        proof = json.loads(route.fetch().text())
        change(proof)
        route.fulfill(json=proof)

    with looking(chromium, site, BLUE) as page:
        page.route("**/proof.json*", changed)
        assert re.match(r"\d+ of \d+ checks fail", check(page, stream, turn, root_of(site, stream, turn)))
        expect(page.locator("#said .check-bad").filter(has_text=failing).first).to_be_visible()
