"""Replay files: made by a process of its own when they are wanted, one at a time, kept; the page that waits; the limits."""

from __future__ import annotations

import json
import os
import re
import threading
import time
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.service.reports import replay
from pbem.service.turns.tick import tick
from pbem.web.replay_files import make_replay
from pbem.web.replay_files.replay_file import Wanted, allowed, name_of
from pbem.web.replay_files.replay_queue import MOST_OF_ONE, MOST_WAITING, Busy, ReplayQueue
from tests.web.builders.sites import WebSite
from tests.web.play.test_replay_pages import duel, over, text_of

PATIENCE = 120


def taken(client: FlaskClient, address: str) -> TestResponse:
    """The answer when it is no longer that the file is being made."""
    end = time.monotonic() + PATIENCE
    while (answer := client.get(address, buffered=True)).status_code == 202:
        assert time.monotonic() < end, "the replay is not made"
        time.sleep(0.1)
    return answer


def replays(site: WebSite) -> ReplayQueue:
    found: ReplayQueue = site.web.extensions["wardroom"].replays
    return found


def kept(site: WebSite) -> list[Path]:
    return sorted(replays(site).folder.glob("*.html"))


def held(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Replays are not made until the event is set; then they are said to be made, and are not there."""
    go = threading.Event()
    monkeypatch.setattr(replays(site), "_make", lambda wanted: go.wait(PATIENCE))
    return go


# ---------------------------------------------------------------- the file


def test_a_replay_in_one_file(site: WebSite) -> None:
    """Every step with its sentence and map, nothing from elsewhere, its own policy; what maps share is in it once."""
    stream = duel(site)
    answer = taken(site.browser("blue@example.org"), f"/g/{stream}/replay.html")
    page = answer.text
    assert answer.headers["Content-Disposition"] == f"attachment; filename={stream}-replay.html"
    total = sum(len(replay.turn_steps(site.context, stream, turn, "blue").steps) for turn in (0, 1))
    assert page.count('<details class="step"') == total == len(frames_in(page)["shown"])
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg"') == 1
    assert not re.search(r'(src|href)="(?!#)', page) and "default-src 'none'" in page
    ids = set(re.findall(r'id="([^"]+)"', page))
    assert {each[1:] for each in re.findall(r'href="(#[^"]+)"', page)} <= ids
    alone = len(text_of(site.browser("blue@example.org"), f"/g/{stream}/t/1/e/0/map.svg"))
    assert len("".join(frames_in(page)["pieces"])) < total * alone * 0.6


def frames_in(page: str) -> dict[str, Any]:
    """The maps of a file's steps."""
    found = re.search(r'<script type="text/plain" id="frames">(.*?)</script>', page, re.S)
    assert found
    return dict(json.loads(zlib.decompress(b64decode(found[1]))))


@pytest.mark.usefixtures("replays_here")
def test_the_files_policy_allows_its_own_style_and_script_alone(site: WebSite) -> None:
    """The hashes in the policy are those of what is in the file."""
    page = taken(site.browser(), f"/g/{duel(site)}/replay.html?t=1").text
    style, script = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.S)
    assert f"style-src '{allowed(style)}'; script-src '{allowed(script)}'" in page


@pytest.mark.usefixtures("replays_here")
def test_turns_are_chosen(site: WebSite) -> None:
    """One turn, some, or words on what can be asked for."""
    stream = over(site)
    client = site.browser()
    assert re.findall(r'<h2 id="t(\d)"', taken(client, f"/g/{stream}/replay.html?t=1-2").text) == ["1", "2"]
    assert re.findall(r'<h2 id="t(\d)"', taken(client, f"/g/{stream}/replay.html?t=1").text) == ["1"]
    text_of(client, f"/g/{stream}/replay.html?t=x", 400)
    assert "has turns 0 to" in text_of(client, f"/g/{stream}/replay.html?t=2-99", 404)


