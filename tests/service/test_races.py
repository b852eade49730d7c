"""Several processes at one database: each turn is resolved exactly once, and none is missed."""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
from multiprocessing.synchronize import Barrier
from pathlib import Path

from events.platform import TurnClosed
from events.store import Store
from pbem.games import GAMES
from pbem.service import opening, publish
from pbem.service.audit import audit
from pbem.service.orders import file_orders
from pbem.service.room import Room
from pbem.service.ticking import tick
from tests.conftest import HandClock, repeated_entropy

GAMES_DUE = 12
BOTS = {"blue": "bot:random", "red": "bot:random"}


def room_at(path: Path, hours: float = 0) -> Room:
    clock = HandClock()
    clock.advance(hours)
    return Room(Store(path, [publish.migrations]), GAMES, clock, repeated_entropy(), b"a secret for tests")


def worker(path: Path, barrier: Barrier, hours: float) -> None:
    """Wait for the other, then beat until nothing is due."""
    room = room_at(path, hours)
    barrier.wait(60)
    while tick(room):
        pass


def killed_worker(path: Path, barrier: Barrier, hours: float) -> None:
    """The same, but killed by itself in the middle of its third append."""
    room = room_at(path, hours)
    append, count = room.store.append, 0

    def dying(*args: object) -> object:
        nonlocal count
        count += 1
        if count == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return append(*args)  # type: ignore[arg-type]

    room.store.append = dying  # type: ignore[method-assign,assignment]
    barrier.wait(60)
    tick(room)


def run(path: Path, targets: list[object], hours: float) -> None:
    context = mp.get_context("spawn")
    barrier = context.Barrier(len(targets))
    workers = [context.Process(target=target, args=(path, barrier, hours)) for target in targets]  # type: ignore[arg-type]
    for each in workers:
        each.start()
    for each in workers:
        each.join(120)


def closed(room: Room) -> dict[str, list[int]]:
    return {
        stream: [e.event.turn for e in room.store.read(stream) if isinstance(e.event, TurnClosed)]
        for stream in room.store.streams()
    }


def open_games(path: Path) -> Room:
    room = room_at(path)
    for _ in range(GAMES_DUE):
        opening.open_game(room, "star_navy", "first-blood", players=BOTS, rhythm_hours=24)
    tick(room)
    return room


def test_two_processes_resolve_each_due_turn_once(tmp_path: Path) -> None:
    """Twelve games fall due; two processes race on them; each turn is closed once and every log is sound."""
    path = tmp_path / "race.db"
    room = open_games(path)
    before = closed(room)
    run(path, [worker, worker], 30)
    after = closed(room)
    assert {stream: len(turns) for stream, turns in after.items()} == {s: len(t) + 1 for s, t in before.items()}
    assert all(turns == list(range(1, len(turns) + 1)) for turns in after.values())
    assert all(audit(room, stream).sound for stream in after)


def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """One of two processes is killed in the middle of an append: no turn is missed, none resolved twice."""
    path = tmp_path / "killed.db"
    room = open_games(path)
    run(path, [killed_worker, worker], 30)
    run(path, [worker], 30)
    after = closed(room)
    assert len(after) == GAMES_DUE
    assert all(turns == list(range(1, len(turns) + 1)) for turns in after.values())
    assert not room.store.due("2026-01-02T18:00:00.000000Z")
    assert all(audit(room, stream).sound for stream in after)


def filer(path: Path, barrier: Barrier, hours: float) -> None:
    """File ten mails in a row."""
    room = room_at(path, hours)
    barrier.wait(60)
    for number in range(10):
        file_orders(room, "g1", "blue", f"BIS: T{number % 6 + 1} TURN L", f"{os.getpid()} {number}")


def test_mails_that_arrive_together_are_all_filed(tmp_path: Path) -> None:
    """Two processes file ten mails each for one seat: every one is in the log once."""
    path = tmp_path / "mails.db"
    room = room_at(path)
    opening.open_game(room, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    run(path, [filer, filer], 0)
    sources = [e.event.source for e in room.store.read("g1") if e.event.type == "game.orders_filed"]
    assert len(sources) == len(set(sources)) == 20
