"""The pages as a spectator sees them: a real room, a real game between bots, Flask's own client."""

from __future__ import annotations

import html
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from events import projections
from events.store import Store
from pbem.games import GAMES
from pbem.service import master, opening, publish
from pbem.service.orders import file_orders
from pbem.service.room import Room
from pbem.service.ticking import tick
from pbem.web import create_web
from tests.conftest import HandClock, repeated_entropy

ROOT = Path(__file__).resolve().parents[2]
BOTS = {"blue": "bot:cautious", "red": "bot:cautious"}
HEX = re.compile(r"\b[0-9a-f]{64}\b")


def browser(room: Room) -> FlaskClient:
    return create_web(room, "", "maildir:unused", ("127.0.0.1", 2525)).test_client()


@pytest.fixture
def client(room: Room) -> FlaskClient:
    return browser(room)


def bot_game(room: Room, clock: HandClock, turns: int, scenario: str = "open-space") -> str:
    """A game between bots, so many turns on."""
    stream = opening.open_game(room, "star_navy", scenario, players=BOTS, rhythm_hours=1)
    for _ in range(turns):
        clock.advance(1)
        tick(room)
    return stream


def finished(room: Room, clock: HandClock) -> tuple[str, int]:
    """A duel played to its end, and its last turn."""
    stream = bot_game(room, clock, 45, "first-blood")
    row = projections.game(room.store.db.con, stream)
    assert row is not None and row.status == "ended"
    return stream, row.closed


def test_the_list_names_each_game_with_its_seats_and_its_time(room: Room, clock: HandClock, client: FlaskClient) -> None:
    """Title, rules, turn, deadline, who holds which seat; games under way come before those that are over."""
    over = opening.open_game(room, "star_navy", "open-space", players={"blue": "p1"}, title="An old one")
    master.end(room, over, "nobody came")
    opening.open_game(room, "star_navy", "first-blood", players={"blue": "p1", "red": "bot:cautious"}, title="A new one")
    page = client.get("/")
    assert page.status_code == 200 and page.mimetype == "text/html"
    assert page.text.index("A new one") < page.text.index("An old one")
    assert "orders due 2026-01-02 12:00 UTC" in page.text and "nobody came" in page.text
    assert "blue: a player" in page.text and "red: bot:cautious" in page.text and "red: free" in page.text
    assert "p1" not in page.text


def test_an_empty_house_says_how_to_open_a_game(client: FlaskClient) -> None:
    """Without games the list tells what to do."""
    assert "python app.py game open" in client.get("/").text


def test_every_past_turn_has_its_page_and_its_map(room: Room, clock: HandClock, client: FlaskClient) -> None:
    """Each resolved turn: its report, its map as SVG with title and description, links to its neighbours."""
    stream = bot_game(room, clock, 3)
    for turn in range(4):
        page = client.get(f"/g/{stream}/t/{turn}")
        assert page.status_code == 200
        assert f"game {stream}, turn {turn}" in page.text and f"/g/{stream}/t/{turn}/map.svg" in page.text
        assert (f'href="/g/{stream}/t/{turn - 1}"' in page.text) == (turn > 0)
        assert (f'href="/g/{stream}/t/{turn + 1}"' in page.text) == (turn < 3)
        picture = client.get(f"/g/{stream}/t/{turn}/map.svg")
        assert picture.mimetype == "image/svg+xml"
        svg = ElementTree.fromstring(picture.data)
        assert svg.find("{*}title") is not None and svg.find("{*}desc") is not None
    assert f"game {stream}, turn 3" in client.get(f"/g/{stream}").text


def test_the_proof_of_a_turn_is_there_and_the_opening_has_none(room: Room, clock: HandClock, client: FlaskClient) -> None:
    """proof.json says which game and turn, and whose it is: a spectator's; turn 0 has no proof, and says why."""
    stream = bot_game(room, clock, 1)
    proof = client.get(f"/g/{stream}/t/1/proof.json")
    assert proof.mimetype == "application/json"
    told = json.loads(proof.data)
    assert (told["game"], told["turn"]) == (stream, 1) and not told.get("own")
    none = client.get(f"/g/{stream}/t/0/proof.json")
    assert none.status_code == 404 and "seed" in none.text


