"""The rule books' case files: worked examples, and cases of further clauses.

Those of Star Navy are `x01-…`, of Stingray `w01-…`, of Sovereign Seas `e01-…`, of Wet Thrust `t01-…`. Each file says in
`about` what it shows, and in `expect` what must come out.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.games import GAMES
from pbem.service.audit.adjudicate import adjudicate, mismatches

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CASES = sorted(HERE.glob("*/cases/*.json"))
EXAMPLES = {"star_navy": ("x", 24), "stingray": ("w", 28), "sovereign_seas": ("e", 27), "wet_thrust": ("t", 35)}
"""Each rule book's worked examples: the letter of their files, and how many there are."""

cases = pytest.mark.parametrize("file", CASES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")


def read(file: Path) -> dict[str, Any]:
    """A case file as it is."""
    case = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(case, dict)
    return case


@cases
def test_case(file: Path) -> None:
    """The case's orders and dice give what it expects; unless it says so, no problem and no unused die."""
    case = read(file)
    result = adjudicate(GAMES, case)
    expect = {"dice_unused": 0, **case["expect"]}
    assert mismatches(expect, result) == []
    assert set(result["problems"]) == set(expect.get("problems", {}))


@pytest.mark.parametrize("game", list(GAMES))
def test_every_example_has_a_case(game: str) -> None:
    """The worked examples of the rule book each have a file of their own."""
    letter, examples = EXAMPLES[game]
    names = [file.stem for file in CASES if file.parents[1].name == game]
    assert {int(name[1:3]) for name in names if name[0] == letter and name[1:3].isdigit()} == set(range(1, examples + 1))


@cases
def test_case_says_what_it_shows(file: Path) -> None:
    """A case is of the game in whose folder it lies, names its clauses, and expects something."""
    case = read(file)
    assert case["game"] == file.parents[1].name
    assert f"{GAMES[case['game']].clauses}-" in case["about"]
    assert case["expect"].get("events") or case["expect"].get("state") or case["expect"].get("problems")


@pytest.mark.parametrize("name", ["star_navy/cases/x06-lasers", "stingray/cases/w02-mk61"])
def test_command_line_agrees(name: str) -> None:
    """`./wardroom adjudicate FILE` prints the very result that the service computes."""
    file = HERE / f"{name}.json"
    command = [sys.executable, "app.py", "adjudicate", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(adjudicate(GAMES, read(file))))
