"""`migrate`: from the SQLite file into PostgreSQL and back nothing is lost, and nothing changes."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.base import Draft
from events.database import Connections
from events.platform import GameForked, GamePaused, PressSent
from events.store import EMPTY, Store
from pbem.accounts.people import People
from pbem.cli import cli
from pbem.database import open_database
from tests.postgresql_server import shared_server
from tests.stores import new_database

pytestmark = pytest.mark.deep

AT = "2031-05-01T12:00:00.000000Z"


def filled(path: Path) -> None:
    """A database with streams, a sandbox, mail bytes, a guest, and rows that have numbers of their own."""
    with closing(new_database(path)) as database:
        store = Store(database)
        store.append("g1", [Draft(GamePaused("ä\0%s ?")), Draft(PressSent("a", ["b"], "s", "d", "web 1"))] * 700, EMPTY, AT)
        store.append("s1", [Draft(GameForked("g1", 0, 0, "", "p1"))], EMPTY, AT)
        people = People(database, lambda n: b"x" * n)
        people.add("Ann", "ann@example.net", AT)
        with database.write() as con:
            columns = "sha, at, envelope_from, envelope_to, raw, status, outcome"
            con.execute(f"INSERT INTO inbound({columns}) VALUES('1','','','',?,'','')", (bytes(range(256)),))
            con.execute("INSERT INTO forum_accounts VALUES('here', 'Ann', 'p1', 1, '')")


def whole(database: Connections) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, each table in one order."""
    return {
        table: sorted(map(tuple, database.con.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()), key=repr)
        for table, columns in database.tables().items()
    }


def migrate(source: str, target: str) -> str:
    done = CliRunner().invoke(cli, ["migrate", source, target])
    assert done.exit_code == 0, done.output + repr(done.exception)
    return done.output


def test_there_and_back_again(tmp_path: Path) -> None:
    """Rows and heads are the same in all three; numbers go on after those that were copied."""
    first, last, url = tmp_path / "a.db", tmp_path / "b.db", shared_server().create()
    filled(first)
    assert "g1" in migrate(str(first), url)
    migrate(url, str(last))
    with closing(Connections(first)) as a, closing(Connections(last)) as b, closing(open_database(url)) as p:
        assert whole(a) == whole(p) == whole(b)
        assert Store(a).head("g1") == Store(p).verify("g1") == Store(b).verify("g1")
        assert Store(p).next_sandbox() == 2
        Store(p).append("g2", [Draft(PressSent("a", ["b"], "s", "d", "web 1"))], EMPTY, AT)
        assert p.con.execute("SELECT max(number) FROM presses").fetchone() == (701,)


def test_a_database_that_has_rows_is_refused(tmp_path: Path) -> None:
    """Nothing is mixed: not into PostgreSQL, nor into a file."""
    first, second, url = tmp_path / "a.db", tmp_path / "b.db", shared_server().create()
    filled(first)
    shutil.copy(first, second)
    migrate(str(first), url)
    for target in (url, str(second)):
        done = CliRunner().invoke(cli, ["migrate", str(first), target])
        assert done.exit_code == 1 and "has rows already" in str(done.exception)
