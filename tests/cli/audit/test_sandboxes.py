"""`fork`, `sandboxes`, `play` and `discard`: what if, from the command line."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.app_context import utc_now
from tests.cli.audit.test_replay import duel
from tests.cli.shell import Shell


def forked(shell: Shell, *more: str) -> str:
    return shell("fork", *more).strip()


def test_fork_play_and_discard(shell: Shell, tmp_path: Path) -> None:
    """A name is printed; orders come from a file, a bot and what is filed; then nothing is left of it."""
    stream = duel(shell)
    name = forked(shell, stream, "--turn", "1", "--seat", "blue")
    assert name == "s1"
    orders = tmp_path / "orders.txt"
    orders.write_text("MIL: TURN L\nEND\n")
    text = shell("play", name, "--orders", f"blue={orders}", "--bots")
    assert text.splitlines()[0] == "s1 turn 2" and "MIL" in text
    said = json.loads(shell("play", name, "--orders", "blue=-", "--bot", "red=cautious", "--json", stdin="MIL: TURN R"))
    assert (said["sandbox"], said["turn"], said["verdict"]) == ("s1", 3, "")
    assert all(line["text"] for line in said["lines"])
    assert "s1 is thrown away." in shell.run("discard", name).stderr
    assert "there are no sandboxes" in shell.fails("discard", name)


def test_the_list(shell: Shell) -> None:
    """Whose, from where, until when; as columns and as JSON. Nobody's list of games has them."""
    stream = duel(shell)
    forked(shell, stream)
    forked(shell, stream, "--turn", "2", "--step", "1", "--seat", "red", "--for", "red@example.org")
    rows = json.loads(shell("sandboxes", "--json"))
    assert [(r["stream"], r["origin"], r["turn"], r["step"], r["seat"]) for r in rows] == [
        ("s1", stream, 2, 0, ""),
        ("s2", stream, 1, 1, "red"),
    ]
    assert rows[0]["until"] > rows[0]["at"]
    first, second = shell("sandboxes").splitlines()[1:]
    assert first.split()[:5] == ["s1", stream, "2", "whole", "-"] and second.split()[4] == "red@example.org"
    assert "s1" not in shell("game", "list") and "s1" not in shell("verify") and "s1" not in shell("game", "list", "--json")
    shell("tick")
    assert "s1" not in shell("mail", "list")
    assert "1 games" in shell.run("doctor").stdout


def test_mistakes_have_a_sentence(shell: Shell, tmp_path: Path) -> None:
    """A turn, step, seat, sandbox, bot or file that is not there; orders with problems are not played."""
    stream = duel(shell)
    assert f"{stream} has no end of turn 9: its turns are 0 to 2" in shell.fails("fork", stream, "--turn", "9")
    assert "has no step 999 here" in shell.fails("fork", stream, "--turn", "1", "--step", "999")
    assert "the set-up is not played" in shell.fails("fork", stream, "--turn", "0", "--step", "1")
    assert "its seats are blue, red" in shell.fails("fork", stream, "--seat", "green")
    assert "there are no sandboxes" in shell.fails("play", stream)
    name = forked(shell, stream)
    assert f"there is no sandbox '{stream}'" in shell.fails("play", stream)
    assert "has no bot 'x'" in shell.fails("play", name, "--bot", "blue=x")
    assert "is not SEAT=" in shell.fails("play", name, "--bot", "blue", code=2)
    assert "has no seat 'green'" in shell.fails("play", name, "--bot", "green=cautious")
    assert "no-such-file" in shell.fails("play", name, "--orders", f"blue={tmp_path}/no-such-file", code=2)
    done = shell.run("play", name, "--orders", "blue=-", stdin="MIL: FLY TO THE MOON")
    assert done.returncode == 1 and "problem of blue: " in done.stderr and done.stdout == ""
    assert shell("play", name, "--orders", "blue=-", "--anyway", stdin="MIL: FLY TO THE MOON").startswith("s1 turn 3")


def test_side_by_side(shell: Shell) -> None:
    """Sentences and a table, the same as JSON, as a seat knows both; what is not there is refused."""
    stream = duel(shell)
    name = forked(shell, stream, "--turn", "1")
    shell("play", name, "--orders", "blue=-", "--bots", stdin="MIL: TURN R")
    text = shell("compare", name, stream)
    assert "differs" in text.splitlines()[0]
    said = json.loads(shell("compare", name, stream, "--json", "--seat", "blue"))
    assert (said["names"], said["reader"], said["turn"]) == ([name, stream], "blue", 2)
    assert "there is no game 's9'" in shell.fails("compare", name, "s9")


def test_the_heartbeat_throws_old_ones_away(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """`tick` and `serve` do it; and who is erased leaves none."""
    stream = duel(shell)
    forked(shell, stream, "--for", "ada@example.org")
    forked(shell, stream)
    shell("person", "erase", "ada@example.org", "--yes")
    assert [row["stream"] for row in json.loads(shell("sandboxes", "--json"))] == ["s2"]
    shell("tick")
    assert len(json.loads(shell("sandboxes", "--json"))) == 1
    later = utc_now() + timedelta(days=31)
    monkeypatch.setattr("pbem.app_context.utc_now", lambda: later)
    shell("tick")
    assert json.loads(shell("sandboxes", "--json")) == []
