"""The rule books' case files: worked examples, and cases of further clauses.

Each file says in `about` what it shows, and in `expect` what must come out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.games import GAMES
from pbem.service.audit.adjudicate import adjudicate, mismatches
from tests.kit.pages import page

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CASES = sorted(HERE.glob("*/cases/*.json"))
EXAMPLE = re.compile(r"^- \*\*([A-Z])([0-9]+)\*\* .*$", re.M)
LINK = re.compile(r"\(\.\./\.\./(tests/rulebook/\w+/cases/[a-z]([0-9]+)[\w-]*\.json)\)")

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
    """The worked examples of the rule book are counted from 1; each has files of its own, with its number, and names them."""
    examples = list(EXAMPLE.finditer(page(f"rules/{game}")))
    how = f"write it as `- **X1** words ([x01-name](../../tests/rulebook/{game}/cases/x01-name.json))`"
    assert examples, f"docs/rules/{game}.md has no worked example: {how}"
    assert [int(example[2]) for example in examples] == list(range(1, len(examples) + 1)), f"docs/rules/{game}.md: {how}"
    for example in examples:
        files = LINK.findall(example[0])
        assert files and all(int(number) == int(example[2]) for _, number in files), f"{example[0]}\n{how}"
        assert all((ROOT / file).is_file() for file, _ in files), f"{example[0]}\nthe file is not there"


def test_each_case_says_what_it_shows() -> None:
    """A case is of the game in whose folder it lies, names its clauses, and expects something."""
    for file in CASES:
        case = read(file)
        assert case["game"] == file.parents[1].name, file
        assert f"{GAMES[case['game']].clauses}-" in case["about"], file
        assert case["expect"].get("events") or case["expect"].get("state") or case["expect"].get("problems"), file


@pytest.mark.parametrize("name", ["star_navy/cases/x06-lasers", "stingray/cases/w02-mk61"])
def test_command_line_agrees(name: str) -> None:
    """`./wardroom adjudicate FILE` prints the very result that the service computes."""
    file = HERE / f"{name}.json"
    command = [sys.executable, "app.py", "adjudicate", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(adjudicate(GAMES, read(file))))
