"""The state as plain JSON and back: snapshots, case files, `docs/rules/star-navy.md`. Loading checks every field.

Hexes are labels `CCRR`; terrain that the floating map has pushed off the sheet is `C,R` with signs.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from events.schema import InvalidData
from events.schema import load as load_shape
from pbem.core.game.validation import Fault, range_faults, refuse
from pbem.core.geometry.hexes import DIRECTIONS, Hex, at, on_map
from pbem.games.star_navy.model.geometry import label_of
from pbem.games.star_navy.model.state import Console, Fate, LastDamage, Mine, Section, Ship, State, Stored, Volley
from pbem.games.star_navy.model.tables import CLASSES, SECTIONS

Status = Literal["READY", "ACTIVE", "RECOVER"]
Heading = Literal["N", "NE", "SE", "S", "SW", "NW"]
ON_SHEET = re.compile(r"(\d\d)(\d\d)")
OFF_SHEET = re.compile(r"(-?\d+),(-?\d+)")
SLOTS = ("T1", "T2", "T3", "T4", "T5", "T6", "E1", "E2", "JUMP")
POLICIES = ("TARGETS", "RETREAT", "LEAVE")


@dataclass(frozen=True)
class SectionJson:
    """One outer section of a ship."""

    weapon: Literal["C", "L", "P", "T"]
    hulls: int
    shields: int
    weapons: int
    capthr: int
    active: int
    status: Status
    used: int
    wear: int
    shown: bool


@dataclass(frozen=True)
class LastDamageJson:
    """What one side did to a ship in the last step in which it did anything."""

    step: int
    points: int


@dataclass(frozen=True)
class ShipJson:
    """One ship and its console, but for its id."""

    ship_class: str
    side: str
    original_side: str
    seat: str
    hex: str
    heading: Heading
    speed: int
    zone: int
    setup_hex: str
    engines: int
    engine_energy: int
    capacitor_energy: int
    isds: int
    isds_active: int
    isd_status: Status
    marines: int
    marine_status: Status
    marines_used: int
    integrity: int
    mines: int
    thrusters_used: int
    speed_steps: int
    fate: Fate
    slots: dict[str, str]
    standing: str
    policies: dict[str, str]
    damage_by: dict[str, int]
    last_damage: dict[str, LastDamageJson]
    step_damage: dict[str, int]
    trail: list[str]
    sections: dict[str, SectionJson]


@dataclass(frozen=True)
class MineJson:
    """A mine on the map."""

    number: int
    hex: str
    ship: str
    side: str


@dataclass(frozen=True)
class VolleyJson:
    """A volley of the last turn, for the map."""

    ship: str
    target: str
    weapon: str
    points: int
    origin: str
    aim: str


@dataclass(frozen=True)
class StateJson:
    """The whole document."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    columns: int
    rows: int
    edge: Literal["floating", "sticky", "solid"]
    planets: list[str]
    asteroids: list[str]
    region_value: int
    limit: int
    cycle: int
    turn: int
    ships: dict[str, ShipJson]
    mines: list[MineJson]
    mines_laid: int
    mines_armed: int
    scores: dict[str, int]
    over: bool
    winners: list[str]
    verdict: str
    volleys: list[VolleyJson]
    explosions: list[str]


# ---------------------------------------------------------------- dump


def _places(hexes: list[Hex]) -> list[str]:
    return [label_of(hex) for hex in hexes]


def dump(state: State) -> dict[str, Any]:
    """The state as JSON's own types."""
    dumped = dict(vars(state))
    del dumped["reader"]
    dumped["options"], dumped["seats"], dumped["scores"] = dict(state.options), dict(state.seats), dict(state.scores)
    dumped["winners"] = list(state.winners)
    for name in ("planets", "asteroids", "explosions"):
        dumped[name] = _places(dumped[name])
    dumped["ships"] = {name: _dump_ship(ship) for name, ship in state.ships.items()}
    dumped["mines"] = [vars(mine) | {"hex": label_of(mine.hex)} for mine in state.mines]
    dumped["volleys"] = [vars(v) | {"origin": label_of(v.origin), "aim": label_of(v.aim)} for v in state.volleys]
    return dumped


