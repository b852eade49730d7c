"""The log: gapless, append-only whoever writes, chained, and one winner for each version."""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from events.base import REGISTRY, Draft, Event
from events.chain import GENESIS, link
from events.platform import GamePaused, GameResumed, TurnClosed
from events.store import EMPTY, Conflict, Corrupt, Snapshot, Store, open_store
from pbem.core.state.record import Record, replay
from tests.events.racer import AT, race
from tests.events.strangers import own, plain, tamper
from tests.tools.toy import GAMES, play


def facts(*words: str) -> list[Draft]:
    return [Draft(GamePaused(word), turn) for turn, word in enumerate(words)]


# ---------------------------------------------------------------- appending and reading


def test_what_was_appended_is_read_back(store: Store) -> None:
    """Events, envelopes and hashes, in order, with versions from 1."""
    drafts = [Draft(GamePaused("a"), 1, "Orders", "TY-1", "blue"), Draft(GameResumed("b"), 2)]
    head = store.append("g1", drafts, EMPTY, AT)
    entries = list(store.read("g1"))
    assert [Draft(*e[2:7]) for e in entries] == drafts
    assert [(e.stream, e.version, e.at) for e in entries] == [("g1", 1, AT), ("g1", 2, AT)]
    assert head == store.head("g1") == store.verify("g1") == (2, entries[-1].hash)
    assert [e.version for e in store.read("g1", 1)] == [2] and [e.version for e in store.read("g1", 0, 1)] == [1]


def test_events_of_a_type_between_two_versions(store: Store) -> None:
    """After the first and up to the last, as `read` has them."""
    store.append("g1", facts("a", "b", "c", "d"), EMPTY, AT)
    assert [entry.version for entry in store.select("g1", [GamePaused], 1, 3)] == [2, 3]
    assert [entry.version for entry in store.select("g1", [GamePaused], 1)] == [2, 3, 4]
    assert list(store.select("g1", [GameResumed], 0, 3)) == []


def test_a_stream_that_is_not_there_is_empty(store: Store) -> None:
    """Version 0 and the genesis hash; nothing to read."""
    assert store.head("g9") == EMPTY == (0, GENESIS)
    assert list(store.read("g9")) == [] and store.verify("g9") == EMPTY


def test_streams_do_not_touch_each_other(store: Store) -> None:
    """Each has its own versions and its own chain."""
    store.append("g1", facts("a", "b"), EMPTY, AT)
    store.append("g2", facts("a"), EMPTY, AT)
    assert store.streams() == ["g1", "g2"]
    assert (store.head("g1").version, store.head("g2").version) == (2, 1)
    assert next(store.read("g1")).hash != next(store.read("g2")).hash


def test_a_writer_who_comes_second_is_refused(store: Store) -> None:
    """The stream has moved on: Conflict, and nothing of theirs is written."""
    first = store.append("g1", facts("a"), EMPTY, AT)
    with pytest.raises(Conflict, match=r"g1 has moved on from version 0"):
        store.append("g1", facts("b", "c"), EMPTY, AT)
    assert store.head("g1") == first


def test_an_expectation_of_another_history_is_refused(store: Store) -> None:
    """The same version with another hash is another history."""
    store.append("g1", facts("a"), EMPTY, AT)
    other = store.append("g2", facts("b"), EMPTY, AT)
    with pytest.raises(Conflict):
        store.append("g1", facts("c"), other, AT)


def test_a_command_is_written_whole_or_not_at_all(store: Store) -> None:
    """An event that cannot be encoded, or a table that refuses one: none of a command's events is there."""
    with pytest.raises(TypeError, match=r"game.paused: why must be str, not 5"):
        store.append("g1", [*facts("a", "b"), Draft(GamePaused(5))], EMPTY, AT)
    with pytest.raises(sqlite3.DatabaseError):
        store.append("g1", [*facts("a", "b"), Draft(GamePaused("c"), turn="now")], EMPTY, AT)
    assert store.head("g1") == EMPTY and list(store.rows("g1")) == []


