"""The history page: all that was done to a game, for everybody, with the undone branch in sight."""

from __future__ import annotations

import re

import pytest

from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.turns import rollback
from pbem.web.table import history_tab
from tests.web.builders.sites import WebSite


def test_each_act_with_its_reason_and_the_way_to_its_turn(site: WebSite) -> None:
    """Opened, seats taken, turns resolved and who missed them, paused and why, announced: the latest first."""
    stream = site.opened()
    site.played(stream, 1)
    game_master.pause(site.context, stream, "the captain of BIS has the flu")
    page = site.browser().get(f"/g/{stream}/history")
    acts = page.text[page.text.index('<ol class="acts') :]
    assert page.status_code == 200 and 'data-tab="history" data-turn' in page.text
    told = [
        "The game was paused",
        "the captain of BIS has the flu",
        "Turn 1 was resolved",
        "no orders from Blue, Red",
        "The game was opened",
    ]
    places = [acts.index(words) for words in told]
    assert places == sorted(places) and f'href="/g/{stream}/t/1"' in acts


def test_an_undone_turn_is_marked_and_stays(site: WebSite) -> None:
    """After a roll-back the turns it undid are marked here and on their own pages, which keep their addresses."""
    stream = site.opened()
    site.played(stream, 2)
    rollback.roll_back(site.context, stream, 1, "a wrong map")
    nobody = site.browser()
    page = nobody.get(f"/g/{stream}/history").text
    assert "a wrong map" in page and "undone</span>" in page
    undone, kept = nobody.get(f"/g/{stream}/t/2"), nobody.get(f"/g/{stream}/t/1")
    assert undone.status_code == 200 and "<strong>Undone.</strong>" in undone.text and "a wrong map" in undone.text
    assert "Undone" not in kept.text


def test_nothing_secret_and_no_markup(site: WebSite) -> None:
    """What was filed is not told; hostile reasons are words."""
    stream = site.opened()
    file_orders(site.context, stream, "blue", "BIS: TURN L\nluck: sesame", "a" * 64)
    game_master.pause(site.context, stream, "<img src=x onerror=alert(1)>")
    page = site.browser("red@example.org").get(f"/g/{stream}/history").text
    assert "BIS: TURN L" not in page and "sesame" not in page and "<img src=x" not in page and "&lt;img" in page
    assert "<img src=x" not in site.browser("red@example.org").get(f"/g/{stream}").text


def test_the_kept_list_is_told_by_each_readers_own_clock(site: WebSite) -> None:
    """It is kept for the next who looks, yet the times on it are those of whoever does."""
    stream = site.opened()
    site.played(stream, 1)
    shown = {}
    for address, zone in (("blue@example.org", "Asia/Tokyo"), ("red@example.org", "America/New_York")):
        site.people.set_zone(site.person(address).id, zone)
        shown[zone] = [site.browser(address).get(f"/g/{stream}/history").text for _ in range(2)][-1]
    assert "JST" in shown["Asia/Tokyo"] and "JST" not in shown["America/New_York"]
    assert re.search("E[SD]T", shown["America/New_York"])


def test_other_tabs_have_the_latest_entries_alone(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long game; the history itself has all."""
    monkeypatch.setattr(history_tab, "LATEST", 2)
    stream = site.opened()
    site.played(stream, 2)
    beside, whole = (site.browser().get(f"/g/{stream}{part}").text for part in ("", "/history"))
    assert "The game was opened" in whole and "The game was opened" not in beside
    assert f'<a href="/g/{stream}/history">All ' in beside and f'<a href="/g/{stream}/history">All ' not in whole
