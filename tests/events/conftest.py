"""Stores for the tests of the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.store import Store, open_store
from tests.postgresql_server import shared_server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def kind(request: pytest.FixtureRequest) -> str:
    """What the log is kept in: the same is expected of both."""
    found: str = request.param
    return found


@pytest.fixture
def store(kind: str, tmp_path: Path) -> Iterator[Store]:
    """An empty log."""
    made = open_store(tmp_path / "w.db" if kind == "sqlite" else shared_server().create())
    yield made
    made.close()


@pytest.fixture
def other(kind: str, tmp_path: Path) -> Iterator[Store]:
    """Another empty log."""
    made = open_store(tmp_path / "other.db" if kind == "sqlite" else shared_server().create())
    yield made
    made.close()
