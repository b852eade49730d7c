"""What is taken for granted of ships that the reader does not see into: the rules cannot go on without it."""

from __future__ import annotations

from pbem.core.state.codec import copy
from pbem.games.star_navy.model.ships import Stored, fresh_console
from pbem.games.star_navy.model.state import State

CRUISE = 3
"""The speed that a ship behind its screen is taken to have when it moves."""


def assume(known: State, speed: int) -> State:
    """A copy to play on, in which every ship has a console and orders; screened ships have this speed.

    SN-16.4: losses and energy are told to nobody, so a screened ship is as printed and full, with the loadout of 2.9 where no
    weapon has been seen. SN-15.3: orders are sealed, so it carries out none; it drifts.
    """
    state = copy(known)
    for ship in state.ships.values():
        if ship.console_if_known is None:
            ship.console_if_known = fresh_console(ship.printed, {**ship.printed.loadout, **ship.seen_weapons}, speed)
        if ship.stored_if_known is None:
            ship.stored_if_known = Stored()
    return state


def guess(known: State) -> State:
    """A whole position from which turns can be played: a screened ship that moved in the last turn goes on at speed CRUISE."""
    state = assume(known, 0)
    state.reader = None
    for ship in state.ships.values():
        if known.ships[ship.id].console_if_known is None and len(ship.trail) > 1:
            ship.console.speed = CRUISE
    return state
