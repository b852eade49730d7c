"""Step 0, LOCK: at the deadline the orders in force for each ship are taken into the game, all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from events.star_navy.orders import OrdersStored
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy.language.stored import Filed, read_stored
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules import setup


def lock_orders(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """SN-15.1 to SN-15.3: store every commanded ship's orders; before turn 1 its set-up orders are carried out first."""
    found = list(_standing(turn.state, sheets))
    if turn.state.cycle == 0:
        turn.phase("Set-up")
        for ship, orders in found:
            setup.place(turn, ship, orders.setup)
        for ship, orders in found:
            setup.fit(turn, ship, orders.setup)
    turn.phase("Lock")
    for ship, orders in found:
        stored = ship.stored
        if orders.slots != stored.slots or orders.standing != stored.standing or orders.policies != stored.policies:
            turn.emit(OrdersStored(ship.id, orders.slots, orders.standing, orders.policies), "SN-15.2", ship.side)


def _standing(state: State, sheets: Mapping[str, OrderSheet]) -> Iterator[tuple[Ship, Filed]]:
    """SN-15.2: a seat's sheet is all that stands for its ships; a seat without a sheet changes nothing."""
    for ship in state.living():
        sheet = sheets.get(ship.seat)
        if sheet is not None:
            yield ship, read_stored(tuple(sheet.units.get(ship.id, ())))