def _dump_ship(ship: Ship) -> dict[str, Any]:
    dumped = {**vars(ship), **vars(ship.console), **vars(ship.stored)}
    for name in ("id", "console_if_known", "stored_if_known", "seen_weapons"):
        del dumped[name]
    dumped = {"class": dumped.pop("ship_class"), **dumped}
    dumped["hex"], dumped["setup_hex"], dumped["trail"] = label_of(ship.hex), label_of(ship.setup_hex), _places(ship.trail)
    dumped["heading"] = DIRECTIONS[ship.heading]
    for name in ("slots", "policies", "damage_by", "step_damage"):
        dumped[name] = dict(dumped[name])
    dumped["last_damage"] = {side: dict(vars(last)) for side, last in ship.last_damage.items()}
    dumped["sections"] = {
        name: vars(section) | {"shown": name in ship.seen_weapons} for name, section in ship.console.sections.items()
    }
    return dumped


# ---------------------------------------------------------------- load


def load(data: Mapping[str, Any]) -> State:
    """The state from that JSON. Raises `InvalidData` naming the path of everything that does not fit."""
    try:
        loaded = load_shape(StateJson, _with_classes(data))
    except InvalidData as e:
        raise InvalidData(str(e).replace("ship_class", "class")) from e
    refuse(_faults(loaded))
    return _build(loaded)


def _with_classes(data: Mapping[str, Any]) -> dict[str, Any]:
    """`class` is no name that Python allows for a field."""
    ships = data.get("ships")
    if not isinstance(ships, Mapping):
        return dict(data)
    renamed = {name: _with_class(ship) if isinstance(ship, Mapping) else ship for name, ship in ships.items()}
    return {**data, "ships": renamed}


def _with_class(ship: Mapping[str, Any]) -> dict[str, Any]:
    swap = {"class": "ship_class", "ship_class": "ship_class instead of class"}
    return {swap.get(key, key): value for key, value in ship.items()}


def _hex(text: str) -> Hex | None:
    found = ON_SHEET.fullmatch(text) or OFF_SHEET.fullmatch(text)
    return at(int(found[1]), int(found[2])) if found else None


def _sure(text: str) -> Hex:
    hex = _hex(text)
    if hex is None:
        raise InvalidData(f"{text!r} is no hex label")
    return hex


def _hex_fault(where: str, text: str) -> Iterator[Fault]:
    if _hex(text) is None:
        yield where, f"{text!r} is no hex label; write four digits, column and row, like 0507"


def _faults(loaded: StateJson) -> Iterator[Fault]:
    yield from range_faults("turn", loaded.turn, 6)
    for name, most in (("columns", 99), ("rows", 99), ("cycle", 10**6), ("limit", 10**6), ("mines_laid", 10**6)):
        yield from range_faults(name, getattr(loaded, name), most)
    yield from range_faults("mines_armed", loaded.mines_armed, loaded.mines_laid, what=" (mines_laid)")
    for name in ("planets", "asteroids", "explosions"):
        for n, text in enumerate(getattr(loaded, name)):
            yield from _hex_fault(f"{name}.{n}", text)
    sides = set(loaded.seats.values())
    for n, mine in enumerate(loaded.mines):
        yield from _hex_fault(f"mines.{n}.hex", mine.hex)
        yield from range_faults(f"mines.{n}.number", mine.number, loaded.mines_laid, 1, " (mines_laid)")
        yield from _side_fault(f"mines.{n}.side", mine.side, sides)
    for n, volley in enumerate(loaded.volleys):
        yield from _hex_fault(f"volleys.{n}.origin", volley.origin)
        yield from _hex_fault(f"volleys.{n}.aim", volley.aim)
    for name, ship in loaded.ships.items():
        yield from _ship_faults(loaded, f"ships.{name}", ship)


def _side_fault(where: str, side: str, sides: set[str]) -> Iterator[Fault]:
    if side not in sides:
        yield where, f"{side!r} is none of the sides {', '.join(sorted(sides))}"


def _ship_faults(loaded: StateJson, where: str, ship: ShipJson) -> Iterator[Fault]:
    if ship.ship_class not in CLASSES:
        yield f"{where}.class", f"unknown class {ship.ship_class!r}; classes are {', '.join(CLASSES)}"
        return
    if set(ship.sections) != set(SECTIONS):
        yield f"{where}.sections", f"must be {', '.join(SECTIONS)}"
        return
    sides = set(loaded.seats.values())
    yield from _side_fault(f"{where}.side", ship.side, sides)
    yield from _side_fault(f"{where}.original_side", ship.original_side, sides)
    if loaded.seats.get(ship.seat) != ship.side:
        yield f"{where}.seat", f"{ship.seat!r} is no seat of side {ship.side}"
    for name, text in (
        ("hex", ship.hex),
        ("setup_hex", ship.setup_hex),
        *((f"trail.{n}", t) for n, t in enumerate(ship.trail)),
    ):
        yield from _hex_fault(f"{where}.{name}", text)
    hex = _hex(ship.hex) or (0, 0)
    if ship.fate == "on map" and not on_map(hex, loaded.columns, loaded.rows):
        yield f"{where}.hex", f"{ship.hex} is off the map of {loaded.columns} columns and {loaded.rows} rows"
    yield from _key_faults(f"{where}.slots", ship.slots, SLOTS)
    yield from _key_faults(f"{where}.policies", ship.policies, POLICIES)
    for name, value, most, what in _ship_limits(ship):
        yield from range_faults(f"{where}.{name}", value, most, what=what)
    for name, section in ship.sections.items():
        yield from _section_faults(f"{where}.sections.{name}", section, ship.ship_class, name)