@pytest.mark.parametrize("name", ["", "a b", "a/b", "../x", "x" * 65, "g\n1"])
def test_odd_stream_names_are_refused(store: Store, name: str) -> None:
    """Names go into paths and lines of hashes: letters, digits, dot, dash and underscore."""
    with pytest.raises(ValueError, match=r"is no stream name"):
        store.append(name, facts("a"), EMPTY, AT)


# ---------------------------------------------------------------- append-only, whoever writes

ROW = "'game.paused', 1, 0, '', '', '*', '', '{\"why\":\"forged\"}', x'00'"
COLUMNS = "stream, version, type, schema, turn, phase, rule, audience, at, data, hash"
WAYS = {
    "update": "UPDATE events SET data = '{}' WHERE version = 2",
    "update or replace": "UPDATE OR REPLACE events SET version = 1 WHERE version = 2",
    "update or ignore": "UPDATE OR IGNORE events SET data = '{}' WHERE version = 2",
    "update of a key": "UPDATE events SET stream = 'g9'",
    "delete": "DELETE FROM events WHERE version = 3",
    "delete all": "DELETE FROM events",
    "insert again": f"INSERT INTO events VALUES('g1', 2, {ROW})",
    "insert or replace": f"INSERT OR REPLACE INTO events VALUES('g1', 2, {ROW})",
    "replace": f"REPLACE INTO events VALUES('g1', 3, {ROW})",
    "insert or ignore": f"INSERT OR IGNORE INTO events VALUES('g1', 2, {ROW})",
    "insert or rollback": f"INSERT OR ROLLBACK INTO events VALUES('g1', 2, {ROW})",
    "upsert": f"INSERT INTO events VALUES('g1', 2, {ROW}) ON CONFLICT(stream, version) DO UPDATE SET data = excluded.data",
    "upsert to nothing": f"INSERT INTO events VALUES('g1', 2, {ROW}) ON CONFLICT DO NOTHING",
    "gap": f"INSERT INTO events VALUES('g1', 5, {ROW})",
    "gap or replace": f"INSERT OR REPLACE INTO events VALUES('g1', 5, {ROW})",
    "before the first": f"INSERT INTO events VALUES('g1', 0, {ROW})",
    "no version": f"INSERT INTO events VALUES('g1', NULL, {ROW})",
    "new stream from 2": f"INSERT INTO events VALUES('g9', 2, {ROW})",
    "two rows with a gap": f"INSERT INTO events VALUES('g1', 4, {ROW}), ('g1', 6, {ROW})",
    "copy": f"INSERT OR REPLACE INTO events({COLUMNS}) SELECT {COLUMNS} FROM events",
}


OF_SQLITE = ("OR REPLACE", "OR IGNORE", "OR ROLLBACK", "REPLACE INTO", "DO NOTHING")
"""What only SQLite understands; and of two rows with one key PostgreSQL says nothing when it was told so."""
KINDS_AND_WAYS = [
    *(pytest.param("sqlite", sql, id=f"sqlite-{name}") for name, sql in WAYS.items()),
    *(
        pytest.param("postgresql", sql, marks=pytest.mark.deep, id=f"postgresql-{name}")
        for name, sql in {**WAYS, "truncate": "TRUNCATE events"}.items()
        if not any(word in sql for word in OF_SQLITE)
    ),
]
SQLITE_ALONE = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)


