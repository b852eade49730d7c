"""STG-CAM.1: the sheet of each class, what a vessel lacks of it, and a vessel made from what it lacks.

STG-CAM.2: nothing that is on no sheet here goes from one battle into the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from events.stingray.opening import ConditionSet
from pbem.core.fleets.fleet_units import Item, Lacks, Unit, UnitClass, counted, numbered
from pbem.games.stingray.model.scenario import Entry
from pbem.games.stingray.model.tables import CLASSES, CREW_DEAD, ClassKey, VesselClass
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.setup import Entrant

HULL, CREW, FUEL = "hull", "crew", "fuel"
SYSTEMS = {
    "DECOY": "decoy-launcher",
    "PORT": "port-nostril",
    "STARBOARD": "starboard-nostril",
    "FUEL": "fuel-line",
}
"""Systems that are not called as in tables D1 to D5, because a store has that name."""
STORES = {
    "MINE": "mines",
    "DECOY": "decoys",
    "TERROR": "missiles",
    "PORT": "port-missiles",
    "STARBOARD": "starboard-missiles",
}
STEPS = {("SR", "REACTOR"): 3, ("SR", "ENGINES"): 3, ("SR", "TUBE1"): 2, ("SR", "TUBE2"): 2}
"""Boxes of a system that is not only whole or out: halvings until nothing is left, or a tube that is out, then destroyed."""
FUEL_BOX = 10
"""STG-CAM.1: AKG."""


def system_item(system: str) -> str:
    """What a system is called on the sheet."""
    return SYSTEMS.get(system, system.lower())


def store_item(store: str) -> str:
    """What a store is called on the sheet."""
    return STORES.get(store, store.lower())


def _sheet(printed: VesselClass) -> dict[str, Item]:
    found = {HULL: Item(printed.points - 1), CREW: Item(CREW_DEAD - 1, store=True)}
    found |= {system_item(system): Item(STEPS.get((printed.key, system), 1)) for system in printed.repairs}
    found |= {store_item(store): Item(most, store=True) for store, most in printed.stores.items()}
    return found | ({FUEL: Item(6 * printed.fuel_dice, store=True)} if printed.fish else {})


SHEETS = {
    key: UnitClass(printed.title, printed.points + printed.destroyed, _sheet(printed), numbered(key, key))
    for key, printed in CLASSES.items()
}
"""STG-CAM.1: by class; its points are what the enemy scores for all its damage points and for destroying it.

STG-CAM.3: orders and reports tell the class of a vessel by its id.
"""


def classes() -> Mapping[str, UnitClass]:
    """Every class."""
    return SHEETS


# ---------------------------------------------------------------- what a vessel lacks


def lacking(vessel: Vessel) -> Lacks:
    """STG-CAM.6: at the end of a battle. A vessel that has exploded has no hull left."""
    printed = vessel.printed
    lacks = {HULL: printed.points if vessel.fate == "exploded" else vessel.damage, CREW: vessel.injuries}
    lacks |= {system_item(system): _steps(vessel, system) for system in printed.repairs}
    lacks |= _stores_lacking(printed, vessel.stores) | _fuel_lacking(printed, vessel.fuel)
    sheet = SHEETS[printed.key]
    return counted({item: min(number, sheet.items[item].most) for item, number in lacks.items()}, sheet)


def _steps(vessel: Vessel, system: str) -> int:
    tube = vessel.launchers.get(system.removeprefix("TUBE"))
    return 2 if tube and tube.destroyed else vessel.specials.get(system, 0)


def _stores_lacking(printed: VesselClass, stores: Mapping[str, int]) -> Lacks:
    return {store_item(store): most - stores.get(store, most) for store, most in printed.stores.items()}


def _fuel_lacking(printed: VesselClass, fuel: int) -> Lacks:
    """A box of ten AKG that is begun counts."""
    return {FUEL: 6 * printed.fuel_dice - -(-fuel // FUEL_BOX)} if printed.fish else {}


def printed_unit(entry: Entry) -> Unit:
    """A vessel as the scenario prints it. STG-FUE.1: fuel that is yet to be rolled is not lacking."""
    printed = CLASSES[entry.vessel_class]
    lacks = _stores_lacking(printed, entry.stores) | ({} if entry.fuel is None else _fuel_lacking(printed, entry.fuel))
    return Unit(entry.id, entry.vessel_class, lacks=counted(lacks, SHEETS[entry.vessel_class]))


# ---------------------------------------------------------------- a vessel from what it lacks


def entrant_of(unit: Unit, place: Entry) -> Entrant:
    """STG-CAM.4: this unit in a place of the scenario, with its own stores and fuel."""
    printed = CLASSES[unit.unit_class]
    stores = {store: most - unit.lacks.get(store_item(store), 0) for store, most in printed.stores.items()}
    fuel = FUEL_BOX * (6 * printed.fuel_dice - unit.lacks.get(FUEL, 0)) if printed.fish else None
    entry = replace(place, id=unit.id, vessel_class=cast(ClassKey, unit.unit_class), stores=stores, fuel=fuel)
    return Entrant(place.id, entry, _condition_of(unit))


def _condition_of(unit: Unit) -> ConditionSet | None:
    """STG-CAM.4: its name and its damage; None if it has neither."""
    steps = {system: unit.lacks.get(system_item(system), 0) for system in CLASSES[unit.unit_class].repairs}
    destroyed = [system for system, step in steps.items() if system.startswith("TUBE") and step > 1]
    condition = ConditionSet(
        unit.id,
        unit.name,
        unit.lacks.get(HULL, 0),
        unit.lacks.get(CREW, 0),
        {system: step for system, step in steps.items() if step and system not in destroyed},
        [system.removeprefix("TUBE") for system in destroyed],
    )
    return None if condition == ConditionSet(unit.id, "", 0, 0, {}, []) else condition
