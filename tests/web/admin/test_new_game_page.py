"""Opening a game on the web: the form, its options and seats, and what comes of it."""

from __future__ import annotations

import re

import pytest

from pbem.games import GAMES
from pbem.service.games import opening
from pbem.service.repository import load
from pbem.web.admin.balance_figures import balances
from pbem.web.admin.scenario_cards import scenario_card
from tests.web.builders.sites import WebSite

ME = "me@example.org"
FORM = {"title": "A quiet evening", "pace": "2 days", "grace_hours": "12", "wait_days": "14", "open_seats": "yes"}
DUEL = {**FORM, "shown": "blue red", "seat-blue": "me", "seat-red": "invite", "address-red": "friend@example.org"}
PATH = "/new/star_navy/first-blood"


def test_a_game_is_opened_by_whoever_is_signed_in(site: WebSite) -> None:
    """They run it, sit where they said, their friend is mailed an invitation, and the policy stands from the start."""
    answer = site.browser(ME).post(PATH, data=DUEL)
    assert answer.status_code == 303 and answer.location == "/g/g1/master"
    ledger, me = load(site.context, "g1").ledger, site.person(ME).id
    assert (ledger.title, ledger.rhythm_hours, ledger.master) == ("A quiet evening", 48.0, me)
    assert ledger.players == {"blue": me} and ledger.offered == {"red": site.person("friend@example.org").id}
    assert (ledger.policy.grace_hours, ledger.policy.wait_days, ledger.policy.open_seats) == (12.0, 14.0, True)
    assert ledger.policy.pace == "48h"
    site.gateway.flush()
    assert len(list((site.folder / "mail" / "friend@example.org" / "new").iterdir())) == 1
    row = site.context.store.game("g1")
    assert row is not None and (row.master, row.open_seats) == (me, 1)


def test_nobody_opens_nothing(site: WebSite) -> None:
    """Every page of it asks to sign in first."""
    browser = site.browser()
    assert [browser.get(path).status_code for path in ("/new", PATH)] == [401, 401]
    assert browser.post(PATH, data=DUEL).status_code == 401


@pytest.mark.parametrize("game", list(GAMES))
def test_every_scenario_is_offered_and_opens_as_its_form_stands(site: WebSite, game: str) -> None:
    """The list names all; the form of the first, sent back as it is shown with bots at the seats, opens a game."""
    browser = site.browser(ME)
    listed = browser.get("/new").text
    assert all(f"/new/{game}/{scenario}" in listed for scenario in GAMES[game].scenarios)
    scenario = next(iter(GAMES[game].scenarios))
    assert browser.get(f"/new/{game}/{scenario}").status_code == 200
    choices = GAMES[game].scenarios.choices(scenario)
    seats = [seat.id for seat in GAMES[game].rules.seats(scenario, GAMES[game].scenarios.options(scenario, {}))]
    sent = {f"option-{name}": str(choice.default) for name, choice in choices.items()}
    sent |= {f"seat-{seat}": f"bot:{next(iter(GAMES[game].planning.bots))}" for seat in seats}
    assert browser.post(f"/new/{game}/{scenario}", data={**FORM, **sent, "shown": " ".join(seats)}).status_code == 303


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"option-pace": "fast"}, "option pace"),
        ({"address-red": ""}, "write the mail address"),
        ({"address-red": "no address"}, "is no mail address"),
        ({"seat-red": "bot:genius"}, "no bot &#39;genius&#39;"),
        ({"pace": "soon"}, "the pace &#39;soon&#39; cannot be read"),
        ({"pace": "1441h"}, "a turn lasts 1440 hours at most"),
        ({"pace": "Mon, Tus 20:00 Europe/Berlin"}, "did you mean tuesday?"),
        ({"pace": "daily 20:00 Berlin"}, "did you mean europe/berlin?"),
        ({"pace": "daily 20:00"}, "by whose clock"),
        ({"grace_hours": "nan"}, "write a number of hours"),
        ({"excuses": "1.5"}, "write a whole number"),
        ({"days_off": "2026-12-24 24.12.2027"}, "is no date"),
        ({"vote draw": "most"}, "write per cent of the players"),
        ({"silent_then": "nobody"}, "there are players, operator"),
        ({"bot": "genius"}, "no bot &#39;genius&#39;"),
        ({"holidays": "XX"}, "no holidays are known of &#39;xx&#39;"),
    ],
)
def test_a_slip_loses_nothing(site: WebSite, change: dict[str, str], said: str) -> None:
    """The form comes back with one sentence and all that was typed; no game is opened and nobody is mailed."""
    answer = site.browser(ME).post(PATH, data={**DUEL, **change})
    assert answer.status_code == 400 and said in answer.text.lower(), answer.text
    assert 'value="A quiet evening"' in answer.text
    assert site.context.store.streams() == []


def test_options_that_make_other_seats_show_them_first(site: WebSite) -> None:
    """Three players in open space: the form comes back with the third seat before anything is opened."""
    path = "/new/star_navy/open-space"
    sent = {**FORM, "shown": "blue red", "seat-blue": "me", "seat-red": "free", "option-players": "3"}
    answer = site.browser(ME).post(path, data=sent)
    third = (
        GAMES["star_navy"].rules.seats("open-space", GAMES["star_navy"].scenarios.options("open-space", {"players": 3}))[2].id
    )
    assert answer.status_code == 200 and f'name="seat-{third}"' in answer.text
    assert site.context.store.streams() == []