@pytest.mark.parametrize("through", [own, plain], ids=["own connection", "plain connection"])
@pytest.mark.parametrize(("kind", "sql"), KINDS_AND_WAYS, indirect=["kind"])
def test_no_statement_gets_round_the_guard(store: Store, sql: str, through: Callable[[Store, str], None]) -> None:
    """UPDATE, DELETE, REPLACE, UPSERT, IGNORE, gaps: refused by the database itself, and nothing has changed."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    before = list(store.rows("g1"))
    with pytest.raises(sqlite3.IntegrityError, match=r"never|next version|duplicate key|null value"):
        through(store, sql)
    assert list(store.rows("g1")) == before and store.streams() == ["g1"]


def test_the_guard_lets_the_next_version_pass_and_the_chain_finds_the_forger(store: Store) -> None:
    """A stranger can write the next row, as the store can; but they are caught when the chain is checked."""
    store.append("g1", facts("a"), EMPTY, AT)
    plain(store, f"INSERT INTO events VALUES('g1', 2, {ROW})")
    with pytest.raises(Corrupt, match=r"g1 version 2: the hash chain is broken"):
        store.verify("g1")


@SQLITE_ALONE
def test_wrong_types_are_refused_by_the_table(store: Store) -> None:
    """STRICT: a version that is text, a payload that is a blob."""
    for values in (f"'g1', 'one', {ROW}", "'g1', 1, 'x', 1, 0, '', '', '*', '', x'7b7d', x'00'"):
        with pytest.raises(sqlite3.IntegrityError):
            plain(store, f"INSERT INTO events VALUES({values})")


@SQLITE_ALONE
def test_the_store_sets_its_connections_up(store: Store) -> None:
    """Large pages, durable, write-ahead, triggers on the deletes that REPLACE makes, no functions from a foreign schema."""
    pragmas = {
        "page_size": 8192,
        "journal_mode": "wal",
        "synchronous": 2,
        "recursive_triggers": 1,
        "trusted_schema": 0,
        "secure_delete": 1,
        "foreign_keys": 1,
    }
    assert {name: store._db.con.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas} == pragmas


# ---------------------------------------------------------------- the chain


@pytest.mark.parametrize("column", ["type", "phase", "rule", "audience", "at", "data"])
def test_a_changed_text_breaks_the_chain_at_its_version(store: Store, column: str) -> None:
    """Each text column of version 2 is under its hash."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    tamper(store, f"UPDATE events SET {column} = 'x' WHERE version = 2")
    for check in (lambda: store.verify("g1"), lambda: store.fold("g1", EMPTY, lambda event, audience: None)):
        with pytest.raises(Corrupt, match=r"^g1 version 2: the hash chain is broken$"):
            check()


@pytest.mark.parametrize("column", ["schema", "turn"])
def test_a_changed_number_breaks_the_chain_at_its_version(store: Store, column: str) -> None:
    """So are the numbers."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    tamper(store, f"UPDATE events SET {column} = {column} + 1 WHERE version = 3")
    with pytest.raises(Corrupt, match=r"^g1 version 3: the hash chain is broken$"):
        store.verify("g1")


@pytest.mark.parametrize(
    ("sql", "version"),
    [
        ("UPDATE events SET hash = x'' WHERE version = 1", 1),
        ("DELETE FROM events WHERE version = 2", 3),
        ("DELETE FROM events WHERE version = 1", 2),
        ("UPDATE events SET stream = 'g1', version = 4 WHERE stream = 'g2'", 4),
    ],
)
def test_rows_taken_out_put_in_or_rehashed_are_found(store: Store, sql: str, version: int) -> None:
    """The message names the first version that does not follow from the one before."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    store.append("g2", facts("d"), EMPTY, AT)
    tamper(store, sql)
    with pytest.raises(Corrupt, match=f"^g1 version {version}: the hash chain is broken$"):
        store.verify("g1")


def test_a_cut_tail_changes_the_head(store: Store) -> None:
    """A chain cannot know of events that are gone from its end; the head that players were sent does."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    sent = store.head("g1")
    tamper(store, "DELETE FROM events WHERE version = 3")
    assert store.verify("g1") != sent


def test_events_before_a_break_have_been_folded(store: Store) -> None:
    """The fold stops at the break, not after it."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    tamper(store, 'UPDATE events SET data = \'{"why":"x"}\' WHERE version = 3')
    seen: list[Event] = []
    with pytest.raises(Corrupt, match=r"g1 version 3"):
        store.fold("g1", EMPTY, lambda event, audience: seen.append(event))
    assert seen == [GamePaused("a"), GamePaused("b")]


# ---------------------------------------------------------------- unreadable events


