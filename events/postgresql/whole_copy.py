"""A whole database copied into another, of either kind: row by row, with every stream proved before it counts."""

from __future__ import annotations

from collections.abc import Callable

from events.base import Head
from events.database import Connections
from events.store import Store

BATCH = 1000


class NotEmpty(ValueError):
    """Something is in the database already into which another was to be copied; the message says what."""


class Differs(ValueError):
    """A stream does not end in the copy as in its original, and so nothing was copied."""


def copy_all(source: Connections, target: Connections, seen: Callable[[str, int], object]) -> dict[str, Head]:
    """Copy all tables, in one transaction, as they are at one moment. Returns the heads of all streams, sandboxes among them.

    `seen` is called with the name of each table and its number of rows.

    Raises:
        NotEmpty: the target has rows.
        Corrupt, Differs: a stream's chain is broken; nothing is written.
    """
    tables = target.tables()
    for table in tables:
        if target.con.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:  # noqa: S608
            raise NotEmpty(f"the table {table} has rows already; name a database that has nothing in it yet")
    source.read_one_moment()
    with target.write():
        for table, columns in tables.items():
            seen(table, _copy(source, target, table, columns))
        target.go_on_numbering()
        return _proved(Store(source), Store(target))


def _copy(source: Connections, target: Connections, table: str, columns: list[str]) -> int:
    names = ", ".join(columns)
    insert = f"INSERT INTO {table}({names}) VALUES({','.join('?' * len(columns))})"
    number, rows = 0, []
    for row in source.whole_table(f"SELECT {names} FROM {table} ORDER BY 1, 2"):  # noqa: S608
        rows.append(row)
        number += 1
        if len(rows) == BATCH:
            target.con.executemany(insert, rows)
            rows = []
    if rows:
        target.con.executemany(insert, rows)
    return number


def _proved(source: Store, target: Store) -> dict[str, Head]:
    """The heads of all streams, each chain walked in the copy."""
    heads = {}
    for stream in [*source.streams(), *(row.stream for row in source.sandboxes())]:
        heads[stream] = head = source.head(stream)
        for _ in target.proved_rows(stream):
            pass
        if target.head(stream) != head:
            raise Differs(f"{stream} would end otherwise in the copy: nothing was copied")
    return heads
