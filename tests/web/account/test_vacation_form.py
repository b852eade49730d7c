"""Away from all games by one form of one's own page, until a day is over by one's own clock; and back."""

from __future__ import annotations

from pbem.service.audit.verify import audit
from pbem.service.repository import load
from tests.web.api.test_api import Program
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


def away(site: WebSite, stream: str) -> dict[str, str]:
    return load(site.context, stream).ledger.absent


def test_away_and_back(site: WebSite) -> None:
    """Both games are told with the reason, and named; the page says until when, and has the way back."""
    first, second, client = site.opened(), site.opened(), site.browser(BLUE)
    site.people.set_zone(site.person(BLUE).id, "Europe/Berlin")
    page = client.post("/you/vacation", data={"until": "2026-01-09", "why": "<b>skiing</b>"}, follow_redirects=True).text
    assert f"The others are told in {first} (blue), {second} (blue)." in page
    assert "&lt;b&gt;skiing" in page and "You are away until" in page
    assert away(site, first) == away(site, second) == {"blue": "2026-01-09T23:00:00.000000Z"}
    page = client.post("/you/vacation", data={"act": "back"}, follow_redirects=True).text
    assert "Welcome back." in page and "You are away until" not in page
    assert away(site, first) == away(site, second) == {}
    assert audit(site.context, first).sound and audit(site.context, second).sound


def test_slips_are_told(site: WebSite) -> None:
    """A day that is past, or none; no reason: a sentence, and no game is told."""
    stream, client = site.opened(), site.browser(BLUE)
    for until, why, words in (
        ("2025-12-31", "x", "is past"),
        ("soon", "x", "is no day"),
        ("9999-12-31", "x", "is no day"),
        ("2028-01-01", "x", "within 365 days"),
        ("2026-01-09", " ", "Say why"),
    ):
        page = client.post("/you/vacation", data={"until": until, "why": why})
        assert page.status_code in (400, 409) and words in page.text, until
    assert away(site, stream) == {}


def test_a_program_says_it_too(site: WebSite) -> None:
    stream, program = site.opened(), Program(site, BLUE)
    assert program.get("/me/vacation") == {"until": "", "why": "", "told": []}
    told = program.post("/me/vacation", {"until": "2026-01-09T18:00:00Z", "why": "skiing"})
    assert told["told"] == [{"stream": stream, "seat": "blue", "refused": ""}] and told["until"].startswith("2026-01-09T18:00")
    assert program.get("/me/vacation")["why"] == "skiing" and list(away(site, stream)) == ["blue"]
    assert program.post("/me/vacation", {"until": "", "why": ""})["until"] == "" and away(site, stream) == {}
    assert program.ask("POST", "/me/vacation", {"until": "soon", "why": "x"}).status_code == 422


def test_an_erased_person_is_away_from_nowhere(site: WebSite) -> None:
    site.opened()
    site.browser(BLUE).post("/you/vacation", data={"until": "2026-01-09", "why": "skiing"})
    site.gateway.erase(site.person(BLUE).id)
    assert site.context.database.con.execute("SELECT count(*) FROM vacations").fetchone() == (0,)
    assert site.context.database.con.execute("SELECT count(*) FROM vacation_seats").fetchone() == (0,)
