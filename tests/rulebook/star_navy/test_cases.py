"""Star Navy's case files: `x01-...` are the rule book's worked examples, `sn-04-...` show further clauses.

Each file says in `about` what it shows, and in `expect` what must come out.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.games import GAMES
from pbem.service.adjudicate import adjudicate, mismatches

ROOT = Path(__file__).resolve().parents[3]
CASES = sorted(Path(__file__).with_name("cases").glob("*.json"))
EXAMPLES = 24


def read(file: Path) -> dict[str, Any]:
    """A case file as it stands."""
    case = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(case, dict)
    return case


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_case(file: Path) -> None:
    """The case's orders and dice give what it expects; unless it says so, no problem and no unused die."""
    case = read(file)
    result = adjudicate(GAMES, case)
    expect = {"dice_unused": 0, **case["expect"]}
    assert mismatches(expect, result) == []
    assert set(result["problems"]) == set(expect.get("problems", {}))


def test_every_example_has_a_case() -> None:
    """The worked examples X1 to X24 of the rule book each have a file of their own."""
    assert {int(file.name[1:3]) for file in CASES if file.name.startswith("x")} == set(range(1, EXAMPLES + 1))


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_case_says_what_it_shows(file: Path) -> None:
    """A case names its example and its clauses, and expects something."""
    case = read(file)
    assert "SN-" in case["about"]
    assert case["expect"].get("events") or case["expect"].get("state") or case["expect"].get("problems")


@pytest.mark.parametrize("name", ["x01-drift", "x06-lasers", "x17-interstellar-travel"])
def test_command_line_agrees(name: str) -> None:
    """`python app.py adjudicate FILE` prints the very result that the service computes."""
    file = Path(__file__).with_name("cases") / f"{name}.json"
    command = [sys.executable, "app.py", "adjudicate", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(adjudicate(GAMES, read(file))))
