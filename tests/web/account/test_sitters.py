"""Who orders for a player, on the pages and in the API: named, called, let in to the seat and nothing else, and out again."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

from events.platform import PolicySet
from pbem.service.audit.verify import audit
from pbem.service.history import OPERATOR
from pbem.service.ladder import absence
from pbem.service.repository import load
from tests.gateway.conftest import text_of
from tests.web.builders.sites import BASE, WebSite

FRIEND, RED, BLUE = "friend@example.org", "red@example.org", "blue@example.org"
SEAT, ORDERS, PRESS = "/g/g1/seat", "/g/g1/orders?side=red", "/g/g1/press?side=red"
HIDDEN = (ORDERS, PRESS, "/g/g1?side=red", "/g/g1/t/1?side=red", "/g/g1/t/1/proof.json?side=red", "/g/g1/luck?side=red")
"""Pages for who looks through red's eyes."""


@pytest.fixture
def site(site: WebSite) -> WebSite:
    """A game after its first turn, whose policy has sitters."""
    site.opened()
    absence.set_policy(site.context, "g1", PolicySet(sitters=True, why="as agreed"), OPERATOR)
    site.played("g1", 1)
    return site


def post(client: FlaskClient, act: str, seat: str = "red", **fields: str) -> int:
    return client.post(SEAT, data={"act": act, "seat": seat, **fields}).status_code


def text(client: FlaskClient, path: str) -> str:
    """A page without its marks, on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", client.get(path).text)).split())


def named(site: WebSite) -> tuple[FlaskClient, FlaskClient]:
    """The browsers of red's player and of the friend whom they have named."""
    red = site.browser(RED)
    assert post(red, "sitter", address=FRIEND) == 303
    return red, site.browser(FRIEND)


def away(red: FlaskClient) -> None:
    assert post(red, "away", until="2026-01-09T12:00", why="at sea") == 303


def codes(client: FlaskClient) -> set[int]:
    return {client.get(path).status_code for path in HIDDEN}


def sound(site: WebSite) -> bool:
    found = audit(site.context, "g1")
    assert not found.broken, found.broken
    return found.sound


def test_the_seats_own_page_names_and_takes_back(site: WebSite) -> None:
    red, friend = named(site)
    assert "When you cannot order, friend does." in text(red, SEAT)
    assert "You are named to order for its player" in text(friend, SEAT)
    for other in (site.browser(BLUE), site.browser()):
        assert "friend" not in text(other, SEAT)
    (mail,) = site.mails(FRIEND)
    assert "asks you to order for them when they cannot" in " ".join(text_of(mail).split())
    assert post(red, "no-sitter") == 303
    assert "Somebody orders for me when I cannot" in text(red, SEAT)
    assert sound(site)


def test_before_they_are_called_they_see_nothing_of_the_seat(site: WebSite) -> None:
    _, friend = named(site)
    assert codes(friend) == {403}
    assert "you order for its player" not in text(friend, "/")
    assert friend.post(ORDERS, data={"text": "SR1: TURN L"}).status_code == 403


def test_only_the_player_names_and_nobody_of_another_side(site: WebSite) -> None:
    red = site.browser(RED)
    for client in (site.browser(BLUE), site.browser(FRIEND)):
        assert post(client, "sitter", address="x@example.org") == 403
    assert post(red, "sitter", address=BLUE) == 409
    assert post(red, "sitter", address=RED) == 409
    assert post(red, "sitter", address="nobody at all") in (400, 409)
    assert site.people.by_address("x@example.org") is None


def test_no_form_where_the_policy_has_no_sitters(site: WebSite) -> None:
    absence.set_policy(site.context, "g1", PolicySet(why="no more"), OPERATOR)
    red = site.browser(RED)
    assert "Somebody orders for me" not in text(red, SEAT)
    assert post(red, "sitter", address=FRIEND) == 409
    assert site.people.by_address(FRIEND) is None


def test_who_is_called_sees_the_seat_and_orders_for_it(site: WebSite) -> None:
    """The start page lists it; everybody is told that somebody orders for its player, and nobody who."""
    red, friend = named(site)
    away(red)
    assert codes(friend) == {200}
    assert "you order for its player" in text(friend, "/") and "you order for its player" not in text(red, "/")
    assert "You order for the player of Red ." in text(friend, "/g/g1?side=red")
    assert "Orders of Red for turn 2" in text(friend, "/g/g1") and "Orders of Red for turn 2" in text(red, "/g/g1")
    for other in (site.browser(BLUE), site.browser()):
        assert "Somebody orders for the player of Red ." in text(other, "/g/g1")
        assert "friend" not in text(other, SEAT) and "Somebody orders for its player." in text(other, SEAT)
        assert other.get("/g/g1?side=red").status_code in (401, 403)
    assert "friend orders for you now" in text(red, SEAT)
    filed = friend.post(ORDERS, data={"text": "SR1: TURN L\nREADY", "turn": "2", "form": "f1"})
    assert filed.status_code == 200 and friend.post(ORDERS, data={"text": "SR1: TURN L\nREADY", "turn": "2", "form": "f1"})
    ledger = load(site.context, "g1").ledger
    assert ledger.filed["red"].source.startswith("sitter ") and ledger.filed["red"].source.endswith(".web")
    assert ledger.ready == ["red"] and ledger.sitting
    assert "Filed by who orders for its player" in text(red, "/g/g1?side=red")
    copies = [mail for mail in site.mails(RED) if mail["Subject"] == "[g1 T2] orders filed for you"]
    assert len(copies) == 1
    assert sound(site)


