"""SN-17.1: a class as a campaign counts it, item by item: all that can be crossed off, and mines.

An item of a section has the section's name before it, as `f.shields` and `lr.thrusters` have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.core.fleets.fleet_units import Item, Lacks, UnitClass
from pbem.games.star_navy.model.ships import Console
from pbem.games.star_navy.model.tables import CLASSES, FRONT_HALF, SECTIONS, SectionClass, ShipClass

INNER = ("engines", "isds", "marines", "integrity", "mines")
"""SN-1.6: of the inner section, and the mines, which are in none."""
STORES = ("marines", "mines")
"""SN-17.1: what is taken aboard anew; all else is repaired."""


class Place(NamedTuple):
    """Where an item is: the section ("": the inner one), and the field of `Console`, `Section` and their classes."""

    section: str
    field: str


def _places() -> dict[str, Place]:
    found = {}
    for section in SECTIONS:
        last = "capacitors" if section in FRONT_HALF else "thrusters"
        for item, field in (("hulls", "hulls"), ("shields", "shields"), ("weapons", "weapons"), (last, "capthr")):
            found[f"{section.lower()}.{item}"] = Place(section, field)
    return found | {item: Place("", item) for item in INNER}


PLACES = _places()
"""Every item of a sheet, in its order."""


def _printed(printed: ShipClass, place: Place) -> int:
    of: ShipClass | SectionClass = printed.sections[place.section] if place.section else printed
    return int(getattr(of, place.field))


def _unit_class(printed: ShipClass) -> UnitClass:
    items = {item: Item(_printed(printed, place), item in STORES) for item, place in PLACES.items()}
    return UnitClass(printed.name, printed.value, items)


UNIT_CLASSES = {code: _unit_class(printed) for code, printed in CLASSES.items()}
"""By class code, with value V."""


def lacking(console: Console, printed: ShipClass) -> Lacks:
    """What a console lacks of what its class has printed."""
    found = {}
    for item, place in PLACES.items():
        of = console.sections[place.section] if place.section else console
        missing = _printed(printed, place) - getattr(of, place.field)
        if missing > 0:
            found[item] = missing
    return found


def take_away(console: Console, lacks: Mapping[str, int]) -> None:
    """SN-17.4: a full console begins the battle without these; SN-17.2: what exists of it stays full and active."""
    console.lacked = dict(lacks)
    for item, missing in lacks.items():
        of = console.sections[PLACES[item].section] if PLACES[item].section else console
        setattr(of, PLACES[item].field, getattr(of, PLACES[item].field) - missing)
    for section in console.sections.values():
        section.active = min(section.active, section.shields)
    console.engine_energy = min(console.engine_energy, console.engines)
    console.capacitor_energy = min(console.capacitor_energy, console.capacitors)
