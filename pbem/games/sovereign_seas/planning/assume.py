"""What is guessed of the hidden, so that the rules can be asked what orders would come to."""

from __future__ import annotations

from pbem.core.state.codec import copy
from pbem.games.sovereign_seas.model.state import State


def assume(known: State) -> State:
    """A whole state, made of what the reader knows and of guesses alone; it may be played on.

    SSL-Y.5, ruling S58: a hidden log is what the hits seen make of it. SSL-Y.2, SSL-Z.1: ships with secret orders sail on.
    """
    state = copy(known)
    for ship in state.ships.values():
        ship.log_if_known = ship.log_seen
        ship.standing_if_known = ship.standing_if_known or []
    return state


def guess(known: State) -> State:
    """The same as logs can really be: SSL-L4.1, a hidden one has lost the speed factors that its hull circles cross.

    A ship that is still in play has a circle left.
    """
    state = assume(known)
    state.reader = None
    for ship in state.ships.values():
        if known.ships[ship.id].log_if_known is None:
            log, printed = ship.log, ship.printed
            log.marked = min(log.marked, printed.circles - ship.active)
            log.lost = min(sum(circle <= log.marked for circle in printed.crossings), len(printed.speed_track))
    return state
