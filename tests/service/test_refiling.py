"""Mails that come twice, too late, or wait; and a seat's mails read once more, as one."""

from __future__ import annotations

from datetime import datetime

import pytest

from events.base import Entry
from events.platform import AddressMisused, OrdersFiled, OrdersHeld
from pbem.service.audit.verify import audit
from pbem.service.context import NoSuchSeat, Refused, Room
from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from pbem.service.orders.quarantine import hold_orders, note_misuse
from pbem.service.orders.reparse import refile
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock


@pytest.fixture
def duel(room: Room) -> str:
    return opening.open_game(room, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})


def entries(room: Room, stream: str, *types: type) -> list[Entry]:
    return [entry for entry in room.store.read(stream) if isinstance(entry.event, types)]


# ---------------------------------------------------------------- twice, and late


def test_a_repeated_ready_does_not_undo_a_later_not_ready(room: Room, duel: str) -> None:
    """M-22: the same mail twice is one mail, also when there is nothing in it but `ready`."""
    file_orders(room, duel, "blue", "ready", "m1")
    file_orders(room, duel, "blue", "not ready", "m2")
    again = file_orders(room, duel, "blue", "ready", "m1")
    assert again.duplicate and not again.ready and load(room, duel).ledger.ready == []


def test_a_mail_filed_in_time_is_not_called_late_after_a_crash(room: Room, duel: str, clock: HandClock) -> None:
    """M-24: filed, then a crash before the receipt, then the turn is resolved: taken again, it is told what it filed."""
    first = file_orders(room, duel, "blue", "BIS: TURN L\nluck: now", "m1", turn=1)
    clock.advance(24)
    tick(room)
    again = file_orders(room, duel, "blue", "BIS: TURN L\nluck: now", "m1", turn=1)
    assert (again.outcome, again.turn, again.duplicate) == ("accepted", 1, True)
    assert (again.standing, again.luck, again.commitment) == (first.standing, "now", first.commitment)
    assert again.notes == ["this mail was filed in time; the turn has been resolved since then"]
    never = file_orders(room, duel, "blue", "BIS: TURN L", "m2", turn=1)
    assert (never.outcome, never.turn) == ("late", 2)


def test_a_beat_closes_what_was_due_at_its_moment(room: Room, duel: str, clock: HandClock) -> None:
    """M-47: a mail counts from when it was taken in; a beat takes in all mail of before, then closes what was due."""
    clock.advance(24.5)
    assert tick(room, lambda: START) == []
    outcomes = []

    def take_in() -> datetime:
        """A mail that lay there since before the deadline."""
        outcomes.append(file_orders(room, duel, "blue", "BIS: TURN L", "m1", turn=1).outcome)
        return clock()

    assert tick(room, take_in) == [(duel, 1)] and outcomes == ["accepted"]


# ---------------------------------------------------------------- held


def test_a_held_mail_is_in_the_log_and_files_as_ever(room: Room, duel: str) -> None:
    """For its seat to know, once; confirmed, the same mail is filed under the same source."""
    for _ in range(2):
        hold_orders(room, duel, "blue", 1, "it came from an unknown address", "m1")
    (held,) = entries(room, duel, OrdersHeld)
    assert held.event == OrdersHeld("blue", 1, "it came from an unknown address", "m1") and held.audience == "blue"
    receipt = file_orders(room, duel, "blue", "BIS: TURN L", "m1", turn=1)
    assert (receipt.outcome, receipt.duplicate) == ("accepted", False) and "TURN L" in receipt.standing
    assert audit(room, duel).sound


@pytest.mark.parametrize("by", ["red", ""])
def test_the_use_of_another_seats_address_is_in_the_log(room: Room, duel: str, by: str) -> None:
    """M-8: whose address it was and who used it, for the seat to know, once; orders it has none."""
    for _ in range(2):
        note_misuse(room, duel, "blue", by, "m1")
    (noted,) = entries(room, duel, AddressMisused)
    assert noted.event == AddressMisused("blue", by, "m1") and noted.audience == "blue"
    assert not load(room, duel).ledger.filed


def test_after_the_end_nothing_is_held(room: Room, duel: str) -> None:
    """The log of a game that is over is closed."""
    game_master.end(room, duel, "both agreed")
    head = room.store.head(duel)
    hold_orders(room, duel, "blue", 1, "why", "m1")
    assert room.store.head(duel) == head
    with pytest.raises(NoSuchSeat, match="blue, red"):
        hold_orders(room, duel, "purple", 1, "why", "m1")


# ---------------------------------------------------------------- refiled


def test_refiling_reads_all_mails_anew_over_what_stands_without_any(room: Room, duel: str) -> None:
    """One filing, under the last mail, as if the mails had been read so at once; what was misread before is gone."""
    file_orders(room, duel, "blue", "BIS: T5 FIRE F AT SR1\nT6 MINE", "m1")
    file_orders(room, duel, "blue", "BIS: T5 TURN L\nluck: old", "m2")
    receipt = refile(room, duel, "blue", [("m1", "BIS: T4 TURN R"), ("m2", "preview\nBIS: T3 MINE"), ("m3", "BIS: T5 TURN L")])
    assert receipt.outcome == "accepted" and receipt.luck == ""
    assert [line.strip() for line in receipt.standing.splitlines() if " T" in line] == ["T4 TURN R", "T5 TURN L"]
    filed = entries(room, duel, OrdersFiled)[-1].event
    assert isinstance(filed, OrdersFiled) and (filed.source, filed.commitment) == ("m3", receipt.commitment)
    assert audit(room, duel).sound


def test_refiling_what_stands_writes_nothing(room: Room, duel: str) -> None:
    """The same sheet and the same words of luck are filed already; nothing at all is not filed either."""
    assert refile(room, duel, "blue", []).outcome == "unchanged"
    assert refile(room, duel, "blue", [("m0", "status")]).outcome == "unchanged"
    file_orders(room, duel, "blue", "BIS: T5 TURN L\nluck: x", "m1")
    head = room.store.head(duel)
    assert refile(room, duel, "blue", [("m1", "BIS: T5 TURN L\nluck: x")]).outcome == "unchanged"
    assert room.store.head(duel) == head
    assert refile(room, duel, "blue", [("m1", "BIS: T5 TURN L\nluck: y")]).luck == "y"


def test_refiling_takes_orders_back_that_never_were(room: Room, duel: str) -> None:
    """Mails in which there were no orders after all leave what stands without any; problems are told."""
    file_orders(room, duel, "blue", "BIS: T5 TURN L", "m1")
    receipt = refile(room, duel, "blue", [("m1", "BIS: DANCE")])
    assert receipt.outcome == "refused" and "DANCE" in receipt.problems[0] and "TURN L" not in receipt.standing


def test_a_closed_turn_is_not_refiled(room: Room, duel: str, clock: HandClock) -> None:
    """What was resolved stays resolved; so does a game that is over."""
    clock.advance(24)
    tick(room)
    with pytest.raises(Refused, match="turn 1 of g1 is closed; turn 2 is open"):
        refile(room, duel, "blue", [("m1", "BIS: TURN L")], turn=1)
    game_master.end(room, duel, "both agreed")
    with pytest.raises(Refused, match="over"):
        refile(room, duel, "blue", [("m1", "BIS: TURN L")])
