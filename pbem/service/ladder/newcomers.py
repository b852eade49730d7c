"""Who may come to know what a seat knows: nobody who knows, or plays for, another side."""

from __future__ import annotations

from pbem.core.state.record import Record
from pbem.service.context import ActRefused


def check_newcomer(record: Record, seat: str, person: str) -> None:
    """Nobody plays against themselves, with what they saw as game master, or with what they know from another side's seat.

    Raises ActRefused.
    """
    if words := objection(record, seat, person):
        raise ActRefused(words)


def objection(record: Record, seat: str, person: str) -> str:
    """Why this person may not play the seat; "" when they may."""
    ledger = record.ledger
    if person in ledger.watchers:
        return "a person who has looked through the eyes of a seat cannot play in that game"
    others = (other for other in ledger.played.get(person, []) if ledger.seats[other] != ledger.seats[seat])
    if other := next(others, ""):
        return f"who {_knows(record, other, person)} {other} of {record.stream} cannot play for the other side"
    return ""


def _knows(record: Record, seat: str, person: str) -> str:
    """From what a person knows a seat."""
    if record.ledger.players.get(seat) == person:
        return "plays"
    return "orders for the player of" if record.ledger.sitting.get(seat) == person else "has played"
