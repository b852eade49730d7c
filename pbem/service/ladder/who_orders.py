"""Who orders for a player who does not: the person whom they have named, or another player of their side."""

from __future__ import annotations

from datetime import datetime

from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.ladder.absence import away
from pbem.service.ladder.newcomers import objection


def stand_in_for(record: Record, seat: str, now: datetime) -> tuple[str, bool] | None:
    """The person who is to order for the seat, and whether they are an officer of its side; None when there is nobody.

    The person whom its player has named comes first.
    """
    ledger = record.ledger
    own, named = ledger.players.get(seat, ""), ledger.sitters.get(seat, "")
    if ledger.policy.sitters and named and _may(record, seat, named):
        return named, False
    absent = away(record, now)
    for mate in ledger.mates(seat) if ledger.policy.officers and own else ():
        person = ledger.players.get(mate, "")
        here = mate in ledger.filed or mate in ledger.ready or mate not in absent
        if is_person(person) and here and _may(record, seat, person):
            return person, True
    return None


def _may(record: Record, seat: str, person: str) -> bool:
    return person != record.ledger.players.get(seat) and not objection(record, seat, person)
