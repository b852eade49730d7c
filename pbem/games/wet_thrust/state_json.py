"""A state from JSON that others have written: case files, imports. What is left out is filled in, and all is checked.

Types and ranges are those that the state itself declares (`events.schema`); here is what crosses fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from events import schema
from pbem.core.game.options import NoScenario
from pbem.core.game.validation import Fault, name_faults, range_faults, refuse
from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.wet_thrust.language.words import read_lines
from pbem.games.wet_thrust.model import scenario
from pbem.games.wet_thrust.model.control_sheet import Sheet, kind_of
from pbem.games.wet_thrust.model.scs import CLASS_OF, CLASSES, ORDER
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT
from pbem.games.wet_thrust.model.ship_faults import id_fault
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import ENDURANCE, HOLES, SIDES
from pbem.games.wet_thrust.model.units import Squadron, Vessel

LAND = re.compile(r"LB[1-9]\d?")
PLANE = 1
"""WT-6.2: a reconnaissance symbol is a single aircraft."""


def load(data: Mapping[str, Any]) -> State:
    """The state from its JSON. Raises `InvalidData` naming the path of everything that does not fit."""
    refuse(_strangers(data))
    state = schema.load(State, _filled(data))
    refuse(_faults(state))
    try:
        state.options = scenario.options(state.scenario, state.options)
    except NoScenario as e:
        raise schema.InvalidData(f"options: {e}") from e
    return state


# ---------------------------------------------------------------- what may be left out


def _parts(data: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    """The objects of a map by id; what is of another type is not theirs to judge."""
    found = data.get(name)
    return {id: dict(each) for id, each in found.items() if isinstance(each, dict)} if isinstance(found, dict) else {}


def _strangers(data: Mapping[str, Any]) -> Iterator[Fault]:
    for name in ("ships", "squadrons"):
        found = data[name] if isinstance(data.get(name), dict) else {}
        yield from ((f"{name}.{id}", "must be an object") for id, each in found.items() if not isinstance(each, dict))
    keys = _class_keys(data)
    for id in _parts(data, "ships"):
        if id not in keys:
            yield from name_faults(f"ships.{id}", id, CLASS_OF)
        elif fault := id_fault(id):
            yield f"ships.{id}", fault
    yield from (fault for id, key in keys.items() for fault in name_faults(f"ships.{id}.ship_class", key, CLASSES))
    for id, squadron in _parts(data, "squadrons").items():
        carrier = id.partition("-")[0]
        if not (_listed(id, keys) or LAND.fullmatch(id)):
            yield f"squadrons.{id}", f"{id!r} is no squadron; write carrier and symbol, like ARK-T1, or LB1, LB2 and so on"
        elif carrier != id and carrier not in _parts(data, "ships") and squadron.get("place") == "air":
            yield f"squadrons.{id}", f"there is no ship {carrier}"


def _class_keys(data: Mapping[str, Any]) -> dict[str, str]:
    """WT-24.3: the classes that the document itself gives its ships."""
    return {id: str(ship["ship_class"]) for id, ship in _parts(data, "ships").items() if "ship_class" in ship}


def _listed(id: str, keys: Mapping[str, str]) -> tuple[str, str, int] | None:
    """Of a squadron's id: its carrier, its symbol on her sheet, and its aircraft there; None for land-based bombers."""
    carrier, _, system = id.partition("-")
    printed = CLASSES.get(keys[carrier]) if carrier in keys else CLASS_OF.get(carrier)
    if printed is None or system not in printed.all_systems or kind_of(system) not in AIRCRAFT:
        return None
    return carrier, system, {wing.id: wing.aircraft for wing in printed.squadrons}.get(system, PLANE)


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Ships are fresh, squadrons ready on deck; units without an `index` come after all others, as the document lists them.

    A case that takes a ship away takes the aircraft aboard with her.
    """
    seats, keys = data["seats"] if isinstance(data.get("seats"), dict) else {}, _class_keys(data)
    ships = {id: _ship(id, ship, seats) for id, ship in _parts(data, "ships").items()}
    squadrons = {
        id: _squadron(_listed(id, keys), each, ships, seats)
        for id, each in _parts(data, "squadrons").items()
        if not (listed := _listed(id, keys)) or listed[0] in ships
    }
    units = [*ships.values(), *squadrons.values()]
    last = max((unit["index"] for unit in units if isinstance(unit.get("index"), int)), default=0)
    for unit in units:
        last += "index" not in unit
        unit.setdefault("index", last)
    return {**data, **({"ships": ships} if ships else {}), **({"squadrons": squadrons} if "squadrons" in data else {})}


def _senior(seats: Mapping[str, Any], side: object) -> str:
    return next((seat for seat, its in seats.items() if its == side), "")


def _ship(id: str, ship: dict[str, Any], seats: Mapping[str, Any]) -> dict[str, Any]:
    """For her nation, under its senior admiral, on the surface."""
    printed = CLASSES[ship["ship_class"]] if "ship_class" in ship else CLASS_OF[id]
    made = {
        "name": printed.units.get(id, id), "ship_class": printed.key, "side": scenario.NATIONS.get(printed.nation, ""),
        "mode": "surfaced" if printed.boat else "surface", "sheet": {}, "book": {}, **ship,
    }  # fmt: skip
    made.setdefault("seat", _senior(seats, made["side"]))
    if isinstance(made["sheet"], dict):
        sheet = made["sheet"] = {"ship_class": printed.key, **made["sheet"]}
        if holes := _parts(sheet, "holes"):
            sheet["holes"] = {name: _hole(hole) for name, hole in holes.items()}
    return made


def _hole(hole: dict[str, Any]) -> dict[str, Any]:
    """WT-16.9: all its repairs are still to be made."""
    kind = hole.get("kind")
    return {"left": HOLES[kind].patches if kind in (*HOLES,) else 0, **hole}


def _squadron(
    listed: tuple[str, str, int] | None, squadron: dict[str, Any], ships: Mapping[str, Any], seats: Mapping[str, Any]
) -> dict[str, Any]:
    """As on the sheet of its ship; land-based bombers wait. WT-11.8: one in the air has all its endurance."""
    carrier, system, aircraft = listed or ("", "B", scenario.LAND_PLANES)
    kind, ship = AIRCRAFT[kind_of(system)] if carrier else "B", ships.get(carrier, {})
    made = {
        "carrier": carrier, "kind": kind, "side": ship.get("side", ""), "aircraft": aircraft,
        "place": "aboard" if carrier else "waiting", "at": [0, 0], "deck": {}, "standing": [], **squadron,
    }  # fmt: skip
    made.setdefault("seat", ship.get("seat") or _senior(seats, made["side"]))
    made.setdefault("home", carrier if made["place"] in ("aboard", "alongside") else "")
    if isinstance(made["deck"], dict):
        turns = ENDURANCE if made["place"] == "air" and kind not in ("R", "B") else 0
        made["deck"] = {"endurance": turns, "exit": [0, 0] if carrier else made["at"], **made["deck"]}
    return made


# ---------------------------------------------------------------- what does not fit together


def _faults(state: State) -> Iterator[Fault]:
    yield from name_faults("scenario", state.scenario, scenario.OPENINGS)
    if sorted(state.sides) != sorted(SIDES):
        yield "sides", f"must be {' and '.join(SIDES)}, in either order"
    for seat, side in state.seats.items():
        yield from name_faults(f"seats.{seat}", side, SIDES)
    yield from (("seats", f"must have one of side {side}") for side in SIDES if side not in state.seats.values())
    for n, side in enumerate(state.winners):
        yield from name_faults(f"winners.{n}", side, SIDES)
    yield from (fault for where, lines in _lines(state) for fault in _unreadable(where, lines))
    for ship in state.ships.values():
        yield from _ship_faults(state, f"ships.{ship.id}", ship)
    for squadron in state.squadrons.values():
        yield from _squadron_faults(state, f"squadrons.{squadron.id}", squadron)
    for name in ("raiders", "raiding"):
        yield from (
            fault
            for n, id in enumerate(getattr(state, name))
            for fault in name_faults(f"{name}.{n}", id, {**CLASS_OF, **state.ships})
        )


def _lines(state: State) -> Iterator[tuple[str, list[str]]]:
    """All lines of orders, by path."""
    for id, ship in state.ships.items():
        if book := ship.book_if_known:
            yield from ((f"ships.{id}.book.{name}", getattr(book, name)) for name in ("standing", "last"))
            yield f"ships.{id}.book.helm", [book.helm] if book.helm else []
    yield from ((f"squadrons.{id}.standing", each.standing_if_known or []) for id, each in state.squadrons.items())
    yield from ((f"fleet.{side}", lines) for side, lines in state.fleet.items())


def _unreadable(where: str, lines: Iterable[str]) -> Iterator[Fault]:
    for n, line in enumerate(lines):
        try:
            read_lines((line,))
        except UnreadableOrder:
            yield f"{where}.{n}", f"{line!r} is no order"


def _seat_faults(state: State, where: str, unit: Vessel | Squadron) -> Iterator[Fault]:
    if state.seats.get(unit.seat) != unit.side:
        yield f"{where}.seat", f"{unit.seat!r} is no seat of side {unit.side}"


def _ship_faults(state: State, where: str, ship: Vessel) -> Iterator[Fault]:
    """WT-18.1. How deep a boat is only those need not know who do not see her sheet."""
    below = ("periscope", "deep") if ship.sheet_if_known else ("periscope", "deep", "below")
    yield from _seat_faults(state, where, ship)
    yield from name_faults(f"{where}.mode", ship.mode, ("surfaced", *below) if ship.printed.boat else ("surface",))
    if len(ship.way) not in (0, 3):
        yield f"{where}.way", "must be start, half-way point and end, or empty"
    if sheet := ship.sheet_if_known:
        yield from name_faults(f"{where}.sheet.ship_class", sheet.ship_class, [ship.ship_class])
        yield from _sheet_faults(f"{where}.sheet", sheet, ship.afloat)


def _sheet_faults(where: str, sheet: Sheet, afloat: bool) -> Iterator[Fault]:
    """A control sheet as damage can leave one. WT-22.1: a ship in play has a box left. WT-3.8, WT-3.9: fuel."""
    printed = sheet.printed
    yield from range_faults(f"{where}.marked", sheet.marked, printed.boxes - afloat)
    if sheet.broken and afloat:
        yield f"{where}.broken", "a ship in play has not broken in two"
    yield from range_faults(f"{where}.marked_before", sheet.marked_before, sheet.marked)
    legal: dict[str, Iterable[str]] = {
        "checks": [str(row[1]) for row in printed.rows[:-1]], "lost": printed.all_systems, "lost_before": printed.all_systems,
        "beyond": (*printed.all_systems, *sheet.holes), "wounds": ORDER, "used": printed.launchers, "ready": printed.launchers,
    }  # fmt: skip
    for name, names in legal.items():
        found = getattr(sheet, name)
        for n, each in enumerate(found):
            at = f"{where}.{name}.{each if isinstance(found, dict) else n}"
            yield from name_faults(at, str(each), names)
            if name in ("lost", "beyond") and each in found[:n]:
                yield at, f"{each} is there twice"
    for launcher in sheet.used.keys() & printed.launchers.keys():
        yield from range_faults(f"{where}.used.{launcher}", sheet.used[launcher], 1 + printed.launchers[launcher].reloads)
    if sheet.full_fuel < 0:
        yield f"{where}.empty", f"with fuel_lost and fuel_holed these are more than {printed.fuel} fuel boxes"
    for id, hole in sheet.holes.items():
        yield from range_faults(f"{where}.holes.{id}.left", hole.left, HOLES[hole.kind].patches)


def _squadron_faults(state: State, where: str, squadron: Squadron) -> Iterator[Fault]:
    """It belongs to its carrier, and to her side."""
    carrier, system, aircraft = _listed(squadron.id, {id: ship.ship_class for id, ship in state.ships.items()}) or (
        "",
        "B",
        scenario.LAND_PLANES,
    )
    yield from _seat_faults(state, where, squadron)
    yield from name_faults(f"{where}.carrier", squadron.carrier, [carrier])
    yield from name_faults(f"{where}.kind", squadron.kind, [AIRCRAFT[kind_of(system)] if carrier else "B"])
    yield from name_faults(f"{where}.side", squadron.side, [state.ships[carrier].side] if carrier else SIDES)
    yield from range_faults(f"{where}.aircraft", squadron.aircraft, aircraft)
    if squadron.home and squadron.home not in state.ships:
        yield f"{where}.home", f"there is no ship {squadron.home}"
