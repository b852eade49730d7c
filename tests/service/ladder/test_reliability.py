"""How reliable a person is: what counts for them, what against, and what for nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.platform import OutageHealed, SitterCalled
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import change, public
from pbem.service.games import seating
from pbem.service.ladder import absence
from pbem.service.ladder.reliability import Reliability, on_time, reliability
from pbem.service.orders.file import file_orders
from pbem.service.turns.close import resolve_now
from pbem.service.turns.rollback import rerun
from tests.conftest import HandClock
from tests.service.builders.ladder_game import beats, duel_under


def turns_of(context: ServiceContext, person: str, kept: int, missed: int) -> None:
    """So many turns of other games, the missed ones first."""
    rows = [(person, "g900", turn, "red", int(turn > missed), f"2025-01-01T{turn:06}") for turn in range(1, kept + missed + 1)]
    with context.database.write() as con:
        con.executemany("INSERT INTO turns_kept(person, stream, turn, seat, kept, due) VALUES(?,?,?,?,?,?)", rows)


def red_counts(context: ServiceContext) -> tuple[int, int]:
    return tuple(reliability(context, "p2"))


def test_orders_in_time_count_for_and_missed_ones_against(context: ServiceContext, clock: HandClock) -> None:
    """Also orders that stood in force without a new word, if the player was ready."""
    stream = duel_under(context)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    beats(context, clock, 24)
    file_orders(context, stream, "red", "ready", "m2")
    beats(context, clock, 24, 24)
    assert red_counts(context) == (2, 3) and tuple(reliability(context, "p1")) == (0, 3)


def test_a_bot_that_stood_in_excuses_nobody(context: ServiceContext, clock: HandClock) -> None:
    """The turn was missed all the same; but nobody's absence that was announced."""
    stream = duel_under(context, bot="aggressive")
    beats(context, clock, 24)
    assert red_counts(context) == (0, 1)
    absence.set_absence(context, stream, "red", clock() + timedelta(days=3), "at sea")
    beats(context, clock, 24)
    assert red_counts(context) == (0, 1) and tuple(reliability(context, "p1")) == (0, 2)


def test_an_announced_absence_counts_for_nobody(context: ServiceContext, clock: HandClock) -> None:
    """Orders from afar count for the player."""
    stream = duel_under(context)
    absence.set_absence(context, stream, "red", clock() + timedelta(days=3), "at sea")
    beats(context, clock, 24)
    assert red_counts(context) == (0, 0)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    beats(context, clock, 24)
    assert red_counts(context) == (1, 1)


def test_an_excuse_counts_for_nobody(context: ServiceContext, clock: HandClock) -> None:
    """Orders within its hours count for the player; without them the turn is not counted."""
    stream = duel_under(context, excuses=2)
    beats(context, clock, 24, 24)
    assert red_counts(context) == (0, 0)
    beats(context, clock, 24)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    beats(context, clock, 24)
    assert red_counts(context) == (1, 1)


def test_an_outage_counts_for_nobody(context: ServiceContext, clock: HandClock) -> None:
    """In the turn whose deadline it moved."""
    stream = duel_under(context)
    healed = OutageHealed(1, "2026-01-01T13:00:00.000000Z", "2026-01-01T14:00:00.000000Z", ["web"], "a fault")
    change(context, stream, lambda record, now: public(record, healed))
    beats(context, clock, 24)
    assert red_counts(context) == (0, 0)


def test_a_sitter_counts_neither_for_nor_against(context: ServiceContext, clock: HandClock) -> None:
    """Whether they order, or are only ready."""
    stream = duel_under(context)
    change(context, stream, lambda record, now: public(record, SitterCalled("red", 1, "p7", "missed", False)))
    for turn, words in enumerate(("SR1: TURN L\nready", "SR1: TURN R", "ready"), 1):
        file_orders(context, stream, "red", words, f"sitter {turn}")
        beats(context, clock, 24)
    assert red_counts(context) == (0, 0)


def test_a_turn_without_a_deadline_counts_for_nobody(context: ServiceContext, clock: HandClock) -> None:
    """Resolved before it, or played again."""
    stream = duel_under(context)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    resolve_now(context, stream, "all agreed")
    assert red_counts(context) == (0, 0)
    file_orders(context, stream, "red", "SR1: TURN L", "m2")
    beats(context, clock, 24)
    assert red_counts(context) == (1, 1)
    rerun(context, stream, 2, "an order was read wrongly")
    assert red_counts(context) == (1, 1)


def test_the_last_fifty_are_looked_at_and_fewer_than_five_say_nothing(context: ServiceContext) -> None:
    """The newest by their deadlines, of all games."""
    turns_of(context, "p2", kept=38, missed=30)
    assert reliability(context, "p2") == Reliability(38, 50)
    turns_of(context, "p3", kept=3, missed=1)
    turns_of(context, "p4", kept=2, missed=3)
    assert on_time(context, ["p2", "p3", "p4", "p5"]) == {"p2": "38 of 50 on time", "p4": "2 of 5 on time"}
    assert [reliability(context, person).percent for person in ("p2", "p3", "p4")] == [76, None, 40]


def test_too_unreliable_a_person_does_not_join(context: ServiceContext) -> None:
    """Of whom nobody can say yet, they may; and the game master may invite whom they like."""
    stream = duel_under(context, open_seats=True, reliability=80)
    seating.vacate(context, stream, "red", "no answer")
    turns_of(context, "p3", kept=7, missed=3)
    turns_of(context, "p4", kept=0, missed=4)
    with pytest.raises(ActRefused, match="of whose turns 80 in 100 came in time; of yours 70 did"):
        seating.join(context, stream, "red", "p3")
    seating.join(context, stream, "red", "p4")
    seating.replace_player(context, stream, "red", "p3", "no answer")
    seating.accept(context, stream, "red", "p3")
