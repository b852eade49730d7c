"""What is wrong with a state's JSON of the right shape: every field is checked, and named by its path."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from pbem.core.game.validation import Fault, name_faults, range_faults
from pbem.core.geometry.tabletop import POINTS
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.wet_thrust.language.grammar import read_lines
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.scenario import LAND_PLANES, NATIONS, OPENINGS
from pbem.games.wet_thrust.model.scs import CLASS_OF, ORDER, ShipClass
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT
from pbem.games.wet_thrust.model.state import Mode
from pbem.games.wet_thrust.model.tables import ENDURANCE, HOLES, SIDES, WEATHER
from pbem.games.wet_thrust.state_json.state_json_shape import HoleJson, SheetJson, ShipJson, SquadronJson, StateJson

MOST = 10**6
FARTHEST = 10**8
"""Mils: far more than ships can sail in a game."""
MOST_SPEED = 100
HOLE = re.compile(r"HO[1-9]\d{0,2}")
LAND = re.compile(r"LB[1-9]\d?")
CONTACT = re.compile(r"SUB[1-9]\d{0,3}")
PLANE = 1
"""WT-6.2: a reconnaissance symbol is a single aircraft."""


def speed_of(text: str) -> Fraction | None:
    """The exact number that a text means; None for none."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def side_of(id: str, ship: ShipJson) -> str:
    """The side that a vessel sails for: by default her nation's."""
    return ship.side or NATIONS.get(CLASS_OF[id].nation, "")


def mode_of(id: str, ship: ShipJson) -> Mode:
    """On the surface, unless the document says otherwise."""
    return ship.mode or ("surfaced" if CLASS_OF[id].boat else "surface")


def sheet_aircraft(id: str) -> tuple[str, str, int] | None:
    """Of a squadron's id: its carrier, its symbol on her sheet, and its aircraft there; None for land-based bombers."""
    carrier, _, system = id.partition("-")
    printed = CLASS_OF.get(carrier)
    if printed is None or system not in printed.all_systems or kind_of(system) not in AIRCRAFT:
        return None
    wings = {wing.id: wing.aircraft for wing in printed.squadrons}
    return carrier, system, wings.get(system, PLANE)


def faults(loaded: StateJson) -> Iterator[Fault]:
    """What is wrong with a document of the right shape: path and reason. Its options are checked elsewhere."""
    yield from _table(loaded)
    if any(side not in loaded.seats.values() for side in SIDES) or sorted(loaded.sides) != sorted(SIDES):
        return
    for id, ship in loaded.ships.items():
        yield from _ship(loaded, f"ships.{id}", id, ship)
    for id, squadron in loaded.squadrons.items():
        yield from _squadron(loaded, f"squadrons.{id}", id, squadron)
    yield from _contacts(loaded)
    yield from _record(loaded)


def _table(loaded: StateJson) -> Iterator[Fault]:
    yield from name_faults("scenario", loaded.scenario, OPENINGS)
    yield from name_faults("weather", loaded.weather, WEATHER)
    yield from range_faults("limit", loaded.limit, MOST, 1)
    yield from range_faults("turn", loaded.turn, MOST)
    if sorted(loaded.sides) != sorted(SIDES):
        yield "sides", f"must be {' and '.join(SIDES)}, in either order"
    for seat, side in loaded.seats.items():
        yield from name_faults(f"seats.{seat}", side, SIDES)
    for side in SIDES:
        if side not in loaded.seats.values():
            yield "seats", f"must have one of side {side}"


# ---------------------------------------------------------------- ships


def _ship(loaded: StateJson, where: str, id: str, ship: ShipJson) -> Iterator[Fault]:
    if id not in CLASS_OF:
        yield from name_faults(where, id, CLASS_OF)
        return
    printed = CLASS_OF[id]
    yield from name_faults(f"{where}.side", side_of(id, ship), SIDES)
    yield from _seat(loaded, where, ship.seat, side_of(id, ship))
    yield from spot_faults(f"{where}.at", ship.at)
    yield from range_faults(f"{where}.course", ship.course, POINTS, 1)
    speed = speed_of(ship.speed)
    if speed is None or not 0 <= speed <= MOST_SPEED:
        yield f"{where}.speed", f"{ship.speed!r} is no speed; write inches a turn as text, like '7', '5/2' or '2.5'"
    yield from name_faults(
        f"{where}.mode", mode_of(id, ship), ("surfaced", "periscope", "deep") if printed.boat else ("surface",)
    )
    if len(ship.way) not in (0, 3):
        yield f"{where}.way", "must be start, half-way point and end, or empty"
    for n, place in enumerate(ship.way):
        yield from spot_faults(f"{where}.way.{n}", place)
    for name in ("index", "gone", "scored", "burning", "contact_turn"):
        yield from range_faults(f"{where}.{name}", getattr(ship, name) or 0, MOST)
    if ship.contact and not CONTACT.fullmatch(ship.contact):
        yield f"{where}.contact", f"{ship.contact!r} is no contact; write SUB1, SUB2 and so on"
    for target, shot in ship.ladder.items():
        yield from range_faults(f"{where}.ladder.{target}.level", shot.level, 3, 1)
        yield from range_faults(f"{where}.ladder.{target}.turn", shot.turn, MOST)
    yield from line_faults(f"{where}.standing", ship.standing)
    yield from _sheet(f"{where}.sheet", ship.sheet, printed, ship.fate == "afloat")


