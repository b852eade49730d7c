"""Guests: a game to try without signing in, which nobody else sees; what a guest may not do; how the game is kept."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from events.lists.game_list import GameRow
from pbem.campaign.played import rule_books
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.guests.guest_games import play_on, unseen_guests
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from pbem.web.account import guest_page
from pbem.web.guide.hints import about, texts
from tests.web.builders.sites import WebSite

OPENS = "MIL:\nT1 FIRE ANY AT MKE\n"


def trying(site: WebSite, game: str = "star_navy") -> tuple[FlaskClient, str, str]:
    """A browser of a guest, their game, and their id."""
    browser = site.browser()
    found = browser.post(f"/try/{game}")
    assert found.status_code == 303
    stream = found.headers["Location"].rpartition("/")[2]
    (person,) = [row.player for row in site.context.store.seats(stream) if row.player and not row.player.startswith("bot:")]
    return browser, stream, person


@pytest.mark.parametrize("game", ["star_navy", "wet_thrust", "stingray", "sovereign_seas"])
def test_a_guest_plays_a_turn_of_each_rule_book(site: WebSite, game: str) -> None:
    """Without script and without a heartbeat: ready, and the turn is resolved; the hints go on with its report."""
    browser, stream, _ = trying(site, game)
    assert texts(game)[0].title in browser.get(f"/g/{stream}").text
    ready = browser.post(f"/g/{stream}/orders/ready", data={"ready": "yes", "sure": "yes", "turn": "1"})
    row = site.context.store.game(stream)
    assert ready.status_code == 303 and row is not None and (row.closed, row.turn) == (1, 2)
    assert browser.get(f"/g/{stream}").status_code == 200


def test_a_guest_is_led_to_the_report_when_the_clock_was_faster(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the filing and the page a heartbeat resolves the turn: the page is its report all the same."""

    def late(context: ServiceContext, row: GameRow) -> bool:
        tick(context)
        return play_on(context, row)

    monkeypatch.setattr(guest_page, "play_on", late)
    browser, stream, _ = trying(site)
    filed = browser.post(f"/g/{stream}/orders", data={"text": OPENS, "turn": "1", "act": "file", "done": "yes"})
    assert (filed.status_code, filed.headers.get("Location")) == (303, f"/g/{stream}")
    kept = browser.post(f"/g/{stream}/orders", data={"text": "MIL:\nT2 NOTHING\n", "turn": "2", "act": "file"})
    assert kept.status_code == 200, "who is not ready sees the receipt"


@pytest.mark.parametrize("game", ["star_navy", "wet_thrust", "stingray", "sovereign_seas"])
def test_a_guest_is_helped_while_writing(site: WebSite, game: str) -> None:
    """What the hints promise: the text is kept and tried, and a click on the map offers orders that lead there."""
    browser, stream, person = trying(site, game)
    seat = next(row.seat for row in site.context.store.seats(stream) if row.player == person)
    unit = next(iter(load(site.context, stream).game.rules.due(load(site.context, stream).state)[seat].units))
    tried = browser.post(f"/g/{stream}/orders/draft?side={seat}", json={"turn": "1", "text": f"{unit}:\n"})
    place = {"turn": "1", "text": "", "unit": unit, "x": 1.0, "y": 1.0, "at": ""}
    toward = browser.post(f"/g/{stream}/orders/toward?side={seat}", json=place)
    assert [tried.status_code, toward.status_code] == [200, 200], (tried.text, toward.text)


def test_there_are_seven_hints_for_each_rule_book(site: WebSite) -> None:
    """With their parts on the page; and the start page says what the game is."""
    for game in set(rule_books(site.context.games)) - {"campaign"}:
        assert len(texts(game)) == 7, game
        browser, stream, _ = trying(site, game)
        page = browser.get(f"/g/{stream}").text
        assert all(f'id="{hint.part}"' in page for hint in texts(game)), game
        assert about(game) and escape(about(game)) in site.browser().get("/").text, game


def test_a_hint_is_remembered(site: WebSite) -> None:
    """Next, and none any more for who knows this; nothing for a forged number."""
    browser, stream, _ = trying(site)
    second = texts("star_navy")[1].title
    assert browser.post("/hints/star_navy", data={"at": "2", "next": f"/g/{stream}"}).headers["Location"] == f"/g/{stream}"
    assert f"2 of 7</span> {second}" in browser.get(f"/g/{stream}").text
    browser.post("/hints/star_navy", data={"at": "0"})
    assert second not in browser.get(f"/g/{stream}").text
    assert browser.post("/hints/chess", data={"at": "1"}).status_code == 404


