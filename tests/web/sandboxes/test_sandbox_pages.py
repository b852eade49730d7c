"""What if, on the pages: who may make a sandbox of what, how it is played, and that it is its owner's alone."""

from __future__ import annotations

import re

from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.sandboxes.fork import MOST, Origin, fork
from pbem.service.sandboxes.kept import sandbox_row
from tests.web.builders.sites import WebSite

BLUE, RED, BOSS, STRANGER = "blue@example.org", "red@example.org", "boss@example.org", "stranger@example.org"


def under_way(site: WebSite, turns: int = 2) -> str:
    stream = site.opened(scenario="open-space")
    for turn in range(1, turns + 1):
        file_orders(site.context, stream, "blue", "MIL: TURN L", f"mail {turn}")
        site.played(stream, 1)
    return stream


def made(site: WebSite, who: str, stream: str, side: str = "", **form: object) -> str:
    """The name of the sandbox that the button makes."""
    page = site.browser(who).post(f"/g/{stream}/what-if", query_string={"side": side} if side else {}, data=form)
    assert page.status_code == 303, page.text
    return str(page.location).rpartition("/")[2]


# ---------------------------------------------------------------- the buttons


def test_the_buttons_are_where_one_may_fork(site: WebSite) -> None:
    """On turns, steps and the desk of one's own seat; nowhere for who is not signed in, or looks as a spectator."""
    stream = under_way(site)
    paths = [f"/g/{stream}", f"/g/{stream}/t/1", f"/g/{stream}/t/1/e/1", f"/g/{stream}/t/1/e/0"]
    for path in [*paths, f"/g/{stream}/orders"]:
        assert "what-if?side=blue" in site.browser(BLUE).get(path).text, path
    for who in ("", STRANGER):
        for path in paths:
            assert "what-if" not in site.browser(who).get(path).text, (who, path)
    assert "what-if" not in site.browser(BLUE).get(f"/g/{stream}/t/1?side=spectator").text
    game_master.end(site.context, stream, "agreed")
    assert "what-if?side=everything" in site.browser(STRANGER).get(f"/g/{stream}/t/1/e/1?side=everything").text
    assert "what-if" not in site.browser().get(f"/g/{stream}/t/1").text
    assert "what-if" not in site.browser(STRANGER).get(f"/g/{stream}/t/3").text, "the game was over then"


def test_a_turn_a_step_and_the_present_turn(site: WebSite) -> None:
    """Each button's form: the end of the turn; the turn of the step; the open turn with one's own orders filled in."""
    stream = under_way(site)
    file_orders(site.context, stream, "blue", "MIL: TURN L", "mail")
    for form, turn, step in (({"turn": 1}, 1, 0), ({"turn": 2, "step": 1}, 1, 1), ({}, 2, 0)):
        row = sandbox_row(site.context, made(site, BLUE, stream, "blue", **form))
        assert (row.turn, row.step, row.seat, row.origin) == (turn, step, "blue", stream)
    page = site.browser(BLUE).get(f"/what-if/{row.stream}")
    assert re.search(r'name="orders-blue"[^>]*>\s*MIL:\s*T\d? ?TURN L|TURN L', page.text)
    assert 'name="orders-red"' in page.text


def test_what_may_be_forked_by_whom(site: WebSite) -> None:
    """A player's own seat; the whole by a game master who looks through every seat, and by anybody at the end."""
    stream = under_way(site)
    game_master.name_master(site.context, stream, site.person(BOSS).id, "the club")

    def status(who: str, side: str) -> int:
        return site.browser(who).post(f"/g/{stream}/what-if?side={side}").status_code

    assert [status(who, "blue") for who in ("", STRANGER, RED, BOSS)] == [401, 403, 403, 403]
    assert [status(who, "spectator") for who in ("", STRANGER, BLUE, BOSS)] == [401, 403, 403, 403]
    game_master.watch(site.context, stream, "blue", "a question")
    assert (status(BOSS, "blue"), status(BOSS, "red"), status(BOSS, "spectator")) == (303, 403, 403)
    game_master.watch(site.context, stream, "red", "a question")
    assert (status(BOSS, "red"), status(BOSS, "spectator"), status(BLUE, "spectator")) == (303, 303, 403)
    game_master.end(site.context, stream, "agreed")
    assert (status(STRANGER, "everything"), status(STRANGER, "red"), status("", "red")) == (303, 303, 401)


# ---------------------------------------------------------------- playing


