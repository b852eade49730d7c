"""What becomes of seats whose players do not answer: they lose them, and others may take them.

Vacant seats keep nobody waiting, so everybody's clock goes on.
"""

from __future__ import annotations

from datetime import datetime

from events.base import Draft
from events.platform import Actor, SeatOpened, SeatVacated
from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.decide import public, reason
from pbem.service.ladder.absence import away

NOBODY_CAME = "none of the substitutes came"


def opens(record: Record, seat: str, why: str, by: Actor) -> list[SeatOpened]:
    """The event by which a seat that is left goes to the first substitute who answers, if the policy says so."""
    return [SeatOpened(seat, "substitutes", reason(why), by)] if record.ledger.policy.substitutes else []


def after_turn(record: Record, now: datetime) -> list[Draft]:
    """What follows a resolved turn: who has missed too many in a row loses the seat; where no substitute came, anyone may."""
    policy = record.ledger.policy
    found: list[SeatOpened | SeatVacated] = [
        SeatOpened(seat, "anyone", NOBODY_CAME) for seat, to in record.ledger.opened.items() if to == "substitutes"
    ]
    for seat in _lost(record, now):
        missed = record.ledger.missed[seat]
        why = f"no orders came for {missed} turns in a row" if missed > 1 else "no orders came for a turn"
        found.append(SeatVacated(seat, why))
        if policy.substitutes:
            found += opens(record, seat, why, "")
        elif policy.open_seats:
            found.append(SeatOpened(seat, "anyone", why))
    return public(record, *found)


def _lost(record: Record, now: datetime) -> list[str]:
    """The seats whose players lose them now; a player who is away has said so, and keeps theirs."""
    ledger, absent = record.ledger, away(record, now)
    most = ledger.policy.offer_after
    return [
        seat
        for seat, missed in ledger.missed.items()
        if most and missed >= most and seat not in absent and is_person(ledger.players.get(seat, ""))
    ]
