"""While the log is written the server is stopped, killed and started, and connections are cut: nothing is lost or doubled."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from events.database import Unreachable
from events.platform import GamePaused
from events.postgresql.session import Session
from events.store import EMPTY, Store, open_store
from tests.events.lost.writers import Crowd
from tests.postgresql_server import Server, new_server

pytestmark = pytest.mark.deep

CUTS = 60
STOPS = (signal.SIGINT, signal.SIGKILL, signal.SIGINT, signal.SIGKILL)


@pytest.fixture
def server() -> Iterator[Server]:
    """One that nobody else uses."""
    made = new_server()
    yield made
    made.stop()


def cut(server: Server, chance: random.Random) -> None:
    """End one connection of the program, whatever it is at; of those in the midst of a COMMIT, if there are any."""
    with psycopg.connect(server.url(), autocommit=True) as con:
        rows = con.execute("SELECT pid, query FROM pg_stat_activity WHERE application_name='wardroom'").fetchall()
        committing = [pid for pid, query in rows if query == "COMMIT"]
        if rows:
            con.execute("SELECT pg_terminate_backend(%s)", (chance.choice(committing or [pid for pid, _ in rows]),))


def goes_on(crowd: Crowd) -> None:
    """Everybody is answered again, within seconds."""
    appends, asked, blocks = crowd.progress()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        now = crowd.progress()
        if now[0] > appends + 20 and now[1] > asked and now[2] > blocks:
            return
        time.sleep(0.01)
    raise AssertionError(f"from {appends, asked, blocks} to {crowd.progress()}: {crowd.wrong}")


def check(store: Store, crowd: Crowd) -> None:
    """What was promised is there, nothing is there twice, and what is there was tried."""
    found = Counter(
        (stream, entry.event.why)
        for stream in store.streams()
        for entry in store.read(stream)
        if isinstance(entry.event, GamePaused)
    )
    assert crowd.wrong == []
    assert crowd.promised - set(found) == set()
    assert [name for name, times in found.items() if times > 1] == []
    assert len(found) <= 2 * crowd.tried
    for stream in store.streams():
        store.verify(stream)
    number = store._db.con.execute("SELECT number FROM last_numbers").fetchone()[0]
    assert crowd.blocks <= number <= crowd.tried_blocks


def test_a_server_that_goes_and_comes_loses_and_doubles_nothing(server: Server) -> None:
    """Appends, questions and blocks in six threads; connections are cut, the server is stopped and killed and comes back."""
    with closing(open_store(server.create())) as store:
        with store._db.write() as con:
            con.execute("INSERT INTO last_numbers VALUES('blocks', 0)")
        crowd, chance = Crowd(store), random.Random(1)
        crowd.start()
        try:
            for how in STOPS:
                goes_on(crowd)
                for _ in range(CUTS // len(STOPS)):
                    cut(server, chance)
                    time.sleep(chance.random() / 50)
                goes_on(crowd)
                server.stop(how)
                time.sleep(chance.random() * 2)
                server.start()
            goes_on(crowd)
        finally:
            crowd.end()
        check(store, crowd)


def test_an_idle_connection_that_was_cut_is_made_again(server: Server) -> None:
    """After a night without a reader the first question and the first block are answered as ever."""
    add = "INSERT INTO last_numbers VALUES('x', 0) ON CONFLICT(name) DO UPDATE SET number=last_numbers.number+1"
    with closing(open_store(server.create())) as store:
        for _ in range(2):
            store.head("g1")
            server.stop()
            server.start()
            with store._db.write() as con:
                con.execute(add)
        assert store._db.con.execute("SELECT number FROM last_numbers").fetchone() == (1,)
        server.stop()
        with pytest.raises(Unreachable):
            store.head("g1")
        server.start()
        assert store.head("g1") == EMPTY


def test_a_machine_that_says_nothing_any_more_counts_as_gone_after_seconds(server: Server) -> None:
    """Where the address does not say otherwise; what it says holds."""
    for words, expected in (("", "10000"), ("&tcp_user_timeout=4000", "4000")):
        with closing(Session(server.url() + words)) as session:
            found = session._raw.info.get_parameters()
            assert (found["tcp_user_timeout"], found["keepalives_idle"]) == (expected, "5")