@pytest.mark.parametrize("check", [True, False])
def test_an_unknown_event_type_is_named_with_its_version(store: Store, monkeypatch: pytest.MonkeyPatch, check: bool) -> None:
    """A log of a newer program: the chain is whole, the event cannot be read; the message says which."""
    store.append("g1", [*facts("a", "b"), Draft(TurnClosed(1)), *facts("c")], EMPTY, AT)
    monkeypatch.delitem(REGISTRY, "game.turn_closed")
    expected = "^g1 version 3: unknown event type 'game.turn_closed'$"
    with pytest.raises(Corrupt, match=expected):
        store.fold("g1", EMPTY, lambda event, audience: None, check=check)
    with pytest.raises(Corrupt, match=expected):
        list(store.read("g1"))
    with pytest.raises(Corrupt, match=expected):
        store.verify("g1")


@pytest.mark.parametrize("data", ["", "{", "5", "null", '"text"', "[1]", '{"why":1'])
def test_a_payload_that_is_no_object_is_refused_without_the_chain_too(store: Store, data: str) -> None:
    """`read` and the unchecked fold prove no hashes; they still refuse what is no event."""
    store.append("g1", facts("a", "b"), EMPTY, AT)
    tamper(store, "UPDATE events SET data = ? WHERE version = 2", data)
    with pytest.raises(Corrupt, match=r"^g1 version 2: game.paused: the payload is no JSON object of schema 1$"):
        list(store.read("g1"))
    with pytest.raises(Corrupt, match=r"^g1 version 2: game.paused: the payload is no JSON object of schema 1$"):
        store.fold("g1", EMPTY, lambda event, audience: None, check=False)


def test_verify_checks_payloads_against_their_schema(store: Store) -> None:
    """A row whose chain is right but whose payload no schema knows: named by version and field."""
    columns = ("game.paused", 1, 0, "", "", "*", AT, '{"why":5}')
    row = ("g1", 1, *columns, link(GENESIS, ("g1", 1, *columns)))
    with store._db.write() as con:
        con.execute(f"INSERT INTO events VALUES({','.join('?' * len(row))})", row)
    with pytest.raises(Corrupt, match=r"^g1 version 1: game.paused: why: not a valid string$"):
        store.verify("g1")


def test_an_exception_of_the_folding_code_is_not_the_logs_fault(store: Store) -> None:
    """What `apply` raises comes out as it is."""

    def apply(event: Event, audience: str) -> None:
        raise ZeroDivisionError

    store.append("g1", facts("a"), EMPTY, AT)
    with pytest.raises(ZeroDivisionError):
        store.fold("g1", EMPTY, apply)


# ---------------------------------------------------------------- folds and snapshots


def test_a_fold_stops_at_the_end_of_a_turn(store: Store) -> None:
    """`turn` cuts the history; the returned head is that of the last event taken."""
    store.append("g1", facts("a", "b", "c"), EMPTY, AT)
    entries = list(store.read("g1"))
    seen: list[Event] = []
    assert store.fold("g1", EMPTY, lambda event, audience: seen.append(event), turn=1) == (2, entries[1].hash)
    assert seen == [GamePaused("a"), GamePaused("b")]
    assert store.fold("g1", EMPTY, lambda event, audience: None, turn=1, check=False) == (2, entries[1].hash)


def test_where_a_turn_began_is_found(store: Store) -> None:
    """The head before the first event of a turn, or of a later one; other streams do not count."""
    turns = [0, 0, 0, 1, 3, 3, 3, 3, 4, 7, 7]
    store.append("g1", [Draft(GamePaused("a"), turn) for turn in turns], EMPTY, AT)
    store.append("g2", facts("a", "b"), EMPTY, AT)
    heads = [EMPTY, *((entry.version, entry.hash) for entry in store.read("g1"))]
    for turn in range(-1, 10):
        count = sum(each < turn for each in turns)
        assert store.head_before("g1", turn) == heads[count] and store.before_turn("g1", turn) == count
    assert store.head_before("g9", 1) == EMPTY


def _record(store: Store, turn: int | None = None) -> Record:
    record = Record(GAMES, "g1")
    record.head = store.fold("g1", EMPTY, record.apply, turn)
    return record