def _seat(loaded: StateJson, where: str, seat: str, side: str) -> Iterator[Fault]:
    if seat and loaded.seats.get(seat) != side:
        yield f"{where}.seat", f"{seat!r} is no seat of side {side}"


def spot_faults(where: str, at: Collection[int]) -> Iterator[Fault]:
    """Is it a position (ruling W2)?"""
    if len(at) != 2 or any(abs(each) > FARTHEST for each in at):
        yield where, f"{list(at)} is no position; write thousandths of an inch, [east, north]"


def line_faults(where: str, lines: Iterable[str]) -> Iterator[Fault]:
    """Are these orders as a sheet has them?"""
    for n, line in enumerate(lines):
        try:
            read_lines((line,))
        except UnreadableOrder:
            yield f"{where}.{n}", f"{line!r} is no order"


def _sheet(where: str, sheet: SheetJson, printed: ShipClass, afloat: bool) -> Iterator[Fault]:
    """A control sheet as damage can leave one. WT-22.1: a ship in play has a box left."""
    yield from range_faults(f"{where}.marked", sheet.marked, printed.boxes - afloat)
    if sheet.broken and afloat:
        yield f"{where}.broken", "a ship in play has not broken in two"
    for n, number in enumerate(sheet.checks):
        yield from name_faults(f"{where}.checks.{n}", str(number), [str(row[1]) for row in printed.rows[:-1]])
    yield from _systems(where, sheet, printed)
    yield from _fuel(where, sheet, printed)
    yield from range_faults(f"{where}.fires", sheet.fires, MOST)
    for id, hole in sheet.holes.items():
        yield from _hole(f"{where}.holes.{id}", id, hole)
    for name in ("controls_lost", "controls_lost_before", "takes_over", "bridge_out"):
        yield from range_faults(f"{where}.{name}", getattr(sheet, name), MOST)
    yield from line_faults(f"{where}.last", sheet.last)
    yield from line_faults(f"{where}.helm", [sheet.helm] if sheet.helm else [])


def _systems(where: str, sheet: SheetJson, printed: ShipClass) -> Iterator[Fault]:
    for name, ids in (("lost", sheet.lost), ("beyond", sheet.beyond)):
        legal = printed.all_systems if name == "lost" else (*printed.all_systems, *sheet.holes)
        for n, id in enumerate(ids):
            yield from name_faults(f"{where}.{name}.{n}", id, legal)
            if id in ids[:n]:
                yield f"{where}.{name}.{n}", f"{id} is there twice"
    for n, kind in enumerate(sheet.wounds):
        yield from name_faults(f"{where}.wounds.{n}", kind, ORDER)
    for launcher, used in sheet.used.items():
        yield from name_faults(f"{where}.used", launcher, printed.launchers)
        if launcher in printed.launchers:
            yield from range_faults(f"{where}.used.{launcher}", used, 1 + printed.launchers[launcher].reloads)
    for launcher, turn in sheet.ready.items():
        yield from name_faults(f"{where}.ready", launcher, printed.launchers)
        yield from range_faults(f"{where}.ready.{launcher}", turn, MOST)


def _fuel(where: str, sheet: SheetJson, printed: ShipClass) -> Iterator[Fault]:
    """WT-3.8, WT-3.9."""
    boxes = {name: getattr(sheet, name) for name in ("empty", "fuel_lost", "fuel_holed")}
    for name, number in boxes.items():
        yield from range_faults(f"{where}.{name}", number, printed.fuel)
    if sum(boxes.values()) > printed.fuel:
        yield f"{where}.empty", f"with fuel_lost and fuel_holed these are more than {printed.fuel} fuel boxes"


