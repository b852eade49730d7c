"""Is the service ready: can it take orders and keep deadlines? One sentence says why not."""

from __future__ import annotations

import sqlite3

from pbem.operation.backlog import free_bytes, heartbeat_age
from pbem.service.context import ServiceContext

MISSED_BEATS = 5
SHORTEST_PATIENCE = 180.0
"""Seconds: the heartbeat's row is written every half minute, and one game or mail may take long."""
LEAST_FREE = 50_000_000
"""Bytes on the disk of the database, below which writing will soon fail."""


def unready(context: ServiceContext, every: float, at_work: bool = False) -> str:
    """Why the service is not ready; "" when it is. `every` is seconds between two beats of the clock.

    A heartbeat with hundreds of games is busy and notes so after each of them; one that hangs in a game notes nothing.
    `at_work`: one is under way in this process.
    """
    try:
        age = heartbeat_age(context)
        context.store.game("")
    except sqlite3.Error as e:
        return f"database: {e}"
    patience = max(SHORTEST_PATIENCE, MISSED_BEATS * every)
    if age is None:
        return "clock: it has not beaten yet; is `serve` running, or `tick` called?"
    if age > patience:
        last = "it hangs: the last game or mail was done" if at_work else "its last beat was"
        return f"clock: {last} {age:.0f} s ago, and {patience:.0f} s is the most"
    return _disk(context)


def _disk(context: ServiceContext) -> str:
    free = free_bytes(context)
    return "" if free >= LEAST_FREE else f"disk: {free // 1_000_000} MB are free, and {LEAST_FREE // 1_000_000} MB is the least"
