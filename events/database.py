"""The database that everything is kept in: the port that all SQL goes through, and the SQLite file behind it by default.

The SQL of every module is written once, in words that SQLite and PostgreSQL both understand. Its errors are the classes of
`sqlite3`, which have the names that every Python database module gives them.
"""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from sqlite_utils import Database, Migrations

PRAGMAS = (
    "PRAGMA page_size=8192",  # of a database that is made now: a turn's events fill half as many pages
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA recursive_triggers=ON",
    "PRAGMA trusted_schema=OFF",
    "PRAGMA secure_delete=ON",
)
URLS = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins."""


class Unreachable(sqlite3.OperationalError):
    """The database's server did not answer. What was under way was done, or was not; a while later it may be asked again."""


class Rows(Protocol):
    """What a statement found, or how many rows it changed."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row; None after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Row by row."""


class Connection(Protocol):
    """One connection: what modules do with it. `sqlite3.Connection` is one."""

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ..., /) -> Rows:
        """One statement."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Rows:
        """The same statement with each of these rows."""


class Connections:
    """Connections to one database, one per thread, and its writers' lock. Here it is an SQLite file.

    `address` says which database it is, to this program and to another process of it; files of our own that belong to the
    database are in `folder`.
    """

    def __init__(self, path: Path | str, migrations: Sequence[Migrations] = ()) -> None:
        self.path = Path(path)
        self.address = str(self.path.resolve())
        self.folder = self.path.parent
        self.folder.mkdir(parents=True, exist_ok=True)
        self._local = threading.local()
        self._gate = threading.Lock()
        self._lock = self.path.with_name(self.path.name + ".lock").open("a")
        try:
            with self._queued():
                for each in migrations:
                    each.apply(Database(self.sqlite_file()))
        except BaseException:
            self.close()
            raise

    @property
    def con(self) -> Connection:
        """This thread's connection, in autocommit mode: transactions are opened by `write` alone."""
        return self.sqlite_file()

    def sqlite_file(self) -> sqlite3.Connection:
        """The same, as what it is: for what only SQLite can do."""
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
    def write(self) -> Iterator[Connection]:
        """One durable transaction, alone: committed whole, or rolled back when the block raises."""
        con = self.sqlite_file()
        with self._queued():
            con.execute("BEGIN IMMEDIATE")
            try:
                yield con
                con.execute("COMMIT")
            except BaseException:
                if con.in_transaction:  # a full disk has rolled it back already
                    con.execute("ROLLBACK")
                raise

    def change(self, sql: str, parameters: Sequence[Any] = ()) -> int:
        """One statement as a transaction of its own; how many rows it changed."""
        with self.write() as con:
            return con.execute(sql, parameters).rowcount

    def append(self, work: Callable[[Connection], None], is_there: Callable[[], bool]) -> None:
        """A durable transaction that a key of its tables keeps apart from those it must not race: it need not be alone.

        `is_there` says whether what `work` writes is in the database: it is asked when a connection was lost, before it is
        written again.
        """
        with self.write() as con:
            work(con)

    def pages(self, sql: str, stream: str, after: int, upto: int) -> Iterator[Any]:
        """The rows of a query of one stream with after < version <= upto, in order, and never all of them held at once.

        `sql` asks for `stream=? AND version>? AND version<=? ORDER BY version`, and selects the version, too.
        """
        return iter(self.con.execute(sql, (stream, after, upto)))

    @contextmanager
    def erasing(self) -> Iterator[Connection]:
        """A write whose deleted content is overwritten in the write-ahead log, too; in the file it always is."""
        with self.write() as con:
            yield con
        self.con.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def only_one(self, name: str) -> Iterator[bool]:
        """Whether no other thread or process is in a block of this name now, on any machine that uses the database."""
        with self.path.with_name(f"{self.path.name}.{name}").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    def read_one_moment(self) -> None:
        """From now on this thread reads the database as it is at this moment, and writes nothing. It ends with `close`."""
        self.con.execute("PRAGMA query_only=ON")
        self.con.execute("BEGIN")

    def tables(self) -> dict[str, list[str]]:
        """The columns of each table that a module has declared."""
        rows = self.con.execute("SELECT name FROM sqlite_master WHERE type='table' ORDER BY name").fetchall()
        names = [name for (name,) in rows if not name.startswith(("sqlite_", "_"))]
        return {name: [row[1] for row in self.con.execute(f"PRAGMA table_info({name})")] for name in names}

    def whole_table(self, sql: str) -> Iterator[Any]:
        """All rows of a query, after `read_one_moment`, never all of them held at once."""
        return iter(self.con.execute(sql))

    def go_on_numbering(self) -> None:
        """Numbers that the database gives go on after the highest that was copied in. SQLite looks itself."""

    def fault(self) -> str:
        """What is wrong with the database, as far as it knows itself; "" for nothing."""
        answer = self.con.execute("PRAGMA quick_check").fetchone()[0]
        return "" if answer == "ok" else f"SQLite says: {answer}; restore a backup"

    def size(self) -> int:
        """Bytes of the database, with what is not yet written into its main file."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(each.stat().st_size for each in files if each.exists())

    def close(self) -> None:
        """Close this thread's connection and the lock file."""
        con = getattr(self._local, "con", None)
        if con is not None:
            con.close()
            self._local.con = None
        self._lock.close()


def upsert(table: str, key: str, rest: str) -> str:
    """A statement that writes a row, in place of the one with the same key; both are names of columns joined by commas."""
    names = [*key.split(", "), *rest.split(", ")]
    changes = ", ".join(f"{name}=excluded.{name}" for name in rest.split(", "))
    marks = ",".join("?" * len(names))
    return f"INSERT INTO {table}({', '.join(names)}) VALUES({marks}) ON CONFLICT({key}) DO UPDATE SET {changes}"


def is_url(address: Path | str) -> bool:
    """Is this the address of a PostgreSQL database, and no file?"""
    return isinstance(address, str) and address.startswith(URLS)


def database_name(address: Path | str) -> str:
    """The address as it is shown: without the password."""
    if not isinstance(address, str) or not is_url(address):
        return str(address)
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def open_connections(address: Path | str, migrations: Sequence[Migrations] = (), folder: Path | None = None) -> Connections:
    """The database at this address, an SQLite file or `postgresql://…`, set up or brought up to date.

    `folder` has the files that belong to a PostgreSQL database on this machine.
    """
    if not is_url(address):
        return Connections(address, migrations)
    from events.postgresql.connections import PostgresqlConnections

    return PostgresqlConnections(str(address), migrations, folder)
