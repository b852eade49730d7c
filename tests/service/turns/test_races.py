"""Several processes at one database: each turn is resolved exactly once, and none is missed."""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from events import store
from events.platform import TurnClosed
from pbem.database import open_database
from pbem.games import GAMES
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext, stamp
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from tests.conftest import HandClock, repeated_entropy
from tests.postgresql_server import shared_server
from tests.web.builders.serving import PATIENCE

GAMES_DUE = 12
LATE = 30
"""Hours after the opening: the first turn is due, the second is not."""
FORKED = mp.get_context("forkserver")
FORKED.set_forkserver_preload([__name__])  # imports take longer than what these processes do


@contextmanager
def room_at(path: Path | str, hours: float = 0) -> Iterator[ServiceContext]:
    """A room of this process's own over the shared file."""
    clock = HandClock()
    clock.advance(hours)
    database = open_database(path)
    yield ServiceContext(database, GAMES, clock, repeated_entropy(), b"a secret for tests")
    database.close()


def worker(path: Path | str, barrier: Barrier, hours: float) -> None:
    """Wait for the other, then beat until nothing is due."""
    with room_at(path, hours) as context:
        barrier.wait(PATIENCE)
        while tick(context):
            pass


def killed_worker(path: Path | str, barrier: Barrier, hours: float) -> None:
    """The same, but killed by itself in the middle of its third transaction. `late_worker` waits until then."""
    with room_at(path, hours) as context:
        project, count = store.projections.project, 0

        def dying(*args: object) -> None:
            nonlocal count
            count += 1
            if count == 3:
                barrier.wait(PATIENCE)
                os.kill(os.getpid(), signal.SIGKILL)
            project(*args)

        store.projections.project = dying
        barrier.wait(PATIENCE)
        tick(context)


def late_worker(path: Path | str, barrier: Barrier, hours: float) -> None:
    """Like `worker`, and open before the other begins; it begins when that one is about to be killed, so something is due."""
    with room_at(path, hours) as context:
        barrier.wait(PATIENCE)
        barrier.wait(PATIENCE)
        while tick(context):
            pass


def run(path: Path | str, targets: list[object], hours: float) -> list[int | None]:
    """Their exit codes; None of one that did not end."""
    barrier = FORKED.Barrier(len(targets))
    workers = [FORKED.Process(target=target, args=(path, barrier, hours)) for target in targets]
    for each in workers:
        each.start()
    for each in workers:
        each.join(PATIENCE)
    codes = [each.exitcode for each in workers]
    for each in workers:
        each.kill()
    return codes


def closed(context: ServiceContext) -> dict[str, list[int]]:
    return {
        stream: [e.event.turn for e in context.store.read(stream) if isinstance(e.event, TurnClosed)]
        for stream in context.store.streams()
    }


def open_games(path: Path | str, games: int = GAMES_DUE) -> None:
    with room_at(path) as context:
        for _ in range(games):
            opening.open_game(context, "star_navy", "first-blood", rhythm_hours=24, players={"blue": "p1", "red": "p2"})


def check_closed_once(path: Path | str, games: int = GAMES_DUE) -> None:
    """Every game has closed its first turn, once, nothing is due any more, and every log is sound."""
    with room_at(path, LATE) as context:
        assert closed(context) == {f"g{number}": [1] for number in range(1, games + 1)}
        assert context.store.due(stamp(context.now())) == []
        assert all(audit(context, stream).sound for stream in context.store.streams())


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A new database: a file, or one of PostgreSQL."""
    return tmp_path / "race.db" if request.param == "sqlite" else shared_server().create()


@pytest.mark.deep
def test_three_clocks_share_a_hundred_games() -> None:
    """Three processes, as on three machines, at one PostgreSQL: each of a hundred games is resolved once."""
    path = shared_server().create()
    open_games(path, 100)
    assert run(path, [worker, worker, worker], LATE) == [0, 0, 0]
    check_closed_once(path, 100)


def test_two_processes_resolve_each_due_turn_once(path: Path | str) -> None:
    """Twelve games fall due; two processes race on them; each turn is closed once and every log is sound."""
    open_games(path)
    assert run(path, [worker, worker], LATE) == [0, 0]
    check_closed_once(path)


def test_a_killed_worker_loses_and_doubles_nothing(path: Path | str) -> None:
    """One of two processes is killed in the middle of an append: no turn is missed, none resolved twice."""
    open_games(path)
    assert run(path, [killed_worker, late_worker], LATE) == [-signal.SIGKILL, 0]
    assert run(path, [worker], LATE) == [0]
    check_closed_once(path)


def filer(path: Path | str, barrier: Barrier, hours: float) -> None:
    """File ten mails in a row."""
    with room_at(path, hours) as context:
        barrier.wait(PATIENCE)
        for number in range(10):
            file_orders(context, "g1", "blue", f"BIS: T{number % 6 + 1} TURN L", f"{os.getpid()} {number}")


def test_mails_that_arrive_together_are_all_filed(path: Path | str) -> None:
    """Two processes file ten mails each for one seat: every one is in the log once."""
    with room_at(path) as context:
        opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    assert run(path, [filer, filer], 0) == [0, 0]
    with room_at(path) as context:
        sources = [e.event.source for e in context.store.read("g1") if e.event.type == "game.orders_filed"]
    assert len(sources) == len(set(sources)) == 20
