"""What a dry run takes for granted where its reader knows nothing; all that they do know is as it is."""

from __future__ import annotations

from fractions import Fraction

from pbem.core.state.codec import copy
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import CLASSES
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.units import Deck, OrderBook, Vessel

STAYING = 99
"""Turns that an enemy squadron may fly for all that is known."""
BEHIND = 1000
"""Place in unit order of a submarine that is known as a contact only."""
BOAT = next(key for key, printed in CLASSES.items() if printed.boat)


def assume(known: State) -> State:
    """A state of its own, whole, which may be played on.

    WT-23.3: vessels whose sheets are hidden are taken for undamaged, and enemies to have nothing standing. WT-11.8: enemy
    aircraft stay. WT-23.4: of the enemy's boats there are those in sight and those held, and no others.
    """
    state = copy(known)
    state.ships = {ship.id: ship for ship in state.seen()}
    if state.side:
        state.ships |= {name: _boat(state, name, held) for name, held in state.held().items()}
    for ship in state.ships.values():
        ship.sheet_if_known = ship.sheet_if_known or Sheet(ship.ship_class)
        ship.book_if_known = ship.book_if_known or OrderBook()
    state.squadrons = {each.id: each for each in state.wings()}
    for each in state.squadrons.values():
        each.deck_if_known = each.deck_if_known or Deck(endurance=STAYING, exit=each.at)
        each.standing_if_known = each.standing_if_known or []
    return state


def _boat(state: State, name: str, held: Contact) -> Vessel:
    """WT-23.4: a submarine that is held: she is taken to lie where she was, and to be of the first class there is."""
    enemy = state.enemy(state.side)
    return Vessel(
        id=name,
        index=BEHIND,
        name="",
        ship_class=BOAT,
        side=enemy,
        seat=state.senior(enemy),
        at=held.at,
        course=12,
        speed=Fraction(0),
        mode=held.mode,
        book_if_known=OrderBook(contact=name, contact_turn=state.turn),
    )
