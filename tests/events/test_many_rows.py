"""Many rows at once, as a turn's events are: what PostgreSQL is told otherwise than SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from events.base import Draft
from events.database import Connections, open_connections
from events.platform import GamePaused
from events.store import EMPTY, Store, open_store
from tests.events.racer import AT
from tests.postgresql_server import shared_server

ODD = [
    (1, "tab\tand\nline\\N \\. back\\slash", b"\x00\n\\", 0.1),
    (2, "ä €, \u2028 and 🚢", bytearray(b"x"), -2.5),
    (3, None, None, None),
]


migrations = Migrations("many rows")


@migrations()
def one_table(db: Database) -> None:
    db.execute("CREATE TABLE many(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c REAL) STRICT")


@pytest.fixture
def database(kind: str, tmp_path: Path) -> Iterator[Connections]:
    """A database with one table."""
    address = tmp_path / "w.db" if kind == "sqlite" else shared_server().create()
    with closing(open_connections(address, [migrations])) as made:
        yield made


def test_whatever_is_in_a_row_comes_back(database: Connections) -> None:
    """Signs of the way in which rows go in, bytes, None; and the one character that PostgreSQL cannot hold."""
    with database.write() as con:
        written = con.executemany("INSERT INTO many(id, a, b, c) VALUES(?, ?, ?, ?)", ODD)
        assert written.rowcount == len(ODD)
        con.executemany("INSERT INTO many(id, a) VALUES(?,?)", iter([(4, "a\0b"), (5, "c")]))
        con.executemany("INSERT INTO many(id, a) VALUES(?,?)", [])
    rows = database.con.execute("SELECT id, a, b, c FROM many ORDER BY id").fetchall()
    assert [tuple(row) for row in rows[:3]] == [(id, a, b and bytes(b), c) for id, a, b, c in ODD]
    assert [row[1] for row in rows[3:]] in (["a\0b", "c"], ["a\ufffdb", "c"])


def test_rows_of_which_one_is_there_are_refused_together(database: Connections) -> None:
    """None of them is written, and the connection goes on; unless such a row is to be passed over."""
    con = database.con
    con.execute("INSERT INTO many(id, a) VALUES(2, 'first')")
    with pytest.raises(sqlite3.IntegrityError), database.write() as writing:
        writing.executemany("INSERT INTO many(id, a) VALUES(?,?)", [(1, "x"), (2, "y")])
    assert con.execute("SELECT id FROM many").fetchall() == [(2,)]
    with database.write() as writing:
        new = writing.executemany("INSERT INTO many(id, a) VALUES(?,?) ON CONFLICT DO NOTHING", [(1, "x"), (2, "y")])
        assert new.rowcount == 1
    assert con.execute("SELECT id, a FROM many ORDER BY id").fetchall() == [(1, "x"), (2, "first")]


@pytest.mark.deep
def test_an_append_reads_no_more_of_a_log_that_is_long() -> None:
    """PostgreSQL's guard looks the version before up, whatever it knows of the table."""
    with closing(open_store(shared_server().create())) as store:
        head = store.append("g1", [Draft(GamePaused("a"), 1) for _ in range(3000)], EMPTY, AT)
        before = rows_read(store)
        for _ in range(10):
            head = store.append("g1", [Draft(GamePaused("b"), 1) for _ in range(200)], head, AT)
        assert rows_read(store) - before < 200


def rows_read(store: Store) -> int:
    """How many rows of the log the server has read by now, by whatever way."""
    con = store._db.con
    con.execute("SELECT pg_stat_force_next_flush()")
    row = con.execute("SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname='events'").fetchone()
    return int(row[0])
