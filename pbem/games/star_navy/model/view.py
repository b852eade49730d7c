"""Stand-in."""

from __future__ import annotations

from pbem.core.state.codec import copy
from pbem.games.star_navy.model.state import State


def view(state: State, seat: str | None) -> State:
    """What the seat would know of this position: a copy with parts removed."""
    known = copy(state)
    known.reader = seat
    if not state.over:
        for ship in known.ships.values():
            if known.console_audience(ship) not in ("*", known.side):
                ship.console_if_known = None
            if ship.side != known.side:
                ship.stored_if_known = None
    return known
