"""WT-19: step 2.6, destroyers detect submarines below the surface."""

from __future__ import annotations

from events.wet_thrust.sailing import ContactHeld, ContactMade
from pbem.core.geometry.tabletop import LENGTH_SLACK, MIL, closest, distance
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import SONAR
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel


def detect(scratch: TurnScratch) -> None:
    """WT-19.3: every submarine below the surface. WT-19.4: on the surface she is a ship like any other.

    Ruling W59: in the order of the destroyers, the nearest boat first: the boats' own order would tell which is which.
    """
    ships = scratch.state.afloat()
    found = [(hunter, boat) for boat in ships if not boat.visible and (hunter := _hunter(scratch, boat))]
    for hunter, boat in sorted(found, key=lambda pair: (ships.index(pair[0]), distance(pair[0].at, pair[1].at))):
        _hold(scratch, boat, hunter)


def _hunter(scratch: TurnScratch, boat: Vessel) -> Vessel | None:
    """The first enemy destroyer (WT-19.1) in unit order to come near enough during the move. WT-19.2: with a working sonar."""
    destroyers = (ship for ship in scratch.state.afloat(scratch.state.enemy(boat.side)) if ship.printed.type == "DD")
    return next((ship for ship in destroyers if ship.sheet.working("SO") and _hears(scratch, ship, boat)), None)


def _hears(scratch: TurnScratch, ship: Vessel, boat: Vessel) -> bool:
    """WT-19.3, WT-2.13: the least distance of the whole move counts. WT-1.3: exactly at the limit is within."""
    return closest(scratch.ways[ship.id], scratch.ways[boat.id]) <= SONAR[boat.mode] * MIL + LENGTH_SLACK


def _hold(scratch: TurnScratch, boat: Vessel, hunter: Vessel) -> None:
    """WT-23.4: her mode, and where she is at the end of the move, for the destroyer's side; her own learns that she is held."""
    contact = name_of(scratch.state, boat, hunter.side)
    made = ContactMade(hunter.side, contact, [*boat.at], boat.mode, hunter.id)
    scratch.own(made, "WT-19.3", hunter)
    scratch.own(ContactHeld(boat.id, contact), "WT-19.3", boat)


def name_of(state: State, boat: Vessel, side: str) -> str:
    """A contact held in the last turn too keeps its name; one newly found gets the next number of that side."""
    if boat.book.contact and boat.book.contact_turn == state.turn - 1:
        return boat.book.contact
    return f"SUB{len(state.contacts.get(side, {})) + 1}"
