"""The clock: one APScheduler heartbeat. Deadlines are rows of the log's own tables, so a crash loses none.

A job a deadline would lose turns: a job that starts late is skipped by default. Here one job asks what is due; however long the
service was down, every overdue deadline is found at the first heartbeat and handled once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

log = logging.getLogger(__name__)


class Clock:
    """Calls `heartbeat` at once and then every `seconds`, never twice at once, in its own thread. What it raises is logged."""

    def __init__(self, heartbeat: Callable[[], object], seconds: float) -> None:
        self._heartbeat = heartbeat
        self._scheduler = BackgroundScheduler(timezone="UTC", executors={"default": ThreadPoolExecutor(1)})
        self._scheduler.add_job(
            self._guarded,
            "interval",
            seconds=seconds,
            id="heartbeat",
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,
            next_run_time=datetime.now(UTC),
        )

    def _guarded(self) -> None:
        try:
            self._heartbeat()
        except Exception:
            log.exception("a beat of the clock failed; the next one tries again")

    def start(self) -> None:
        """Begin. Nobody waits for the first heartbeat, which may take long after an outage; the service can be stopped then."""
        self._scheduler.start()

    def stop(self) -> None:
        """Let the running heartbeat finish, then stop."""
        self._scheduler.shutdown(wait=True)
