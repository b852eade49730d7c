"""What happens when: a queue of things to do in the order of their times, and the hours in which the service is down."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

from pbem.app_context import AppContext
from tools.simulation.service import HandClock

Action = Callable[[], object]


@dataclass
class Outage:
    """The service does not run from `begin` to `end`. What is sent to it meanwhile is tried again afterwards."""

    begin: datetime
    end: datetime

    def __contains__(self, at: datetime) -> bool:
        return self.begin <= at < self.end


@dataclass
class Story:
    """Moves the clock from one thing to the next; between them the service's heart beats every `beat`."""

    service: AppContext
    clock: HandClock
    beat: timedelta
    outages: list[Outage]
    beats: int = 0
    _queue: list[tuple[datetime, int, Action]] = field(default_factory=list)
    _number: count[int] = field(default_factory=count)

    def at(self, when: datetime, action: Action) -> None:
        """Do this then; what is past is done next."""
        heapq.heappush(self._queue, (max(when, self.clock.true), next(self._number), action))

    def down(self) -> Outage | None:
        """The outage of this moment."""
        return next((outage for outage in self.outages if self.clock.true in outage), None)

    def run(self, until: datetime, over: Callable[[], bool]) -> None:
        """Until then, or until all is over."""
        self.at(self.clock.true, self._beat)
        while self._queue and not over():
            when, _, action = heapq.heappop(self._queue)
            if when > until:
                return
            self.clock.true = when
            action()

    def deliver(self, send: Action) -> None:
        """Mail for the service: it comes in at once, or when the service is there again."""
        outage = self.down()
        if outage:
            self.at(outage.end + timedelta(minutes=20), lambda: self.deliver(send))
            return
        send()
        self.service.heartbeat()

    def _beat(self) -> None:
        self.at(self.clock.true + self.beat, self._beat)
        if not self.down():
            self.service.heartbeat()
            self.beats += 1
