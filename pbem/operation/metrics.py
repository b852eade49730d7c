"""The figures that Prometheus reads: what waits is counted in the tables when it asks, what happens when it happens.

Labels are few and fixed (a rule book, a kind of page, a status): no address of a page or a person, no game's name.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector

from pbem.operation.backlog import Backlog, backlog
from pbem.operation.kept_backups import newest
from pbem.service.context import ServiceContext

PAGE_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
TURN_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
HEARTBEAT_SECONDS = (0.01, 0.05, 0.25, 1, 5, 15, 60, 300)
log = logging.getLogger(__name__)


class Metrics:
    """The figures of one process, and how they are read."""

    def __init__(self, context: ServiceContext, backups: Path | None = None) -> None:
        self.registry = CollectorRegistry()
        self._pages = Histogram(
            "wardroom_page_seconds",
            "Time to answer a request, by kind of page and class of status",
            ["kind", "status"],
            buckets=PAGE_SECONDS,
            registry=self.registry,
        )
        self._turns = Histogram(
            "wardroom_turn_seconds",
            "Time to resolve a turn, by rule book",
            ["rules"],
            buckets=TURN_SECONDS,
            registry=self.registry,
        )
        self._beats = Histogram(
            "wardroom_heartbeat_seconds", "Time of one beat of the clock", buckets=HEARTBEAT_SECONDS, registry=self.registry
        )
        self._errors = Counter(
            "wardroom_errors", "Errors that were logged, by room of the program", ["room"], registry=self.registry
        )
        self.registry.register(_FromTables(context, backups))
        ProcessCollector(registry=self.registry)

    def page(self, kind: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._pages.labels(kind, f"{status // 100}xx").observe(seconds)

    def turn(self, rules: str, seconds: float) -> None:
        """A turn was resolved."""
        self._turns.labels(rules).observe(seconds)

    def timed(self, heartbeat: Callable[[], object]) -> Callable[[], None]:
        """The heartbeat, timed."""

        def beat() -> None:
            began = time.perf_counter()
            try:
                heartbeat()
            finally:
                self._beats.observe(time.perf_counter() - began)

        return beat

    def count_errors(self) -> logging.Handler:
        """What counts the errors that are logged from now on; who adds it to the root logger takes it away again."""
        return _ErrorCounter(self._errors)

    def serve(self, address: tuple[str, int]) -> Callable[[], None]:
        """Show the figures there, in a thread of its own; returns what ends it. Raises OSError."""
        server, thread = start_http_server(address[1], address[0], self.registry)

        def close() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return close


class _ErrorCounter(logging.Handler):
    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.ERROR)
        self.errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        """Count it under the room that it comes from; what is not ours is `library`."""
        top, _, rest = record.name.partition(".")
        self.errors.labels(rest.partition(".")[0] if top == "pbem" and rest else "library").inc()


class _FromTables:
    """Asked by the registry each time that somebody reads the figures."""

    def __init__(self, context: ServiceContext, backups: Path | None) -> None:
        self.context = context
        self.backups = backups

    def collect(self) -> Iterator[Metric]:
        """All gauges. When the database does not answer, only that is told."""
        try:
            found = backlog(self.context)
        except sqlite3.Error:
            log.exception("the figures could not be counted")
            yield gauge("wardroom_database_up", 0)
            return
        yield gauge("wardroom_database_up", 1)
        yield from _waiting(found)
        yield counted("wardroom_games", "status", found.games)
        yield counted("wardroom_mails_in", "status", found.mails_in)
        yield counted("wardroom_mails_out", "status", found.mails_out)
        if self.backups is not None:
            made = newest(self.backups)
            yield gauge("wardroom_backup_age_seconds", (self.context.now() - made.at).total_seconds() if made else float("inf"))


def _waiting(found: Backlog) -> Iterator[Metric]:
    yield gauge("wardroom_turns_resolved", found.turns)
    yield gauge("wardroom_deadline_lag_seconds", found.deadline_lag)
    yield gauge("wardroom_mails_held", found.held)
    yield gauge("wardroom_mail_in_queue_age_seconds", found.unread)
    yield gauge("wardroom_mail_out_queue_age_seconds", found.unsent)
    yield gauge("wardroom_database_bytes", found.bytes)
    yield gauge("wardroom_disk_free_bytes", found.free)
    yield gauge("wardroom_heartbeat_age_seconds", float("inf") if found.heartbeat is None else found.heartbeat)


HELP = {
    "wardroom_database_up": "1 while the database answers",
    "wardroom_turns_resolved": "Turns that games now stand at the end of; a roll-back takes them away",
    "wardroom_deadline_lag_seconds": "How late the oldest turn is that is due; 0 when none is",
    "wardroom_mails_held": "Mails that wait for their player's word",
    "wardroom_mail_in_queue_age_seconds": "Age of the oldest mail that came in and was not yet tried",
    "wardroom_mail_out_queue_age_seconds": "Age of the oldest mail that waits to be sent",
    "wardroom_database_bytes": "Size of the database and its write-ahead log",
    "wardroom_disk_free_bytes": "What is free on the disk of the database",
    "wardroom_heartbeat_age_seconds": "Since the clock's last beat",
    "wardroom_backup_age_seconds": "Since the newest backup in WARDROOM_BACKUPS",
    "wardroom_games": "Games, by status",
    "wardroom_mails_in": "Mails that came in, by what became of them",
    "wardroom_mails_out": "Mails that go out, by what became of them",
}
"""What each gauge is."""


def gauge(name: str, value: float) -> Metric:
    """One figure."""
    return GaugeMetricFamily(name, HELP[name], value)


def counted(name: str, label: str, values: Mapping[str, int]) -> Metric:
    """A figure for each value of a label."""
    found = GaugeMetricFamily(name, HELP[name], labels=[label])
    for value, number in sorted(values.items()):
        found.add_metric([value], number)
    return found
