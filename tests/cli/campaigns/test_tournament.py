"""`campaign tournament` prints a file that `campaign open` takes."""

from __future__ import annotations

from pathlib import Path

from tests.cli.shell import Shell


def test_a_tournament_is_made_and_opened(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    file.write_text(
        shell("campaign", "tournament", "star_navy", "open-space", "--players", "4", "--pairing", "round robin"),
        encoding="utf-8",
    )
    seats = [word for n in range(1, 5) for word in ("--seat", f"p{n}=bot:steady")]
    assert shell("campaign", "open", str(file), *seats).split() == ["c1"]
    shown = shell("campaign", "show", "c1")
    assert "Tournament: Open Space" in shown and "p1" in shown and "p4" in shown


def test_what_is_wrong_has_a_sentence(shell: Shell) -> None:
    assert "Four Corners has 4 sides" in shell.fails("campaign", "tournament", "star_navy", "four-corners", "--players", "4")
