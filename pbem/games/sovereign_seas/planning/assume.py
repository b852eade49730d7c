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
