"""Web, mail and clock as three processes, each with a folder of its own, at one PostgreSQL: a game is played as in one."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from events.platform import OrdersFiled, TurnClosed
from pbem.app_context import open_app_context
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config
from tests.several.conftest import Starts
from tests.several.parts import Part
from tests.web.builders.serving import answer_to

pytestmark = pytest.mark.deep

FORM_KEY = re.compile(r'name="csrf_token" value="([^"]+)"')
LINK = re.compile(r"https?://[^/\s]+(/sign-in/\S+)")
BLUE, RED = "blue@example.org", "red@example.org"
RHYTHM = 24.0
"""Hours: the deadline does not come before the test brings it."""


def opened(part: Part, hours: float) -> str:
    """A game of two players, opened by another process at the same database."""
    at = open_app_context(read_config(part.env))
    with closing(at.context.database):
        seated = {"blue": at.person(BLUE).id, "red": at.person(RED).id}
        return open_game(at.context, "star_navy", "first-blood", hours, players=seated)


def sent(web: Part, path: str, **fields: str) -> int:
    """A form of a page, filled in and sent; the answer's status."""
    found = FORM_KEY.search(web.get(path).text)
    assert found is not None, path
    return web.post(path, csrf_token=found[1], **fields).status


def signed_in(web: Part, mail: Part) -> None:
    """By the link that is mailed."""
    assert sent(web, "/sign-in", address=BLUE) == 200
    letter = mail.await_mail(BLUE, "your link")
    body = letter.get_body(("plain",))
    assert body is not None
    found = LINK.search(body.get_content())
    assert found is not None, body.get_content()
    assert sent(web, found[1]) in (200, 302, 303)


def subjects(part: Part, address: str) -> Counter[str]:
    """How often each mail came, by its Message-ID and subject."""
    return Counter(f"{mail['Message-ID']} {mail['Subject']}" for mail in part.mails(address))


def test_a_turn_is_played_by_three_processes(started: Starts, tmp_path: Path) -> None:
    """Orders by mail and by the page, the deadline, reports once; signed in on one web process is signed in on the other."""
    web, other, mail, _clock = started("web1", "web2", "mail", "clock")
    for part in (web, other, mail):
        part.data = tmp_path  # all mail goes out into one folder
    stream = opened(mail, RHYTHM)
    report = mail.await_mail(RED, f"[{stream} T0]")
    signed_in(web, mail)
    other.cookie = web.cookie
    page = f"/g/{stream}/orders"
    assert BLUE in other.get("/you").text
    shown = other.get(page).text
    raw, to = answer_to(report, RED, "SR1: TURN L", "m1")
    mail.send(raw, RED, to)
    mail.await_mail(RED, "Re: ")
    assert sent(web, page, text="BIS: TURN R") in (200, 302, 303)
    assert other.get(page).text.count("TURN R") > shown.count("TURN R")
    before = other.get(f"/g/{stream}").text
    assert mail.run("game", "extend", stream, "--hours", str(-RHYTHM), "--why", "orders are in").returncode == 0
    for address in (BLUE, RED):
        mail.await_mail(address, f"[{stream} T1] Star Navy")
    after = other.get(f"/g/{stream}")
    assert after.text != before and f"/g/{stream}/t/1" in after.text and web.get(f"/g/{stream}/t/1").status == 200
    for address in (BLUE, RED):
        counted = subjects(mail, address)
        assert set(counted.values()) == {1}
        assert sum(f"[{stream} T1] Star Navy" in each for each in counted) == 1
    at = open_app_context(read_config(mail.env))
    with closing(at.context.database):
        filed = [each.event for each in at.context.store.select(stream, [OrdersFiled])]
        closed = [each.event for each in at.context.store.select(stream, [TurnClosed])]
    assert sorted((each.seat, each.sheet) for each in filed if isinstance(each, OrdersFiled)) == [
        ("blue", {"BIS": ["T1 TURN R"]}),
        ("red", {"SR1": ["T1 TURN L"]}),
    ]
    turns = [each.turn for each in closed if isinstance(each, TurnClosed)]
    assert turns == [1]
    verified = json.loads(mail.run("verify", stream, "--json").stdout)
    assert verified[0]["broken"] == []
