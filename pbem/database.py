"""The one list of all tables: the log's, the people's, the mail's. Whatever opens the service's database opens it with this."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlite_utils import Migrations

from events import store
from events.database import Connections, is_url, open_connections
from pbem.accounts import credentials, last_looks, people, reminder_choices, substitutes, vacations
from pbem.gateway.forums import accounts, places, posts_table
from pbem.gateway.forums.intake import place_reading, reply_table
from pbem.gateway.mailboxes import claims_table, deliverability, mail_migrations, quarantine_table
from pbem.operation import request_counts
from pbem.service import mail_facts
from pbem.service.masters import weekly
from pbem.service.orders import drafts
from pbem.service.outages import tables as outage_tables
from pbem.service.press import messages
from pbem.service.reminders import reminder_tables
from pbem.service.thread import abuse, comment_table, following

MIGRATIONS = (
    *store.MIGRATIONS,
    people.migrations,
    credentials.migrations,
    substitutes.migrations,
    mail_migrations.migrations,
    claims_table.migrations,
    deliverability.migrations,
    quarantine_table.migrations,
    messages.migrations,
    drafts.migrations,
    last_looks.migrations,
    mail_facts.migrations,
    weekly.migrations,
    outage_tables.migrations,
    reminder_choices.migrations,
    reminder_tables.migrations,
    vacations.migrations,
    places.migrations,
    posts_table.migrations,
    accounts.migrations,
    reply_table.migrations,
    place_reading.migrations,
    comment_table.migrations,
    abuse.migrations,
    following.migrations,
    request_counts.migrations,
)

APPLIED = Migrations.migrations_table
"""The table in which each step is noted that was done."""


def open_database(address: Path | str, folder: Path | None = None) -> Connections:
    """The service's database, an SQLite file or `postgresql://…`, set up on first run and brought up to date after an update.

    `folder` has the files that belong to it on this machine. Raises sqlite3.DatabaseError, also when a newer version of the
    program has changed the file's tables.
    """
    migrations: Sequence[Migrations] = MIGRATIONS
    if not is_url(address) and Path(address).exists():
        with closing(sqlite3.connect(address, timeout=30)) as con:
            _check_not_newer(con)
            undone = {part for part, _ in _undone(con)}
        migrations = [each for each in MIGRATIONS if each.name in undone]  # to look at each takes long
    return open_connections(address, migrations, folder)


def _check_not_newer(con: sqlite3.Connection) -> None:
    """What this program does not know it would read wrongly, and write to the tables' harm."""
    known = {(each.name, step.name) for each in MIGRATIONS for step in each._migrations}
    newer = sorted(f"{part}: {name}" for part, name in _applied(con) - known)
    if newer:
        raise sqlite3.DatabaseError(
            f"a newer version of Wardroom has changed it ({newer[0]}); start that version, or restore the backup from before"
        )


def check_migrated(database: Connections) -> None:
    """Are all tables of the file as this program expects them? Raises sqlite3.DatabaseError when they are not.

    PostgreSQL's are brought up to date in the transaction that looks at them, when the database is opened.
    """
    if is_url(database.address):
        return
    con = database.sqlite_file()
    _check_not_newer(con)
    for part, step in _undone(con):
        raise sqlite3.DatabaseError(f"the step {step!r} of {part} is not done; start the service again")


def _undone(con: sqlite3.Connection) -> list[tuple[str, str]]:
    """The steps that the file still needs, each with the name of its part."""
    applied = _applied(con)
    return [(each.name, step.name) for each in MIGRATIONS for step in each._migrations if (each.name, step.name) not in applied]


def _applied(con: sqlite3.Connection) -> set[tuple[str, str]]:
    if con.execute("SELECT 1 FROM sqlite_master WHERE type='table' AND name=?", (APPLIED,)).fetchone() is None:
        return set()
    return set(con.execute(f"SELECT migration_set, name FROM {APPLIED}").fetchall())  # noqa: S608
