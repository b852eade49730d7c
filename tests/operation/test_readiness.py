"""Is the service ready: what makes it unready, one thing at a time."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.app_context import open_app_context
from pbem.database import check_migrated, open_database
from pbem.operation import readiness
from pbem.operation.readiness import SHORTEST_PATIENCE, unready
from pbem.service.context import ServiceContext
from pbem.service.outages.heartbeat import note_heartbeat
from pbem.settings.settings import BadConfig, read_config
from tests.conftest import HandClock


def test_it_is_ready_while_the_clock_beats(context: ServiceContext, clock: HandClock) -> None:
    """Before the first beat, after it, and when none came for too long; a slow rhythm has more time."""
    assert unready(context, 1).startswith("clock: it has not beaten yet")
    note_heartbeat(context, "p", 1)
    assert unready(context, 1) == ""
    clock.advance((SHORTEST_PATIENCE + 1) / 3600)
    assert unready(context, 1).startswith("clock: its last beat was 181 s ago")
    assert unready(context, 60) == ""


def test_a_database_that_does_not_answer_is_named(context: ServiceContext) -> None:
    """A table is gone: what the database says of it."""
    note_heartbeat(context, "p", 1)
    context.database.con.execute("DROP TABLE games")
    assert re.match(r'database: (no such table: games$|relation "games" does not exist)', unready(context, 1))


def test_a_full_disk_is_named(context: ServiceContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before writing fails."""
    note_heartbeat(context, "p", 1)
    monkeypatch.setattr(readiness, "free_bytes", lambda _: 49_000_000)
    assert unready(context, 1) == "disk: 49 MB are free, and 50 MB is the least"


def test_a_step_that_is_not_done_is_named(tmp_path: Path) -> None:
    """As while another process brings the tables up to date."""
    with closing(open_database(tmp_path / "w.db")) as database:
        check_migrated(database)
        database.con.execute("DELETE FROM _sqlite_migrations WHERE name='mail_is_counted'")
        with pytest.raises(sqlite3.DatabaseError, match="mail_is_counted"):
            check_migrated(database)


def test_an_older_program_leaves_a_newer_database_alone(tmp_path: Path) -> None:
    """It would read wrongly what it does not know: it does not start, says why, and has changed nothing."""
    config = read_config({"WARDROOM_DATA": str(tmp_path)})
    with closing(open_database(config.database)) as database:
        database.con.execute("INSERT INTO _sqlite_migrations(migration_set, name, applied_at) VALUES('gateway', 'later', '')")
        before = config.database.read_bytes()
        with pytest.raises(BadConfig, match=r"a newer version of Wardroom has changed it \(gateway: later\)"):
            open_app_context(config)
        assert config.database.read_bytes() == before
