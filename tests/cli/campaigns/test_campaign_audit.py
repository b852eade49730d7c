"""`verify`, `rules diff`, `luck`, `why` and sandboxes of a campaign with battles: clear sentences, here and from its export."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from events.codec import encode_json
from tests.cli.shell import ROOT, Shell
from tests.kit.forgery.campaigns.campaign_file import ending
from tests.kit.forgery.log import Fact, rows

MOST = 40
"""Beats in which such a campaign is over."""
TRIES = 8
"""Campaigns of bots at most, until scouts threw dice in one: most have some."""
WELL = "All is well with 3 games."


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return _fought(tmp_path_factory.mktemp("campaign"))


def _fought(folder: Path) -> Shell:
    """A campaign of one round between bots, to its end: c1 with its battles g1 and g2."""
    shell, file = Shell(folder / "data"), folder / "watch.json"
    file.write_text(ending()["file"])
    shell("campaign", "open", str(file), "--seat", "blue=bot:steady", "--seat", "red=bot:steady", "--every", "0")
    for _ in range(MOST):
        shell("tick")
        (row,) = json.loads(shell("campaign", "list", "--json"))
        if row["status"] == "ended":
            return shell
    raise AssertionError("it never ends")


@pytest.fixture(scope="module")
def exported(fought: Shell) -> str:
    return fought("export", "c1")


def test_a_campaign_is_verified_with_its_battles(fought: Shell, exported: str, tmp_path: Path) -> None:
    done = fought.run("verify", "c1")
    assert done.returncode == 0 and done.stderr.startswith(WELL)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["GAME", "c1", "g1", "g2"]
    file = tmp_path / "c1.jsonl"
    file.write_text(exported)
    assert fought.run("verify", str(file)) == done
    other = Shell(tmp_path / "other")
    assert len(other("import", str(file)).splitlines()) == 3
    assert other.run("verify", "c1") == done


def _without(exported: str, stream: str) -> str:
    """The export without the log of one battle."""
    return "".join(line for line in exported.splitlines(keepends=True) if json.loads(line)["stream"] != stream)


def test_a_battle_that_is_missing_is_told_and_breaks_nothing(fought: Shell, exported: str, tmp_path: Path) -> None:
    file = tmp_path / "c1.jsonl"
    file.write_text(_without(exported, "g1"))
    done = fought.run("verify", str(file))
    assert done.returncode == 0
    note = "c1: note: the log of g1, as which battle 1 was played, is not here: of it all was taken as it is told\n"
    assert note in done.stderr and "All is well with 2 games." in done.stderr


def _changed(exported: str, stream: str, kind: str, **fields: object) -> str:
    """The export with one event of a battle changed, and its chain made anew."""
    lines = [json.loads(line) for line in exported.splitlines()]
    own = [line for line in lines if line["stream"] == stream]
    facts = [Fact(*(line[name] for name in Fact._fields)) for line in own]
    place = next(place for place, fact in enumerate(facts) if fact.type == kind)
    facts[place] = facts[place].saying(**fields)
    for line, row in zip(own, rows(stream, facts), strict=True):
        line |= {"data": json.loads(row[9]), "hash": row[10].hex()}
    return "".join(f"{encode_json(line)}\n" for line in lines)


def test_a_battle_that_was_changed_is_found_in_both_logs(fought: Shell, exported: str, tmp_path: Path) -> None:
    file = tmp_path / "c1.jsonl"
    file.write_text(_changed(exported, "g1", "game.ended", winners=["BLUE"], verdict="BLUE wins"))
    done = fought.run("verify", str(file))
    assert done.returncode == 1 and "Not all is well: c1, g1. Each line above says what." in done.stderr
    assert "game.ended is not as it had to be" in done.stderr
    assert "campaign.battle_reported cannot be: the log of g1 never ended with" in done.stderr


@pytest.mark.deep
def test_players_check_an_export_and_proofs_at_home(tmp_path: Path) -> None:
    """All turns, with the dice of scouts; a campaign's file is checked with the same scripts as any game's."""
    shells = (_fought(each) for each in _tries(tmp_path))
    assert any(_check_at_home(shell, tmp_path) for shell in shells), f"no scout threw dice in {TRIES} campaigns"


def _tries(folder: Path) -> Iterator[Path]:
    for number in range(TRIES):
        (made := folder / str(number)).mkdir()
        yield made


def _check_at_home(shell: Shell, folder: Path) -> int:
    """Everything a player is given is checked with the scripts; how many dice were thrown."""
    file, proof = folder / "c1.jsonl", folder / "proof.json"
    file.write_text(shell("export", "c1"))
    done = _script("verify_log.py", str(file))
    assert done.returncode == 2 and WELL in done.stderr and "NOT ANCHORED" in done.stderr
    (row,) = json.loads(shell("campaign", "list", "--json"))
    rolls = 0
    for turn, seat in product(range(1, row["turn"] + 1), ("blue", "red")):
        proof.write_text(shell("replay", "c1", "--turn", str(turn), "--seat", seat, "--show", "proof"))
        rolls += len(json.loads(proof.read_text())["rolls"])
        for number, name in ((turn - 1, "before"), (turn, "this")):
            (folder / name).write_text(shell("replay", "c1", "--turn", str(number), "--seat", seat))
        checked = _script("verify_dice.py", str(proof), "--report", str(folder / "before"), str(folder / "this"))
        assert checked.returncode == 0, checked
    return rolls


def _script(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / name), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_turns_of_a_campaign_come_out_the_same_under_the_same_rules(fought: Shell) -> None:
    done = fought.run("rules", "diff", "c1")
    assert done.returncode == 0
    assert done.stderr == "3 turns of 1 game played again: every one comes out the same.\n"


def test_lines_of_a_campaign_say_why(fought: Shell) -> None:
    assert "[CMP-1.4] A campaign is played in rounds." in fought("why", "c1", "1.1")
    reported = fought("replay", "c1", "--turn", "2")
    assert "Battle" in reported and "[CMP-3.1]" in "".join(fought("why", "c1", f"2.{line}") for line in (1, 2, 3))


def test_the_luck_of_a_campaign_can_be_asked_for(fought: Shell) -> None:
    """Whether there is any to count: bots send scouts as they please."""
    assert fought("luck", "c1").split()[:2] == ["SEAT", "PURPOSE"]
    assert fought("luck", "--all").split()[:2] == ["GAME", "WHO"]


def test_a_sandbox_is_made_of_a_refit_turn_alone(fought: Shell) -> None:
    """Its battles are other games: they are not fought in it."""
    name = fought("fork", "c1", "--turn", "0").strip()
    assert "carried out" in fought("play", name, "--bots")
    assert f"nobody owes orders in turn 2 of {name}: its battles come next" in fought.fails("play", name, "--bots")
    assert "after turn 1 of c1 nobody owes orders, for its battles were fought next" in fought.fails(
        "fork", "c1", "--turn", "1"
    )
    assert "c1 was over at the end of turn 3" in fought.fails("fork", "c1", "--turn", "3")
    assert "turn 1" in fought("compare", "c1", name)
    assert fought("fork", "g1", "--turn", "0").strip()