@pytest.mark.usefixtures("replays_here")
def test_a_file_that_would_be_too_long_is_refused(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the number of its steps and what to ask for instead."""
    stream = duel(site)
    monkeypatch.setattr("pbem.web.table.replay_pages.MOST_STEPS", 3)
    for _ in range(2):  # the second time by what was kept of the first
        refused = taken(site.browser(), f"/g/{stream}/replay.html")
        assert refused.status_code == 409 and "more than the 3 steps that one file holds: choose fewer" in refused.text
    assert len(list(replays(site).folder.glob("*.txt"))) == 1 and not kept(site)


# ---------------------------------------------------------------- how it is made


def test_while_it_is_made_a_page_says_so(site: WebSite) -> None:
    """202 with Retry-After, never kept by a browser; it asks again by itself, without script, and then leads to the file."""
    stream, client = duel(site), site.browser("blue@example.org")
    first = client.get(f"/g/{stream}/replay.html?t=1&side=blue")
    assert first.status_code == 202 and first.headers["Retry-After"] == "2" and first.headers["Cache-Control"] == "no-store"
    assert "The replay is being made:</strong> turn 1, as blue sees it" in first.text
    (again,) = re.findall(r'http-equiv="refresh" content="2; url=([^"]+)"', first.text)
    again = again.replace("&amp;", "&")
    assert again == f"/g/{stream}/replay.html?t=1&side=blue&wait=1"
    ready = taken(client, again)
    assert ready.status_code == 200 and "The replay is ready." in ready.text and "Content-Disposition" not in ready.headers
    (address,) = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', ready.text)
    answer = client.get(address.replace("&amp;", "&"), buffered=True)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_pages_are_answered_while_replays_are_made(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is done in the thread that asks: with the making held up, this page and others are answered at once."""
    stream, go = duel(site), held(site, monkeypatch)
    made = "pbem.service.reports.replay_export.replay_export"
    monkeypatch.setattr(made, lambda *given: pytest.fail("made in the pages' process"))
    for turns in ("0", "1"):
        assert site.browser().get(f"/g/{stream}/replay.html?t={turns}").status_code == 202
    assert "1 other is made before it" in site.browser().get(f"/g/{stream}/replay.html?t=1").text
    assert site.browser().get(f"/g/{stream}").status_code == 200
    go.set()


@pytest.mark.usefixtures("replays_here")
def test_it_is_made_once_and_kept(site: WebSite) -> None:
    """By turns, reader and last event: the same again is the same file; another reader's, another turn's is not."""
    stream = duel(site)
    blue, red = site.browser("blue@example.org"), site.browser("red@example.org")
    first = taken(blue, f"/g/{stream}/replay.html").data
    (one,) = kept(site)
    made = one.stat().st_ino
    assert taken(blue, f"/g/{stream}/replay.html?t=0-1").data == first
    assert [each.stat().st_ino for each in kept(site)] == [made]
    assert one.stat().st_mode & 0o077 == 0 and replays(site).folder.stat().st_mode & 0o077 == 0
    assert taken(red, f"/g/{stream}/replay.html").data != first and len(kept(site)) == 2
    site.played(stream, 1)
    assert b"turns 0 to 2" in taken(blue, f"/g/{stream}/replay.html").data and len(kept(site)) == 3


def test_a_name_holds_all_that_the_file_is_made_from(site: WebSite) -> None:
    """Reader, turns, code; what is filed in the open turn changes nothing, that the game is over does."""
    stream = duel(site)

    def name(**more: Any) -> str:
        return name_of(site.context, Wanted(**({"stream": stream, "seat": "blue", "first": 0, "last": 1, "most": 800} | more)))

    first = name()
    assert len({first, name(seat=None), name(seat="red"), name(first=1), name(last=0), name(code="newer"), name(most=3)}) == 7
    from pbem.service.games import game_master
    from pbem.service.orders.file import file_orders

    file_orders(site.context, stream, "blue", "BIS: TURN L", "m9")
    assert name() == first
    game_master.end(site.context, stream, "called off")
    assert name() != first


@pytest.mark.usefixtures("replays_here")
def test_only_ones_own_replay_while_the_game_goes_on(site: WebSite) -> None:
    """A file that is there is nobody else's."""
    stream = duel(site)
    assert taken(site.browser("blue@example.org"), f"/g/{stream}/replay.html?side=blue").status_code == 200
    assert site.browser("red@example.org").get(f"/g/{stream}/replay.html?side=blue").status_code == 403
    assert site.browser().get(f"/g/{stream}/replay.html?side=blue").status_code == 401


def test_a_killed_process_is_told_and_another_tried(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 once, in words; asked for again it is made. What was left half written is never served, and swept away."""
    stream, client = duel(site), site.browser()
    monkeypatch.setattr("pbem.web.replay_files.replay_queue.sys.executable", "/bin/false")
    assert "could not be made" in text_of_failed(client, f"/g/{stream}/replay.html")
    monkeypatch.undo()
    name = name_of(site.context, Wanted(stream, None, 0, 1, 800))
    half = replays(site).folder / f"{name}.html.part"
    half.write_text("half a repl")
    assert "<h1>" in taken(client, f"/g/{stream}/replay.html").text and not half.exists()


def text_of_failed(client: FlaskClient, address: str) -> str:
    answer = taken(client, address)
    assert answer.status_code == 500
    return answer.text


def test_the_line_is_short(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of one address, eight of all: beyond that 503, and when to come back."""
    stream, go = over(site), held(site, monkeypatch)
    for turn in range(MOST_OF_ONE):
        assert site.browser().get(f"/g/{stream}/replay.html?t={turn}").status_code == 202
    refused = site.browser().get(f"/g/{stream}/replay.html?t=0-2")
    assert refused.status_code == 503 and refused.headers["Retry-After"] == "60" and "for you already" in refused.text
    line = replays(site)
    for number in range(MOST_OF_ONE, MOST_WAITING):
        line.want(f"n{number}", Wanted(stream, None, 0, 1, 800), f"10.0.0.{number}")
    with pytest.raises(Busy, match="ask again in a minute"):
        line.want("n9", Wanted(stream, None, 0, 1, 800), "10.0.0.9")
    go.set()


def test_one_address_has_twenty_made_in_an_hour(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each that is made again counts, asking whether it is there does not; the twenty-first is refused."""
    stream = duel(site)
    monkeypatch.setattr(replays(site), "want", lambda name, wanted, who: 0)
    client = site.browser()
    assert [client.get(f"/g/{stream}/replay.html").status_code for _ in range(21)] == [202] * 20 + [429]
    monkeypatch.undo()
    monkeypatch.setattr(replays(site), "place", lambda name: 0)
    assert [client.get(f"/g/{stream}/replay.html").status_code for _ in range(30)] == [202] * 30


def test_the_folder_is_bounded(tmp_path: Path) -> None:
    """By number and by bytes: what was not wanted for longest goes first; the newest stays even if it alone is too much."""
    for number in range(5):
        make_replay.put(tmp_path, f"{number}.html", "x" * 100)
        os.utime(tmp_path / f"{number}.html", (number, number))
    make_replay.sweep(tmp_path, files=4)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.html", "2.html", "3.html", "4.html"]
    make_replay.sweep(tmp_path, size=250)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3.html", "4.html"]
    make_replay.sweep(tmp_path, size=10)
    assert [path.name for path in tmp_path.iterdir()] == ["4.html"]


def test_making_writes_nothing_to_the_database(site: WebSite) -> None:
    """The process reads; a replay that is there is not made again."""
    stream = duel(site)
    tick(site.context)
    before = site.context.database.con.execute("PRAGMA data_version").fetchone()
    replays(site).folder.mkdir()
    wanted = Wanted(stream, "red", 0, 1, 800)
    make_replay.make(site.context.database.address, replays(site).folder, wanted)
    (made,) = kept(site)
    assert made.stem == name_of(site.context, wanted)
    assert site.context.database.con.execute("PRAGMA data_version").fetchone() == before
    made.write_text("as it is")
    make_replay.make(site.context.database.address, replays(site).folder, wanted)
    assert made.read_text() == "as it is"
