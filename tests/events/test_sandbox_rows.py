"""Sandboxes are the only streams that can be deleted, and no list of games has them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from events import projections
from events.base import Draft
from events.platform import GameForked, GamePaused
from events.store import EMPTY, Conflict, Snapshot, Store
from tests.events.racer import AT
from tests.events.strangers import own, plain
from tests.tools.toy import play


def sandbox(store: Store, name: str, owner: str = "p1", at: str = AT) -> None:
    drafts = [Draft(GameForked("g1", 2, 0, "blue", owner), 2), Draft(GamePaused("a"), 2), Draft(GamePaused("b"), 3)]
    head = store.append(name, drafts, EMPTY, at)
    store.snapshot(name, "toy", Snapshot(3, head, b"state"))


@pytest.mark.parametrize("through", [own, plain], ids=["own connection", "plain connection"])
def test_only_a_sandbox_can_be_deleted(store: Store, through: Callable[[Store, str], None]) -> None:
    """A game cannot, also not together with a sandbox, nor one that is named in the table of sandboxes or named like one."""
    play(store)
    sandbox(store, "s1")
    store.append("s7", [Draft(GamePaused("x")), Draft(GameForked("g1", 0, 0, "", "p1"))], EMPTY, AT)
    through(store, "INSERT INTO sandboxes VALUES(90, 'g1', 'p1', 'g1', 0, 0, '', '')")
    before = {name: list(store.rows(name)) for name in ("g1", "s1", "s7")}
    for where in ("stream = 'g1'", "1=1", "stream = 's7'", "stream = 'g1' AND version = 1", "stream LIKE 's%'"):
        with pytest.raises(sqlite3.DatabaseError, match="events are never deleted"):
            through(store, f"DELETE FROM events WHERE {where}")
    assert {name: list(store.rows(name)) for name in before} == before
    through(store, "DELETE FROM events WHERE stream = 's1' AND version > 1")
    through(store, "DELETE FROM events WHERE stream = 's1'")
    assert list(store.rows("s1")) == []


def test_a_game_does_not_become_a_sandbox(store: Store) -> None:
    """No first event comes before or in the place of its own."""
    play(store)
    forked = "'game.forked', 1, 0, '', '', '*', '', '{}', x'00'"
    for sql in (
        f"INSERT INTO events VALUES('g1', 0, {forked})",
        f"INSERT OR REPLACE INTO events VALUES('g1', 1, {forked})",
        "UPDATE events SET type = 'game.forked' WHERE version = 1",
    ):
        for through in (own, plain):
            with pytest.raises(sqlite3.DatabaseError):
                through(store, sql)


def test_discard_deletes_a_sandbox_and_nothing_else(store: Store) -> None:
    """Its events, snapshots and rows; a game, or what is not there, stays as it is."""
    play(store)
    sandbox(store, "s1")
    sandbox(store, "s2")
    game, other = list(store.rows("g1")), list(store.rows("s2"))
    assert store.discard("s1")
    assert not store.discard("s1") and not store.discard("g1") and not store.discard("nothing")
    assert list(store.rows("s1")) == [] and store.latest_snapshot("s1", "toy") is None and store.sandbox("s1") is None
    assert (list(store.rows("g1")), list(store.rows("s2"))) == (game, other)
    assert store.latest_snapshot("s2", "toy") is not None


def test_who_writes_to_what_was_thrown_away_is_refused(store: Store) -> None:
    """Nothing is left half."""
    sandbox(store, "s1")
    head = store.head("s1")
    store.discard("s1")
    with pytest.raises(Conflict):
        store.append("s1", [Draft(GamePaused("late"))], head, AT)


def test_lists_of_games_have_no_sandbox(store: Store) -> None:
    """Only the questions about sandboxes find it, by owner and by time; projected again it is the same."""
    play(store)
    sandbox(store, "s1")
    sandbox(store, "s2", "p2", "9999-01-01T00:00:00.000000Z")
    assert store.streams() == ["g1"] and [row.stream for row in store.games()] == ["g1"]
    assert store.game("s1") is None and store.seats("s1") == []
    assert [row.stream for row in store.sandboxes()] == ["s1", "s2"]
    assert store.sandboxes_of("p1") == [store.sandbox("s1")] and [r.stream for r in store.sandboxes_before("9")] == ["s1"]
    before = store.sandboxes()
    with store._db.write() as con:
        for name in ("s1", "s2"):
            projections.clear(con, name)
            projections.project(con, name, [Draft(*entry[2:7]) for entry in store.read(name)])
    assert store.sandboxes() == before and store.next_sandbox() == 3


def test_numbers_never_come_twice(store: Store) -> None:
    """A name that was thrown away is nobody else's later."""
    assert store.next_sandbox() == 1
    sandbox(store, "s1")
    store.discard("s1")
    assert store.next_sandbox() == 2
