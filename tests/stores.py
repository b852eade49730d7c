"""New databases for tests: copies of one that was set up once, because migrations take longer than most tests."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sqlite_utils import Migrations

from events.store import Store


def new_store(path: Path, migrations: Sequence[Migrations] = ()) -> Store:
    """What `Store(path, migrations)` is for a path where there is no file yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_set_up(tuple(migrations)))
    return Store(path, migrations)


@cache
def _set_up(migrations: tuple[Migrations, ...]) -> bytes:
    """The file of an empty store with these migrations."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        Store(path, migrations).db.close()
        return path.read_bytes()