def _hole(where: str, id: str, hole: HoleJson) -> Iterator[Fault]:
    """WT-16.9."""
    if not HOLE.fullmatch(id):
        yield where, f"{id!r} is no hole; write HO1, HO2 and so on"
    yield from range_faults(f"{where}.left", hole.left or 0, HOLES[hole.kind].patches)


# ---------------------------------------------------------------- aircraft


def _squadron(loaded: StateJson, where: str, id: str, squadron: SquadronJson) -> Iterator[Fault]:
    listed = sheet_aircraft(id)
    if listed is None and not LAND.fullmatch(id):
        yield where, f"{id!r} is no squadron; write carrier and symbol, like ARK-T1, or LB1, LB2 and so on"
        return
    carrier, kind = (listed[0], kind_of(listed[1])) if listed else ("", "B")
    if listed and carrier not in loaded.ships:
        if squadron.place == "air":
            yield where, f"there is no ship {carrier}"
        return
    yield from name_faults(f"{where}.carrier", carrier if squadron.carrier is None else squadron.carrier, [carrier])
    yield from name_faults(f"{where}.kind", squadron.kind or kind, [kind])
    yield from _squadrons_side(loaded, where, carrier, squadron)
    yield from _places(loaded, where, squadron)
    yield from range_faults(f"{where}.aircraft", squadron.aircraft or 0, listed[2] if listed else LAND_PLANES)
    yield from range_faults(f"{where}.endurance", squadron.endurance or 0, ENDURANCE)
    for name in ("index", "enters", "launched", "ready", "moored"):
        yield from range_faults(f"{where}.{name}", getattr(squadron, name) or 0, MOST)
    yield from line_faults(f"{where}.standing", squadron.standing)


def _squadrons_side(loaded: StateJson, where: str, carrier: str, squadron: SquadronJson) -> Iterator[Fault]:
    """Its carrier's; of land-based bombers what the document says."""
    ship = loaded.ships.get(carrier)
    side = side_of(carrier, ship) if ship else squadron.side
    yield from name_faults(f"{where}.side", squadron.side or side, [side] if ship else SIDES)
    yield from _seat(loaded, where, squadron.seat, side)


def _places(loaded: StateJson, where: str, squadron: SquadronJson) -> Iterator[Fault]:
    for name in ("at", "start", "exit"):
        if (place := getattr(squadron, name)) is not None:
            yield from spot_faults(f"{where}.{name}", place)
    if squadron.home and squadron.home not in loaded.ships:
        yield f"{where}.home", f"there is no ship {squadron.home}"


# ---------------------------------------------------------------- the rest


def _contacts(loaded: StateJson) -> Iterator[Fault]:
    for side, contacts in loaded.contacts.items():
        yield from name_faults(f"contacts.{side}", side, SIDES)
        for name, contact in contacts.items():
            where = f"contacts.{side}.{name}"
            if not CONTACT.fullmatch(name):
                yield where, f"{name!r} is no contact; write SUB1, SUB2 and so on"
            yield from spot_faults(f"{where}.at", contact.at)
            yield from range_faults(f"{where}.turn", contact.turn, MOST)
            yield from range_faults(f"{where}.scored", contact.scored, MOST)


def _record(loaded: StateJson) -> Iterator[Fault]:
    """What is written down beside the units."""
    for n, screen in enumerate(loaded.screens):
        for m, place in enumerate(screen.way):
            yield from spot_faults(f"screens.{n}.way.{m}", place)
        yield from range_faults(f"screens.{n}.until", screen.until, MOST)
    for n, mark in enumerate(loaded.marks):
        yield from spot_faults(f"marks.{n}.origin", mark.origin)
        yield from spot_faults(f"marks.{n}.aim", mark.aim)
        yield from name_faults(f"marks.{n}.side", mark.side, ("", *SIDES))
    for side, lines in loaded.fleet.items():
        yield from name_faults(f"fleet.{side}", side, SIDES)
        yield from line_faults(f"fleet.{side}", lines)
    yield from _sides({"torpedo_salvos": loaded.torpedo_salvos, "points": loaded.points})
    for n, side in enumerate(loaded.winners):
        yield from name_faults(f"winners.{n}", side, SIDES)
    for name in ("raiders", "raiding"):
        for n, id in enumerate(getattr(loaded, name)):
            yield from name_faults(f"{name}.{n}", id, CLASS_OF)


def _sides(numbers: Mapping[str, Mapping[str, int]]) -> Iterator[Fault]:
    for name, by_side in numbers.items():
        for side, number in by_side.items():
            yield from name_faults(f"{name}.{side}", side, SIDES)
            yield from range_faults(f"{name}.{side}", number, MOST)
