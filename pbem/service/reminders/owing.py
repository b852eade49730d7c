"""For whom an open turn waits: pure functions of the record."""

from __future__ import annotations

from datetime import datetime

from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.context import stamp
from pbem.service.current_orders import waiting

LAST = "last"
"""The kind of the reminder that all others are ready."""


def who_orders(player: str | None, sitter: str) -> list[str]:
    """The persons who order for a seat: its player, and whoever sits for them."""
    return list(dict.fromkeys(person for person in (player or "", sitter) if is_person(person)))


def owes(record: Record, seat: str) -> bool:
    """Does the turn want orders of the seat, which has filed none and is not ready?"""
    return seat in waiting(record) and seat not in record.ledger.filed


def is_last(record: Record, person: str) -> bool:
    """Have all whom the turn still waits for filed their orders, and is it this person who orders for each of them?"""
    ledger = record.ledger
    missing = waiting(record)
    return bool(missing) and all(
        seat in ledger.filed and person in who_orders(ledger.players.get(seat), ledger.sitting.get(seat, ""))
        for seat in missing
    )


def is_wanted(record: Record, seat: str, person: str, kind: str, now: datetime) -> bool:
    """Is there anything to remind a person of who orders for the seat?

    Not if they are away as they have said, and a person or a bot orders for them.
    """
    ledger = record.ledger
    away = ledger.players.get(seat) == person and ledger.absent.get(seat, "") > stamp(now)
    if away and (seat in ledger.sitting or ledger.policy.bot):
        return False
    return seat in waiting(record) and is_last(record, person) if kind == LAST else owes(record, seat)
