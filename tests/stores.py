"""New databases for tests: copies of one that was set up once, because migrations take longer than most tests."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from events.database import Connections
from pbem.database import open_database
from tests.postgresql_server import new_url

KINDS = ("sqlite", "postgresql")


@dataclass
class Chosen:
    """Which kind of database tests get that do not say which."""

    kind: str = "sqlite"


chosen = Chosen()


def new_database(path: Path) -> Connections:
    """What `open_database(path)` is for a path where there is no file yet; or a new database of the kind that was chosen."""
    if chosen.kind == "postgresql":
        return open_database(new_url(), path.parent)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_set_up())
    return open_database(path)


@cache
def _set_up() -> bytes:
    """The file of an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        open_database(path).close()
        return path.read_bytes()
