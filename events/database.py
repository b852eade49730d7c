"""One SQLite file: its settings, its set-up under a lock, and the fair queue of its writers."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database, Migrations

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA recursive_triggers=ON",
    "PRAGMA trusted_schema=OFF",
)


class Connections:
    """Connections to one database file, one per thread, and its writers' lock."""

    def __init__(self, path: Path | str, migrations: Sequence[Migrations] = ()) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._local = threading.local()
        self._gate = threading.Lock()
        self._lock = self.path.with_name(self.path.name + ".lock").open("a")
        try:
            with self._queued():
                for each in migrations:
                    each.apply(Database(self.con))
        except BaseException:
            self.close()
            raise

    @property
    def con(self) -> sqlite3.Connection:
        """This thread's connection, in autocommit mode: transactions are opened by `write` alone."""
        con: sqlite3.Connection | None = getattr(self._local, "con", None)
        if con is None:
            con = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            for pragma in PRAGMAS:
                con.execute(pragma)
            self._local.con = con
        return con

    @contextmanager
    def _queued(self) -> Iterator[None]:
        """Writers wait in line: SQLite's own busy wait lets one writer starve the others."""
        with self._gate:
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._lock, fcntl.LOCK_UN)

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One durable transaction: committed whole, or rolled back when the block raises."""
        con = self.con
        with self._queued():
            con.execute("BEGIN IMMEDIATE")
            try:
                yield con
                con.execute("COMMIT")
            except BaseException:
                if con.in_transaction:  # a full disk has rolled it back already
                    con.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close this thread's connection and the lock file."""
        con = getattr(self._local, "con", None)
        if con is not None:
            con.close()
            self._local.con = None
        self._lock.close()
