"""Ruling S4: the places that a mail orders before turn 1, checked with all that its side has."""

from __future__ import annotations

from pbem.core.texts.envelope import IllegalOrder
from pbem.games.sovereign_seas.model.formation import Fault, berth_of, faults
from pbem.games.sovereign_seas.model.orders import PlaceShip
from pbem.games.sovereign_seas.model.scenario import Berth
from pbem.games.sovereign_seas.orders.filing import Filing, Filings
from pbem.games.sovereign_seas.orders.order_context import OrderContext


def settle_places(context: OrderContext, filings: Filings) -> None:
    """S4: check all places of the side together. A ship that is wrong alone stays; a formation that is wrong stays whole."""
    placed = {id: filing for id, filing in filings.items() if "PLACE" in filing.pieces}
    while placed:
        found = faults(context.state, context.side, _berths(context, filings))
        if not found:
            return
        alone = {fault.ship: fault for fault in found if fault.ship in placed}
        if not alone:
            _refuse_all(placed, found[0])
            return
        for id, fault in alone.items():
            filing = placed.pop(id)
            filing.complain(filing.pieces["PLACE"], IllegalOrder(fault.reason))
            filing.take_back()


def _refuse_all(placed: dict[str, Filing], fault: Fault) -> None:
    first = min(placed.values(), key=lambda filing: filing.pieces["PLACE"].line)
    first.complain(first.pieces["PLACE"], IllegalOrder(fault.reason, "None of this mail's PLACE orders is taken."))
    for filing in placed.values():
        filing.take_back()


def _berths(context: OrderContext, filings: Filings) -> dict[str, Berth]:
    """Where the side's ships would lie."""
    fleet = context.fleet.values()
    return {ship.id: berth_of(ship, filings[ship.id].order(PlaceShip) if ship.id in filings else None) for ship in fleet}