def test_a_sandbox_is_played_on_one_page(site: WebSite) -> None:
    """A bot fills a box, the others stay as written; problems are shown and nothing is played; then the turn is."""
    stream = under_way(site)
    name, browser = made(site, BLUE, stream, "blue"), site.browser(BLUE)
    texts = {"orders-blue": "MIL: FLY AWAY", "orders-red": "", "turn": "3"}
    asked = browser.post(f"/what-if/{name}", data={**texts, "act": "bot red cautious"})
    assert "The bot cautious orders for Red." in asked.text and "FLY AWAY" in asked.text and "MKE:" in asked.text
    wrong = browser.post(f"/what-if/{name}", data={**texts, "act": "play"})
    assert "Nothing was played" in wrong.text and 'class="problems"' in wrong.text and 'value="anyway"' in wrong.text
    assert load(site.context, name).ledger.closed == 2
    done = browser.post(f"/what-if/{name}", data={**texts, "orders-blue": "MIL: TURN L", "act": "play"})
    assert done.status_code == 303
    page = browser.get(f"/what-if/{name}")
    assert "Resolve turn 4" in page.text and "MIL turns to heading" in page.text
    late = browser.post(f"/what-if/{name}", data={**texts, "act": "play"})
    assert late.status_code == 409 and "Turn 3 of s1 is not the open one" in late.text
    before = browser.get(f"/what-if/{name}?t=2").text
    assert "The sandbox begins here." in before and "Resolve" not in before
    assert browser.get(f"/what-if/{name}?t=9").status_code == 404 and browser.get(f"/what-if/{name}?t=x").status_code == 400


def test_a_box_begins_with_names_and_orders_alone(site: WebSite) -> None:
    """What the form's comments say of the units stands below the box."""
    browser, stream = site.browser(BLUE), under_way(site)
    page = browser.get(f"/what-if/{made(site, BLUE, stream, 'blue', turn=1)}").text
    boxes = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert len(boxes) == 2 and all(":" in box and "#" not in box for box in boxes)
    assert "Notes on the units" in page and re.search(r"<li>at speed \d", page)


def test_what_has_problems_can_be_left_out(site: WebSite) -> None:
    """The rest is played."""
    name = made(site, BLUE, under_way(site), "blue")
    data = {"orders-blue": "MIL: FLY AWAY", "turn": "3", "act": "anyway"}
    assert site.browser(BLUE).post(f"/what-if/{name}", data=data).status_code == 303
    assert load(site.context, name).ledger.closed == 3


def test_the_list_and_throwing_away(site: WebSite) -> None:
    """One's own sandboxes, a fork of one, and one click that leaves nothing; twenty are the most."""
    stream = under_way(site)
    name, browser = made(site, BLUE, stream, "blue"), site.browser(BLUE)
    other = str(browser.post(f"/what-if/{name}/what-if", data={"turn": "2"}).location).rpartition("/")[2]
    listed = browser.get("/what-if").text
    assert f"/what-if/{name}" in listed and f"/what-if/{other}" in listed and f"from {name}, the end of turn 2" in listed
    assert "/what-if/" not in site.browser(RED).get("/what-if").text
    assert browser.post(f"/what-if/{name}/discard").status_code == 303
    assert f"/what-if/{name}" not in browser.get("/what-if").text and browser.get(f"/what-if/{name}").status_code == 404
    while len(site.context.store.sandboxes_of(site.person(BLUE).id)) < MOST:
        fork(site.context, Origin(stream, 0, "blue"), site.person(BLUE).id)
    refused = browser.post(f"/g/{stream}/what-if?side=blue", data={"turn": "1"})
    assert refused.status_code == 409 and f"You have {MOST} sandboxes" in refused.text


def test_nobody_else_sees_it(site: WebSite) -> None:
    """No page, list, feed or address of the API has it, and no mail is sent."""
    stream = under_way(site)
    mails = {who: len(site.mails(who)) for who in (BLUE, RED)}
    name = made(site, BLUE, stream, "blue")
    site.browser(BLUE).post(f"/what-if/{name}", data={"turn": "3", "act": "play"})
    lists = ["/", "/games", "/api/v1/games", "/api/v1/lobby", f"/g/{stream}", f"/g/{stream}/history", f"/g/{stream}/feed.atom"]
    for path in lists:
        for who in ("", RED, STRANGER):
            page = site.browser(who).get(path).text
            assert name not in page.split() and "What if:" not in page.replace("What if: play this turn with dice", ""), path
    for path in ("", "/t/3", "/t/2/e/0", "/orders", "/history", "/feed.atom", "/log.jsonl", "/verify", "/t/2/map.svg"):
        assert site.browser(BLUE).get(f"/g/{name}{path}").status_code == 404, path
    assert {who: len(site.mails(who)) for who in mails} == mails


def test_side_by_side(site: WebSite) -> None:
    """With its game as one's own seat knows both; with another sandbox of one's own; with nothing else."""
    stream = under_way(site)
    name, other = made(site, BLUE, stream, "blue", turn=1), made(site, BLUE, stream, "blue", turn=1)
    theirs, browser = made(site, RED, stream, "red", turn=1), site.browser(BLUE)
    browser.post(f"/what-if/{name}", data={"orders-blue": "MIL: TURN R", "turn": "2", "act": "play"})
    assert f"Compare with {stream}" in browser.get(f"/what-if/{name}").text
    page = browser.get(f"/what-if/{name}/compare?with={stream}").text
    assert "as blue knows both" in page and "The first event that differs is in turn 2." in page
    assert "nothing left out" in browser.get(f"/what-if/{name}/compare?with={other}").text
    for strange in (theirs, "g9", "s99"):
        assert browser.get(f"/what-if/{name}/compare?with={strange}").status_code == 404, strange
    game_master.end(site.context, stream, "agreed")
    assert "nothing left out" in browser.get(f"/what-if/{name}/compare").text
