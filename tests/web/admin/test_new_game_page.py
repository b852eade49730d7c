"""Opening a game on the web: the form, its options and seats, and what comes of it."""

from __future__ import annotations

import pytest

from pbem.games import GAMES
from pbem.service.games import opening
from pbem.service.repository import load
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
