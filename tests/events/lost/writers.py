"""Threads that use the log without a pause, whatever becomes of the server, and remember what they were promised."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from events.base import Draft
from events.database import Unreachable
from events.platform import GamePaused
from events.store import Conflict, Store

AT = "2031-05-01T12:00:00Z"
SHARED = "g9"
"""A stream that several write."""


@dataclass
class Crowd:
    """`promised` has what an append returned for; `failed` counts the attempts that raised because there was no server."""

    store: Store
    promised: set[tuple[str, str]] = field(default_factory=set)
    tried: int = 0
    failed: int = 0
    asked: int = 0
    blocks: int = 0
    tried_blocks: int = 0
    wrong: list[str] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Two writers of a stream of their own, two who share one, one who asks, and one who writes blocks."""
        work = [self._own("g1"), self._own("g2"), self._sharing("a"), self._sharing("b"), self._ask, self._block]
        self._threads = [threading.Thread(target=self._on, args=(each,)) for each in work]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Let all finish what they are at."""
        self.stop.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()

    def progress(self) -> tuple[int, int, int]:
        """Appends, questions and blocks so far that were answered."""
        return len(self.promised), self.asked, self.blocks

    def _on(self, work: Callable[[], None]) -> None:
        """A server that is not there is `Unreachable`, as for every caller; anything else is wrong."""
        while not self.stop.is_set():
            try:
                work()
            except Unreachable:
                self.failed += 1
            except Exception as e:
                self.wrong.append(f"{type(e).__name__}: {e}")
        self.store.close()

    def _own(self, stream: str) -> Callable[[], None]:
        """Nobody else writes this stream: as long as every append returns, a Conflict can only be with itself."""

        def work() -> None:
            head, number = self.store.head(stream), 0
            while not self.stop.is_set():
                number += 1
                self.tried += 1
                name = f"{number} after {head.version}"
                head = self.store.append(stream, [Draft(GamePaused(name)), Draft(GamePaused(f"{name}, too"))], head, AT)
                self.promised |= {(stream, name), (stream, f"{name}, too")}

        return work

    def _sharing(self, who: str) -> Callable[[], None]:
        def work() -> None:
            self.tried += 1
            head, name = self.store.head(SHARED), f"{who} {self.tried}"
            try:
                self.store.append(SHARED, [Draft(GamePaused(name))], head, AT)
            except Conflict:
                return
            self.promised.add((SHARED, name))

        return work

    def _ask(self) -> None:
        before = len(self.promised)
        found = self.store._db.con.execute("SELECT count(*) FROM events").fetchone()[0]
        self.asked += 1
        if found < before:
            self.wrong.append(f"{before} were promised, and {found} are there")

    def _block(self) -> None:
        self.tried_blocks += 1
        with self.store._db.write() as con:
            con.execute("UPDATE last_numbers SET number = number + 1 WHERE name='blocks'")
        self.blocks += 1
