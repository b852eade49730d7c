"""The tables of a PostgreSQL database, made by the same migrations as those of the SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database, Migrations

from events.database import Rows
from events.postgresql import dialect
from events.postgresql.session import Session

LOCKS = "_locks"
APPLIED = "_migrations"
"""Which migrations have been applied. SQLite keeps the same in a table of sqlite-utils."""
DECLARES = ("CREATE", "ALTER", "DROP")
ATTEMPTS = 3
BASE = (
    f"CREATE TABLE IF NOT EXISTS {APPLIED}(migration_set TEXT, name TEXT, applied_at TEXT, PRIMARY KEY(migration_set, name))",
    f"CREATE TABLE IF NOT EXISTS {LOCKS}(name TEXT PRIMARY KEY)",
    f"INSERT INTO {LOCKS} VALUES('writer') ON CONFLICT DO NOTHING",
    # `und-u-ks-level2` tells letters apart, and not their case.
    "CREATE COLLATION IF NOT EXISTS nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    "CREATE OR REPLACE FUNCTION joined(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS"
    " $$ SELECT CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1 ELSE $1 || ',' || $2 END $$",
    "CREATE OR REPLACE AGGREGATE group_concat(text) (SFUNC = joined, STYPE = text)",
)
"""What the migrations take for granted."""


class _Declarations:
    """What a migration is handed in place of sqlite-utils' database."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def execute(self, sql: str, given: Sequence[Any] = ()) -> Rows | None:
        """One statement of SQLite's: a declaration, or a query."""
        if not sql.lstrip().startswith(DECLARES):
            return self._session.execute(sql, given)
        self._session.declare(dialect.declaration(sql))
        return None


def set_up(session: Session, migrations: Sequence[Migrations]) -> None:
    """Apply what has not been applied, in one transaction, whichever of the processes that begin together comes first.

    The others' declarations collide with its own, and then find that all is done.
    """
    for attempt in range(1, ATTEMPTS + 1):
        if not _pending(session, migrations):
            return
        try:
            with session.transaction():
                _apply(session, migrations)
        except sqlite3.Error:
            if attempt == ATTEMPTS:
                raise


def _apply(session: Session, migrations: Sequence[Migrations]) -> None:
    for statement in (*BASE, f"LOCK TABLE {APPLIED} IN EXCLUSIVE MODE"):
        session.declare(statement)
    for of_set, name, migrate in _pending(session, migrations):
        migrate(_Declarations(session))
        row = (of_set, name, str(datetime.now(UTC)))
        session.execute(f"INSERT INTO {APPLIED} VALUES(?,?,?)", row)


def _pending(session: Session, migrations: Sequence[Migrations]) -> list[tuple[str, str, Callable[[Any], None]]]:
    """Set, name and function of each migration that is to be applied, in their order."""
    done: set[tuple[str, str]] = set()
    if session.execute("SELECT to_regclass(?)", (APPLIED,)).fetchone()[0] is not None:
        done.update(session.execute(f"SELECT migration_set, name FROM {APPLIED}").fetchall())  # noqa: S608
    with closing(Database(memory=True)) as nothing_applied:
        every = [(each.name, made.name, made.fn) for each in migrations for made in each.pending(nothing_applied)]
    return [each for each in every if each[:2] not in done]
