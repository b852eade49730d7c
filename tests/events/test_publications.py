"""The marks of reports that were sent, of each person: also where they were kept of each seat before."""

from __future__ import annotations

from pathlib import Path

from events.database import Connections
from events.projections import migrations_of_reports
from pbem.database import open_database


def test_marks_of_an_older_version_stay(tmp_path: Path) -> None:
    """Nobody is sent again what they were sent before the update."""
    path = tmp_path / "old.db"
    old = Connections(path)
    old.con.execute(
        """CREATE TABLE publications(stream TEXT NOT NULL, seat TEXT NOT NULL, player TEXT NOT NULL, turn INTEGER NOT NULL,
            PRIMARY KEY(stream, seat)) STRICT, WITHOUT ROWID"""
    )
    old.con.execute("INSERT INTO publications VALUES('g1', 'blue', 'p1', 4)")
    old.con.execute("CREATE TABLE _sqlite_migrations(migration_set TEXT, name TEXT, applied_at TEXT)")
    old.con.execute("INSERT INTO _sqlite_migrations VALUES(?, 'publications', '2026-01-01')", (migrations_of_reports.name,))
    old.close()
    new = open_database(path)
    assert new.con.execute("SELECT * FROM publications").fetchall() == [("g1", "blue", "p1", 4, 0)]
    new.close()
