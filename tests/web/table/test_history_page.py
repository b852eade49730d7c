"""The history page: all that was done to a game, for everybody, with the undone branch in sight."""

from __future__ import annotations

from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.turns import rollback
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