def test_nobody_else_sees_the_game(site: WebSite) -> None:
    """Not in a list, not at its address, not through the API, and nobody is rated by it."""
    _, stream, _ = trying(site)
    for who in ("", "stranger@example.org"):
        other = site.browser(who)
        assert other.get(f"/g/{stream}").status_code == 404 and other.get(f"/g/{stream}/thread").status_code == 404
        for path in ("/", "/games", "/league", "/api/v1/games"):
            assert f"/g/{stream}" not in other.get(path).text and f'"{stream}"' not in other.get(path).text
    assert site.context.store.games_run_by_nobody() == []


def test_nothing_is_mailed_to_a_guest(site: WebSite) -> None:
    """No report, no receipt: the queue stays empty, whoever would write."""
    browser, stream, _ = trying(site)
    browser.post(f"/g/{stream}/orders", data={"text": OPENS, "turn": "1", "act": "ready", "sure": "yes"})
    site.gateway.work()
    site.gateway.remind()
    site.gateway.tell_followers()
    assert site.context.database.con.execute("SELECT count(*) FROM outbound").fetchone()[0] == 0
    assert site.context.store.unsent_reports() == []


@pytest.mark.parametrize(
    "path",
    ["/new/star_navy/first-blood", "/you", "/you/tokens", "/g/g1/thread", "/g/g1/votes", "/g/g1/press", "/g/g1/seat"],
)
def test_what_a_guest_may_not_do(site: WebSite, path: str) -> None:
    """It is refused with a sentence that says what would open it."""
    open_game(site.context, "star_navy", "first-blood", setup=GameSetup())
    browser, _, _ = trying(site)
    refused = browser.post(path, data={})
    assert refused.status_code == 403 and "keep your game with a mail address" in refused.text


def link_of(site: WebSite, address: str) -> str:
    """The path of the newest link that was mailed to this address."""
    found = re.findall(r"/sign-in/[A-Za-z0-9_.\-]+", site.mails(address)[-1].get_body(("plain",)).get_content())  # type: ignore[union-attr]
    return str(found[-1])


def test_a_guest_becomes_a_person(site: WebSite) -> None:
    """The same id with a name and an address: the seat is kept."""
    browser, stream, guest = trying(site)
    assert browser.post("/keep", data={"address": "new@example.org"}).status_code == 200
    assert browser.post(link_of(site, "new@example.org"), data={"name": "Nelson"}).status_code == 303
    found = site.people.by_address("new@example.org")
    assert found is not None and (found.id, found.name, found.is_guest) == (guest, "Nelson", False)
    assert browser.get(f"/g/{stream}").status_code == 200


def test_a_person_who_tried_gets_the_seat(site: WebSite) -> None:
    """Somebody who is known already: the guest's seat goes to them."""
    known = site.person("known@example.org")
    browser, stream, guest = trying(site)
    browser.post("/keep", data={"address": "known@example.org"})
    assert browser.post(link_of(site, "known@example.org")).status_code == 303
    assert known.id in [row.player for row in site.context.store.seats(stream)]
    assert guest not in [row.player for row in site.context.store.seats(stream)]
    assert browser.get(f"/g/{stream}").status_code == 200


def test_who_does_not_come_back_is_forgotten(site: WebSite) -> None:
    """After a week without a visit: the game is over, its log stays; not a day earlier."""
    _, stream, guest = trying(site)
    site.clock.advance(6 * 24)
    assert unseen_guests(site.context) == []
    site.clock.advance(25)
    assert unseen_guests(site.context) == [guest]
    row = site.context.store.game(stream)
    assert row is not None and row.status == "ended"
    site.gateway.erase(guest)
    assert site.people.by_id(guest) is None


def test_two_guests_have_no_address_in_common(site: WebSite) -> None:
    """Nobody is found by having none, and a mail without a sender is nobody's."""
    first, second = trying(site)[2], trying(site)[2]
    assert first != second and site.people.by_address("") is None


def test_games_are_begun_five_times_an_hour(site: WebSite) -> None:
    """The sixth has to wait, with a sentence."""
    for _ in range(5):
        trying(site)
    refused = site.browser().post("/try/star_navy")
    assert refused.status_code == 429 and "hour" in refused.text


def test_the_opening_of_a_hidden_game_is_made_again(site: WebSite) -> None:
    """The audit comes to the same first events, the one that hides it among them."""
    _, stream, _ = trying(site)
    found = audit(site.context, stream)
    assert found.sound, found.broken
