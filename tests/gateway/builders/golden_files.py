"""Mails as they went out once: whoever changes a word of them sees it in the diff."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parents[1] / "golden"


def same_as_golden(request: pytest.FixtureRequest, name: str, text: str) -> None:
    """The text is that of the file; `--update-playthroughs` writes the file again."""
    path = HERE / name
    if request.config.getoption("--update-playthroughs"):
        HERE.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no {path.name}: pytest tests/gateway --update-playthroughs"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
