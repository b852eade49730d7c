"""What a seat would know of a position that a test has arranged."""

from __future__ import annotations

from events.base import EVERYONE
from pbem.core.state.codec import copy
from pbem.games.star_navy.model.state import State


def known(state: State, seat: str | None) -> State:
    """A copy of the whole state with the parts removed that SN-16 hides from this seat (None: from spectators)."""
    seen = copy(state)
    seen.reader = seat
    for ship in seen.ships.values() if not state.over else ():
        if seen.console_audience(ship) not in (EVERYONE, seen.side):
            ship.console_if_known = None
        if ship.side != seen.side:
            ship.stored_if_known = None
    return seen
