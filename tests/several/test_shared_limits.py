"""Limits on requests hold for all web processes at one PostgreSQL together."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from events.database import Connections
from pbem.database import open_database
from pbem.operation.request_counts import Limit, count, counted_now, forget
from pbem.web.infra.limits import SIGN_IN
from tests.postgresql_server import new_url
from tests.several.conftest import Starts
from tests.several.parts import Part
from tests.stores import new_database

FORM_KEY = re.compile(r'name="csrf_token" value="([^"]+)"')


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Connections:
    """The same is expected of both, though only PostgreSQL is used for it."""
    return new_database(tmp_path / "w.db") if request.param == "sqlite" else open_database(new_url())


def test_a_window_moves(database: Connections) -> None:
    """Each counts for its seconds, by itself; what no longer counts leaves no row; a key is counted apart from others."""
    with closing(database):
        limit = Limit(3, 60)
        assert [count(database, "a", limit, now) for now in (0, 10, 20, 30)] == [True, True, True, False]
        assert counted_now(database, "a", 30) == (3, 60)
        assert count(database, "b", limit, 30) and counted_now(database, "c", 30) == (0, None)
        assert [count(database, "a", limit, now) for now in (59.9, 60, 69, 70)] == [False, True, False, True]
        assert counted_now(database, "a", 200)[0] == 0
        assert not count(database, "a", limit, 200, cost=4) and count(database, "a", limit, 200, cost=2)
        assert database.con.execute("SELECT count(*), sum(cost) FROM request_counts").fetchone() == (1, 2)
        assert (forget(database, "b"), forget(database)) == (0, 1)


def ask(web: Part) -> int:
    """Ask for a link to sign in; the answer's status."""
    found = FORM_KEY.search(web.get("/sign-in").text)
    assert found is not None
    return web.post("/sign-in", csrf_token=found[1], address=f"p{web.web}@example.org").status


@pytest.mark.deep
def test_two_web_processes_count_together(started: Starts) -> None:
    """Ten links an hour from one address, whichever process is asked; and no address stands in the database."""
    first, second = started("web1", "web2")
    allowed = int(SIGN_IN.split()[0])
    codes = [ask(each) for _ in range(allowed // 2 + 1) for each in (first, second)]
    assert 429 not in codes[:2] and codes[-2:] == [429, 429]
    with closing(open_database(first.env["WARDROOM_DATABASE"])) as database:
        rows = database.con.execute("SELECT whose FROM request_counts").fetchall()
    assert rows and all(re.fullmatch("[0-9a-f]{64}", whose) for (whose,) in rows)
