"""The documented games are what really happens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("tool", ["first_game", "stingray_move"])
def test_a_documented_game_is_played_as_the_page_says(tool: str) -> None:
    """By real SMTP from all seats, receipts and reports (and for the first game the dice check): the page, byte for byte."""
    command = [sys.executable, str(ROOT / "tools" / "pages" / f"{tool}.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
