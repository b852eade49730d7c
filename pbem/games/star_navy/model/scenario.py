"""Scenario files and game options (2.10): what a game starts from. Files are checked when loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pbem.core.fleets.fleet_units import Lacks, Unit
from pbem.core.fleets.fleet_units import faults as unit_faults
from pbem.core.game import scenarios
from pbem.core.game.options import Choice
from pbem.core.game.validation import Fault, hex_faults
from pbem.core.geometry.hexes import Hex, parse_label
from pbem.games.star_navy.model.reserved_words import RESERVED
from pbem.games.star_navy.model.sheet import UNIT_CLASSES
from pbem.games.star_navy.model.tables import CLASSES

SHEET = 99
"""SN-13.10: columns and rows of the sheet under a floating map."""

SIDE = re.compile(r"[A-Z][A-Z0-9]{0,11}")
NAME = re.compile(r"[A-Z][A-Z0-9_]{0,11}")
NUMBERED = re.compile(r"[TEM]\d+|END|LUCK|READY")
"""Section 5.1: besides the words of the orders, what no ship may be called by: slots, mines, and the envelope's words."""


class Side(NamedTuple):
    """A side; its seat has the same name in small letters."""

    id: str
    seat: str


@dataclass(frozen=True)
class Entry:
    """A ship as a scenario lists it. `zone` is the radius within which its captain may place it (0: fixed)."""

    side: str
    id: str
    ship_class: str
    hex: str
    heading: Literal["N", "NE", "SE", "S", "SW", "NW"]
    speed: int = 3
    zone: int = 0
    name: str = ""
    lacks: Lacks = field(default_factory=dict)
    """SN-17.4: what it begins without."""


@dataclass(frozen=True)
class Opening:
    """A scenario file. `more` are further ships for more players; `symmetric_about` asks for a check of the map."""

    key: str
    code: str
    title: str
    summary: str
    edge: Literal["floating", "sticky", "solid"]
    limit: int
    ships: list[Entry]
    aliases: list[str] = field(default_factory=list)
    columns: int = SHEET
    rows: int = SHEET
    region_value: int = 3
    planets: list[str] = field(default_factory=list)
    asteroids: list[str] = field(default_factory=list)
    more: list[Entry] = field(default_factory=list)
    free_class: bool = False
    """May option `ship_class` replace the class of all ships?"""
    end: Literal["", "first_blood"] = ""
    symmetric_about: str = ""


def read_opening(path: Path) -> Opening:
    """A scenario file. Raises `BrokenData` naming file, path and reason."""
    return scenarios.read_opening(path, Opening, faults)


def faults(opening: Opening) -> Iterator[Fault]:
    """What is wrong with a scenario: path and reason."""
    for name, most in (("columns", SHEET), ("rows", SHEET), ("limit", 10_000)):
        if not 1 <= getattr(opening, name) <= most:
            yield name, f"must be 1 to {most}"
    if opening.region_value < 0:
        yield "region_value", "must be 0 or more"
    for name in ("planets", "asteroids"):
        for n, text in enumerate(getattr(opening, name)):
            yield from _hex_faults(opening, f"{name}.{n}", text)
    for name in ("ships", "more"):
        for n, entry in enumerate(getattr(opening, name)):
            yield from _entry_faults(opening, f"{name}.{n}", entry)
    yield from _roster_faults(opening)
    yield from _symmetry_faults(opening)


def _hex_faults(opening: Opening, where: str, text: str) -> Iterator[Fault]:
    return hex_faults(where, text, opening.columns, opening.rows)


def _entry_faults(opening: Opening, where: str, entry: Entry) -> Iterator[Fault]:
    if not SIDE.fullmatch(entry.side):
        yield f"{where}.side", f"{entry.side!r} is no name for a side; use capital letters and digits"
    yield from ((f"{where}.{name}", why) for name, why in ship_faults(entry))
    if entry.lacks and opening.free_class:
        yield f"{where}.lacks", "cannot be given where the class is free"
    yield from _hex_faults(opening, f"{where}.hex", entry.hex)
    if entry.hex in opening.planets:
        yield f"{where}.hex", f"{entry.hex} is a planet"
    if not 0 <= entry.speed <= 6:
        yield f"{where}.speed", "must be 0 to 6"
    if entry.zone < 0:
        yield f"{where}.zone", "must be 0 or more"


