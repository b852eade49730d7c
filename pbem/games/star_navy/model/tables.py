"""The printed tables, and the ship classes from `data/classes.json`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.core.game.data_file import BrokenData, read_json

SECTIONS = ("F", "RF", "RR", "R", "LR", "LF")
"""SN-1.5: clockwise; section k of a ship with heading h faces map direction (h + k) mod 6."""
FRONT_HALF = ("F", "LF", "RF")
REAR_HALF = ("R", "LR", "RR")
"""SN-8.6: each half in the order in which capacitors and thrusters are lost."""
PRIORITY = ("F", "RF", "LF", "RR", "LR", "R")
"""SN-15.7, SN-15.11: the order in which sections are preferred."""
SECTION_NAMES = {
    "F": "Front",
    "RF": "Right Front",
    "RR": "Right Rear",
    "R": "Rear",
    "LR": "Left Rear",
    "LF": "Left Front",
}
WEAPONS = {"C": "cannon", "L": "laser", "P": "pulser", "T": "torpedo"}
MAX_RANGE = 15
MINE_POINTS = 12
TORPEDO_POINTS = 6

TURNS = 6
"""Of a cycle."""
MOVE_CHART: dict[int, frozenset[int]] = {
    0: frozenset(),
    1: frozenset({6}),
    2: frozenset({3, 6}),
    3: frozenset({2, 4, 6}),
    4: frozenset({2, 3, 5, 6}),
    5: frozenset({2, 3, 4, 5, 6}),
    6: frozenset({1, 2, 3, 4, 5, 6}),
}
"""Table 2.6: speed -> turns of the cycle on which a ship of that speed moves."""


def laser_damage(distance: int) -> int:
    """Table 2.3: points of one laser at this range (1-15)."""
    return 5 - (distance - 1) // 3


PULSER: dict[int, tuple[int, int]] = {4: (2, 2), 3: (2, 1), 2: (1, 1), 1: (1, 0)}
"""Table 2.3: number of pulsers -> points on the hit section and its neighbours, points on the other three."""

DAMAGE_COLUMNS: dict[int, tuple[str, ...]] = {
    1: ("hull", "shield", "shield", "capthr", "capthr", "hull", "engine", "engine", "integrity"),
    2: ("hull", "shield", "shield", "weapon", "weapon", "hull", "isd", "isd", "engine"),
    3: ("hull", "shield", "capthr", "shield", "hull", "capthr", "marine", "marine", "integrity"),
    4: ("hull", "hull", "weapon", "shield", "shield", "weapon", "engine", "engine", "integrity"),
    5: ("hull", "capthr", "hull", "shield", "shield", "isd", "capthr", "isd", "marine"),
    6: ("hull", "weapon", "hull", "shield", "shield", "marine", "weapon", "marine", "integrity"),
}
"""Table 2.5: column die -> components, read downwards."""


@dataclass(frozen=True)
class SectionClass:
    """One outer section of a class, undamaged; `capthr` counts capacitors in the front half, thrusters in the rear half."""

    hulls: int
    shields: int
    weapons: int
    capthr: int


@dataclass(frozen=True)
class ShipClass:
    """One console, undamaged. `discount` is taken off turning and speed costs; `loadout` maps section to weapon letter."""

    code: str
    name: str
    discount: int
    value: int
    engines: int
    isds: int
    marines: int
    integrity: int
    mines: int
    sections: dict[str, SectionClass]
    loadout: dict[str, str]

    def total(self, what: str) -> int:
        """How many of hulls, shields, weapons, capacitors or thrusters the whole class has."""
        halves = {"capacitors": FRONT_HALF, "thrusters": REAR_HALF}
        field = "capthr" if what in halves else what
        return sum(getattr(self.sections[s], field) for s in halves.get(what, SECTIONS))


DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True)
class _ClassFile:
    classes: list[ShipClass]


def load_classes(path: Path) -> dict[str, ShipClass]:
    """Ship classes by code. Raises `BrokenData`."""
    found = read_json(path, _ClassFile)
    for each in found.classes:
        if set(each.sections) != set(SECTIONS) or set(each.loadout) != set(SECTIONS):
            raise BrokenData(f"{path.name}: {each.code}: sections and loadout must name {', '.join(SECTIONS)}")
    return {each.code: each for each in found.classes}


CLASSES = load_classes(DATA / "classes.json")
