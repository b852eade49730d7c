"""The list of substitutes on the page about oneself, free seats on the pages of a game, and how reliable players are."""

from __future__ import annotations

import pytest

from events.platform import PolicySet
from pbem.service.games import seating
from pbem.service.games.game_master import name_master
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from tests.service.ladder.test_reliability import turns_of
from tests.web.api.test_api import Program
from tests.web.builders.sites import WebSite

BLUE, RED, THIRD = "blue@example.org", "red@example.org", "third@example.org"


def lost(site: WebSite, **policy: int) -> str:
    """A duel in which red has lost its seat."""
    stream = site.opened()
    absence.set_policy(site.context, stream, PolicySet(offer_after=1, why="house rules", **policy))
    file_orders(site.context, stream, "blue", "BIS: TURN L", "m1")
    site.played(stream, 1)
    assert "red" not in load(site.context, stream).ledger.players
    return stream


def test_the_form_keeps_what_was_chosen(site: WebSite) -> None:
    """Some rule books, all, none; a rule book that is not played here is told; nobody's without signing in."""
    client = site.browser(BLUE)
    some = ["stingray", "star_navy"]
    for chosen, words in ((some, "You are on the list"), (["any"], "You are on the list"), ([], "You are not on the list")):
        assert client.post("/you/substitute", data={"game": chosen}).status_code == 303
        page = client.get("/you").text
        assert words in page and page.count(' name="game"') == 5 and page.count(" checked") == len(chosen)
    assert "&#39;chess&#39; is not played here" in client.post("/you/substitute", data={"game": "chess"}).text
    assert site.browser().post("/you/substitute", data={"game": "any"}).status_code in (302, 303, 401, 403)


def test_a_program_does_the_same(site: WebSite) -> None:
    """By the API."""
    program = Program(site, BLUE)
    assert program.post("/me/substitute", {"games": ["", "stingray"]}) == {"games": ["", "stingray"]}
    assert program.get("/me/substitute") == {"games": ["", "stingray"]}
    assert program.ask("POST", "/me/substitute", {"games": ["chess"]}).status_code == 409


def test_a_free_seat_is_on_the_start_page_and_taken_on_the_games(site: WebSite) -> None:
    """Kept for substitutes until the turn is resolved: others are told so, and how to become one."""
    stream = lost(site, substitutes=True)
    client, path = site.browser(THIRD), f"/g/{stream}/seat"
    assert stream in client.get("/").text.partition('id="join"')[2]
    assert "goes to the first substitute who answers" in client.get(path).text
    assert "is kept for substitutes" in client.post(path, data={"act": "take", "seat": "red"}).text
    client.post("/you/substitute", data={"game": "any"})
    assert client.post(path, data={"act": "take", "seat": "red"}).status_code == 303
    assert load(site.context, stream).ledger.players["red"] == site.person(THIRD).id


def test_who_lost_a_seat_may_take_it_back_there(site: WebSite) -> None:
    """Nobody else may, in a game whose seats are given by invitation."""
    stream = lost(site)
    path = f"/g/{stream}/seat"
    assert "it is given by invitation" in site.browser(THIRD).get(path).text
    client = site.browser(RED)
    assert "As long as it is free you may take it back" in client.get(path).text
    assert client.post(path, data={"act": "take", "seat": "red"}).status_code == 303


@pytest.mark.parametrize("path", ["seat", "master"])
def test_how_reliable_players_are_is_said_beside_them(site: WebSite, path: str) -> None:
    """Of whom nobody can say yet, nothing is said."""
    stream = site.opened()
    turns_of(site.context, site.person(BLUE).id, kept=38, missed=12)
    name_master(site.context, stream, site.person(THIRD).id, "somebody must", "operator")
    page = site.browser(THIRD).get(f"/g/{stream}/{path}").text
    assert page.count("of 50 on time") == 1 and "38 of 50 on time" in page


def test_unreliable_visitors_are_told_why(site: WebSite) -> None:
    """Before they try, and when they do."""
    stream = lost(site, open_seats=True, reliability=80)
    client, path = site.browser(THIRD), f"/g/{stream}/seat"
    turns_of(site.context, site.person(THIRD).id, kept=1, missed=9)
    assert "if 80 in 100 of their turns came in time" in client.get(path).text
    assert "of yours 10 did" in client.post(path, data={"act": "take", "seat": "red"}).text
    seating.offer(site.context, stream, "red", site.person(THIRD).id, "all the same")
    assert "somebody is invited to it" in client.get(path).text
