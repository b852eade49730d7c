"""What somebody would know of a position that no game led to."""

from __future__ import annotations

from events.base import EVERYONE
from pbem.core.state.codec import copy
from pbem.games.sovereign_seas.model.state import State


def known(state: State, seat: str | None) -> State:
    """A copy without what is hidden from this seat (None: a spectator). SSL-Y.6: at the end nothing is."""
    found = copy(state)
    found.reader = seat
    if state.over:
        return found
    for ship in state.ships.values():
        if state.sight_of(ship.side) not in (EVERYONE, found.side):
            del found.ships[ship.id]
            found.entry = ""
            found.strength.pop(ship.side, None)
        elif ship.side != found.side:
            found.ships[ship.id].standing_if_known = None
            if state.log_of(ship.side) != EVERYONE:
                found.ships[ship.id].log_if_known = None
    found.fleet = {each: lines for each, lines in found.fleet.items() if state.seats[each] == found.side}
    return found