@pytest.mark.parametrize("path", ["", "/t/0", "/t/1", "/t/0/map.svg", "/t/1/proof.json"])
def test_an_unknown_game_is_404_in_plain_text(room: Room, client: FlaskClient, path: str) -> None:
    """A game that is not there is named, with those that are; never as HTML."""
    opening.open_game(room, "star_navy", "first-blood", players=BOTS)
    page = client.get(f"/g/<i>g9{path}")
    assert page.status_code == 404 and page.mimetype == "text/plain"
    assert "<i>g9" in page.text and "there are: g1" in page.text


@pytest.mark.parametrize("path", ["t/1", "t/1/map.svg", "t/1/proof.json", "t/99999999999999999999", "t/-1", "t/x"])
def test_a_turn_that_is_not_resolved_yet_is_404(room: Room, client: FlaskClient, path: str) -> None:
    """The open turn, and anything after it, shows nothing."""
    stream = opening.open_game(room, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    file_orders(room, stream, "blue", "BIS: TURN L", "mail-1")
    page = client.get(f"/g/{stream}/{path}")
    assert page.status_code == 404 and "TURN L" not in page.text


def test_the_log_is_laid_open_at_the_end_and_not_before(
    room: Room, clock: HandClock, client: FlaskClient, tmp_path: Path
) -> None:
    """log.jsonl: 404 while the game is on; then the whole log, which the independent verifier finds sound."""
    stream = bot_game(room, clock, 2)
    early = client.get(f"/g/{stream}/log.jsonl")
    assert early.status_code == 404 and "when the game is over" in early.text and "seed" not in early.text
    assert client.get("/g/g9/log.jsonl").status_code == 404
    ended, _ = finished(room, clock)
    laid_open = client.get(f"/g/{ended}/log.jsonl")
    assert laid_open.status_code == 200 and f"{ended}.jsonl" in laid_open.headers["Content-Disposition"]
    assert any("game.seed_revealed" in line for line in laid_open.text.splitlines())
    file = tmp_path / "game.jsonl"
    file.write_bytes(laid_open.data)
    command = [sys.executable, str(ROOT / "tools" / "verify_dice.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_pages_of_a_game_that_is_over(room: Room, clock: HandClock, client: FlaskClient) -> None:
    """The verdict is in the list and on the last turn's page, which offers the log; earlier turns are still there."""
    stream, last = finished(room, clock)
    verdict = projections.game(room.store.db.con, stream).verdict  # type: ignore[union-attr]
    page = client.get(f"/g/{stream}")
    assert verdict in html.unescape(client.get("/").text) and verdict in html.unescape(page.text)
    assert f"/g/{stream}/log.jsonl" in page.text and f'href="/g/{stream}/t/{last + 1}"' not in page.text
    assert client.get(f"/g/{stream}/t/{last}/map.svg").status_code == 200
    assert client.get(f"/g/{stream}/t/1").status_code == 200
    assert client.get(f"/g/{stream}/t/{last + 1}").status_code == 404


def test_a_game_ended_by_the_master_shows_why(room: Room, client: FlaskClient) -> None:
    """A game that ended before its first turn was resolved still has its opening page, with the reason."""
    stream = opening.open_game(room, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    master.end(room, stream, "both agreed")
    assert "both agreed" in client.get(f"/g/{stream}").text
    assert client.get(f"/g/{stream}/log.jsonl").status_code == 200


def test_a_broken_log_is_one_clear_sentence_and_the_other_games_are_shown(
    room: Room, clock: HandClock, client: FlaskClient
) -> None:
    """An event changed behind our back: that game is a 500 that names the place; the list and other games stand."""
    broken, sound = bot_game(room, clock, 1), bot_game(room, clock, 1)
    con = sqlite3.connect(room.store.db.path)
    con.execute("DROP TRIGGER events_no_update")
    con.execute("UPDATE events SET data = replace(data, '1', '2') WHERE stream = ? AND version = 3", (broken,))
    con.commit()
    con.close()
    for path in ("", "/t/0", "/t/1/map.svg", "/t/1/proof.json"):
        page = client.get(f"/g/{broken}{path}")
        assert page.status_code == 500 and page.mimetype == "text/plain"
        assert "cannot be shown" in page.text and f"{broken} version 3" in page.text
    assert client.get(f"/g/{sound}").status_code == 200
    listed = client.get("/")
    assert listed.status_code == 200 and broken in listed.text and sound in listed.text


def test_a_title_is_text(room: Room, client: FlaskClient) -> None:
    """Markup in a title is shown, never obeyed, on any page."""
    title = '<script>alert("x")</script>'
    stream = opening.open_game(room, "star_navy", "first-blood", players=BOTS, title=title)
    for path in ("/", f"/g/{stream}"):
        page = client.get(path).text
        assert "<script" not in page and html.escape(title, quote=False).split("(")[0] in page
    picture = client.get(f"/g/{stream}/t/0/map.svg").data
    assert not [part for part in ElementTree.fromstring(picture).iter() if part.tag.endswith("script")]


def test_no_page_needs_or_allows_a_script(room: Room, clock: HandClock, client: FlaskClient) -> None:
    """Every answer, errors too, forbids scripts, foreign frames and foreign content; no page has a script or handler."""
    stream = bot_game(room, clock, 1)
    for path in ("/", f"/g/{stream}", f"/g/{stream}/t/1/map.svg", f"/g/{stream}/t/1/proof.json", "/g/g9", "/no-such-page"):
        page = client.get(path)
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src" not in policy and "frame-ancestors 'self'" in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["Referrer-Policy"] == "same-origin"
        assert "<script" not in page.text and not re.search(r"\son[a-z]+=|javascript:|https?://(?!www\.w3\.org)", page.text)


def test_the_mailbox_is_the_demonstrations_alone(client: FlaskClient) -> None:
    """Without a mailbox to show there is no page for it, and no link."""
    assert client.get("/mail/").status_code == 404
    assert "/mail/" not in client.get("/").text


@pytest.fixture
def second_room(tmp_path: Path) -> Iterator[Room]:
    """A room with the same secrets as `room`."""
    store = Store(tmp_path / "second" / "wardroom.db", [publish.migrations])
    yield Room(store, GAMES, HandClock(), repeated_entropy(), b"a secret for tests")
    store.db.close()


def test_a_spectator_sees_nothing_of_hidden_orders(room: Room, second_room: Room) -> None:
    """Two games that differ only in what red keeps secret: every page is the same but for hashes of sealed things."""
    secret = "\nE1 SHIELDS F 1\nE2 SPEED +2; KEEP 3\nT6 FIRE F AT BIS\nPOLICY RETREAT NEVER\nluck: a secret word"
    pages: list[list[str]] = []
    for one, hidden in ((room, ""), (second_room, secret)):
        stream = opening.open_game(one, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
        seen = browser(one)
        filed = file_orders(one, stream, "red", f"SR1: TURN R{hidden}", "m1")
        assert filed.outcome == "accepted"
        before = [seen.get(path).text for path in ("/", f"/g/{stream}", f"/g/{stream}/t/0/map.svg")]
        file_orders(one, stream, "red", "ready", "m2")
        file_orders(one, stream, "blue", "BIS: TURN L\nready", "m3")
        assert tick(one) == [(stream, 1)]
        after = [seen.get(path).text for path in ("/", f"/g/{stream}/t/1/map.svg", f"/g/{stream}/t/0")]
        sealed = [seen.get(f"/g/{stream}/t/1{path}").text for path in ("", "/proof.json")]
        pages.append([*before, *after, *(HEX.sub("(sealed)", page) for page in sealed), *sealed])
    plain, other = pages
    assert plain[:-2] == other[:-2]
    assert plain[-2] != other[-2], "the orders did not differ after all"
    assert "secret word" not in "".join(other) and "SHIELDS F" not in "".join(other)
