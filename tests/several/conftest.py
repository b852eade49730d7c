"""Processes for tests: each one part of the service, all at one PostgreSQL."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.postgresql_server import new_url
from tests.several.parts import Part

Starts = Callable[..., list[Part]]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Starts]:
    """Starts parts of these names (`web1`, `web2`, `mail`, …) at one new database, and ends them after the test."""
    url, made = new_url(), list[Part]()

    def start(*names: str) -> list[Part]:
        parts = [Part(tmp_path, name, url, tmp_path / "mail") for name in names]
        made.extend(parts)
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(Part.start, parts))
        return parts

    yield start
    for part in made:
        part.end(signal.SIGKILL)