def test_the_cards_say_what_is_played(site: WebSite) -> None:
    """Players, length, balance as the rule book's table has it, and a map that is drawn."""
    browser = site.browser(ME)
    page = " ".join(browser.get("/new?game=sovereign_seas&players=2").text.split())
    card = page[page.index("Seven French ships") :]
    assert "British : French; 2 to 4 players" in card and "at most 16 turns, about 5 between bots" in card
    assert "One-sided, for French" in card and "20 : 80 in 100 games by bots" in card
    picture = site.browser().get("/new/sovereign_seas/blockade-breakout/map.svg")
    assert picture.mimetype == "image/svg+xml" and picture.text.count("<polygon") > 5
    assert browser.get("/new/sovereign_seas/none/map.svg").status_code == 404


def test_the_rule_books_have_tables_of_balance() -> None:
    """A game that is new may be without; these were measured."""
    assert {"star_navy", "stingray", "sovereign_seas", "wet_thrust"} <= {key for key in GAMES if balances(key)}


@pytest.mark.parametrize("game", [key for key in GAMES if balances(key)])
def test_every_scenario_was_measured(game: str) -> None:
    """The tables of the rule books name each scenario and all of its sides."""
    for scenario in GAMES[game].scenarios:
        card = scenario_card(GAMES[game], scenario)
        assert card.balance is not None, scenario
        assert {side.lower() for side in card.balance.wins} == {seat.side.lower() for seat in card.seats}, scenario
        assert card.balance.draws + sum(card.balance.wins.values()) == pytest.approx(100, abs=1), scenario


def test_filters_leave_what_suits(site: WebSite) -> None:
    """By rule book and number of players; a link takes the other filter along; nothing left is said."""
    browser = site.browser(ME)
    three = browser.get("/new?game=star_navy&players=3").text
    assert "/new/star_navy/open-space" in three and "/new/star_navy/first-blood" not in three and "/new/stingray" not in three
    assert 'href="/new?game=stingray&amp;players=3"' in three
    assert "No scenario is for so many players" in browser.get("/new?game=wet_thrust&players=5").text
    assert browser.get("/new?game=chess").status_code == 404
    assert browser.get("/new?players=x").status_code == 200


def test_each_step_takes_the_others_along(site: WebSite) -> None:
    """From the seats to the pace and back; a slip in the seats leads back to them at once."""
    browser = site.browser(ME)
    pace = browser.post(f"{PATH}/pace", data={**DUEL, "words": "Come!", "rules": "fast"}).text
    assert 'name="address-red" value="friend@example.org"' in pace and 'name="words" value="Come!"' in pace
    assert re.search(r'value="fast"[^>]* checked', pace) and "friend@example.org is invited by mail" in pace
    seats = browser.post(f"{PATH}/seats", data={**DUEL, "rules": "fast"}).text
    assert 'name="rules" value="fast"' in seats and 'value="A quiet evening" required' in seats
    slip = browser.post(f"{PATH}/pace", data={**DUEL, "address-red": "nobody", "rules": "fast"})
    assert slip.status_code == 400 and "is no mail address" in slip.text and "Who plays?" in slip.text
    assert site.context.store.streams() == []


def test_a_ready_made_pace_counts_before_its_fields(site: WebSite) -> None:
    """One's own rules count only when they are chosen."""
    browser = site.browser(ME)
    for rules, pace in (("patient", "168h"), ("own", "48h"), ("evening", "0h")):
        stream = browser.post(PATH, data={**DUEL, "rules": rules}).location.split("/")[2]
        assert load(site.context, stream).ledger.policy.pace == pace
    assert browser.post(PATH, data={**DUEL, "rules": "slow"}).status_code == 400


def test_the_same_form_opens_one_game(site: WebSite) -> None:
    """Sent twice, it leads to the same game, and one invitation goes out; another form opens another."""
    browser = site.browser(ME)
    answers = [browser.post(PATH, data={**DUEL, "form": form}).location for form in ("one", "one", "two")]
    assert answers == ["/g/g1/master", "/g/g1/master", "/g/g2/master"]
    assert len(site.mails("friend@example.org")) == 2


def test_there_is_a_limit(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs as many games as one person may is told so."""
    monkeypatch.setattr(opening, "MAX_OPEN", 1)
    browser = site.browser(ME)
    assert browser.post(PATH, data=DUEL).status_code == 303
    answer = browser.post(PATH, data=DUEL)
    assert answer.status_code == 400 and "1 is the most" in answer.text


def test_what_is_not_there(site: WebSite) -> None:
    """Rules and scenarios that we do not have."""
    browser = site.browser(ME)
    for path in ("/new/chess/x", "/new/star_navy/x"):
        assert browser.get(path).status_code == 404
        assert browser.post(path, data=DUEL).status_code == 404


def test_hostile_titles_are_only_titles(site: WebSite) -> None:
    """Markup and line breaks in a name: escaped, and on one line, for it goes into mail subjects."""
    browser = site.browser(ME)
    browser.post(PATH, data={**DUEL, "title": "<b>x\r\nBcc: y</b>"})
    assert load(site.context, "g1").ledger.title == "<b>x Bcc: y</b>"
    assert "<b>x" not in browser.get("/g/g1").text
