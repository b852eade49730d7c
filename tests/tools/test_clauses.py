"""tools/clauses.py: every clause is named in code and in a test, or the build says which is not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.clauses import ROOT, coverage, main, named_in

RULES = """# Chess
- **CH-1.1** White moves first.
- **CH-1.2** Players alternate (see CH-1.1).
- **CH-1.10** Stalemate is a draw.

**CH-9.9** is no list item and so no clause.
"""


def write(root: Path, path: str, text: str) -> None:
    """Put a file into the made-up tree."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A rule book of three clauses, all of them in code and in tests."""
    write(tmp_path, "docs/rules/README.md", "- **CH-7.7** is an example of how clauses are written")
    write(tmp_path, "docs/rules/chess.md", RULES)
    write(tmp_path, "pbem/games/chess/__init__.py", '"""CH-1.1: White first."""')
    write(tmp_path, "pbem/games/chess/deep/end.py", "# CH-1.10.")
    write(tmp_path, "events/chess/moves.py", '"""CH-1.2"""')
    write(tmp_path, "tests/rulebook/chess/test_moves.py", '"""CH-1.1 and CH-1.2."""')
    write(tmp_path, "tests/rulebook/chess/cases/stalemate.json", '{"about": "CH-1.10"}')
    return tmp_path


def test_complete(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All clauses named in code, vocabulary, tests and case files: the summary line alone, and success."""
    assert main(tree, []) == 0
    assert capsys.readouterr().out == "chess: 3 clauses, 3 in code, 3 in tests\n"


def test_campaigns_have_rooms_of_their_own(tree: Path) -> None:
    """Their rules are no game's, and what the service does for them is tested there."""
    write(tree, "docs/rules/campaign.md", "# Campaigns\n- **CMP-1.1** One.\n- **CMP-1.2** Two.\n")
    write(tree, "pbem/campaign/rules/rounds.py", '"""CMP-1.1"""')
    write(tree, "pbem/service/campaigns/take_over.py", '"""CMP-1.2"""')
    write(tree, "tests/rulebook/campaign/test_rounds.py", '"""CMP-1.1"""')
    write(tree, "tests/service/campaigns/test_take_over.py", '"""CMP-1.2"""')
    assert coverage(tree, "campaign").complete


def test_missing_in_tests(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A clause no test names is printed, and the check fails."""
    write(tree, "tests/rulebook/chess/cases/stalemate.json", "{}")
    assert main(tree, ["chess"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "chess: not in tests: CH-1.10",
        "chess: 3 clauses, 3 in code, 2 in tests",
    ]


def test_missing_in_code(tree: Path) -> None:
    """The vocabulary counts as code; without it its clause is missing."""
    (tree / "events/chess/moves.py").unlink()
    found = coverage(tree, "chess")
    assert (found.not_in_code, found.not_in_tests, found.complete) == (["CH-1.2"], [], False)


def test_longer_number_is_another_clause(tree: Path) -> None:
    """CH-1.10 does not name CH-1.1."""
    write(tree, "pbem/games/chess/__init__.py", "")
    assert coverage(tree, "chess").not_in_code == ["CH-1.1"]


RANGES = ["CH-1.1..CH-1.3", "CH-1.1-1.3", "CH-1.1 - CH-1.3", "CH-1.1 to 1.3", "CH-1.1...CH-1.3"]
WORDY_RANGES = ["STG-MOV.1 to STG-MOV.4", "STG-MOV.6-9", "STG-MOV.6–9", "STG-MK7.1..MK7.11", "SSL-J2.4 … SSL-J2.6"]


@pytest.mark.parametrize("text", [*RANGES, *WORDY_RANGES])
def test_ranges_name_nothing(text: str) -> None:
    """A range names neither its ends nor what lies between."""
    assert named_in(text) == set()


def test_lists_and_sentences_name_each(tree: Path) -> None:
    """Full ids count in lists, in brackets and at the end of a sentence; a bare number after a comma does not."""
    assert named_in("(CH-1.1, CH-1.2), 1.3; see CH-1.4.") == {"CH-1.1", "CH-1.2", "CH-1.4"}


@pytest.mark.parametrize("clause", ["STG-MOV.1", "STG-MK7.5", "STG-M61.8", "SSL-J2.4", "WT-A3.1"])
def test_chapters_with_letters(tree: Path, clause: str) -> None:
    """A chapter may be a word or hold digits: such an id is a clause of the rule book, and named in code by itself."""
    write(tree, "docs/rules/chess.md", f"- **{clause}** A rule of its own.")
    assert coverage(tree, "chess").not_in_code == [clause]
    write(tree, "events/chess/moves.py", f"# ({clause}): as it says; {clause}0 is another")
    assert coverage(tree, "chess").not_in_code == []


def test_hyphens_after_an_id_are_no_range() -> None:
    """A hyphen that no number follows leaves the id named."""
    assert named_in("the STG-MOV.8-like clamp - STG-FUE.2 - of fish") == {"STG-MOV.8", "STG-FUE.2"}


def test_empty_rule_book(tree: Path) -> None:
    """A rule book without one clause is a mistake, not a success."""
    write(tree, "docs/rules/chess.md", "# Chess\n")
    assert main(tree, []) == 1


def test_unknown_game(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game without rule book is wrong use; the message names those there are."""
    assert main(tree, ["go"]) == 2
    assert capsys.readouterr().err == "no rule book for go; there are chess\n"


def test_command_line() -> None:
    """The command counts this project's own rule book and exits 0 or 1 by what it prints."""
    done = subprocess.run(
        [sys.executable, "tools/clauses.py", "star_navy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "star_navy: " in done.stdout.splitlines()[-1]
    assert done.returncode == (1 if "not in" in done.stdout else 0)
