"""The documented first game is what really happens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_first_game_is_played_as_the_page_says() -> None:
    """Three turns by real SMTP from both sides, receipts, reports and the dice check: docs/first-game.md, byte for byte."""
    command = [sys.executable, str(ROOT / "tools" / "first_game.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
