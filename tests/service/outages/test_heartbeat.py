"""The heartbeat's row: gaps, clocks that jumped, restarts, and a database that cannot be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from pbem.service.context import ServiceContext, stamp
from pbem.service.outages.heartbeat import note_heartbeat
from pbem.service.outages.tables import Span, kept_outages, last_heartbeat
from tests.conftest import START, HandClock

EVERY = 1.0
MINUTE = 1 / 60


def at(hours: float) -> str:
    return stamp(START + timedelta(hours=hours))


def spans(context: ServiceContext) -> list[tuple[str, str, str]]:
    return [(span.door, span.began, span.ended) for span in kept_outages(context)]


def test_the_first_heartbeat_of_all_finds_nothing(context: ServiceContext) -> None:
    """Nobody knows what was before it."""
    assert not note_heartbeat(context, "p", EVERY)
    assert kept_outages(context) == [] and last_heartbeat(context) is not None


def test_a_gap_is_an_outage_of_the_service(context: ServiceContext, clock: HandClock) -> None:
    """From the last heartbeat to the first one after it; once."""
    note_heartbeat(context, "p", EVERY)
    clock.advance(6)
    note_heartbeat(context, "p", EVERY)
    note_heartbeat(context, "p", EVERY)
    assert spans(context) == [("service", at(0), at(6))]


@pytest.mark.parametrize(("every", "minutes", "outages"), [(1, 9, 0), (1, 11, 1), (600, 49, 0), (600, 51, 1)])
def test_how_long_a_gap_must_be(context: ServiceContext, clock: HandClock, every: float, minutes: float, outages: int) -> None:
    """Ten minutes, and five heartbeats."""
    note_heartbeat(context, "p", every)
    clock.advance(minutes * MINUTE)
    note_heartbeat(context, "p", every)
    assert len(kept_outages(context)) == outages


def test_a_heartbeat_that_works_for_long_is_no_outage(context: ServiceContext, clock: HandClock) -> None:
    """A thousand games were due at once: it ends an hour after it began. A clock that is set meanwhile is noticed."""
    note_heartbeat(context, "p", EVERY)
    clock.advance(1)
    note_heartbeat(context, "p", None)
    note_heartbeat(context, "p", EVERY)
    assert spans(context) == []
    clock.jump(2)
    note_heartbeat(context, "p", None)
    assert spans(context) == [("clock", at(1), at(3))]


def test_a_gap_across_a_restart_is_an_outage(context: ServiceContext, clock: HandClock) -> None:
    """The new process's monotonic clock begins anew, and nobody compares it."""
    note_heartbeat(context, "old", EVERY)
    clock.advance(72)
    clock.passed = 0
    note_heartbeat(context, "new", EVERY)
    assert spans(context) == [("service", at(0), at(72))]


def test_a_clock_that_jumps_ahead_is_an_outage_of_its_own(context: ServiceContext, clock: HandClock) -> None:
    """Only the jumped interval, not the time that really passed."""
    note_heartbeat(context, "p", EVERY)
    clock.advance(5 * MINUTE)
    clock.jump(72)
    assert not note_heartbeat(context, "p", EVERY)
    assert spans(context) == [("clock", at(5 * MINUTE), at(72 + 5 * MINUTE))]


def test_a_clock_that_is_set_by_a_minute_did_not_jump(context: ServiceContext, clock: HandClock) -> None:
    """Clocks are corrected all the time."""
    note_heartbeat(context, "p", EVERY)
    for minutes in (1, -1):
        clock.advance(MINUTE)
        clock.jump(minutes * MINUTE)
        assert not note_heartbeat(context, "p", EVERY)
    assert kept_outages(context) == []


def test_a_gap_and_a_jump_are_told_apart(context: ServiceContext, clock: HandClock) -> None:
    """Six hours were lost, and then a day was jumped."""
    note_heartbeat(context, "p", EVERY)
    clock.advance(6)
    clock.jump(24)
    note_heartbeat(context, "p", EVERY)
    assert spans(context) == [("service", at(0), at(6)), ("clock", at(6), at(30))]


def test_a_clock_that_is_set_back_takes_its_jump_back(context: ServiceContext, clock: HandClock) -> None:
    """What was noted at times that are not yet never was; it is told that deadlines are to be mended."""
    note_heartbeat(context, "p", EVERY)
    clock.jump(72)
    note_heartbeat(context, "p", EVERY)
    clock.jump(-72)
    clock.advance(MINUTE)
    assert note_heartbeat(context, "p", EVERY)
    assert kept_outages(context) == []
    heartbeat = last_heartbeat(context)
    assert heartbeat is not None and heartbeat.at == at(MINUTE)


def test_across_a_restart_nobody_knows_which_clock_was_wrong(context: ServiceContext, clock: HandClock) -> None:
    """The row is of now again, and mending is left to the operator."""
    clock.jump(72)
    note_heartbeat(context, "old", EVERY)
    clock.jump(-72)
    assert not note_heartbeat(context, "new", EVERY)
    heartbeat = last_heartbeat(context)
    assert heartbeat is not None and heartbeat.at == at(0) and kept_outages(context) == []


def test_a_heartbeat_a_second_is_not_written_each_time(context: ServiceContext, clock: HandClock) -> None:
    """Half a minute is near enough: each write waits for the disk."""
    note_heartbeat(context, "p", EVERY)
    clock.advance(1 / 3600)
    note_heartbeat(context, "p", EVERY)
    heartbeat = last_heartbeat(context)
    assert heartbeat is not None and heartbeat.at == at(0)


@contextmanager
def full_disk(context: ServiceContext) -> Iterator[None]:
    """Nothing can be written to the database, as on a disk without room."""
    pages = context.database.con.execute("PRAGMA page_count").fetchone()[0]
    context.database.con.execute("PRAGMA query_only=ON")
    try:
        yield
    finally:
        context.database.con.execute("PRAGMA query_only=OFF")
    assert context.database.con.execute("PRAGMA page_count").fetchone()[0] == pages


def test_a_database_that_cannot_be_written_is_found_by_the_gap(context: ServiceContext, clock: HandClock) -> None:
    """The heartbeat says so each time, and the first one that can be written knows since when."""
    note_heartbeat(context, "p", EVERY)
    with full_disk(context):
        for _ in range(6):
            clock.advance(1)
            with pytest.raises(sqlite3.OperationalError):
                note_heartbeat(context, "p", EVERY)
    note_heartbeat(context, "p", EVERY)
    assert spans(context) == [("service", at(0), at(6))]
    assert isinstance(kept_outages(context)[0], Span)