def ship_faults(entry: Entry) -> Iterator[Fault]:
    """What is wrong with a ship in any scenario: its id, its class, or what it lacks."""
    if not NAME.fullmatch(entry.id) or NUMBERED.fullmatch(entry.id) or entry.id in RESERVED:
        yield "id", f"{entry.id!r} is no name for a ship; it is a word of the orders or no word of capital letters"
    if entry.ship_class not in CLASSES:
        yield "ship_class", f"unknown class {entry.ship_class!r}; classes are {', '.join(CLASSES)}"
        return
    for why in unit_faults(Unit(entry.id, entry.ship_class, lacks=entry.lacks), UNIT_CLASSES):
        yield "lacks", why
    if entry.lacks.get("integrity", 0) == CLASSES[entry.ship_class].integrity:
        yield "lacks", "a ship without integrity is destroyed (SN-8.9, SN-17.3)"


def _roster_faults(opening: Opening) -> Iterator[Fault]:
    """SN-1.1: two or more sides. One id, one ship."""
    ids: set[str] = set()
    for name in ("ships", "more"):
        for n, entry in enumerate(getattr(opening, name)):
            if entry.id in ids:
                yield f"{name}.{n}.id", f"there are two ships {entry.id}"
            ids.add(entry.id)
    if len({entry.side for entry in opening.ships}) < 2:
        yield "ships", "there must be two or more sides"


def _symmetry_faults(opening: Opening) -> Iterator[Fault]:
    """Every hex of terrain has its mirror image, and so has every ship's place."""
    if not opening.symmetric_about:
        return
    q, r = parse_label(opening.symmetric_about)

    def mirrored(hex: Hex) -> Hex:
        return 2 * q - hex[0], 2 * r - hex[1]

    places = {"planets": opening.planets, "asteroids": opening.asteroids, "ships": [e.hex for e in opening.ships]}
    for name, labels in places.items():
        hexes = [parse_label(x) for x in labels]
        for n, hex in enumerate(hexes):
            if mirrored(hex) not in hexes:
                yield f"{name}.{n}", f"{labels[n]} has no mirror image about {opening.symmetric_about}"


OPENINGS = scenarios.read_openings(Path(__file__).parents[1] / "scenarios", read_opening)


# ---------------------------------------------------------------- options


def choices(opening: Opening) -> dict[str, Choice]:
    """Table 2.10: the options of a scenario."""
    made = {
        "pace": Choice("turn", ("turn", "cycle")),
        "screen": Choice("on", ("on", "off")),
        "edge": Choice(opening.edge, ("floating", "sticky", "solid")),
        "region_value": Choice(opening.region_value),
        "vp_destroy": Choice(1, whole=False),
        "vp_capture": Choice(2, whole=False),
        "vp_cripple": Choice(0.5, whole=False),
        "capthr": Choice("half", ("half", "section")),
        "cannon_wear": Choice("section", ("section", "ship")),
        "board_shields": Choice("weakest", ("weakest", "facing")),
        "jump_hazards": Choice("on", ("on", "off")),
    }
    if opening.free_class:
        made["ship_class"] = Choice(opening.ships[0].ship_class, tuple(CLASSES))
    if opening.more:
        fewest = len(sides(opening.ships))
        made["players"] = Choice(fewest, least=fewest, most=fewest + len(sides(opening.more)))
    return made


SCENARIOS = scenarios.Scenarios(OPENINGS, choices)
find, options = SCENARIOS.find, SCENARIOS.options


# ---------------------------------------------------------------- who plays what


def sides(entries: Iterable[Entry]) -> list[Side]:
    """The sides in scenario order."""
    return [Side(name, name.lower()) for name in dict.fromkeys(entry.side for entry in entries)]


def roster(opening: Opening, options: Mapping[str, Any]) -> list[Entry]:
    """The ships of a game in roster order (section 3): sides in scenario order, within a side by id."""
    entries = list(opening.ships)
    if opening.more:
        entries += opening.more[: options["players"] - len(sides(opening.ships))]
    if opening.free_class:
        entries = [replace(entry, ship_class=options["ship_class"]) for entry in entries]
    return in_roster_order(entries)


def in_roster_order(entries: Iterable[Entry]) -> list[Entry]:
    """Section 3: sides as they come, within a side by id."""
    found = list(entries)
    order = [side.id for side in sides(found)]
    return sorted(found, key=lambda entry: (order.index(entry.side), entry.id))