def test_snapshots_can_be_dropped_and_the_fold_is_the_same(store: Store) -> None:
    """From each turn's snapshot, from the start, with and without the chain: the same record, byte by byte."""
    from events.codec import payload

    play(store)
    whole = _record(store)
    for turn in (1, 2, 3):
        made = _record(store, turn)
        store.snapshot("g1", "toy/1", Snapshot(turn, made.head, made.dump().encode()))
    for turn in (1, 2, 3):
        snap = store.latest_snapshot("g1", "toy/1", turn)
        assert snap is not None and snap.turn == turn
        record = Record(GAMES, "g1")
        record.restore(snap.head, payload(snap.state.decode()))
        assert store.fold("g1", snap.head, record.apply) == whole.head
        assert record.dump() == whole.dump()
    assert store.drop_snapshots("g1") == 3 and store.latest_snapshot("g1", "toy/1") is None
    assert _record(store).dump() == whole.dump()
    assert replay(GAMES, "g1", store.read("g1")).dump() == whole.dump()


def test_a_snapshot_of_other_folding_code_is_not_used(store: Store) -> None:
    """Each names the code that made it; one of the same turn replaces the older."""
    head = store.append("g1", facts("a"), EMPTY, AT)
    store.snapshot("g1", "toy/1", Snapshot(1, head, b"old"))
    assert store.latest_snapshot("g1", "toy/2") is None
    store.snapshot("g1", "toy/2", Snapshot(1, head, b"new"))
    found = store.latest_snapshot("g1", "toy/2")
    assert found == Snapshot(1, head, b"new") and store.latest_snapshot("g1", "toy/1") is None


def test_snapshots_before_the_newest_are_kept_every_so_many_turns(store: Store) -> None:
    """Of each ten turns one stays, however many are there already; another stream's are left alone."""
    head = store.append("g1", facts("a"), EMPTY, AT)
    store.snapshot("g2", "toy/1", Snapshot(3, head, b"of another"))
    for turn in range(1, 36):
        store.snapshot("g1", "toy/1", Snapshot(turn, head, b"state"), every=10)
    assert sorted(snap.turn for snap in store.snapshots("g1", "toy/1")) == [10, 20, 30, 35]
    assert [snap.turn for snap in store.snapshots("g2", "toy/1")] == [3]


def test_a_snapshot_of_another_history_does_not_fit_the_chain(store: Store) -> None:
    """Its head is not the one the next event was hashed over: the fold refuses to go on from it."""
    store.append("g1", facts("a", "b"), EMPTY, AT)
    other = store.append("g2", facts("x"), EMPTY, AT)
    with pytest.raises(Corrupt, match=r"g1 version 2: the hash chain is broken"):
        store.fold("g1", other, lambda event, audience: None)


# ---------------------------------------------------------------- races


def test_of_two_processes_exactly_one_wins_each_version(store: Store) -> None:
    """Two real processes try to write the same versions forty times: no version is lost, doubled or shared."""
    rounds = 40
    context = multiprocessing.get_context("spawn")
    barrier, wins = context.Barrier(2), context.Queue()
    racers = [context.Process(target=race, args=(store._db.address, name, rounds, barrier, wins)) for name in ("a", "b")]
    for racer in racers:
        racer.start()
    won = dict(wins.get(timeout=120) for _ in racers)
    for racer in racers:
        racer.join()
        assert racer.exitcode == 0
    wins.close()
    wins.join_thread()
    assert sorted(won["a"] + won["b"]) == list(range(1, rounds + 1))
    writers = {entry.version: entry.event for entry in store.read("g1")}
    assert writers == {v: GamePaused(name) for name, versions in won.items() for v in versions}
    assert store.verify("g1").version == rounds


def test_a_second_process_opens_the_same_file(store: Store, tmp_path: Path) -> None:
    """Setting up an existing file changes nothing in it."""
    head = store.append("g1", facts("a"), EMPTY, AT)
    again = open_store(store._db.address)
    assert again.head("g1") == head
    again.close()
