"""One connection of psycopg: it speaks the port's SQL, raises its errors, and is made again when it was lost."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from typing import Any

import psycopg
from psycopg.adapt import Loader
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from events.database import Rows, Unreachable
from events.postgresql import dialect

REPEATABLE = ("40001", "40P01")
"""The server ended a transaction in favour of another: a serialization failure, or a deadlock."""
AWAY = ("08", "57P")
"""How states begin in which there is no server, or it is just ending or starting. A connection that breaks off has none."""
WAITS = (0.0, 0.1, 0.4, 1.0)
"""Seconds before each attempt to connect again; the last of them for all further ones, so that a failover is soon noticed."""
PATIENCE = 5.0
"""No attempt begins later than these seconds after the first: an attempt takes long where a machine is silent."""
OPTIONS = {
    "application_name": "wardroom",
    "target_session_attrs": "read-write",
    "connect_timeout": "3",
    # A machine that lost its power says nothing: these many seconds (and milliseconds) until it counts as gone.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Of a connection, unless its address says otherwise."""
CHANGE_NOTHING = ("SELECT", "WITH", "BEGIN")
Given = Sequence[Any] | Mapping[str, Any]


class _Truth(Int8Dumper):
    """True and False are 1 and 0, as SQLite has them."""

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


class _TruthLoader(Loader):
    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


class _NumberLoader(Loader):
    """A sum of whole numbers is a whole number."""

    def load(self, data: Any) -> int | float:
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdigit() else float(text)


class Session:
    """A connection in autocommit mode. Its errors are the classes of `sqlite3` of the same names."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._in_block = False
        self._raw = _connected(url)

    def __del__(self) -> None:
        """A thread that has ended leaves its connection behind."""
        with suppress(AttributeError):  # when it could not be made
            self._raw.close()

    @property
    def is_lost(self) -> bool:
        """Is there nobody at the other end?"""
        return self._raw.closed

    @staticmethod
    def may_repeat(error: BaseException) -> bool:
        """Did the transaction end for the sake of another?"""
        return getattr(error.__cause__, "sqlstate", None) in REPEATABLE

    def execute(self, sql: str, given: Given = (), /) -> Rows:
        """One statement. A question outside of a transaction is asked again when the connection was lost on it."""
        values = dialect.parameters(sql, given)
        return self._kept(lambda: self._run(dialect.query(sql), values), again=sql.lstrip().startswith(CHANGE_NOTHING))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Rows:
        """The same statement with each of these rows; plain rows are copied in, in a fraction of the time."""
        many = rows if isinstance(rows, Sequence) else list(rows)
        copying = dialect.copying(sql)
        if copying is not None:
            return self._kept(lambda: self._copy(copying, many))
        return self._kept(lambda: self._each(dialect.query(sql), [dialect.parameters(sql, row) for row in many]))

    def declare(self, sql: str) -> None:
        """Statements of PostgreSQL's own, as they are written."""
        with _errors():
            self._raw.execute(sql)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Committed whole, or rolled back when the block raises."""
        self.execute("BEGIN")
        self._in_block = True
        try:
            yield
            with _errors():
                self._raw.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._in_block = False

    def _roll_back(self) -> None:
        """The server rolls back what was under way on a connection that ends: so it does when it cannot be told to."""
        try:
            if not self.is_lost and self._raw.info.transaction_status != TransactionStatus.IDLE:
                self._raw.execute("ROLLBACK")
        except psycopg.Error:
            self._raw.close()

    def close(self) -> None:
        """End it."""
        self._raw.close()

    def _run(self, sql: str, values: Given) -> Rows:
        with _errors():
            try:
                return self._raw.execute(sql, values)
            except psycopg.DataError as e:
                if e.sqlstate is not None:  # the server's; a character that no text can hold is found before it is asked
                    raise
            cleaned = {name: dialect.without_nul(v) for name, v in values.items()} if isinstance(values, Mapping) else None
            return self._raw.execute(sql, cleaned or [dialect.without_nul(v) for v in values])

    def _each(self, sql: str, rows: Sequence[Given]) -> Rows:
        with _errors():
            cursor = self._raw.cursor()  # one that is closed forgets how many rows it changed
            cursor.executemany(sql, rows)
            return cursor

    def _copy(self, copying: str, rows: Sequence[Sequence[Any]]) -> Rows:
        with _errors():
            cursor = self._raw.cursor()
            with cursor.copy(copying) as copy:
                for row in rows:
                    copy.write_row([dialect.without_nul(value) for value in row])
            return cursor

    def _kept(self, work: Callable[[], Rows], again: bool = False) -> Rows:
        """Work on a connection that is there. What was under way when it was lost is done again if it changes nothing."""
        if self.is_lost and not self._in_block:
            self._again()
        try:
            return work()
        except Unreachable:
            if not again or self._in_block or not self.is_lost:
                raise
        self._again()
        return work()

    def _again(self) -> None:
        """Connect again. Raises `Unreachable` when nobody takes writes in time."""
        end = time.monotonic() + PATIENCE
        for wait in chain(WAITS, repeat(WAITS[-1])):
            time.sleep(wait)
            try:
                self._raw = _connected(self._url)
            except Unreachable:
                if time.monotonic() + WAITS[-1] > end:
                    raise
            else:
                return


def _connected(url: str) -> psycopg.Connection[Any]:
    """A connection to the server that takes writes, whichever of the hosts in the address that is now."""
    with _errors():
        options: dict[str, Any] = OPTIONS | conninfo_to_dict(url)
        made = psycopg.connect(autocommit=True, **options)
    made.adapters.register_dumper(bool, _Truth)
    made.adapters.register_loader("bool", _TruthLoader)
    made.adapters.register_loader("numeric", _NumberLoader)
    return made


@contextmanager
def _errors() -> Iterator[None]:
    """The errors of psycopg as those of `sqlite3`: both have the names of Python's database interface."""
    try:
        yield
    except psycopg.Error as e:
        raise _class_of(e)(str(e)) from e


def _class_of(error: psycopg.Error) -> type[sqlite3.Error]:
    if isinstance(error, psycopg.OperationalError) and (error.sqlstate or AWAY[0]).startswith(AWAY):
        return Unreachable
    found: type[sqlite3.Error] = next(
        getattr(sqlite3, cls.__name__) for cls in type(error).__mro__ if hasattr(sqlite3, cls.__name__)
    )
    return found
