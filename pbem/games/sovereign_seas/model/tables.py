"""The printed tables (SSL-Q.1; sections P and Q): ship logs and guns from `data/`, the rest as constants and closed forms.

Numbers marked in the rule book as reconstructed can be set by options; functions that depend on one take the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pbem.core.game.data_file import read_json
from pbem.core.game.unit_ids import natural

DATA = Path(__file__).parents[1] / "data"

BRITISH, FRENCH = "british", "french"
SIDES = (BRITISH, FRENCH)
"""SSL-A.1, in the order in which they roll for advantage (SSL-G.1)."""

Options = Mapping[str, Any]
Location = Literal["H", "B", "T", "*"]
Mount = Literal["casemate", "turret", "barbette"]
RamCategory = Literal["armored", "none", "other"]
Kind = tuple[str, str]
"""Code and arc of a battery."""

BSIC, CBIC, SF, COV = "BSIC", "CBIC", "SF", "COV"
IRONCLADS = (BSIC, CBIC)
MERCHANT = ("LM", "SM")
OF_A_TYPE = 5
"""Counters of each type (SSL-O6.1)."""
TYPES = {BSIC: (BSIC,), CBIC: (CBIC,), SF: (SF,), COV: (COV,), "MERCHANT": MERCHANT}
"""SSL-X.11: words for targets -> types."""
POSITIONS = {"BOW": "F", "AFT": "A", "STBD": "S", "PORT": "P", "MID": "M", "TURRETS": "T"}
"""SSL-X.11: words for groups -> first letter of battery ids (2.4)."""

ARMOUR = ("", "A", "B", "C", "D", "E", "F", "G")
"""SSL-D4.1: "" is unarmoured. In the order of the alphabet."""

MAX_RANGE = 13


@dataclass(frozen=True)
class Bracket:
    """One printed row of batteries: ids that share gun code, mount, arc and armour ("": none)."""

    ids: list[str]
    code: str
    mount: Mount
    arc: str
    armour: str


@dataclass(frozen=True)
class Battery:
    """SSL-D2.1: one gun position. `place` counts in natural id order; T are turrets and barbettes, B casemates."""

    id: str
    code: str
    mount: Mount
    arc: str
    armour: str
    place: int

    @property
    def location(self) -> Literal["T", "B"]:
        """SSL-D2.1."""
        return "B" if self.mount == "casemate" else "T"

    @cached_property
    def kind(self) -> Kind:
        """Batteries of one kind have the same targets before them."""
        return self.code, self.arc


@dataclass(frozen=True)
class ShipClass:
    """SSL-D1.1: a fresh control log. `turn_hexes` is the m of turn rate 1/m; armour "" is none."""

    key: str
    name: str
    aliases: list[str]
    title: str
    unit: str
    type: str
    side: str
    in_service: str
    points: int
    turn_hexes: int
    size: int
    acceleration: int
    hull_line: str
    speed_track: list[int]
    hull_armour: str
    tower_armour: str
    magazines: int
    ram: RamCategory
    batteries: list[Bracket]

    @cached_property
    def circles(self) -> int:
        """Hull circles."""
        return self.hull_line.count("O")

    @cached_property
    def crossings(self) -> frozenset[int]:
        """SSL-L4.1: the circles, counted from 1 at the bow, that are first behind a slash."""
        parts = self.hull_line.replace("|", "").split("/")
        passed = [sum(map(len, parts[:n])) for n in range(1, len(parts))]
        return frozenset(circle + 1 for circle in passed if circle < self.circles)

    @cached_property
    def guns(self) -> dict[str, Battery]:
        """Batteries by id, in natural id order."""
        rows = {id: bracket for bracket in self.batteries for id in bracket.ids}
        return {
            id: Battery(id, row.code, row.mount, row.arc, row.armour, place)
            for place, (id, row) in enumerate(sorted(rows.items(), key=lambda item: natural(item[0])))
        }

    @cached_property
    def parts(self) -> Mapping[Location, list[Battery]]:
        """SSL-D2.1: batteries by the location letter under which they are hit, in natural id order."""
        return {letter: [each for each in self.guns.values() if each.location == letter] for letter in LOCATIONS}

    def maximum(self, lost: int) -> int:
        """SSL-D1.3, SSL-L4.2: the leftmost speed factor left after so many are lost; 0 without one."""
        return self.speed_track[lost] if lost < len(self.speed_track) else 0

    def deceleration(self, options: Options) -> int:
        """SSL-H.4: half of the acceleration (option `decel_div`), rounded up (SSL-B.3)."""
        return ceil_div(self.acceleration, int(options["decel_div"]))


@dataclass(frozen=True)
class Gun:
    """A row of charts Q.2.1, Q.2.2. `halves`: firepower in halves, `milder` with fp_set=1112; `reach`: a letter a hex."""

    code: str
    name: str
    side: str
    halves: int
    milder: int
    reach: str


@dataclass(frozen=True)
class ClassFile:
    """data/classes.json."""

    classes: list[ShipClass]


@dataclass(frozen=True)
class GunFile:
    """data/guns.json: weakest first on each side."""

    guns: list[Gun]


def ceil_div(number: int, by: int) -> int:
    """SSL-B.3: a fraction is rounded up."""
    return -(-number // by)


CLASSES: dict[str, ShipClass] = {c.key: c for c in read_json(DATA / "classes.json", ClassFile).classes}
"""SSL-P.1, SSL-P.2: the logs. A key with a slash is a variant that an option chooses."""
GUNS: dict[str, Gun] = {g.code: g for g in read_json(DATA / "guns.json", GunFile).guns}
RANK: dict[str, int] = {code: rank for rank, code in enumerate(reversed(GUNS))}
"""Gun rank: a lower number is a stronger gun of its side."""
UNITS: dict[str, str] = {c.unit: c.key for c in CLASSES.values() if "/" not in c.key}
"""Letters of unit ids -> class."""
COUNTERS: dict[str, str] = {BSIC: "B", CBIC: "C", SF: "F", COV: "V"}
"""Printed counter names (BSIC-1) -> second letter of the unit id; the first is the nation's."""


