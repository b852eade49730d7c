"""Several processes at one database: each turn is resolved exactly once, and none is missed."""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier
from pathlib import Path

from events import store
from events.platform import TurnClosed
from events.store import Store
from pbem.games import GAMES
from pbem.service.audit.verify import audit
from pbem.service.context import Room, stamp
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish
from pbem.service.turns.tick import tick
from tests.conftest import HandClock, repeated_entropy

GAMES_DUE = 12
LATE = 30
"""Hours after the opening: the first turn is due, the second is not."""


@contextmanager
def room_at(path: Path, hours: float = 0) -> Iterator[Room]:
    """A room of this process's own over the shared file."""
    clock = HandClock()
    clock.advance(hours)
    log = Store(path, [publish.migrations])
    yield Room(log, GAMES, clock, repeated_entropy(), b"a secret for tests")
    log.db.close()


def worker(path: Path, barrier: Barrier, hours: float) -> None:
    """Wait for the other, then beat until nothing is due."""
    with room_at(path, hours) as room:
        barrier.wait(60)
        while tick(room):
            pass


def killed_worker(path: Path, barrier: Barrier, hours: float) -> None:
    """The same, but killed by itself in the middle of its third transaction."""
    with room_at(path, hours) as room:
        project, count = store.projections.project, 0

        def dying(*args: object) -> None:
            nonlocal count
            count += 1
            if count == 3:
                os.kill(os.getpid(), signal.SIGKILL)
            project(*args)  # type: ignore[arg-type]

        store.projections.project = dying
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


def open_games(path: Path) -> None:
    with room_at(path) as room:
        for _ in range(GAMES_DUE):
            opening.open_game(room, "star_navy", "first-blood", rhythm_hours=24, players={"blue": "p1", "red": "p2"})


def check_closed_once(path: Path) -> None:
    """Every game has closed its first turn, once, nothing is due any more, and every log is sound."""
    with room_at(path, LATE) as room:
        assert closed(room) == {f"g{number}": [1] for number in range(1, GAMES_DUE + 1)}
        assert room.store.due(stamp(room.now())) == []
        assert all(audit(room, stream).sound for stream in room.store.streams())


def test_two_processes_resolve_each_due_turn_once(tmp_path: Path) -> None:
    """Twelve games fall due; two processes race on them; each turn is closed once and every log is sound."""
    path = tmp_path / "race.db"
    open_games(path)
    run(path, [worker, worker], LATE)
    check_closed_once(path)


def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """One of two processes is killed in the middle of an append: no turn is missed, none resolved twice."""
    path = tmp_path / "killed.db"
    open_games(path)
    run(path, [killed_worker, worker], LATE)
    run(path, [worker], LATE)
    check_closed_once(path)


def filer(path: Path, barrier: Barrier, hours: float) -> None:
    """File ten mails in a row."""
    with room_at(path, hours) as room:
        barrier.wait(60)
        for number in range(10):
            file_orders(room, "g1", "blue", f"BIS: T{number % 6 + 1} TURN L", f"{os.getpid()} {number}")


def test_mails_that_arrive_together_are_all_filed(tmp_path: Path) -> None:
    """Two processes file ten mails each for one seat: every one is in the log once."""
    path = tmp_path / "mails.db"
    with room_at(path) as room:
        opening.open_game(room, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    run(path, [filer, filer], 0)
    with room_at(path) as room:
        sources = [e.event.source for e in room.store.read("g1") if e.event.type == "game.orders_filed"]
    assert len(sources) == len(set(sources)) == 20
