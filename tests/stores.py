"""New databases for tests: copies of one that was set up once, because migrations take longer than most tests."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from events.database import Connections, is_url, open_connections
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
    return new_file(path)


def new_file(path: Path) -> Connections:
    """The same, always in an SQLite file: for what can be done with nothing else."""
    return copied_database(path, _set_up())


def copied_database(path: Path, file: bytes) -> Connections:
    """The database whose file this is, at another path: it is set up, and nothing of it is brought up to date."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file)
    return open_connections(path)


def content_of(database: Connections) -> bytes:
    """All that can be found in a database: each byte of the SQLite files, free pages too; in PostgreSQL each row."""
    if is_url(database.address):
        rows = (row for table in database.tables() for row in database.con.execute(f"SELECT * FROM {table}"))
        return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)
    files = (database.path, database.path.with_name(f"{database.path.name}-wal"))
    return b"\n".join(path.read_bytes() for path in files)


@cache
def _set_up() -> bytes:
    """The file of an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        open_database(path).close()
        return path.read_bytes()