def class_of(unit: str, options: Options) -> ShipClass:
    """The log of a unit id, in the variant that the options choose."""
    key = UNITS[natural(unit)[0]]
    if key == "Bellerophon" and options["bellerophon_log"] == "page2":
        key = "Bellerophon/page2"
    if key == "Defense" and options["defense_track"] == "eleven":
        key = "Defense/eleven"
    return CLASSES[key]


# ---------------------------------------------------------------- movement


def movement_points(speed: int, impulse: int, impulses: int) -> int:
    """SSL-I1.1: phase movement chart Q.3: hexes in impulse 1 .. `impulses`. SSL-B.1: yards and minutes matter nowhere."""
    return speed * impulse // impulses - speed * (impulse - 1) // impulses


# ---------------------------------------------------------------- gunnery


def firepower(code: str, options: Options) -> int:
    """Firepower in halves."""
    gun = GUNS[code]
    return gun.halves if options["fp_set"] == "1223" else gun.milder


def reach_of(code: str, options: Options) -> str:
    """The heaviest armour that a gun beats, a letter a hex from range 1 on. SSL-P.3: an [A] gun."""
    return GUNS["B" if code == "A" and options["gun_a"] == "b" else code].reach


def letter_at(code: str, range: int, options: Options) -> str:
    """SSL-J2.11: the heaviest armour beaten at a range of 1 or more; "" out of range."""
    row = reach_of(code, options)
    return row[range - 1] if range <= len(row) else ""


TWOS = (3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8)


def needed_at(range: int, options: Options) -> int:
    """SSL-J2.9: strikes needed at a range of 1 to 13."""
    return TWOS[range - 1] if options["to_hit_row"] == "twos" else 4 + (range - 1) // 3


def effective_hits(base: int, code: str, options: Options) -> int:
    """SSL-J2.10: base hits times firepower, rounded up."""
    return ceil_div(base * firepower(code, options), 2)


def number_modifier(guns: int) -> int:
    """Q.2.3 by the batteries in the salvo."""
    return -3 if guns <= 1 else -2 if guns == 2 else -1 if guns == 3 else 0 if guns <= 6 else 1 if guns <= 9 else 2


def speed_modifier(speed: int) -> int:
    """Q.2.3 by the target's speed: the same column, read a second time."""
    return 2 if speed == 0 else 1 if speed <= 4 else 0 if speed <= 8 else -1 if speed <= 10 else -2 if speed <= 12 else -3


def beats(letter: str, armour: str) -> bool:
    """SSL-D4.1: does the letter of a shot beat this armour? "" armour is always beaten."""
    return letter >= armour


# ---------------------------------------------------------------- rams

RAM_POOL = 5
RAM_NEEDED = 4
"""Q.1.1 (SSL-J1.4)."""
RAM_MULTIPLIER = (1, 1, 2, 2, 3, 4)
"""Q.1.4 (SSL-J1.5) by strikes of five dice."""
RAM_ANGLE = (-2, 1, 2, -1, 2, 1)
"""Q.1.3 by relative heading (attacker's minus target's)."""
STRUCK = ("stern", "port quarter", "port bow", "bow", "starboard bow", "starboard quarter")
"""The side of the target that is struck, by relative heading."""


def ram_speed_modifier(difference: int) -> int:
    """Q.1.2 by the attacker's minus the target's speed."""
    return 2 if difference > 3 else -2 if difference < -3 else 0


def ram_pool(difference: int, angle: int) -> int:
    """SSL-J1.4: dice of an attack at a difference of speeds and a relative heading (attacker's less target's)."""
    return max(0, RAM_POOL + ram_speed_modifier(difference) + RAM_ANGLE[angle])


def own_ram_hits(category: RamCategory, speed: int) -> int:
    """SSL-J1.6: Q.1.5, hits on the attacker."""
    if category == "armored":
        return 0
    return ceil_div(speed, 2 if category == "none" else 4)


# ---------------------------------------------------------------- damage

LOCATIONS: tuple[Location, ...] = ("H", "H", "H", "B", "T", "*")
"""SSL-K.1: Q.2.4 by strikes of five dice."""
TOWER, RUDDER, SEVERE, FUNNEL, BOILER, MAGAZINE = "conning tower", "rudder", "severe", "funnel", "boiler", "magazine"
CRITICALS = (TOWER, RUDDER, RUDDER, SEVERE, SEVERE, FUNNEL, FUNNEL, BOILER, MAGAZINE)
"""SSL-L5.2: Q.2.5 by strikes of eight dice."""
JAMS: tuple[Literal["L", "R", "S"], ...] = ("L", "R", "S")
"""SSL-L5.6: by strikes of two dice: left, right, straight."""
FUNNEL_FACTORS = 2
