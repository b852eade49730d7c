"""Votes by the API: the same as by mail, each request once."""

from __future__ import annotations

from events.platform import VoteCast
from pbem.service.audit.verify import audit
from pbem.service.repository import load
from tests.web.api.test_api import BLUE, RED, Program
from tests.web.builders.sites import WebSite


def test_votes_are_cast_shown_and_taken_back(site: WebSite) -> None:
    """The same key sent again counts once; the others are mailed."""
    stream = site.opened()
    blue, red = Program(site, BLUE), Program(site, RED)
    vote = {"on": "draw", "yes": True, "why": "nobody can win"}
    for _ in range(2):
        answer = blue.post(f"/games/{stream}/votes", vote, "one")
    assert "noted" in answer["said"] and len(list(site.context.store.select(stream, [VoteCast]))) == 1
    (draw,) = [each for each in red.get(f"/games/{stream}/votes")["votes"] if each["on"] == "draw"]
    assert (draw["wanting"], draw["count"], draw["asked"], draw["needed"], draw["mine"]) == (["blue"], 1, 2, 2, False)
    blue.post(f"/games/{stream}/votes", {"on": "draw", "yes": False, "why": ""}, "two")
    assert not load(site.context, stream).ledger.votes
    for program in (blue, red):
        answer = program.post(f"/games/{stream}/votes", {"on": "pause", "yes": True, "why": ""}, "three")
    assert "The game is paused" in answer["said"] and answer["state"]["votes"][0]["on"] == "go on"
    assert audit(site.context, stream).sound
    assert any(mail["Subject"].endswith("a vote") for mail in site.mails(RED))


def test_what_the_api_refuses(site: WebSite) -> None:
    """Without a key, on what nobody votes, and for whoever does not play."""
    stream = site.opened()
    path, vote = f"/games/{stream}/votes", {"on": "peace", "yes": True, "why": ""}
    assert Program(site, BLUE).ask("POST", path, vote).status_code == 422
    assert Program(site, BLUE).ask("POST", path, vote, "k").status_code == 409
    assert Program(site, "else@example.org").ask("GET", path).status_code == 403
    assert Program(site).ask("POST", path, vote, "k").status_code == 401
