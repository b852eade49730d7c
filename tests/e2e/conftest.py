"""One site for all tests of a worker: postfix, dovecot, and the service as a process behind them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import require
from tests.e2e.site import Site


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """Short, because sockets are in it, and open to the servers' own users: pytest's own folders are neither."""
    require()
    made = Path(tempfile.mkdtemp(prefix="wr-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[Site]:
    made = Site(folder)
    try:
        made.start()
        yield made
    finally:
        made.end()
