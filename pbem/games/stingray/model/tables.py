"""The printed tables (section 2): vessel classes and damage from `data/`, the phase table and weapons as constants."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from pbem.core.game.data_file import read_json

DATA = Path(__file__).parents[1] / "data"

TERRAINIANS, AQUAPHIBIANS = "terrainians", "aquaphibians"
SIDES = (TERRAINIANS, AQUAPHIBIANS)
"""STG-GEN.2, in the order of play of section 3."""

ClassKey = Literal["SR", "SS", "TF", "MF"]
Edge = Literal["N", "E", "S", "W"]

PHASES = (1, 2, 3, 4, 5, 6)
PHASES_OF: dict[int, tuple[int, ...]] = {
    0: (),
    1: (4,),
    2: (4, 5),
    3: (2, 4, 6),
    4: (2, 4, 5, 6),
    5: (1, 3, 4, 5, 6),
    6: (1, 2, 3, 4, 5, 6),
}
"""Table 2.2: speed -> the phases in which a hex is moved."""

MK61, MK7, TERROR, MINE, DECOY = "MK61", "MK7", "TERROR", "MINE", "DECOY"
SONAR_KINDS = (MK7, TERROR)
RUN = {MK7: 12, TERROR: 12, MK61: 36}
"""Table 2.3: hexes a missile swims before it is spent."""
HEXES_A_PHASE = {MK7: 1, TERROR: 1, MK61: 2}

PLANT = 6
"""STG-POW.1: APU a move."""
BATTERY = 10
"""STG-POW.4: the charge batteries hold."""
LOCAL = 9
"""Table 2.6: local ship-to-ship, hexes."""
CODE_RANGE = 3
"""STG-MIN.5: activation codes, hexes."""
MAX_ARMING = 10
MAX_SCAN = 6
CREW_DEAD = 4

READY = "READY"
"""Load of a fish's launcher that may fire: a missile, or a mine instead."""


@dataclass(frozen=True)
class VesselClass:
    """Table 2.1; STG-GEN.8: the sides differ in gear and in repairs.

    Speeds in hexes a move; `stores` are full loads; `repair` is the die needed, `destroyed` the VP for it.
    """

    key: ClassKey
    title: str
    side: str
    points: int
    cruise: int
    top: int
    accelerate: int
    decelerate: int
    turns: int
    shielded: bool
    stores: dict[str, int]
    launchers: list[str]
    fuel_dice: int
    repair: int
    destroyed: int
    repairs: list[str]
    """Section 6: systems in the order in which they are repaired by default."""

    @cached_property
    def fish(self) -> bool:
        """Aquaphibian vessels burn fuel and are never SR or SS."""
        return self.side == AQUAPHIBIANS


@dataclass(frozen=True)
class Harm:
    """A row of D1-D3. special: "", a system, CREW, TANKS (D1 result 1), ROLL (D4 or D5 follows)."""

    points: int
    special: str


@dataclass(frozen=True)
class ClassFile:
    """data/classes.json."""

    classes: list[VesselClass]


@dataclass(frozen=True)
class DamageFile:
    """data/damage.json: tables D1 to D5 by face."""

    fish_by_mk61: dict[str, Harm]
    fish_by_other: dict[str, Harm]
    terrainian: dict[str, Harm]
    special_stingray: dict[str, str]
    special_supersub: dict[str, str]


CLASSES: dict[str, VesselClass] = {c.key: c for c in read_json(DATA / "classes.json", ClassFile).classes}
DAMAGE = read_json(DATA / "damage.json", DamageFile)
