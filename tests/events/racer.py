"""A writer of a process of its own, for the race."""

from __future__ import annotations

from contextlib import suppress
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Protocol

from events.base import Draft
from events.platform import GamePaused
from events.store import Conflict, open_store

AT = "2031-05-01T12:00:00Z"


class Wins(Protocol):
    """Where a racer puts its name and the versions it won."""

    def put(self, item: tuple[str, list[int]]) -> None: ...


def race(path: Path | str, name: str, rounds: int, barrier: Barrier, wins: Wins) -> None:
    """In each round both racers load the same head, and both try to write the next version."""
    store = open_store(path)
    won = []
    for _ in range(rounds):
        head = store.head("g1")
        barrier.wait(60)
        with suppress(Conflict):
            won.append(store.append("g1", [Draft(GamePaused(name))], head, AT).version)
        barrier.wait(60)
    store.close()
    wins.put((name, won))
