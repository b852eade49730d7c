"""A whole position made of what one reader knows: turns can be played from it, as `assume` needs only for one of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from events.stingray.opening import VesselEntered
from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import DIRECTIONS
from pbem.core.state.codec import copy
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.apply import apply
from pbem.games.stingray.model.scenario import Command, Entry, commands, find
from pbem.games.stingray.model.state import Mine, Spies, State, Umpire, enemy
from pbem.games.stingray.model.tables import CLASSES, SIDES
from pbem.games.stingray.model.vessel import Contact, Launcher
from pbem.games.stingray.rules.setup import MINE_NAMES, first_loads

FUEL = 60
"""STG-FUE.1: AKG of a fish whose dice nobody was shown."""


def guess(known: State) -> State:
    """What the reader knows, completed: vessels undamaged, with full stores and no orders, in vessel order (STG-GEN.6).

    A contact is where it was found last (STG-SCN.7). A vessel that is on no list is where the scenario puts it, for that is
    printed; plant noise is the first such Stingray (STG-SCN.4). There are the foreign mines that were found, and no missiles.
    """
    state = copy(known)
    state.reader = None
    state.umpire_if_known = Umpire()
    state.spies_if_known = state.spies_if_known or Spies()
    state.briefings = dict.fromkeys(SIDES, "") | state.briefings
    for vessel in state.vessels.values():
        vessel.finds_if_known = vessel.reported
    _enter_others(state, known)
    _lay_mines(state, known)
    _forget_strangers(state)
    order = sorted(state.vessels.values(), key=lambda vessel: (SIDES.index(vessel.side), natural(vessel.id)))
    state.vessels = {vessel.id: vessel for vessel in order}
    return state


def _enter_others(state: State, known: State) -> None:
    """A vessel in every place of the scenario that the reader does not command.

    STG-CAM.3: one that is found takes the place of its own id, else the first of its class, so it may be another's.
    """
    held = {entry.contact.id: entry.contact for entry in sightings.contacts(known)}
    noises = [contact for id, contact in held.items() if id[:2] not in CLASSES]
    command_of = commands(find(known.scenario), str(known.options["crews"]))
    places = {} if known.whole else _places_of_others(known, command_of)
    for id, contact in held.items():
        if place := _place_for(id, places, held):
            _enter(state, replace(places.pop(place), id=id), command_of[place])
            _place(state, id, contact)
    for place, entry in places.items():
        if place in state.vessels:
            continue
        _enter(state, entry, command_of[place])
        if entry.vessel_class == "SR" and known.side != CLASSES["SR"].side and noises:
            noise = noises.pop(0)
            state.umpire.plants[noise.id] = place
            _place(state, place, noise)


def _places_of_others(known: State, command_of: Mapping[str, Command]) -> dict[str, Entry]:
    """By printed id."""
    entries = find(known.scenario).vessels
    return {
        entry.id: entry for entry in entries if known.reader not in command_of[entry.id][:2] and entry.id not in known.vessels
    }


def _place_for(id: str, places: Mapping[str, Entry], held: Collection[str]) -> str:
    """The printed id of the place that a vessel is in; "" for U1, and for what has none."""
    if id in places:
        return id
    return next((place for place, entry in places.items() if entry.vessel_class == id[:2] and place not in held), "")


def _enter(state: State, entry: Entry, commanded: Command) -> None:
    """As at the opening, under the seats that command it."""
    battery = state.number("battery-start") if entry.vessel_class == "SR" else 0
    place = entry.hex, entry.tail, DIRECTIONS.index(entry.facing), entry.speed
    stores = CLASSES[entry.vessel_class].stores | entry.stores
    fuel = FUEL if entry.fuel is None else entry.fuel
    captain, copilot, crew = commanded
    apply(state, VesselEntered(entry.id, entry.vessel_class, captain, copilot, crew, *place, fuel, battery, stores))
    vessel = state.vessels[entry.id]
    if entry.vessel_class == "SR":
        vessel.launchers = {tube: Launcher(weapon) for tube, weapon in first_loads(vessel).items()}


def _place(state: State, id: str, contact: Contact) -> None:
    """STG-SCN.4: of plant noise only the hex is known; what makes it lies still."""
    vessel = state.vessels[id]
    vessel.hex, vessel.speed = contact.hex, 0
    if contact.vessel_class:
        vessel.facing, vessel.tail, vessel.speed = contact.facing, contact.tail, contact.speed
    vessel.track, vessel.track_phases = [vessel.hex], [0]


def _lay_mines(state: State, known: State) -> None:
    """STG-MIN.1: those that scans and eyes have found; they are the enemy's."""
    side = enemy(known.side)
    found = sightings.foreign_mines(known)
    for number, hex in enumerate(found, 1):
        id = f"{MINE_NAMES.get(side, 'AM')}{number}"
        state.mines[id] = Mine(id, side, hex)
    state.mines_laid = dict.fromkeys(SIDES, 0) | state.mines_laid
    state.mines_laid[side] = len(found)


def _forget_strangers(state: State) -> None:
    """A missile under way keeps no target that only its real crew could name."""
    for missile in state.missiles.values():
        missile.target = state.umpire.plants.get(missile.target, missile.target)
    state.missiles = {id: missile for id, missile in state.missiles.items() if missile.target in state.vessels}
