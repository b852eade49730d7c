"""Mails that come twice, too late, or wait; and a seat's mails read once more, as one."""

from __future__ import annotations

from datetime import datetime

import pytest

from events.base import Entry
from events.platform import AddressMisused, OrdersFiled, OrdersHeld
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext
from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.orders.quarantine import hold_orders, note_misuse
from pbem.service.orders.reparse import reparse
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock


def entries(context: ServiceContext, stream: str, *types: type) -> list[Entry]:
    return [entry for entry in context.store.read(stream) if isinstance(entry.event, types)]


# ---------------------------------------------------------------- twice, and late


def test_a_repeated_ready_does_not_undo_a_later_not_ready(context: ServiceContext, duel: str) -> None:
    """M-22: the same mail twice is one mail, also when there is nothing in it but `ready`."""
    file_orders(context, duel, "blue", "ready", "m1")
    file_orders(context, duel, "blue", "not ready", "m2")
    again = file_orders(context, duel, "blue", "ready", "m1")
    assert again.duplicate and not again.ready and load(context, duel).ledger.ready == []


def test_a_mail_filed_in_time_is_not_called_late_after_a_crash(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """M-24: filed, then a crash before the receipt, then the turn is resolved: taken again, it is told what it filed."""
    first = file_orders(context, duel, "blue", "BIS: TURN L\nluck: now", "m1", turn=1)
    clock.advance(24)
    tick(context)
    again = file_orders(context, duel, "blue", "BIS: TURN L\nluck: now", "m1", turn=1)
    assert (again.outcome, again.turn, again.duplicate) == ("accepted", 1, True)
    assert (again.current_orders, again.luck, again.commitment) == (first.current_orders, "now", first.commitment)
    assert again.notes == ["this mail was filed in time; the turn has been resolved since then"]
    never = file_orders(context, duel, "blue", "BIS: TURN L", "m2", turn=1)
    assert (never.outcome, never.turn) == ("late", 2)


def test_a_beat_closes_what_was_due_at_its_moment(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """M-47: a mail counts from when it was taken in; a beat takes in all mail of before, then closes what was due."""
    clock.advance(24.5)
    assert tick(context, lambda: START) == []
    outcomes = []

    def take_in() -> datetime:
        """A mail that lay there since before the deadline."""
        outcomes.append(file_orders(context, duel, "blue", "BIS: TURN L", "m1", turn=1).outcome)
        return clock()

    assert tick(context, take_in) == [(duel, 1)] and outcomes == ["accepted"]


# ---------------------------------------------------------------- held


def test_a_held_mail_is_in_the_log_and_files_as_ever(context: ServiceContext, duel: str) -> None:
    """For its seat to know, once; confirmed, the same mail is filed under the same source."""
    for _ in range(2):
        hold_orders(context, duel, "blue", 1, "it came from an unknown address", "m1")
    (held,) = entries(context, duel, OrdersHeld)
    assert held.event == OrdersHeld("blue", 1, "it came from an unknown address", "m1") and held.audience == "blue"
    receipt = file_orders(context, duel, "blue", "BIS: TURN L", "m1", turn=1)
    assert (receipt.outcome, receipt.duplicate) == ("accepted", False) and "TURN L" in receipt.current_orders
    assert audit(context, duel).sound


@pytest.mark.parametrize("by", ["red", ""])
def test_the_use_of_another_seats_address_is_in_the_log(context: ServiceContext, duel: str, by: str) -> None:
    """M-8: whose address it was and who used it, for the seat to know, once; orders it has none."""
    for _ in range(2):
        note_misuse(context, duel, "blue", by, "m1")
    (noted,) = entries(context, duel, AddressMisused)
    assert noted.event == AddressMisused("blue", by, "m1") and noted.audience == "blue"
    assert not load(context, duel).ledger.filed


def test_after_the_end_nothing_is_held(context: ServiceContext, duel: str) -> None:
    """The log of a game that is over is closed."""
    game_master.end(context, duel, "both agreed")
    head = context.store.head(duel)
    hold_orders(context, duel, "blue", 1, "why", "m1")
    assert context.store.head(duel) == head
    with pytest.raises(NoSuchSeat, match="blue, red"):
        hold_orders(context, duel, "purple", 1, "why", "m1")


# ---------------------------------------------------------------- refiled


def test_refiling_reads_all_mails_again_over_the_sheet_before_them(context: ServiceContext, duel: str) -> None:
    """One filing, under the last mail, as if the mails had been read so at once; what was misread before is gone."""
    file_orders(context, duel, "blue", "BIS: T5 FIRE F AT SR1\nT6 MINE", "m1")
    file_orders(context, duel, "blue", "BIS: T5 TURN L\nluck: old", "m2")
    receipt = reparse(
        context, duel, "blue", [("m1", "BIS: T4 TURN R"), ("m2", "preview\nBIS: T3 MINE"), ("m3", "BIS: T5 TURN L")]
    )
    assert receipt.outcome == "accepted" and receipt.luck == ""
    assert [line.strip() for line in receipt.current_orders.splitlines() if " T" in line] == ["T4 TURN R", "T5 TURN L"]
    filed = entries(context, duel, OrdersFiled)[-1].event
    assert isinstance(filed, OrdersFiled) and (filed.source, filed.commitment) == ("m3", receipt.commitment)
    assert audit(context, duel).sound


def test_refiling_what_stands_writes_nothing(context: ServiceContext, duel: str) -> None:
    """The same sheet and the same words of luck are filed already; nothing at all is not filed either."""
    assert reparse(context, duel, "blue", []).outcome == "unchanged"
    assert reparse(context, duel, "blue", [("m0", "status")]).outcome == "unchanged"
    file_orders(context, duel, "blue", "BIS: T5 TURN L\nluck: x", "m1")
    head = context.store.head(duel)
    assert reparse(context, duel, "blue", [("m1", "BIS: T5 TURN L\nluck: x")]).outcome == "unchanged"
    assert context.store.head(duel) == head
    assert reparse(context, duel, "blue", [("m1", "BIS: T5 TURN L\nluck: y")]).luck == "y"


def test_refiling_takes_orders_back_that_never_were(context: ServiceContext, duel: str) -> None:
    """Mails in which there were no orders after all leave the sheet before them; problems are told."""
    file_orders(context, duel, "blue", "BIS: T5 TURN L", "m1")
    receipt = reparse(context, duel, "blue", [("m1", "BIS: DANCE")])
    assert receipt.outcome == "refused" and "DANCE" in receipt.problems[0] and "TURN L" not in receipt.current_orders


def test_a_closed_turn_is_not_refiled(context: ServiceContext, duel: str, clock: HandClock) -> None:
    """What was resolved stays resolved; so does a game that is over."""
    clock.advance(24)
    tick(context)
    with pytest.raises(ActRefused, match="turn 1 of g1 is closed; turn 2 is open"):
        reparse(context, duel, "blue", [("m1", "BIS: TURN L")], turn=1)
    game_master.end(context, duel, "both agreed")
    with pytest.raises(ActRefused, match="over"):
        reparse(context, duel, "blue", [("m1", "BIS: TURN L")])
