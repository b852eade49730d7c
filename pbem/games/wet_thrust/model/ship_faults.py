"""What is wrong with a ship file of the right shape: paths and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.core.game.validation import Fault, range_faults
from pbem.core.geometry.tabletop import sectors
from pbem.games.wet_thrust.model.ship_class import COUNTED, GUN_CLASSES, ORDER, Gun, Launcher, Mount, ShipClass

MOST = 12
"""Systems of one kind that a sheet may have."""
UNIT = re.compile(r"([A-Z]{1,4})([0-9]{0,3})")
ORDER_WORDS = (
    "ADF", "ALL", "AND", "ANY", "ASW", "ATTACK", "BEAM", "BOILER", "BOW", "BREAK", "BRIDGE", "CAP", "CEASE", "COVER",
    "CRASH", "DEPTH", "DIVE", "ELSE", "END", "ESCORT", "EVADE", "FIRE", "FLEET", "FROM", "GUN", "GUNS", "HELP", "HOLD",
    "HOLE", "INTO", "LAND", "LAUNCH", "LOSE", "LUCK", "MAIN", "MAKE", "MAXA", "MAXD", "MERGE", "MOVE", "NOT", "OFF",
    "ORBIT", "PDF", "PLOT", "PORT", "PROP", "RADAR", "RAM", "RANGE", "READY", "REPAIR", "RETURN", "RUN", "SCREEN", "SILENT",
    "SMOKE", "SONAR", "SPEED", "SPOT", "STBD", "STERN", "SUB", "TORP", "WILL", "WITH", "WITHIN", "YES",
)  # fmt: skip
"""Words of the order language: no ship can be called so."""


def faults(ship: ShipClass) -> Iterator[Fault]:
    """What is wrong with a sheet of the right shape: paths and reasons."""
    yield from _speed_faults(ship)
    yield from _armour_faults(ship)
    yield from _system_faults(ship)
    yield from _mount_faults(ship)
    yield from _row_faults(ship)


def _speed_faults(ship: ShipClass) -> Iterator[Fault]:
    for path, value in (("top", ship.top), ("accel", ship.accel), ("decel", ship.decel)):
        if not 0 < value <= 40:
            yield path, f"{value} is not more than 0 and at most 40 inches"
    if ship.boat and not 0 < ship.submerged <= ship.top:
        yield "submerged", f"{ship.submerged} is not more than 0 and at most the surfaced top of {ship.top}"
    if not ship.boat and ship.submerged:
        yield "submerged", "only submarines (type SS) go below the surface"
    points = []
    for at, level in enumerate(ship.levels):
        if not level.rstrip("*").isdigit() or level.count("*") > 1:
            yield f"levels.{at}", f"{level!r} is no level; write points a turn, with * where they are disruptive, like 2*"
            return
        points.append(int(level.rstrip("*")))
    if not points or points != sorted(set(points)) or not 1 <= points[0] <= points[-1] <= 6:
        yield "levels", "must be one or more rising numbers of points from 1 to 6"
    if len(points) != ship.systems.get("RU", 0):
        yield "levels", f"there are {len(points)} for {ship.systems.get('RU', 0)} rudders; each rudder lost costs one (WT-4.2)"


def _armour_faults(ship: ShipClass) -> Iterator[Fault]:
    yield from range_faults("belt", ship.belt, 3)
    yield from range_faults("deck", ship.deck, 3)
    yield from range_faults("fuel", ship.fuel, 20)
    yield from range_faults("fire_boxes", ship.fire_boxes, 20, 1)


def _system_faults(ship: ShipClass) -> Iterator[Fault]:
    for prefix, count in ship.systems.items():
        if prefix not in COUNTED:
            yield f"systems.{prefix}", f"is none of {', '.join(COUNTED)}"
        else:
            yield from range_faults(f"systems.{prefix}", count, 1 if prefix in ("BR", "SB") else MOST)
    for prefix, what in (("BO", "a boiler room"), ("PR", "a propeller"), ("RU", "a rudder"), ("BR", "a bridge")):
        if not ship.systems.get(prefix):
            yield f"systems.{prefix}", f"every vessel has {what}"
    yield from _unit_faults(ship)


def id_fault(id: str) -> str:
    """Why orders cannot name a ship so; "" if they can."""
    found = UNIT.fullmatch(id)
    if not found or not 3 <= len(id) <= 6:
        return f"{id!r} is no unit id; write 3 to 6 characters, capital letters and then digits, like BIS or M01"
    if id in ORDER_WORDS or (found[2] and found[1] in (*ORDER, "HO", "LB", "SUB")):
        return f"{id!r} means something else in orders; write another id"
    return ""


def _unit_faults(ship: ShipClass) -> Iterator[Fault]:
    """Ids by which orders name ships: not to be mistaken for systems, squadrons, contacts or words."""
    if not ship.units:
        yield "units", "at least one unit id with its ship's name"
    for id, name in ship.units.items():
        if fault := id_fault(id):
            yield f"units.{id}", fault
        if not name.strip():
            yield f"units.{id}", "the ship has no name"


def _mount_faults(ship: ShipClass) -> Iterator[Fault]:
    yield from _arc_faults("guns", tuple(GUN_CLASSES), ship.guns)
    yield from _arc_faults("torpedoes", ("TL",), ship.torpedoes)
    yield from _arc_faults("asw", ("AS",), ship.asw)
    for at, launcher in enumerate(ship.torpedoes):
        yield from range_faults(f"torpedoes.{at}.tubes", launcher.tubes, 10, 1)
        yield from range_faults(f"torpedoes.{at}.reloads", launcher.reloads, 9)
    if ship.squadrons and ship.type != "CV":
        yield "squadrons", "only carriers (type CV) have squadrons (WT-11.1)"
    for at, wing in enumerate(ship.squadrons):
        yield from _id_faults(f"squadrons.{at}.id", wing.id, (wing.type,))
        yield from range_faults(f"squadrons.{at}.aircraft", wing.aircraft, 6, 1)
    for at, magazine in enumerate(ship.magazines):
        yield from _id_faults(f"magazines.{at}.id", magazine.id, ("MG",))
        yield from range_faults(f"magazines.{at}.mod", magazine.mod, 5)
    ids = ship.all_systems
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        yield "systems", f"{id} is there twice"


def _arc_faults(path: str, prefixes: tuple[str, ...], mounts: Sequence[Gun | Launcher | Mount]) -> Iterator[Fault]:
    for at, mount in enumerate(mounts):
        yield from _id_faults(f"{path}.{at}.id", mount.id, prefixes)
        try:
            sectors(mount.arc)
        except ValueError as e:
            yield f"{path}.{at}.arc", str(e)


def _id_faults(path: str, id: str, prefixes: tuple[str, ...]) -> Iterator[Fault]:
    prefix = id.rstrip("0123456789")
    if prefix not in prefixes or id == prefix or id[len(prefix)] == "0":
        yield path, f"{id!r} is no id; write {' or '.join(prefixes)} and a number from 1"


def _row_faults(ship: ShipClass) -> Iterator[Fault]:
    if not ship.rows:
        yield "rows", "at least one row of damage boxes"
    for at, row in enumerate(ship.rows):
        last = at == len(ship.rows) - 1
        if len(row) != 2 or not 1 <= row[0] <= 40:
            yield f"rows.{at}", f"{row} is no row; write [boxes, threshold number], boxes from 1 to 40"
        elif last and row[1]:
            yield f"rows.{at}", "the bottom row has no threshold number: write 0"
        elif not last and not 2 <= row[1] <= 6:
            yield f"rows.{at}", f"the threshold number {row[1]} is not 2 to 6"
