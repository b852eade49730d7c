"""A state from JSON that comes from outside (`docs/rules/star_navy.md`): what its fields cannot say for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events import schema
from pbem.core.game.validation import Fault, name_faults, range_faults, refuse
from pbem.games.star_navy.model.geometry import label_of
from pbem.games.star_navy.model.reserved_words import POLICIES, SLOTS
from pbem.games.star_navy.model.sheet import UNIT_CLASSES
from pbem.games.star_navy.model.ships import Console, Section, Ship, Stored
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import CLASSES, SECTIONS, WEAPONS, SectionClass, ShipClass


def load(data: Mapping[str, Any]) -> State:
    """A whole state. Raises `InvalidData` naming the path of everything that does not fit.

    Where nothing is said of a ship's stored orders there are none. Ships are put into roster order (section 3).
    """
    state = schema.load(State, data)
    for ship in state.ships.values():
        ship.stored_if_known = ship.stored_if_known or Stored()
    refuse(_faults(state))
    roster = sorted(state.ships.values(), key=lambda ship: (state.sides.index(ship.original_side), ship.id))
    state.ships = {ship.id: ship for ship in roster}
    state.mines.sort(key=lambda mine: mine.number)
    for ship in roster:
        ship.console.sections = {name: ship.console.sections[name] for name in SECTIONS}
    return state


def _faults(state: State) -> Iterator[Fault]:
    yield from range_faults("mines_armed", state.mines_armed, state.mines_laid, what=" (mines_laid)")
    for n, mine in enumerate(state.mines):
        yield from range_faults(f"mines.{n}.number", mine.number, state.mines_laid, 1, " (mines_laid)")
        yield from name_faults(f"mines.{n}.side", mine.side, state.sides)
    for name, ship in state.ships.items():
        yield from name_faults(f"ships.{name}.class", ship.ship_class, CLASSES)
        if ship.ship_class in CLASSES:
            yield from _ship_faults(state, f"ships.{name}", ship)


def _ship_faults(state: State, where: str, ship: Ship) -> Iterator[Fault]:
    yield from name_faults(f"{where}.side", ship.side, state.sides)
    yield from name_faults(f"{where}.original_side", ship.original_side, state.sides)
    if state.seats.get(ship.seat) != ship.side:
        yield f"{where}.seat", f"{ship.seat!r} is no seat of side {ship.side}"
    if ship.alive and not state.on_map(ship.hex):
        yield f"{where}.hex", f"{label_of(ship.hex)} is off the map of {state.columns} columns and {state.rows} rows"
    for words, legal in (("slots", SLOTS), ("policies", POLICIES)):
        for key in getattr(ship.stored, words):
            yield from name_faults(f"{where}.stored.{words}.{key}", key, legal)
    if ship.console_if_known is None:
        yield f"{where}.console", "must be given"
    elif set(ship.console.sections) != set(SECTIONS):
        yield f"{where}.console.sections", f"must be {', '.join(SECTIONS)}"
    else:
        yield from _console_faults(f"{where}.console", ship.console, ship.printed)
        for name, letter in ship.seen_weapons.items():
            carried = [section.weapon for key, section in ship.console.sections.items() if key == name]
            yield from name_faults(f"{where}.seen_weapons.{name}", letter, carried)


def _console_faults(where: str, console: Console, printed: ShipClass) -> Iterator[Fault]:
    for name in ("engines", "isds", "marines", "integrity", "mines"):
        why = f" (printed for {printed.code})"
        yield from range_faults(f"{where}.{name}", getattr(console, name), getattr(printed, name), what=why)
    for name, left in (
        ("engine_energy", "engines"),
        ("capacitor_energy", "capacitors"),
        ("thrusters_used", "thrusters"),
        ("isds_active", "isds"),
        ("marines_used", "marines"),
    ):
        yield from range_faults(f"{where}.{name}", getattr(console, name), getattr(console, left), what=f" ({left} left)")
    items = UNIT_CLASSES[printed.code].items
    for item, number in console.lacked.items():
        yield from name_faults(f"{where}.lacked.{item}", item, items)
        if item in items:
            yield from range_faults(f"{where}.lacked.{item}", number, items[item].most, 1, " (printed)")
    for name, section in console.sections.items():
        yield from _section_faults(f"{where}.sections.{name}", section, printed.sections[name])


def _section_faults(where: str, section: Section, printed: SectionClass) -> Iterator[Fault]:
    yield from name_faults(f"{where}.weapon", section.weapon, WEAPONS)
    for name in ("hulls", "shields", "weapons", "capthr"):
        yield from range_faults(f"{where}.{name}", getattr(section, name), getattr(printed, name), what=" (printed)")
    yield from range_faults(f"{where}.active", section.active, section.shields, what=" (shields left)")
    yield from range_faults(f"{where}.used", section.used, section.weapons, what=" (weapons left)")
