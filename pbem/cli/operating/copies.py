"""Whole copies of the database, and the proof that one is good."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from events.store import open_store
from pbem.cli.common import progress
from pbem.core.game.unit_ids import natural
from pbem.service.context import ActRefused

PAGES = 1000
"""So many pages of the database are copied between two steps of the progress bar."""


def copy_database(source: sqlite3.Connection, path: Path) -> None:
    """Whole or not at all: what an error leaves behind is removed. Raises OSError, sqlite3.Error."""
    try:
        with closing(sqlite3.connect(path)) as target, progress(f"{path.name}:", _pages(source)) as seen:
            source.backup(target, pages=PAGES, progress=lambda _status, _left, _total: seen(PAGES))
    except (OSError, sqlite3.Error):
        path.unlink(missing_ok=True)
        raise


def proved(source: sqlite3.Connection, file: Path, scratch: Path | None = None) -> list[tuple[str, int]]:
    """Each game of a backup with its number of events, every chain checked, on a copy in a folder within `scratch`.

    Raises `ActRefused`, `Corrupt`, sqlite3.Error.
    """
    if source.execute("SELECT 1 FROM sqlite_master WHERE type='table' AND name='events'").fetchone() is None:
        raise ActRefused(f"{file} is no backup: it is a database without games; name a file that `backup` has written")
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        copied = Path(folder) / "copy.db"
        copy_database(source, copied)
        with closing(open_store(copied)) as store:
            return [(stream, store.verify(stream).version) for stream in sorted(store.streams(), key=natural)]


def _pages(source: sqlite3.Connection) -> int:
    return int(source.execute("PRAGMA page_count").fetchone()[0])
