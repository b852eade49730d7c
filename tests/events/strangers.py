"""What others than the store do to its tables: through a connection of ours, as a stranger, as whoever owns the database."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from events.database import is_url
from events.postgresql.session import Session
from events.store import Store

TRIGGERS = ("events_no_update", "events_no_delete", "events_next_only")


def own(store: Store, sql: str) -> None:
    """Through a connection of ours."""
    with store._db.write() as con:
        con.execute(_words(store, sql))


def plain(store: Store, sql: str) -> None:
    """As a stranger with the database's shell: none of our settings; in SQLite recursive_triggers is off."""
    if is_url(store._db.address):
        with closing(Session(store._db.address)) as session:
            session.execute(_words(store, sql))
        return
    with closing(sqlite3.connect(store._db.path)) as con:
        assert con.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        con.execute(sql)
        con.commit()


def tamper(store: Store, sql: str, *values: object) -> None:
    """What somebody can do who owns the database: drop the triggers, then write as they like."""
    if is_url(store._db.address):
        with closing(Session(store._db.address)) as session:
            session.declare("ALTER TABLE events DISABLE TRIGGER USER")
            session.execute(sql, values)
        return
    with closing(sqlite3.connect(store._db.path)) as con:
        for name in TRIGGERS:
            con.execute(f"DROP TRIGGER {name}")
        con.execute(sql, values)
        con.commit()


def _words(store: Store, sql: str) -> str:
    """The same statement as the database writes bytes."""
    return sql.replace("x'00'", r"'\x00'").replace("x'7b7d'", r"'\x7b7d'") if is_url(store._db.address) else sql