def test_the_seat_stays_the_players(site: WebSite) -> None:
    red, friend = named(site)
    away(red)
    for act in ("resign", "away", "back", "sitter", "no-sitter"):
        assert post(friend, act, why="x", until="2026-01-20T12:00", address="x@example.org", sure="yes") == 403
    assert load(site.context, "g1").ledger.players["red"] == site.person(RED).id
    assert friend.get("/g/g1?side=blue").status_code == 403 and friend.get("/g/g1/master").status_code == 403


def test_their_link_signs_them_in_and_their_old_links_nobody(site: WebSite) -> None:
    red, _ = named(site)
    away(red)
    called = text_of(next(mail for mail in site.mails(FRIEND) if "YOU ORDER FOR Red" in text_of(mail)))
    (link,) = set(re.findall(rf"{re.escape(BASE)}(/seat/\S+)", called))
    browser = site.browser()
    assert browser.post(link).headers["Location"] == "/g/g1?side=red"
    assert browser.get(ORDERS).status_code == 200
    assert post(red, "back") == 303
    assert browser.get(link).status_code == 404 and browser.get(ORDERS).status_code == 403


def test_the_player_who_files_on_the_page_is_back(site: WebSite) -> None:
    """From then on no page, form or program lets the other in; they join no other side."""
    red, friend = named(site)
    away(red)
    assert codes(friend) == {200}
    answer = red.post(ORDERS, data={"text": "SR1: TURN R", "turn": "2", "form": "f2"})
    assert "you are back: nobody orders for you any more" in answer.text
    assert codes(friend) == {403}
    assert friend.post(ORDERS, data={"text": "SR1: TURN L", "turn": "2"}).status_code == 403
    assert friend.post(PRESS, data={"to": "blue", "words": "hello"}).status_code == 403
    assert "you order for its player" not in text(friend, "/")
    absence.set_policy(site.context, "g1", PolicySet(sitters=True, open_seats=True, why="come all"), OPERATOR)
    assert site.browser(BLUE).post(SEAT, data={"act": "resign", "seat": "blue", "why": "x", "sure": "yes"}).status_code == 303
    assert post(friend, "take", "blue") == 409
    assert sound(site)


def test_press_that_the_player_sends_on_the_page_brings_them_back(site: WebSite) -> None:
    red, friend = named(site)
    away(red)
    assert friend.post(PRESS, data={"to": "blue", "words": "hello", "form": "p1"}).status_code == 303
    assert load(site.context, "g1").ledger.sitting
    assert red.post(PRESS, data={"to": "blue", "words": "hello", "form": "p2"}).status_code == 303
    assert not load(site.context, "g1").ledger.sitting
    assert sound(site)


def test_who_cannot_go_on_says_so_on_the_page_or_by_their_link(site: WebSite) -> None:
    red, friend = named(site)
    away(red)
    assert "I cannot do it" in text(friend, SEAT)
    assert post(friend, "decline") == 303 and codes(friend) == {403}
    assert post(friend, "decline") == 409
    assert post(red, "sitter", address=FRIEND) == 303 and codes(friend) == {200}
    mail = [each for each in site.mails(FRIEND) if "YOU ARE NAMED" in text_of(each)][-1]
    (link,) = set(re.findall(rf"{re.escape(BASE)}(/mail/sitter/\S+)", text_of(mail)))
    browser = site.browser()
    assert "until they are back" in text(browser, link) and codes(friend) == {200}
    assert "You do not order for Red." in browser.post(link).text
    assert codes(friend) == {403} and browser.get(link).status_code == 404
    assert sound(site)


def test_the_api_lets_them_in_and_out(site: WebSite) -> None:
    """A program of theirs orders for the seat while they sit; the listing says that somebody does."""
    tokens = {who: site.keys.give_token(site.person(who).id, "x", "2026-01-01T00:00:00Z") for who in (RED, FRIEND)}
    client = site.web.test_client()

    def ask(who: str, method: str, path: str, **body: object) -> int:
        headers = {"Authorization": f"Bearer {tokens[who]}", "Idempotency-Key": path}
        return client.open(f"/api/v1/games/g1{path}", method=method, headers=headers, json=body or None).status_code

    assert ask(RED, "POST", "/seats/red/sitter", address=FRIEND) == 200
    assert ask(FRIEND, "GET", "/orders?side=red") == 403
    assert ask(RED, "POST", "/seats/red/absence", until="2026-01-20T12:00:00Z", why="at sea") == 200
    assert ask(FRIEND, "GET", "/orders?side=red") == 200
    assert ask(FRIEND, "POST", "/orders?side=red", text="SR1: TURN L") == 200
    assert ask(FRIEND, "POST", "/seats/red/sitter", address="x@example.org") == 403
    assert ask(FRIEND, "POST", "/seats/red/resign", why="x") == 403
    (red,) = [seat for seat in client.get("/api/v1/games/g1").json["data"]["listed"]["seats"] if seat["seat"] == "red"]
    assert red["sitter"] is True and red["player"] == "person"
    assert ask(RED, "POST", "/ready?side=red", ready=True) == 200
    assert ask(FRIEND, "GET", "/orders?side=red") == 403 and ask(FRIEND, "POST", "/orders?side=red", text="x") == 403
    assert ask(RED, "POST", "/seats/red/sitter", address="") == 200
    assert sound(site)
