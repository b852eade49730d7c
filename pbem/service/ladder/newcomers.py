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
        held = ledger.players.get(other) == person
        return f"who {'plays' if held else 'has played'} {other} of {record.stream} cannot play for the other side"
    return ""
