"""What holds for every page: unknown and broken games, hostile titles, the strict policy, nothing hidden for a spectator."""

from __future__ import annotations

import html
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from tests.web.builders.sites import WebSite, site_in

ROOT = Path(__file__).resolve().parents[3]
BOTS = {"blue": "bot:cautious", "red": "bot:cautious"}
HEX = re.compile(r"\b[0-9a-f]{64}\b")
FORM_KEY = re.compile(r'name="csrf_token" value="[^"]+"')


def test_every_past_turn_has_its_page_and_its_map(site: WebSite) -> None:
    """Each closed turn: its report, links to its neighbours, its map as SVG with title and description."""
    stream, client = site.opened(scenario="open-space", rhythm=1, **BOTS), site.browser()
    site.played(stream, 3, hours=1)
    for turn in range(4):
        page = client.get(f"/g/{stream}/t/{turn}")
        assert page.status_code == 200 and (f"turn {turn}" if turn else "opening") in page.text.lower()
        assert (f"/g/{stream}/t/{turn - 1}" in page.text) == (turn > 0)
        picture = client.get(f"/g/{stream}/t/{turn}/map.svg")
        assert picture.mimetype == "image/svg+xml"
        svg = ElementTree.fromstring(picture.data)
        assert svg.find("{*}title") is not None and svg.find("{*}desc") is not None


@pytest.mark.parametrize("path", ["", "/t/0", "/t/1", "/t/0/map.svg", "/t/1/proof.json", "/t/1/e/1", "/orders", "/log.jsonl"])
def test_an_unknown_game_is_404_and_its_name_is_text(site: WebSite, path: str) -> None:
    """A game that is not there: a page that says so; markup in the address is never obeyed."""
    page = site.browser("blue@example.org").get(f"/g/<i>g9{path}")
    assert page.status_code == 404 and "<i>g9" not in page.text and "g9" in page.text


@pytest.mark.parametrize(
    "path", ["t/1", "t/1/map.svg", "t/1/sheets", "t/1/e/1", "t/1/steps.json", "t/99999999999999999999", "t/x"]
)
def test_the_open_turn_shows_nothing(site: WebSite, path: str) -> None:
    """Neither to a spectator nor to its players; there is no trace of what is filed."""
    stream = site.opened()
    file_orders(site.context, stream, "red", "SR1: TURN L", "mail-1")
    for address in ("", "red@example.org", "blue@example.org"):
        page = site.browser(address).get(f"/g/{stream}/{path}")
        assert page.status_code == 404 and "TURN L" not in page.text


