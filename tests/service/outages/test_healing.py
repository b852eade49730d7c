"""How far a deadline moves for an outage, which games wait for its end, and that the audit finds it right."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from events.base import Draft, Event
from events.platform import DeadlineSet, OutageHealed
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext, stamp
from pbem.service.games import game_master
from pbem.service.history import history
from pbem.service.ladder.absence import set_policy
from pbem.service.orders.file import file_orders
from pbem.service.outages.doors import note_door
from pbem.service.outages.heal import heal
from pbem.service.outages.healing import healed
from pbem.service.outages.merge import Outage
from pbem.service.outages.reported import report_outage
from pbem.service.outages.tables import kept_outages, to_tell
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock
from tests.service.builders.duel import duel, play_turn

NOTICE = 12.0


def at(hours: float) -> str:
    return stamp(START + timedelta(hours=hours))


def due(context: ServiceContext, stream: str) -> str:
    return load(context, stream).ledger.due


def outage(context: ServiceContext, began: float, ended: float) -> None:
    """One that the operator names, in hours from the start."""
    hours = timedelta(hours=began), timedelta(hours=ended)
    report_outage(context, START + hours[0], START + hours[1], "the provider's fault")


def events(context: ServiceContext, stream: str, kind: type[Event]) -> list[Event]:
    return [entry.event for entry in context.store.select(stream, [kind])]


@pytest.mark.parametrize(
    ("began", "ended", "moved_to"),
    [
        (20, 26, 24 + 6 + NOTICE),  # six hours across the deadline
        (20, 92, 24 + 72 + NOTICE),  # three days
        (13, 19, 24 + 6 + NOTICE),  # the deadline is five hours after its end
        (1, 4, 24),  # twenty hours after it
        (6, 12, 24),  # exactly the notice after it
        (24, 26, 24 + 2 + NOTICE),  # it began with the deadline
    ],
)
def test_how_far_a_deadline_moves(
    context: ServiceContext, clock: HandClock, began: float, ended: float, moved_to: float
) -> None:
    """By the lost time and the notice, when it fell into the outage or less than the notice after it; once."""
    stream = duel(context)
    clock.advance(ended)
    outage(context, began, ended)
    assert tick(context) == [] and due(context, stream) == at(moved_to)
    assert tick(context) == [] and due(context, stream) == at(moved_to)
    clock.advance(moved_to - ended)
    assert tick(context) == [(stream, 1)]
    assert audit(context, stream).sound


def test_what_the_log_and_its_readers_say(context: ServiceContext, clock: HandClock) -> None:
    """From when to when, which doors, why; and the new deadline."""
    stream = duel(context)
    clock.advance(26)
    outage(context, 20, 26)
    tick(context)
    assert events(context, stream, OutageHealed) == [OutageHealed(1, at(20), at(26), ["operator"], "the provider's fault")]
    told, moved = history(context, stream)[-2:]
    assert told.what == "No orders could be taken from 2026-01-02 08:00 UTC to 2026-01-02 14:00 UTC (operator)"
    assert (moved.what, moved.why) == (
        "Orders for turn 1 are due 2026-01-03 06:00 UTC",
        "the time that the outage took is given back",
    )
    assert load(context, stream).ledger.healed == at(26)


def test_two_doors_that_overlap_are_one_outage(context: ServiceContext, clock: HandClock) -> None:
    """The first door opens while the second is shut: nothing moves until that one opens, too; and then by the whole, once."""
    stream = duel(context)
    clock.advance(20)
    note_door(context, "imap", "down")
    clock.advance(3)
    note_door(context, "smtp", "down")
    clock.advance(2)
    note_door(context, "imap")
    assert tick(context) == [] and due(context, stream) == at(24)
    clock.advance(3)
    note_door(context, "smtp")
    assert tick(context) == [] and due(context, stream) == at(24 + 8 + NOTICE)
    (found,) = events(context, stream, OutageHealed)
    assert isinstance(found, OutageHealed) and found.doors == ["imap", "smtp"] and found.began == at(20)
    assert audit(context, stream).sound


def test_an_outage_that_overlaps_one_that_is_done_with_gives_only_the_rest(context: ServiceContext, clock: HandClock) -> None:
    """The operator knows more than the doors: three hours of it were given back already."""
    stream = duel(context)
    clock.advance(26)
    outage(context, 20, 23)
    tick(context)
    assert due(context, stream) == at(24 + 3 + NOTICE)
    clock.advance(2)
    outage(context, 20, 28)
    tick(context)
    assert due(context, stream) == at(24 + 3 + NOTICE + 5 + NOTICE)
    assert audit(context, stream).sound


def test_while_a_door_is_shut_a_game_waits(context: ServiceContext, clock: HandClock) -> None:
    """No event tells of it; when the door opens, what was lost is given back, and orders that came late count."""
    stream = duel(context)
    clock.advance(20)
    note_door(context, "imap", "down")
    clock.advance(10)
    before = context.store.head(stream)
    assert tick(context) == [] and context.store.head(stream) == before
    note_door(context, "imap")
    outcomes = []

    def take_in() -> object:
        """The deadline has moved before the mail is read."""
        outcomes.append((due(context, stream), file_orders(context, stream, "blue", "BIS: TURN L", "late", 1).outcome))
        return clock()

    assert tick(context, take_in) == []  # type: ignore[arg-type]
    assert outcomes == [(at(24 + 10 + NOTICE), "accepted")]
    assert audit(context, stream).sound


def test_a_door_that_has_just_failed_holds_no_game(context: ServiceContext, clock: HandClock) -> None:
    """Ten minutes are no outage."""
    stream = duel(context)
    clock.advance(24)
    note_door(context, "imap", "down")
    assert tick(context) == [(stream, 1)]


def test_a_game_waits_for_a_week_at_most(context: ServiceContext, clock: HandClock) -> None:
    """Then it goes on with what was lost so far, and waits no second time for the same door; the rest is given back later."""
    stream = duel(context)
    clock.advance(20)
    note_door(context, "imap", "down")
    clock.advance(4 + 7 * 24 - 1)
    assert tick(context) == [] and due(context, stream) == at(24)
    clock.advance(1)
    moved_to = 24 + (4 + 7 * 24) + NOTICE
    assert tick(context) == [] and due(context, stream) == at(moved_to)
    clock.advance(moved_to - (24 + 7 * 24))
    assert tick(context) == [(stream, 1)]
    clock.advance(20)
    note_door(context, "imap")
    assert tick(context) == [] and due(context, stream) == at(moved_to + 24 + 20 + NOTICE)
    assert audit(context, stream).sound


def test_a_turn_that_was_opened_in_an_outage_gets_back_what_it_lost(context: ServiceContext, clock: HandClock) -> None:
    """By web the players were ready in the middle of it, and nobody waited for a deadline then."""
    stream = duel(context)
    clock.advance(1)
    note_door(context, "imap", "down")
    clock.advance(9)
    play_turn(context, stream)
    assert due(context, stream) == at(10 + 24)
    clock.advance(20)
    note_door(context, "imap")
    tick(context)
    assert due(context, stream) == at(10 + 24 + 20 + NOTICE)
    assert audit(context, stream).sound


def test_a_deadline_that_somebody_moves_afterwards_is_not_moved_again(context: ServiceContext, clock: HandClock) -> None:
    """The outage is done with: a game master brings the deadline back, and grace moves it, and that is that."""
    moved, in_time = duel(context), duel(context, rhythm_hours=100)
    set_policy(context, moved, replace(load(context, moved).ledger.policy, grace_hours=2, why="as agreed"))
    clock.advance(26)
    outage(context, 20, 26)
    tick(context)
    for stream in (moved, in_time):
        game_master.set_deadline(context, stream, clock() + timedelta(hours=3), "we go on")
    outage_ids = [span.id for span in kept_outages(context) if not span.settled]
    assert outage_ids == [] and tick(context) == []
    assert due(context, moved) == due(context, in_time) == at(29)
    clock.advance(3)
    assert tick(context) == [(in_time, 1)] and due(context, moved) == at(31)
    heal(context)
    assert due(context, moved) == at(31)
    assert audit(context, moved).sound and audit(context, in_time).sound


def test_games_whose_clock_stands_still_are_left(context: ServiceContext, clock: HandClock) -> None:
    """Paused, over, or ready and about to be resolved."""
    paused, over, ready = duel(context), duel(context), duel(context)
    clock.advance(20)
    game_master.pause(context, paused, "a holiday")
    game_master.end(context, over, "by agreement")
    clock.advance(1)
    for seat in ("blue", "red"):
        file_orders(context, ready, seat, "ready", seat)
    clock.advance(5)
    outage(context, 20, 26)
    heads = {stream: context.store.head(stream) for stream in (paused, over)}
    assert tick(context) == [(ready, 1)]
    assert {stream: context.store.head(stream) for stream in heads} == heads


def test_the_notice_is_the_policys(context: ServiceContext, clock: HandClock) -> None:
    """Three hours here; and a deadline five hours after the end is left."""
    stream, later = duel(context), duel(context)
    for each in (stream, later):
        set_policy(context, each, replace(load(context, each).ledger.policy, notice_hours=3, why="as agreed"))
    game_master.set_deadline(context, later, START + timedelta(hours=31), "as agreed")
    clock.advance(26)
    outage(context, 20, 26)
    tick(context)
    assert (due(context, stream), due(context, later)) == (at(24 + 6 + 3), at(31))


def test_an_outage_ahead_holds_games_and_heals_at_its_end(context: ServiceContext, clock: HandClock) -> None:
    """The operator has named it beforehand."""
    stream = duel(context)
    outage(context, 20, 30)
    clock.advance(25)
    assert tick(context) == [] and due(context, stream) == at(24)
    clock.advance(5)
    assert tick(context) == [] and due(context, stream) == at(24 + 10 + NOTICE)
    assert audit(context, stream).sound


def test_one_game_that_fails_is_tried_again_and_no_other_moves_twice(
    context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are healed at once; all of it is told of in one go, because it is the same outage."""
    streams = [duel(context) for _ in range(3)]
    clock.advance(26)
    outage(context, 20, 26)
    append = context.store.append

    def failing(stream: str, *rest: object) -> object:
        if stream == streams[1]:
            raise OSError("no space left on device")
        return append(stream, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(context.store, "append", failing)
    heal(context)
    assert [due(context, stream) for stream in streams] == [at(42), at(24), at(42)]
    monkeypatch.undo()
    heal(context)
    assert [due(context, stream) for stream in streams] == [at(42)] * 3
    heads = [context.store.head(stream) for stream in streams]
    heal(context)
    assert [context.store.head(stream) for stream in streams] == heads
    assert {row.ended for row in to_tell(context)} == {at(26)} and len(to_tell(context)) == 3


def test_it_stops_between_two_games(context: ServiceContext, clock: HandClock) -> None:
    """Told to stop, it begins nothing more; the next heartbeat moves the rest."""
    streams = [duel(context) for _ in range(3)]
    clock.advance(26)
    outage(context, 20, 26)

    def moved() -> int:
        return sum(due(context, stream) == at(42) for stream in streams)

    heal(context, lambda: moved() == 1)
    assert moved() == 1
    heal(context)
    assert moved() == 3


def test_a_crash_before_it_is_noted_as_done_moves_nothing_twice(
    context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log knows until when time was given back."""
    stream = duel(context)
    clock.advance(26)
    outage(context, 20, 26)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pbem.service.outages.heal.settle", killed)
    with pytest.raises(KeyboardInterrupt):
        heal(context)
    monkeypatch.undo()
    assert tick(context) == [] and due(context, stream) == at(42)
    assert len(events(context, stream, OutageHealed)) == 1 and audit(context, stream).sound


def test_time_that_a_wrong_clock_gave_back_does_not_count(context: ServiceContext, clock: HandClock) -> None:
    """It was given until a time that is not yet; a real outage then is healed all the same."""
    stream = duel(context)
    record = load(context, stream)
    record.ledger.healed = at(200)
    drafts = healed(record, Outage(at(20), at(26), ("service",), "x"), START + timedelta(hours=26))
    assert [type(draft.event) for draft in drafts] == [OutageHealed, DeadlineSet]
    assert healed(record, Outage(at(20), at(26), ("service",), "x"), START + timedelta(hours=25)) == []


@pytest.mark.parametrize(
    ("told", "to"),
    [
        ((22, 26), 24 + 6 + NOTICE),  # less was lost than is given back
        ((20, 26), 24 + 7 + NOTICE),  # farther than what was lost
        ((1, 4), 24 + 3 + NOTICE),  # the deadline was not in its window
        ((20, 30), 24 + 10 + NOTICE),  # it is not over
    ],
)
def test_a_forged_healing_is_found(context: ServiceContext, clock: HandClock, told: tuple[float, float], to: float) -> None:
    """The chain is right; what it says does not follow."""
    stream = duel(context)
    clock.advance(26)
    began, ended = told
    forged = [OutageHealed(1, at(began), at(ended), ["service"], "x"), DeadlineSet(1, at(to), "given back", "outage")]
    context.store.append(stream, [Draft(event, 1) for event in forged], context.store.head(stream), stamp(clock()))
    assert audit(context, stream).broken
