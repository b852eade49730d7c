"""The answer to a COMMIT is lost: whether it was done is found out, and nothing is written twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from events.base import Draft
from events.database import Unreachable
from events.platform import GamePaused
from events.store import EMPTY, Store, open_store
from tests.events.lost.proxy import FATES, Proxy
from tests.postgresql_server import shared_server

pytestmark = pytest.mark.deep

AT = "2031-05-01T12:00:00Z"


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    made = Proxy(tmp_path, shared_server().folder)
    yield made
    made.close()


@pytest.fixture
def store(proxy: Proxy) -> Iterator[Store]:
    """A log behind the proxy."""
    url = shared_server().create().replace(quote(str(shared_server().folder)), quote(str(proxy.folder)))
    made = open_store(url)
    yield made
    made.close()


def names(store: Store) -> list[str]:
    return [entry.event.why for entry in store.read("g1") if isinstance(entry.event, GamePaused)]


@pytest.mark.parametrize(
    "fates", [[fate] for fate in FATES] + [["late", "done"], ["never", "late"], ["done", "never"]], ids=str
)
def test_an_append_whose_answer_was_lost_is_there_once(store: Store, proxy: Proxy, fates: list[str]) -> None:
    """Whatever became of the COMMIT, the append returns, its event is there once, and the next one follows it."""
    head = store.append("g1", [Draft(GamePaused("before"))], EMPTY, AT)
    proxy.fates[:] = fates
    head = store.append("g1", [Draft(GamePaused("this"))], head, AT)
    assert proxy.lost
    proxy.fates.clear()
    assert store.append("g1", [Draft(GamePaused("after"))], head, AT).version == 3
    assert names(store) == ["before", "this", "after"]
    assert store.verify("g1").version == 3


@pytest.mark.parametrize("fate", FATES)
def test_a_block_whose_answer_was_lost_raises_and_is_not_done_again(store: Store, proxy: Proxy, fate: str) -> None:
    """Whoever wrote it is told; it was done once or not at all, and the connection is there for the next block."""
    with store._db.write() as con:
        con.execute("INSERT INTO last_numbers VALUES('x', 0)")
    proxy.fates.append(fate)
    add = "UPDATE last_numbers SET number = number + 1"
    with pytest.raises(Unreachable), store._db.write() as con:
        con.execute(add)
    with store._db.write() as con:  # waits for a block that ends late
        con.execute(add)
    assert store._db.con.execute("SELECT number FROM last_numbers").fetchone() == (1 if fate == "never" else 2,)
