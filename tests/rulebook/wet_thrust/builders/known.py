"""What a seat would know of a position that a test has put together, without the log of a game behind it."""

from __future__ import annotations

from dataclasses import replace

from events.base import EVERYONE
from pbem.core.state.codec import copy
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Squadron, Vessel


def known(state: State, seat: str | None) -> State:
    """WT-23: a copy of a whole state without what this seat (None: a spectator) may not know; after the end all of it.

    Raises KeyError for a seat that is not in this game.
    """
    found = replace(copy(state), reader=seat)
    if found.over:
        return found
    own = state.seats[seat] if seat else ""
    for unit in (*found.ships.values(), *found.squadrons.values()):
        if unit.side != own:
            _hide(found, unit)
    found.ships = {id: ship for id, ship in found.ships.items() if ship.in_sight}
    found.squadrons = {id: each for id, each in found.squadrons.items() if each.in_sight or (each.lost and not each.home)}
    found.contacts = {side: each for side, each in found.contacts.items() if side == own}
    found.fleet = {side: each for side, each in found.fleet.items() if side == own}
    found.marks = [mark for mark in found.marks if mark.side in ("", own)]
    return found


def _hide(state: State, unit: Vessel | Squadron) -> None:
    """WT-23.3: another side's orders, and its sheets and decks unless they lie open."""
    if isinstance(unit, Vessel):
        unit.book_if_known = None
        unit.sheet_if_known = unit.sheet if state.sheet_of(unit) == EVERYONE else None
    else:
        unit.standing_if_known = None
        unit.deck_if_known = unit.deck if state.deck_of(unit) == EVERYONE else None
