"""A whole position made of what one reader knows: turns can be played from it, as `assume` needs only for one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.core.state.codec import copy
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scenario import Entry, find, mils
from pbem.games.wet_thrust.model.scs import exact
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import ENDURANCE
from pbem.games.wet_thrust.model.units import Deck, OrderBook, Vessel
from pbem.games.wet_thrust.rules.setup import formed


def guess(known: State) -> State:
    """What the reader knows, completed: vessels undamaged and without orders, where they were seen last.

    WT-23.4: the enemy's boats below are the scenario's, for those are printed. A contact is the first of them that is not in
    sight; one that was never held nor seen lies where the scenario puts her. WT-23.3: aircraft out of sight are aboard.
    """
    state = copy(known)
    state.reader = None
    if known.side:
        _enter_boats(state, known)
    for ship in state.ships.values():
        ship.sheet_if_known = ship.sheet_if_known or Sheet(ship.ship_class)
        ship.book_if_known = ship.book_if_known or OrderBook()
        ship.mode = "deep" if ship.mode == "below" else ship.mode
        _form(state, ship)
    for each in state.squadrons.values():
        if each.deck_if_known is None:
            each.deck_if_known = Deck(endurance=ENDURANCE if each.airborne else 0, exit=each.at)
        each.standing_if_known = each.standing_if_known or []
    return state


def _enter_boats(state: State, known: State) -> None:
    """Those of the enemy that the reader does not see now."""
    enemy = known.enemy(known.side)
    found = dict(known.contacts.get(known.side, {}))
    for boat in _hidden_boats(state, known, enemy):
        state.ships[boat.id] = boat
        if found:
            name = next(iter(found))
            contact = found.pop(name)
            boat.at, boat.mode, boat.speed = contact.at, contact.mode, exact(0)
            boat.fate = "lost" if contact.destroyed else "afloat"
            boat.book_if_known = OrderBook(contact=name, contact_turn=contact.turn)


def _hidden_boats(state: State, known: State, enemy: str) -> Iterator[Vessel]:
    """Boats that were seen and are not now, in the places of the scenario's; WT-24.3: they may be others than it lists.

    Whoever has been seen is taken to be in the place of her own id, or else in the first that is left.
    """
    places = {
        entry.id: (entry, index) for index, entry in enumerate(find(known.scenario).roster(enemy), 1) if entry.printed.boat
    }
    seen = {ship.id: ship for ship in known.ships.values() if ship.side == enemy and ship.printed.boat}
    others = [id for id in seen if id not in places]
    for id, (entry, index) in places.items():
        ship = seen.get(id) or (seen[others.pop(0)] if others else None)
        if ship is None:
            yield _boat(state, entry, enemy, index)
        elif ship.afloat and not ship.in_sight:
            yield copy(ship)


def _boat(state: State, entry: Entry, side: str, index: int) -> Vessel:
    """As the scenario lists her."""
    admirals = [seat for seat, its in state.seats.items() if its == side]
    printed = entry.printed
    return Vessel(
        id=entry.id,
        index=index,
        name=printed.units[entry.id],
        ship_class=printed.key,
        side=side,
        seat=admirals[-1 if entry.squadron == 2 else 0],
        at=mils(entry.at),
        course=entry.course,
        speed=exact(entry.speed),
        mode=entry.depth,
    )


def _form(state: State, ship: Vessel) -> None:
    """Her aircraft that the reader has never seen are aboard, as on the printed sheet; those out of sight are, too."""
    before = dict(state.squadrons)
    for event in formed(ship.id, ship.printed, ship.side, ship.seat, ship.index):
        if event.squadron not in before:
            apply(state, event)
            if not ship.afloat:
                state.squadrons[event.squadron] = replace(state.squadrons[event.squadron], place="gone", home="")
    for id, squadron in before.items():
        if squadron.carrier == ship.id and not squadron.in_sight and squadron.place != "gone":
            home = ship.id if ship.afloat else ""
            state.squadrons[id] = replace(squadron, place="aboard" if home else "gone", home=home, at=ship.at)