def test_the_log_is_laid_open_at_the_end_and_is_sound(site: WebSite) -> None:
    """log.jsonl: 404 while the game is on; then the whole log, which the independent verifier finds sound; and the verdict."""
    stream, client = site.opened(rhythm=1, **BOTS), site.browser()
    site.played(stream, 2, hours=1)
    early = client.get(f"/g/{stream}/log.jsonl")
    assert early.status_code == 404 and "seed_revealed" not in early.text
    game_master.end(site.context, stream, "both agreed")
    laid_open = client.get(f"/g/{stream}/log.jsonl")
    assert laid_open.status_code == 200 and f"{stream}.jsonl" in laid_open.headers["Content-Disposition"]
    assert any("game.seed_revealed" in line for line in laid_open.text.splitlines())
    file = site.folder / "game.jsonl"
    file.write_bytes(laid_open.data)
    command = [sys.executable, str(ROOT / "tools" / "verify_dice.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2, done.stdout + done.stderr  # 2: whole and fair, but held against no report
    for path in ("/", f"/g/{stream}"):
        assert "both agreed" in html.unescape(client.get(path).text)


def test_a_broken_log_is_one_clear_sentence_and_the_other_games_are_shown(site: WebSite) -> None:
    """An event changed behind our back: that game is a 500 that names the place; the start page and other games stand."""
    broken, sound = site.opened(rhythm=1), site.opened(rhythm=1)
    site.played(broken, 1, hours=1)
    con = sqlite3.connect(site.context.database.path)
    con.execute("DROP TRIGGER events_no_update")
    con.execute("UPDATE events SET data = replace(data, '1', '2') WHERE stream = ? AND version = 3", (broken,))
    con.commit()
    con.close()
    site.context.records.take(broken)
    client = site.browser("blue@example.org")
    for path in ("", "/t/0", "/t/1/map.svg", "/t/1/proof.json"):
        page = client.get(f"/g/{broken}{path}")
        assert page.status_code == 500 and "cannot be shown" in page.text and f"{broken} version 3" in page.text
    assert client.get(f"/g/{sound}").status_code == 200
    listed = client.get("/")
    assert listed.status_code == 200 and f"/g/{broken}" in listed.text and f"/g/{sound}" in listed.text


def test_the_policy_is_strict_and_kept(site: WebSite) -> None:
    """No script or style but our own files, on any page and any error; nothing inline, no handler, no foreign address."""
    stream, client = site.opened(), site.browser("blue@example.org")
    site.played(stream, 1)
    game = f"/g/{stream}"
    pages = ["/", "/sign-in", "/you", "/rules", "/new", game, f"{game}/orders", f"{game}/press", f"{game}/history"]
    pages += [f"{game}/t/1/e/1", f"{game}/t/1/e/1/why", f"{game}/verify", f"{game}/t/1/sheets", "/g/g9", "/no-such-page"]
    for path in pages:
        page = client.get(path)
        assert page.status_code in (200, 404), path
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert "no-cache" in page.headers["Cache-Control"] or "no-store" in page.headers["Cache-Control"]
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page.text), path
        assert not re.search(r"""(?:src|href|action)=["']?(?:https?:)?//(?!127\.0\.0\.1)""", page.text), path


def test_the_mailbox_is_the_demonstrations_alone(site: WebSite) -> None:
    """Without a mailbox to show there is no page for it, no link, and no button that signs its player in."""
    client = site.browser()
    assert client.get("/mail/").status_code == 404
    assert "/mail/" not in client.get("/").text and "/sign-in/demo" not in client.get("/sign-in").text
    assert client.post("/sign-in/demo").status_code == 404


@pytest.fixture
def second_place(tmp_path: Path) -> Iterator[WebSite]:
    """A site with the same secrets as `site`."""
    with site_in(tmp_path / "second") as made:
        yield made


def test_a_spectator_sees_nothing_of_hidden_orders(site: WebSite, second_place: WebSite) -> None:
    """Two games that differ only in what red keeps secret: every page is the same but for hashes of sealed things."""
    secret = "\nE1 SHIELDS F 1\nE2 SPEED +2; KEEP 3\nT6 FIRE F AT BIS\nPOLICY RETREAT NEVER\nluck: a secret word"
    pages: list[list[str]] = []
    for one, hidden in ((site, ""), (second_place, secret)):
        stream, seen = one.opened(), one.browser()
        assert file_orders(one.context, stream, "red", f"SR1: TURN R{hidden}", "m1").outcome == "accepted"
        start = FORM_KEY.sub("", seen.get("/").text)
        before = [
            start,
            *(seen.get(path).text for path in (f"/g/{stream}", f"/g/{stream}/t/0/map.svg", f"/g/{stream}/history")),
        ]
        file_orders(one.context, stream, "red", "ready", "m2")
        file_orders(one.context, stream, "blue", "BIS: TURN L\nready", "m3")
        assert tick(one.context) == [(stream, 1)]
        after = [seen.get(path).text for path in (f"/g/{stream}/t/1/map.svg", f"/g/{stream}/t/0")]
        sealed = [seen.get(f"/g/{stream}/t/1{path}").text for path in ("", "/proof.json")]
        pages.append([*before, *after, *(HEX.sub("(sealed)", page) for page in sealed), *sealed])
    plain, other = pages
    assert plain[:-2] == other[:-2]
    assert plain[-2] != other[-2], "the orders did not differ after all"
    assert "secret word" not in "".join(other) and "SHIELDS F" not in "".join(other)


def test_a_finished_game_shows_its_verdict_and_its_last_turn(site: WebSite) -> None:
    """A game ended before its first turn was closed still has its opening page, with the reason."""
    stream = site.opened()
    game_master.end(site.context, stream, "nobody came")
    row = site.context.store.game(stream)
    assert row is not None and row.status == "ended"
    assert "nobody came" in html.unescape(site.browser().get(f"/g/{stream}").text)
