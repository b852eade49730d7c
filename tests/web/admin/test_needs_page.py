"""What needs you: the page over all games that one runs, the same in each box, and co-masters on the web."""

from __future__ import annotations

import html
import re
from pathlib import Path

from pbem.service.games.game_master import pause
from pbem.service.masters import needs
from pbem.service.masters.co_masters import name_co_master
from pbem.service.repository import load
from tests.web.admin.test_master_page import BLUE, GREEN, MASTER, do, opened, posted
from tests.web.builders.sites import WebSite

SECOND = "second@example.org"


def test_nothing_needs_you(site: WebSite) -> None:
    """Said in a line, for who runs no game and for who runs one that needs nothing."""
    assert site.browser().get("/needs").status_code == 401
    assert "You run no game just now" in site.browser(MASTER).get("/needs").text
    stream = opened(site)
    assert "Nothing needs you: your game runs by itself." in site.browser(MASTER).get("/needs").text
    assert "Nothing just now: the game runs by itself." in site.browser(MASTER).get(f"/g/{stream}/master").text


def test_all_games_on_one_page(site: WebSite) -> None:
    """With links to where it is done; the start page leads there; a box has its own."""
    first, second = opened(site, "red"), opened(site)
    pause(site.context, second, "holidays")
    browser = site.browser(MASTER)
    page = browser.get("/needs").text
    assert f'<a href="/g/{first}/master#players">Seat Red is free, and nobody is invited</a>' in page
    assert f'<a href="/g/{second}/master#clock">The game is paused</a>' in page
    assert 'href="/needs"' in browser.get("/").text
    box = browser.get(f"/g/{second}/master").text
    assert "The game is paused</a>" in box and "Seat Red is free" not in box


def test_what_needs_you_is_found_in_the_box(site: WebSite) -> None:
    """Every place that the list leads to is there."""
    wanted = set(re.findall(r"\{box\}#(\w+)", Path(needs.__file__).read_text(encoding="utf-8")))
    assert {"clock", "players", "seats"} <= wanted
    box = site.browser(MASTER).get(f"/g/{opened(site, 'red')}/master").text
    assert wanted - set(re.findall(r'id="(\w+)"', box)) == {"forums"}  # the operator has set up none


def test_what_went_on_without_you(site: WebSite) -> None:
    """Of the last seven days."""
    stream = opened(site)
    browser = site.browser(MASTER)
    do(browser, stream, "policy", grace_hours="6")
    site.played(stream, 1)
    page = browser.get("/needs").text
    assert "What was done without you" in page and "grace: no orders from Blue, Red" in page
    site.clock.advance(24 * 8)
    assert "What was done without you" not in browser.get("/needs").text


def test_a_co_master_does_all_but_hand_it_over(site: WebSite) -> None:
    """Named by address, in the lists at once; may act, name others and leave; the game master stays who they are."""
    stream = opened(site)
    page = do(site.browser(MASTER), stream, "co_master", address=SECOND)
    assert "second runs the game beside you from now on." in page.text
    assert "A co-master was named" in str(posted(site, BLUE)[-1])
    browser = site.browser(SECOND)
    assert stream in browser.get("/needs").text + browser.get("/").text
    assert "Hand the game over" not in browser.get(f"/g/{stream}/master").text
    assert do(browser, stream, "hand_over", address=GREEN).status_code == 403
    assert "The clock stands still" in do(browser, stream, "pause").text
    left = do(browser, stream, "no_co_master", person=site.person(SECOND).id)
    assert left.status_code == 200 and left.request.path == f"/g/{stream}"
    assert load(site.context, stream).ledger.co_masters == []
    assert browser.get(f"/g/{stream}/master").status_code == 403


def test_by_a_program(site: WebSite) -> None:
    """Named, removed; a co-master hands nothing over."""
    stream = opened(site)
    path, keys = f"/api/v1/games/{stream}/master", {}
    for who in (MASTER, SECOND):
        token = site.keys.give_token(site.person(who).id, "tests", "2026-01-01T12:00:00.000000Z")
        keys[who] = {"Authorization": f"Bearer {token}"}
    client = site.browser()
    wanted = {"address": SECOND, "runs": True, "why": "two see more"}
    now = client.post(f"{path}/co-master", json=wanted, headers=keys[MASTER]).get_json()["data"]
    assert now["co_masters"] == [site.person(SECOND).id]
    assert client.get(path, headers=keys[SECOND]).status_code == 200
    handed = client.post(f"{path}/hand-over", json={"address": GREEN, "why": "x"}, headers=keys[SECOND])
    assert handed.status_code == 403 and "a co-master can leave" in handed.text
    gone = client.post(f"{path}/co-master", json={**wanted, "runs": False}, headers=keys[SECOND])
    assert gone.get_json()["data"]["co_masters"] == []
    nobody = client.post(f"{path}/co-master", json={**wanted, "address": "x@y.example", "runs": False}, headers=keys[MASTER])
    assert nobody.status_code == 422 and "nobody is registered" in nobody.text


def test_a_co_master_looks_where_the_game_master_does(site: WebSite) -> None:
    """A seat that is watched is watched by all who run the game."""
    stream = opened(site)
    name_co_master(site.context, stream, site.person(SECOND).id, "two see more")
    do(site.browser(MASTER), stream, "watch", seat="red")
    assert site.browser(SECOND).get(f"/g/{stream}?side=red").status_code == 200
    assert site.browser(GREEN).get(f"/g/{stream}?side=red").status_code == 403


def test_the_weekly_mail_is_turned_off_on_ones_own_page(site: WebSite) -> None:
    """And on again, with one button."""
    browser = site.browser(MASTER)
    assert "Send me no weekly mail" in browser.get("/you").text
    page = browser.post("/you/weekly", data={"weekly": "no"}, follow_redirects=True)
    assert "You get no weekly mail." in page.text and "Send me the weekly mail" in html.unescape(page.text)
    assert "Send me no weekly mail" in browser.post("/you/weekly", data={"weekly": "yes"}, follow_redirects=True).text
