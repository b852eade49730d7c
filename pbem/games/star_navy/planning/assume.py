"""What a dry run takes for granted of ships that the reader does not see into: the rules cannot go on without it."""

from __future__ import annotations

from pbem.core.state.codec import copy
from pbem.games.star_navy.model.ships import Stored, fresh_console
from pbem.games.star_navy.model.state import State


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
