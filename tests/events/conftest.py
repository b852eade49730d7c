"""Stores for the tests of the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty log."""
    made = open_store(tmp_path / "w.db")
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """Another empty log."""
    made = open_store(tmp_path / "other.db")
    yield made
    made.close()
