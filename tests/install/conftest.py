"""A fresh Debian, installed once for all tests that put it into a container."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.install.containers import Podman, installed_debian


@pytest.fixture(scope="session")
def debian(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """An archive of it. Of several processes that run tests the first makes it, and the others wait."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder if worker_id == "master" else folder.parent
    with (folder / "debian.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return installed_debian(folder)


@pytest.fixture(scope="session")
def podman(debian: Path) -> Iterator[Podman]:
    """With the fresh Debian as its only image."""
    made = Podman(debian)
    try:
        made.start()
        yield made
    finally:
        made.remove()