def _key_faults(where: str, found: Mapping[str, str], legal: tuple[str, ...]) -> Iterator[Fault]:
    for key in found:
        if key not in legal:
            yield f"{where}.{key}", f"is none of {', '.join(legal)}"


def _ship_limits(ship: ShipJson) -> Iterator[tuple[str, int, int, str]]:
    """Counters, with the most each may be and why."""
    printed = CLASSES[ship.ship_class]
    for name in ("engines", "isds", "marines", "integrity", "mines"):
        yield name, getattr(ship, name), getattr(printed, name), f" (printed for {printed.code})"
    front = sum(ship.sections[s].capthr for s in ("F", "RF", "LF"))
    rear = sum(ship.sections[s].capthr for s in ("R", "RR", "LR"))
    yield "speed", ship.speed, 6, ""
    yield "zone", ship.zone, 99, ""
    yield "speed_steps", ship.speed_steps, 99, ""
    yield "engine_energy", ship.engine_energy, ship.engines, " (engines left)"
    yield "capacitor_energy", ship.capacitor_energy, front, " (capacitors left)"
    yield "thrusters_used", ship.thrusters_used, rear, " (thrusters left)"
    yield "isds_active", ship.isds_active, ship.isds, " (ISDs left)"
    yield "marines_used", ship.marines_used, ship.marines, " (marines left)"


def _section_faults(where: str, section: SectionJson, ship_class: str, name: str) -> Iterator[Fault]:
    printed = CLASSES[ship_class].sections[name]
    for what in ("hulls", "shields", "weapons", "capthr"):
        most = getattr(printed, what)
        yield from range_faults(f"{where}.{what}", getattr(section, what), most, what=f" (printed for {ship_class})")
    yield from range_faults(f"{where}.active", section.active, section.shields, what=" (shields left)")
    yield from range_faults(f"{where}.used", section.used, section.weapons, what=" (weapons left)")
    yield from range_faults(f"{where}.wear", section.wear, 2)


def _build(loaded: StateJson) -> State:
    """Ships are put into roster order, wherever they were (section 3)."""
    fields = dict(vars(loaded))
    for name in ("planets", "asteroids", "explosions"):
        fields[name] = [_sure(x) for x in fields[name]]
    order = list(dict.fromkeys(loaded.seats.values()))
    roster = sorted(loaded.ships.items(), key=lambda item: (order.index(item[1].original_side), item[0]))
    fields["ships"] = {name: _build_ship(name, ship) for name, ship in roster}
    mines = sorted(loaded.mines, key=lambda mine: mine.number)
    fields["mines"] = [Mine(**{**vars(mine), "hex": _sure(mine.hex)}) for mine in mines]
    fields["volleys"] = [Volley(**{**vars(v), "origin": _sure(v.origin), "aim": _sure(v.aim)}) for v in loaded.volleys]
    return State(**fields)


def _build_ship(name: str, ship: ShipJson) -> Ship:
    fields = dict(vars(ship))
    fields["hex"], fields["setup_hex"] = _sure(ship.hex), _sure(ship.setup_hex)
    fields["trail"] = [_sure(x) for x in ship.trail]
    fields["heading"] = DIRECTIONS.index(ship.heading)
    fields["last_damage"] = {side: LastDamage(**vars(last)) for side, last in ship.last_damage.items()}
    parts = {}
    for s in SECTIONS:
        part = dict(vars(ship.sections[s]))
        if part.pop("shown"):
            fields.setdefault("seen_weapons", {})[s] = part["weapon"]
        parts[s] = Section(**part)
    fields["sections"] = parts
    console = Console(**{x.name: fields.pop(x.name) for x in dataclasses.fields(Console)})
    stored = Stored(**{x.name: fields.pop(x.name) for x in dataclasses.fields(Stored)})
    return Ship(id=name, console_if_known=console, stored_if_known=stored, **fields)
