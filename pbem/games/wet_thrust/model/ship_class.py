"""A ship control sheet as printed (2.1, 2.2). WT-17.1: magazines are only on the sheets that list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from pbem.core.geometry.tabletop import sectors

ShipType = Literal["BB", "BC", "CV", "CA", "CL", "DD", "SS", "MM"]
Kind = Literal["F", "DB", "T", "R", "B"]
AIRCRAFT: Mapping[str, Kind] = {"R": "R", "F": "F", "DB": "DB", "T": "T"}
"""WT-11.1: kinds of aircraft by their symbols on a sheet; land-based bombers (B) have none."""
GUN_CLASSES = "ABCD"
COUNTED = ("BO", "PR", "RU", "RA", "SO", "R", "PD", "AD", "BR", "SB", "FC", "DC")
"""Systems of which a sheet says only how many."""
ORDER = ("BO", "PR", "RU", "RA", "SO", "R", *GUN_CLASSES, "TL", "AS", "F", "DB", "T", "PD", "AD", "BR", "SB", "FC", "DC", "MG")
"""WT-9.4: the canonical order of systems."""


@dataclass(frozen=True)
class Gun:
    """A gun battery: `A1`, arc in clock sectors."""

    id: str
    arc: str


@dataclass(frozen=True)
class Launcher:
    """A torpedo launcher of so many tubes, with so many loads beside the one in its tubes."""

    id: str
    tubes: int
    arc: str
    reloads: int = 0


@dataclass(frozen=True)
class Mount:
    """An anti-submarine mount."""

    id: str
    arc: str


@dataclass(frozen=True)
class Wing:
    """A squadron that a carrier begins with."""

    id: str
    type: Literal["F", "DB", "T"]
    aircraft: int = 6
    name: str = ""


@dataclass(frozen=True)
class Magazine:
    """A magazine and what is added to its die."""

    id: str
    mod: int = 0


@dataclass(frozen=True)
class ShipClass:
    """A ship control sheet as printed. Lengths in inches a turn; `rows` are [boxes, threshold number], the last number 0.

    `levels` are points a turn with `*` where they are disruptive; `submerged` is a submarine's top speed below the surface.
    """

    key: str
    name: str
    units: dict[str, str]
    """Ids of the units of this class -> ships' names."""
    type: ShipType
    nation: str
    top: float
    accel: float
    decel: float
    levels: list[str]
    evasive: Literal["none", "capital", "escort"]
    belt: int
    deck: int
    systems: dict[str, int]
    fuel: int
    fire_boxes: int
    rows: list[list[int]]
    submerged: float = 0.0
    guns: list[Gun] = field(default_factory=list)
    torpedoes: list[Launcher] = field(default_factory=list)
    asw: list[Mount] = field(default_factory=list)
    squadrons: list[Wing] = field(default_factory=list)
    magazines: list[Magazine] = field(default_factory=list)

    @property
    def boat(self) -> bool:
        """A submarine?"""
        return self.type == "SS"

    @property
    def carrier(self) -> bool:
        """Does she carry squadrons?"""
        return bool(self.squadrons)

    @cached_property
    def boxes(self) -> int:
        """All damage boxes."""
        return sum(row[0] for row in self.rows)

    @cached_property
    def by_kind(self) -> Mapping[str, Sequence[str]]:
        """Ids of all systems by kind, kinds in canonical order."""
        listed = {
            **{prefix: _numbered(prefix, self.systems.get(prefix, 0)) for prefix in COUNTED},
            **{letter: [gun.id for gun in self.guns if gun.id[0] == letter] for letter in GUN_CLASSES},
            "TL": [launcher.id for launcher in self.torpedoes],
            "AS": [mount.id for mount in self.asw],
            **{kind: [wing.id for wing in self.squadrons if wing.type == kind] for kind in ("F", "DB", "T")},
            "MG": [magazine.id for magazine in self.magazines],
        }
        return {kind: listed[kind] for kind in ORDER}

    @cached_property
    def all_systems(self) -> tuple[str, ...]:
        """Ids of all systems in canonical order (WT-9.4)."""
        return tuple(id for ids in self.by_kind.values() for id in ids)

    @property
    def mounts(self) -> list[Gun | Launcher | Mount]:
        """All that has an arc, in canonical order."""
        return [*self.guns, *self.torpedoes, *self.asw]

    @cached_property
    def arcs(self) -> Mapping[str, frozenset[int]]:
        """Clock sectors of guns, launchers and mounts by id."""
        return {each.id: sectors(each.arc) for each in self.mounts}

    @cached_property
    def launchers(self) -> Mapping[str, Launcher]:
        """By id."""
        return {launcher.id: launcher for launcher in self.torpedoes}

    @cached_property
    def magazine_mods(self) -> Mapping[str, int]:
        """WT-17.1: what is added to a magazine's die, by id."""
        return {magazine.id: magazine.mod for magazine in self.magazines}

    @cached_property
    def main(self) -> str:
        """WT-7.9: the largest gun class on the sheet; "" without guns."""
        return min((gun.id[0] for gun in self.guns), default="")

    def points_of(self, level: int) -> int:
        """Points a turn of a manoeuvre level, counted from 1 (WT-4.1); 0 below the first."""
        return int(self.levels[level - 1].rstrip("*")) if level >= 1 else 0

    def disruptive(self, points: int) -> bool:
        """WT-4.4: is the level that so many points need a disruptive one?"""
        return next((level.endswith("*") for level in self.levels if int(level.rstrip("*")) >= points), False)

    def printed_top(self, below: bool = False) -> Fraction:
        """The top speed that the sheet gives; of a submarine on or below the surface (WT-18.1)."""
        return exact(self.top_number(below))

    def top_number(self, below: bool) -> float:
        """The same as the data file has it."""
        return self.submerged if below else self.top


@lru_cache(2**10)
def exact(number: float | str) -> Fraction:
    """WT-1.6: the fraction that a decimal number of a data file means, or the text of an event."""
    return Fraction(str(number))


@lru_cache(2**10)
def share(number: float, some: int, of: int) -> Fraction:
    """So many of so many parts of such a number."""
    return exact(number) * Fraction(some, of)


def _numbered(prefix: str, count: int) -> list[str]:
    """BO1, BO2 ...; there is but one bridge of each kind, and it has no number."""
    return [prefix] * min(count, 1) if prefix in ("BR", "SB") else [f"{prefix}{k}" for k in range(1, count + 1)]
