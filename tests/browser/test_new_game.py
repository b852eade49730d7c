"""A game is opened in three steps, with script and without; going back loses nothing, and a double click opens one game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pbem.service.repository import load
from tests.browser.seeing import NO_SCRIPT, looking, press
from tests.web.builders.sites import WebSite

ME = "me@example.org"


def to_the_pace(page: Page, title: str) -> None:
    """Steps 1 and 2: a duel against a bot."""
    page.goto("/new")
    page.get_by_label("Rule book").get_by_role("link", name="Star Navy").click()
    page.get_by_label("Number of players").get_by_role("link", name="2").click()
    page.get_by_role("link", name="First Blood").click()
    page.get_by_label("Name of the game").fill(title)
    page.get_by_label("Who plays Red").select_option("bot:cautious")
    press(page, "Go on to the pace")


@pytest.mark.parametrize("kind", [{}, NO_SCRIPT], ids=["script", "no script"])
def test_three_steps(chromium: Browser, site: WebSite, kind: dict[str, Any]) -> None:
    """Filtered cards, seats, pace; the summary says what is opened, and it is."""
    before = len(site.context.store.streams())
    with looking(chromium, site, ME, **kind) as page:
        to_the_pace(page, "A quick one")
        expect(page.get_by_role("region", name="What is opened")).to_contain_text("the bot cautious")
        page.get_by_label("A turn a day").check()
        press(page, "Open the game")
        expect(page.get_by_role("heading", level=1)).to_contain_text("A quick one")
        stream = page.url.split("/")[-2]
    ledger = load(site.context, stream).ledger
    assert (ledger.title, ledger.policy.pace, ledger.players["red"]) == ("A quick one", "24h", "bot:cautious")
    assert len(site.context.store.streams()) == before + 1


def test_going_back_keeps_what_was_typed(chromium: Browser, site: WebSite) -> None:
    """By the page's own button with the pace as it was chosen, and by that of the browser."""
    with looking(chromium, site, ME) as page:
        to_the_pace(page, "Back and forth")
        page.get_by_label("A turn a week").check()
        press(page, "Back to the seats")
        expect(page.get_by_label("Name of the game")).to_have_value("Back and forth")
        expect(page.get_by_label("Who plays Red")).to_have_value("bot:cautious")
        press(page, "Go on to the pace")
        expect(page.get_by_label("A turn a week")).to_be_checked()
        to_the_pace(page, "Once more")
        page.go_back()
        expect(page.get_by_label("Name of the game")).to_have_value("Once more")
        expect(page.get_by_label("Who plays Red")).to_have_value("bot:cautious")


def test_fields_are_shown_where_they_count(chromium: Browser, site: WebSite) -> None:
    """The address for who is invited, the whole policy for one's own; a ready-made one fills it."""
    with looking(chromium, site, ME) as page:
        page.goto("/new/star_navy/first-blood")
        address = page.locator("#address-red")
        expect(address).to_be_hidden()
        page.get_by_label("Who plays Red").select_option("invite")
        expect(address).to_be_visible()
        address.fill("friend@example.org")
        press(page, "Go on to the pace")
        expect(page.locator(".own-rules")).to_be_hidden()
        page.get_by_label("My own").check()
        press(page, "patient")
        expect(page.get_by_label("My own")).to_be_checked()
        expect(page.locator("#policy-pace")).to_have_value("168h")


def test_a_double_click_opens_one_game(chromium: Browser, site: WebSite) -> None:
    """Both clicks lead to the same game."""
    before = len(site.context.store.streams())
    with looking(chromium, site, ME) as page:
        to_the_pace(page, "Twice")
        page.get_by_role("button", name="Open the game").dblclick()
        page.wait_for_url("**/master")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Twice")
    assert len(site.context.store.streams()) == before + 1
