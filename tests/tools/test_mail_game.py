"""tools/mail_game.py: a game by bots through real mail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "mail_game.py"), *given]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_every_mail_of_a_game_is_kept(tmp_path: Path) -> None:
    """Orders go out and reports come in by SMTP; each deadline's report, receipt, page, map and proof lie in the folder."""
    done = run("sovereign_seas", "bellerophon-ocean", "--turns", "2", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:3]] == ["deadline 0", "deadline 1", "deadline 2"]
    for seat in ("gb", "fr"):
        assert "Impulse 4" in (tmp_path / f"turn-02-{seat}.txt").read_text()
        assert (tmp_path / f"turn-02-{seat}-receipt.txt").read_text().startswith("ACCEPTED:")
        assert f"turn-02-{seat}-map.png" in (tmp_path / f"turn-02-{seat}.html").read_text()
        assert (tmp_path / f"turn-02-{seat}-proof.json").exists()


def test_options_reach_the_game(tmp_path: Path) -> None:
    """What is asked for is in the first report."""
    done = run("sovereign_seas", "cruisers", "--turns", "0", "--option", "hidden_logs=on", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "hidden_logs on" in (tmp_path / "turn-00-gb.txt").read_text()


def test_a_campaign_is_played_with_its_battles(tmp_path: Path) -> None:
    """The reports of the campaign and those of its battles are answered by reply, and all of them kept."""
    done = run("campaign", "harrow", "--turns", "2", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "The campaign goes on."
    for seat in ("blue", "red"):
        assert (tmp_path / f"c1-turn-00-{seat}-receipt.txt").read_text().startswith("ACCEPTED:")
        assert "No orders are wanted now" in (tmp_path / f"c1-turn-01-{seat}.txt").read_text()
        assert "This is battle 1 of campaign c1." in (tmp_path / f"g1-turn-01-{seat}.txt").read_text()
        assert f"c1-turn-01-{seat}-map.png" in (tmp_path / f"c1-turn-01-{seat}.html").read_text()
