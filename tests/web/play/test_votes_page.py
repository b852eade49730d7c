"""What the players decide, on the game page: the state, and buttons to vote; the others are mailed as after a vote by mail."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events.platform import PolicySet, VoteCast
from pbem.service.audit.verify import audit
from pbem.service.games.game_master import name_master
from pbem.service.ladder.absence import set_policy
from pbem.service.repository import load
from pbem.service.votes.silence import note_silence
from tests.gateway.conftest import text_of
from tests.web.builders.sites import SEATS, WebSite

BLUE, RED = SEATS["blue"], SEATS["red"]
EACH = (
    {"on": "pause"},
    {"on": "go on"},
    {"on": "master red"},
    {"on": "master nobody"},
    {"on": "roll back to", "turn": "1"},
    {"on": "draw"},
)


def send(client: FlaskClient, stream: str, seat: str, form: str = "1", **data: str) -> TestResponse:
    return client.post(f"/g/{stream}/votes?side={seat}", data={"form": form, "act": "vote", **data}, follow_redirects=True)


def shown(site: WebSite, stream: str, address: str) -> str:
    """The section, in one line."""
    page = site.browser(address).get(f"/g/{stream}").text
    return " ".join(page.partition('id="votes"')[2].partition("</section>")[0].split())


def test_a_vote_stands_and_is_taken_back(site: WebSite) -> None:
    """Its voter can take it back, the other can join in; what was sent twice counts once."""
    stream = site.opened()
    assert "<strong>A draw</strong>: nobody wants it yet; 2 are needed" in shown(site, stream, BLUE)
    for said in ("You vote for a draw: 1 of 2 players want it", "Your vote for a draw was noted"):
        assert said in send(site.browser(BLUE), stream, "blue", on="draw", why="nobody can win; really").text
    (entry,) = site.context.store.select(stream, [VoteCast])
    assert isinstance(entry.event, VoteCast) and entry.event.why == "nobody can win; really"
    assert "Blue (1 of 2 players); 2 are needed" in shown(site, stream, RED) and "I want it, too" in shown(site, stream, RED)
    assert "Take my vote back" in shown(site, stream, BLUE) and "Take my vote back" not in shown(site, stream, RED)
    (mail,) = [mail for mail in site.mails(RED) if mail["Subject"] == f"[{stream} T1] a vote"]
    assert "nobody can win; really" in mail.get_content()
    send(site.browser(BLUE), stream, "blue", "2", act="back", on="draw")
    assert not load(site.context, stream).ledger.votes and audit(site.context, stream).sound


def test_each_vote_from_the_page(site: WebSite) -> None:
    """A pause, going on, another game master, nobody, going back, and a draw that ends the game."""
    stream = site.opened()
    name_master(site.context, stream, site.person("umpire@example.org").id, "as agreed", "operator")
    site.played(stream, 2)
    for number, data in enumerate(EACH):
        for seat, address in SEATS.items():
            reply = send(site.browser(address), stream, seat, f"{seat} {number}", **data)
            assert reply.status_code == 200, reply.text
        assert "that is enough" in reply.text
    ledger = load(site.context, stream).ledger
    assert ledger.ended and ledger.undone == {2: "2 of 2 players voted for it"} and not ledger.master
    assert audit(site.context, stream).sound
    told = [mail for mail in site.mails(BLUE) if "THE PLAYERS HAVE DECIDED" in text_of(mail)]
    assert len(told) == 6


def test_more_time_from_the_page(site: WebSite) -> None:
    """The same wish as by mail."""
    stream = site.opened()
    send(site.browser(BLUE), stream, "blue", act="time", hours="48", why="my exams")
    assert "<strong>More time</strong>: Blue (48 hours); 2 are needed" in shown(site, stream, RED)
    reply = send(site.browser(RED), stream, "red", act="time", hours="24")
    assert "All players asked for more time: orders for turn 1 are due 2026-01-03 12:00 UTC" in reply.text
    assert audit(site.context, stream).sound
    assert [mail["Subject"] for mail in site.mails(RED) if "my exams" in text_of(mail)] == [f"[{stream} T1] about the deadline"]


def test_only_players_vote(site: WebSite) -> None:
    """A spectator sees no forms and may not send any; nor does anybody vote for another's seat."""
    stream = site.opened()
    assert 'id="votes"' not in site.browser("else@example.org").get(f"/g/{stream}").text
    for address, status in (("", 401), ("else@example.org", 403), (RED, 403)):
        assert send(site.browser(address), stream, "blue", on="draw").status_code == status
    assert not list(site.context.store.select(stream, [VoteCast]))


@pytest.mark.parametrize(
    ("data", "status", "words"),
    [
        ({"on": "peace"}, 409, "what you vote for"),
        ({"on": "go on"}, 409, "is not paused"),
        ({"on": "roll back to", "turn": "99"}, 409, "no turn 99"),
        ({"act": "time", "hours": "soon"}, 400, "no number of hours"),
        ({"act": "time", "hours": "nan"}, 400, "no number of hours"),
        ({"act": "cheat"}, 400, "nothing that can be done"),
    ],
)
def test_what_cannot_be_done_is_said(site: WebSite, data: dict[str, str], status: int, words: str) -> None:
    stream = site.opened()
    reply = send(site.browser(BLUE), stream, "blue", **data)
    assert reply.status_code == status and words in reply.text


def test_the_page_offers_what_the_policy_lets_them_decide(site: WebSite) -> None:
    """And says when nothing is heard of the game master; who wanted it before can have it done."""
    stream = site.opened()
    name_master(site.context, stream, site.person("umpire@example.org").id, "as agreed", "operator")
    send(site.browser(BLUE), stream, "blue", on="draw")
    set_policy(site.context, stream, PolicySet(votes={"pause": 100}, silent_then="operator", why="as all agreed"), "operator")
    page = shown(site, stream, BLUE)
    assert "A pause" in page and "do not vote on a draw any more" in page and "Take my vote back" in page
    assert "Another game master" not in page and "Going back" not in page and "More time" not in page
    site.clock.advance(14 * 24)
    assert note_silence(site.context, stream, lambda person: "")
    assert "The operator decides in their place" in shown(site, stream, BLUE)
    set_policy(site.context, stream, PolicySet(why="as all agreed"), "master")
    site.clock.advance(14 * 24)
    assert note_silence(site.context, stream, lambda person: "")
    assert "whatever more than half of you want is done" in shown(site, stream, BLUE)
