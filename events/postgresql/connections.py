"""Connections to a PostgreSQL database: one per thread, which come back after a failure, and the transactions on them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Migrations

from events.database import Connection, Connections
from events.postgresql.session import Session
from events.postgresql.tables import LOCKS, set_up

PAGE = 1000
"""Rows of a stream that are fetched at a time."""
ATTEMPTS = 5
"""How often a transaction is tried that others kept from its end, through no fault of its own."""
WRITER = "writer"
"""The row that a transaction holds to be alone."""


class PostgresqlConnections(Connections):
    """Connections to one PostgreSQL database. Whatever fails raises the classes of `sqlite3`, as the file's do."""

    def __init__(self, url: str, migrations: Sequence[Migrations] = (), folder: Path | None = None) -> None:
        self.address = url
        self.folder = folder or Path()
        self._local = threading.local()
        try:
            set_up(self._session(), migrations)
        except BaseException:
            self.close()
            raise

    @property
    def con(self) -> Connection:
        """This thread's connection, in autocommit mode."""
        return self._session()

    def _session(self) -> Session:
        found: Session | None = getattr(self._local, "con", None)
        if found is None:
            found = self._local.con = Session(self.address)
        return found

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One durable transaction, alone among these, as with SQLite: it holds a row until it ends, however it ends."""
        session = self._session()
        with session.transaction():
            session.execute(f"SELECT 1 FROM {LOCKS} WHERE name=? FOR UPDATE", (WRITER,))  # noqa: S608
            yield session

    def append(self, work: Callable[[Connection], None], is_there: Callable[[], bool]) -> None:
        """A durable transaction beside others. What was lost with its connection is looked for before it is written again.

        It is looked for even when another writer seems to have been first: the lost attempt may have ended late.
        """
        session, lost = self._session(), False
        for attempt in range(1, ATTEMPTS + 1):
            try:
                if lost and is_there():
                    with self.write():  # once this empty block is with the replicas, so is what was written before it
                        return None
                with session.transaction():
                    return work(session)
            except Exception as e:
                lost = lost or session.is_lost
                if attempt == ATTEMPTS or not (lost or session.may_repeat(e)):
                    raise
        return None

    def pages(self, sql: str, stream: str, after: int, upto: int) -> Iterator[Any]:
        """The same, a page at a time: what a stream holds never changes, so that the pages fit together."""
        paged = f"{sql} LIMIT {PAGE}"
        while True:
            found = self.con.execute(paged, (stream, after, upto))
            rows = found.fetchall()
            yield from rows
            if len(rows) < PAGE:
                return
            after = rows[-1][_version_column(sql)]

    @contextmanager
    def erasing(self) -> Iterator[Connection]:
        """A write. PostgreSQL overwrites deleted content when its autovacuum comes by."""
        with self.write() as con:
            yield con

    @contextmanager
    def only_one(self, name: str) -> Iterator[bool]:
        """The block holds a row, on a connection of its own: whatever ends this process or its machine frees the row."""
        holder = Session(self.address)
        try:
            holder.execute(f"INSERT INTO {LOCKS} VALUES(?) ON CONFLICT DO NOTHING", (name,))
            with holder.transaction():
                query = f"SELECT 1 FROM {LOCKS} WHERE name=? FOR UPDATE SKIP LOCKED"  # noqa: S608
                yield holder.execute(query, (name,)).fetchone() is not None
        finally:
            holder.close()

    def read_one_moment(self) -> None:
        """From now on this thread reads the database as it is at this moment, and writes nothing."""
        self.con.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def tables(self) -> dict[str, list[str]]:
        """The columns of each table that a module has declared."""
        rows = self.con.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema=current_schema()"
            " AND table_name NOT LIKE ? ORDER BY table_name, ordinal_position",
            (r"\_%",),
        )
        found: dict[str, list[str]] = {}
        for table, column in rows:
            found.setdefault(table, []).append(column)
        return found

    def whole_table(self, sql: str) -> Iterator[Any]:
        """All rows of a query, after `read_one_moment`, a page at a time."""
        session = self._session()
        session.execute(f"DECLARE whole NO SCROLL CURSOR FOR {sql}")
        while rows := session.execute(f"FETCH {PAGE} FROM whole").fetchall():
            yield from rows
        session.execute("CLOSE whole")

    def go_on_numbering(self) -> None:
        """Numbers that the database gives go on after the highest that was copied in."""
        rows = self.con.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema=current_schema() AND is_identity='YES'"
        )
        for table, column in rows.fetchall():
            query = f"SELECT setval(pg_get_serial_sequence(?, ?), (SELECT max({column}) FROM {table}))"  # noqa: S608
            self.con.execute(query, (table, column))

    def fault(self) -> str:
        """A database that can only be read is a standby: its address is wrong, or its primary is gone."""
        standby = self.con.execute("SELECT pg_is_in_recovery()").fetchone()[0]
        return "PostgreSQL says: this server is a standby, which takes no writes" if standby else ""

    def size(self) -> int:
        """Bytes of the database."""
        return int(self.con.execute("SELECT pg_database_size(current_database())").fetchone()[0])

    def close(self) -> None:
        """Close this thread's connection."""
        found: Session | None = getattr(self._local, "con", None)
        if found is not None:
            found.close()
            self._local.con = None


def _version_column(sql: str) -> int:
    """Where a query of a stream has the version."""
    return sql.removeprefix("SELECT ").partition(" FROM")[0].split(",").index("version")
