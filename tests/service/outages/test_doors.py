"""Doors that fail and work again, and outages that the operator names."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.outages.doors import doors, forget_doors, note_door, open_quiet_pipe, shut, teller
from pbem.service.outages.merge import merged
from pbem.service.outages.reported import listed, report_outage, state
from pbem.service.outages.tables import Span, drop_outage, kept_outages, settle
from tests.conftest import START, HandClock

MINUTE = 1 / 60


def at(hours: float) -> str:
    return stamp(START + timedelta(hours=hours))


def test_a_door_that_opens_again_leaves_an_outage(context: ServiceContext, clock: HandClock) -> None:
    """From the first failure to the first success, with the last reason; once."""
    note_door(context, "imap")
    note_door(context, "imap", "the password is refused")
    clock.advance(3)
    note_door(context, "imap", "no route\nto host")
    assert [(span.door, span.began, span.running) for span in shut(context)] == [("imap", at(0), True)]
    note_door(context, "imap")
    note_door(context, "imap")
    assert kept_outages(context) == [Span("imap", at(0), at(3), "no route to host", False, 1)]
    assert shut(context) == []


def test_a_door_that_is_shut_for_a_moment_does_not_count(context: ServiceContext, clock: HandClock) -> None:
    """Less than ten minutes."""
    note_door(context, "smtp", "its thread has ended")
    clock.advance(9 * MINUTE)
    assert shut(context) == []
    note_door(context, "smtp")
    assert kept_outages(context) == []


def test_a_door_that_works_is_not_written_each_time(context: ServiceContext, clock: HandClock) -> None:
    """Once a minute is enough."""
    note_door(context, "web")
    clock.advance(0.5 * MINUTE)
    note_door(context, "web")
    assert [door.ok_at for door in doors(context)] == [at(0)]
    clock.advance(MINUTE)
    note_door(context, "web")
    assert [door.ok_at for door in doors(context)] == [at(1.5 * MINUTE)]


def test_what_is_no_door(context: ServiceContext) -> None:
    """A slip of the pen is not kept."""
    with pytest.raises(ValueError, match="'window' is no door"):
        note_door(context, "window", "broken")


def test_a_source_is_not_stopped_by_a_database_that_cannot_be_written(
    context: ServiceContext, caplog: pytest.LogCaptureFixture
) -> None:
    """It goes on trying to fetch mail; the program's log has it."""
    context.database.con.execute("PRAGMA query_only=ON")
    teller(context, "imap")("down")
    context.database.con.execute("PRAGMA query_only=OFF")
    assert doors(context) == [] and "how imap is could not be noted" in caplog.text


def test_a_pipe_that_did_not_fail_again_is_open(context: ServiceContext, clock: HandClock) -> None:
    """Nobody tries it but whoever has mail: its outage ends with the last failure."""
    note_door(context, "pipe", "database is locked")
    clock.advance(0.5)
    note_door(context, "pipe", "database is locked")
    clock.advance(0.9)
    open_quiet_pipe(context)
    assert shut(context)
    clock.advance(0.2)
    open_quiet_pipe(context)
    assert [(span.door, span.began, span.ended) for span in kept_outages(context)] == [("pipe", at(0), at(0.5))]


def test_a_door_that_the_settings_do_not_name_any_more_is_not_shut(context: ServiceContext, clock: HandClock) -> None:
    """No game waits for a mailbox that is not used; a queue every service has."""
    for door in ("imap", "smtp", "queue"):
        note_door(context, door, "down")
    clock.advance(1)
    forget_doors(context, ["smtp"])
    assert {span.door for span in shut(context)} == {"smtp", "queue"}


def test_overlapping_spans_are_one_outage() -> None:
    """Two doors, one outage; a third one apart from them. Each door's words are said once."""
    spans = [
        Span("imap", at(1), at(4), "x", True, 1),
        Span("smtp", at(0), at(2), "y", False, 2),
        Span("imap", at(4), at(5), "z", False, 3),
        Span("operator", at(6), at(7), "we moved", False, 4, running=True),
    ]
    first, second = merged(spans)
    assert (first.outage.began, first.outage.ended, first.outage.doors) == (at(0), at(5), ("smtp", "imap"))
    assert first.outage.why == "no mail was taken by SMTP; no mail could be fetched"
    assert first.unsettled == (2, 3) and not first.running
    assert second.running and second.outage.why == "we moved"


def test_the_operator_names_an_outage(context: ServiceContext, clock: HandClock) -> None:
    """In the past or ahead; it can be forgotten again as long as it moved nothing."""
    report_outage(context, clock() - timedelta(hours=5), clock() - timedelta(hours=1), "the provider's fault")
    report_outage(context, clock() + timedelta(days=1), clock() + timedelta(days=2), "we move house")
    first, second = listed(context)
    assert (first.door, first.began, first.ended, first.running) == ("operator", at(-5), at(-1), False)
    settle(context, [first.id])
    assert not drop_outage(context, first.id) and drop_outage(context, second.id) and not drop_outage(context, second.id)


@pytest.mark.parametrize(
    ("began", "ended", "why", "refused"),
    [
        (0, -1, "x", "ends after it begins"),
        (0, 61, "x", "60 days at most"),
        (400, 401, "x", "more than a year away"),
        (0, 1, " ", "say why"),
    ],
)
def test_what_cannot_be_an_outage(
    context: ServiceContext, clock: HandClock, began: float, ended: float, why: str, refused: str
) -> None:
    """Nothing is kept of it."""
    with pytest.raises(ActRefused, match=refused):
        report_outage(context, clock() + timedelta(days=began), clock() + timedelta(days=ended), why)
    assert kept_outages(context) == []


def test_how_it_stands_in_a_sentence(context: ServiceContext, clock: HandClock) -> None:
    """All is well; a door is shut; what was."""
    assert state(context) == "all doors are open, and no outage was in the last 30 days"
    note_door(context, "imap", "refused")
    clock.advance(1)
    with pytest.raises(ValueError, match=r"no orders come in by imap since 2026-01-01 12:00 UTC \(refused\): mend that"):
        state(context)
    note_door(context, "imap")
    said = "all doors are open; 1 outage in the last 30 days, the last from 2026-01-01 12:00 UTC to 2026-01-01 13:00 UTC (imap)"
    assert state(context) == said
