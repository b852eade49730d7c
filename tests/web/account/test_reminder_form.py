"""How one is reminded is chosen on one's own page, in all games and in single ones; programs do the same."""

from __future__ import annotations

from pbem.accounts.reminder_choices import ReminderChoice, ReminderChoices
from pbem.service.reminders import choices
from tests.web.api.test_api import Program
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


def said(site: WebSite) -> dict[str, ReminderChoice]:
    return ReminderChoices(site.context.database).of_person(site.person(BLUE).id)


def test_for_all_games_and_for_one(site: WebSite) -> None:
    """The page shows both; a game can follow the others again."""
    stream, client = site.opened(), site.browser(BLUE)
    page = client.get("/you").text
    assert "a reminder before the deadline: 24, 3 hours" in page
    assert client.post("/you/reminders", data={"stream": "", "mode": "reminders", "hours": " 2; 12h, 12"}).status_code == 303
    assert client.post("/you/reminders", data={"stream": stream, "mode": "digest", "hours": ""}).status_code == 303
    assert said(site) == {"": ReminderChoice("reminders", (12, 2)), stream: ReminderChoice("digest")}
    page = client.get("/you").text
    assert "a reminder before the deadline: 12, 2 hours" in page and "<dd>one mail a day</dd>" in page
    client.post("/you/reminders", data={"stream": stream, "mode": "as in all"})
    assert said(site) == {"": ReminderChoice("reminders", (12, 2))}


def test_slips_are_told(site: WebSite) -> None:
    """Hours that are none, too many, too far; another's game; no such way."""
    site.opened()
    other = site.opened(blue="third@example.org", red="fourth@example.org")
    client = site.browser(BLUE)
    for given, code, words in (
        ({"mode": "reminders", "hours": "soon"}, 400, "are no hours"),
        ({"mode": "reminders", "hours": "0"}, 400, "1 to 168 hours"),
        ({"mode": "reminders", "hours": "169"}, 400, "1 to 168 hours"),
        ({"mode": "reminders", "hours": "1,2,3,4,5,6"}, 400, "once to 5 times"),
        ({"mode": "pigeon", "hours": ""}, 400, "reminders, digest, off"),
        ({"mode": "as in all"}, 400, "Choose the game"),
        ({"mode": "off", "stream": other}, 404, "have no game"),
    ):
        page = client.post("/you/reminders", data=given)
        assert page.status_code == code and words in page.text, given
    assert said(site) == {"": ReminderChoice()}


def test_another_clock_moves_the_digest(site: WebSite) -> None:
    """Eight by the new one."""
    site.opened()
    client, blue = site.browser(BLUE), site.person(BLUE)
    choices.choose(site.context, blue, "", ReminderChoice("digest"))
    client.post("/you", data={"name": "Blue", "zone": "America/New_York"})
    (at,) = site.context.database.con.execute("SELECT next_at FROM digests WHERE person=?", (blue.id,)).fetchone()
    assert at == "2026-01-01T13:00:00.000000Z"


def test_a_program_chooses_too(site: WebSite) -> None:
    stream, program = site.opened(), Program(site, BLUE)
    assert program.get("/me/reminders") == [{"stream": "", "mode": "reminders", "hours": [24, 3]}]
    assert program.post("/me/reminders", {"mode": "reminders", "hours": [6, 1], "stream": stream})[1]["hours"] == [6, 1]
    assert len(program.post("/me/reminders", {"mode": "", "stream": stream})) == 1
    assert program.post("/me/reminders", {"mode": "off"}) == [{"stream": "", "mode": "off", "hours": [24, 3]}]
    for body, code in (({"mode": "off", "stream": "g9"}, 404), ({"mode": ""}, 400), ({"mode": "off", "hours": [0]}, 400)):
        assert program.ask("POST", "/me/reminders", body).status_code == code
