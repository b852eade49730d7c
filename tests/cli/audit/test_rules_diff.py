"""`rules diff`: what a correction of the rules would change in stored games."""

from __future__ import annotations

import json

import pytest

from pbem import games
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.rules import fire
from tests.cli.shell import Shell

TURNS = 4


def battle(shell: Shell) -> str:
    """Some turns of a game of bots, in which torpedoes are fired."""
    seats = ("--seat", "blue=bot:aggressive", "--seat", "red=bot:cautious")
    stream = shell("game", "open", "star_navy", "wolf-pack", "--every", "0", *seats).strip()
    for _ in range(TURNS):
        shell("tick")
    return stream


def correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """A printed table is corrected: each torpedo that hits, and each laser, does more."""
    monkeypatch.setattr(fire, "TORPEDO_POINTS", 9)
    old = fire.laser_damage
    monkeypatch.setattr(fire, "laser_damage", lambda distance: old(distance) + 1)


def test_nothing_differs_under_the_same_rules(shell: Shell) -> None:
    """Exit 0, a line for each game, and one sentence of what it comes to."""
    stream = battle(shell)
    done = shell.run("rules", "diff")
    head, line = done.stdout.splitlines()
    assert done.returncode == 0 and head.split()[0] == "GAME"
    version = str(STAR_NAVY.rules_version)
    assert line.split() == [stream, "star_navy", version, version, str(TURNS), str(TURNS), "-"]
    assert done.stderr == f"{TURNS} turns of 1 game played again: every one comes out the same.\n"


def test_a_corrected_rule_is_told_in_words(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1; each turn that differs with phase, clause and both outcomes; the game itself keeps the outcomes that it has."""
    stream = battle(shell)
    before = shell("export", stream)
    correct(monkeypatch)
    done = shell.run("rules", "diff", stream)
    assert done.returncode == 1 and done.stderr.endswith(f"otherwise in {stream}.\n")
    turns = [line for line in done.stdout.splitlines() if line.startswith(f"{stream}, turn ")]
    assert turns and all(line.endswith(":") and ", game turn " in line for line in turns)
    text = done.stdout
    assert "\n  Fire [SN-7." in text and "\n    in the log: " in text and "\n    now:        " in text
    assert "  Damage [SN-8.3]" in text
    assert shell("export", stream) == before


def test_the_same_as_json(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """For programs, with the values that differ; the exit code is the same."""
    stream = battle(shell)
    correct(monkeypatch)
    (found,) = json.loads(shell("rules", "diff", "--game", "star_navy", "--json", code=1))
    assert (found["stream"], found["turns"], found["unreadable"]) == (stream, TURNS, "")
    assert found["same"] == TURNS - len(found["different"])
    change = found["different"][0]["changes"][0]
    assert change["how"] == "changed" and change["rule"].startswith("SN-7.") and change["fields"]


def test_games_are_chosen(shell: Shell) -> None:
    """By rule book, by name; what is not there is told in one sentence with what is, and games of another book are none."""
    stream = battle(shell)
    assert shell("rules", "diff", "--game", "star_navy") == shell("rules", "diff", stream)
    assert "no game 'star_nvay'; there are star_navy, stingray" in shell.fails("rules", "diff", "--game", "star_nvay")
    assert f"no game 'g9'; there are {stream}" in shell.fails("rules", "diff", "g9")
    none = shell.run("rules", "diff", "--game", "stingray")
    assert none.returncode == 0 and none.stderr == "There is no such game.\n"


def test_a_game_of_a_rule_book_that_is_gone(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 1 and a sentence on standard output, and the other games are told of all the same."""
    stream, other = battle(shell), shell("game", "open", "stingray", "agent-x20").strip()
    monkeypatch.setattr(games, "KEYS", ("stingray",))
    done = shell.run("rules", "diff")
    assert done.returncode == 1 and f"\n{stream}: it is a game of 'star_navy', which is not played here" in done.stdout
    assert [line.split()[0] for line in done.stdout.splitlines()[1:3]] == [stream, other]
    assert done.stderr.endswith(f"otherwise in {stream}.\n")
