"""The heartbeat's own row: a gap between two heartbeats is an outage, and a clock that jumped is one of another kind.

The row is written only when the database can be. So a full disk or a locked file is found by the same gap.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.service.context import ServiceContext, parse_stamp, stamp
from pbem.service.outages.tables import Heartbeat, Span, forget_ahead, keep_heartbeat, keep_outage, last_heartbeat

SHORTEST_GAP = timedelta(minutes=10)
MISSED_BEATS = 5
"""So many heartbeats in a row must be missing, and at least `SHORTEST_GAP`."""
SLACK = timedelta(minutes=2)
"""Clocks differ by seconds, and are set by seconds; that is no jump."""
WRITTEN_EVERY = timedelta(seconds=30)
"""With a heartbeat a second the row need not be written each time."""

log = logging.getLogger(__name__)


class Compared(NamedTuple):
    """What lies between two heartbeats: outages, and whether the clock was set back."""

    spans: list[Span]
    set_back: bool


def note_heartbeat(context: ServiceContext, process: str, every: float | None) -> bool:
    """Keep the outages since the last heartbeat, and this one. `every`: seconds between two; `process`: an id of this one.

    Without `every` a heartbeat ends: however long its own work took, the service ran.

    Returns whether the clock was set back within this process. Raises sqlite3.Error when nothing can be written.
    """
    now = context.now()
    this = Heartbeat(stamp(now), context.monotonic(), process)
    last = last_heartbeat(context)
    found = compared(last, this, every) if last else Compared([], False)
    if last and last.process == process and not found.spans and timedelta(0) <= now - parse_stamp(last.at) < WRITTEN_EVERY:
        return False
    with context.database.write() as con:
        if found.set_back:
            forget_ahead(con, this.at)
        for span in found.spans:
            keep_outage(con, span)
        keep_heartbeat(con, this)
    for span in found.spans:
        log.warning("no orders could be taken from %s to %s: %s", span.began, span.ended, span.why)
    return found.set_back and last is not None and last.process == process


def compared(last: Heartbeat, this: Heartbeat, every: float | None) -> Compared:
    """Within one process the monotonic clock knows how much time really passed; across a restart nobody does."""
    before, now = parse_stamp(last.at), parse_stamp(this.at)
    passed = now - before
    if last.process == this.process:
        passed = timedelta(seconds=this.ticks - last.ticks)
    jumped = now - before - passed
    spans = []
    if every is not None and passed > max(SHORTEST_GAP, MISSED_BEATS * timedelta(seconds=every)):
        began = min(before, now - passed)  # where the clock was set back, its times of before are not yet
        spans.append(_span("service", began, min(now, began + passed), "no heartbeat"))
    if jumped > SLACK:
        spans.append(_span("clock", before + passed, now, f"the clock was set ahead by {jumped}"))
    return Compared(spans, min(jumped, passed) < -SLACK)


def _span(door: str, began: datetime, ended: datetime, why: str) -> Span:
    return Span(door, stamp(began), stamp(ended), why)
