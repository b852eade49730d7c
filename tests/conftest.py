"""What many tests share: a room with a clock that tests move, and secrets that repeat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from events.store import Store
from pbem.games import GAMES
from pbem.service import press, publish
from pbem.service.room import Room

START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


class HandClock:
    """Time that only tests move."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def advance(self, hours: float) -> None:
        self.time += timedelta(hours=hours)


def repeated_entropy() -> Callable[[int], bytes]:
    """Secrets that are the same in every run."""
    drawn = 0

    def entropy(n: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"secret {drawn}".encode()).digest()[:n]

    return entropy


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def room(tmp_path: Path, clock: HandClock) -> Iterator[Room]:
    """A room over a real SQLite file."""
    store = Store(tmp_path / "wardroom.db", [publish.migrations, press.migrations])
    yield Room(store, GAMES, clock, repeated_entropy(), b"a secret for tests")
    store.db.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-playthroughs", action="store_true", help="write the golden games anew")


SLOW = ("web/test_mailbox.py", "e2e/", "browser/", "cli/test_serve.py", "storm/", "cli/", "tools/", "service/test_races.py")
"""What waits for processes and browsers. It begins first, so that no core has to wait for it at the end."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow files to the front, whatever order the others were shuffled into; `--no-loadscope-reorder` keeps them there."""
    here = Path(__file__).parent
    items.sort(key=lambda item: _place(item.path.relative_to(here).as_posix()))


def _place(path: str) -> int:
    return next((number for number, slow in enumerate(SLOW) if path.startswith(slow)), len(SLOW))
