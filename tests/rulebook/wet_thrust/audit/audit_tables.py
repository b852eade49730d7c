"""The auditor's own tables and sheets of Wet Thrust, written from the rule book's chapters 2.1 to 2.7; see `auditor.py`.

Lengths of tables are inches; positions are mils, as events have them.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from events.wet_thrust.opening import SquadronFormed, VesselEntered
from events.wet_thrust.sailing import Sighted

Place = tuple[int, int]

# ---------------------------------------------------------------- 2.3 classes

_CLASSES = """
BIS BB DE 8   1/1 2/1  1,2*   capital 3 1 12/6,12/5,12/4,12 8 6 BO4 PR2 RU2 RA1 SO0 R2 PD4 AD1 SB1 FC4 DC3
SCH BB DE 8   3/2 3/1  1,2*   capital 3 1 10/6,10/5,10/4,10 6 6 BO4 PR3 RU2 RA1 SO0 R1 PD3 AD1 SB1 FC4 DC3
PEU CA DE 8   3/2 3/1  1,2    capital 1 0 8/6,8/5,8         6 4 BO4 PR3 RU2 RA1 SO0 R1 PD3 AD1 SB1 FC3 DC2
GRZ CV DE 9   1/1 2/1  1,2*   capital 1 0 7/6,7/5,7/4,7     6 5 BO4 PR4 RU2 RA1 SO0 R1 PD4 AD1 SB0 FC2 DC3
HOO BC UK 8   1/1 2/1  1,2*   capital 3 0 11/6,11/5,11/4,11 6 6 BO4 PR4 RU2 RA1 SO0 R0 PD3 AD0 SB1 FC3 DC3
KGV BB UK 7   1/1 2/1  1,2*   capital 3 2 11/6,11/5,11/4,11 8 6 BO4 PR4 RU2 RA1 SO0 R1 PD4 AD1 SB1 FC4 DC3
SUF CA UK 7   2/1 2/1  1,2    capital 1 0 6/6,6/5,6         6 4 BO2 PR4 RU2 RA1 SO0 R1 PD2 AD1 SB0 FC2 DC2
NOR CA UK 7   2/1 2/1  1,2    capital 0 0 6/6,6/5,6         6 4 BO2 PR4 RU2 RA1 SO0 R1 PD2 AD0 SB0 FC2 DC2
SHE CL UK 8   2/1 2/1  1,2    capital 1 0 5/6,5/5,5         5 4 BO4 PR4 RU2 RA1 SO0 R1 PD2 AD1 SB0 FC2 DC2
ARK CV UK 8   3/2 3/1  1,2*   capital 1 1 7/6,7/5,7/4,7     6 5 BO4 PR3 RU2 RA0 SO0 R1 PD4 AD2 SB1 FC2 DC3
ANT DD UK 10  2/1 4/1  1,2,3* escort  0 0 4/6,4             2 2 BO2 PR2 RU3 RA0 SO1 R0 PD1 AD1 SB0 FC1 DC1
U47 SS DE 4-2 1/1 2/1  1,2    none    0 0 2/5,2             3 2 BO2 PR2 RU2 RA0 SO0 R0 PD1 AD0 SB0 FC1 DC1
M01 MM -- 3   1/2 1/1  1      none    0 0 4/5,4             3 3 BO1 PR1 RU1 RA0 SO0 R0 PD0 AD0 SB0 FC1 DC1
"""
_HEAVY = "C1:8-12 C2:6-10 C3:12-4 C4:2-6"
_SIDES = "D1:8-10 D2:2-4"
_MOUNTS = {
    "BIS": f"A1:8-4 A2:8-4 A3:2-10 A4:2-10 {_HEAVY}",
    "SCH": f"B1:8-4 B2:8-4 B3:2-10 {_HEAVY} TL1:8-10:3:0 TL2:2-4:3:0",
    "PEU": f"B1:8-4 B2:8-4 B3:2-10 B4:2-10 {_SIDES} TL1:8-10:6:1 TL2:2-4:6:1",
    "GRZ": f"{_HEAVY} F1 F2 DB1 DB2 T1",
    "HOO": f"A1:8-4 A2:8-4 A3:2-10 A4:2-10 {_SIDES} TL1:8-10:2:0 TL2:2-4:2:0 MG1 MG2",
    "KGV": f"A1:8-4 A2:8-4 A3:2-10 {_HEAVY}",
    "SUF": f"B1:8-4 B2:8-4 B3:2-10 B4:2-10 {_SIDES}",
    "NOR": f"B1:8-4 B2:8-4 B3:2-10 B4:2-10 {_SIDES} TL1:8-10:4:0 TL2:2-4:4:0",
    "SHE": f"C1:8-4 C2:8-4 C3:2-10 C4:2-10 {_SIDES} TL1:8-10:3:0 TL2:2-4:3:0",
    "ARK": "D1:8-12 D2:6-10 D3:12-4 D4:2-6 F1 F2 T1 T2 T3 T4",
    "ANT": "D1:8-4 D2:2-10 TL1:8-10,2-4:4:0 TL2:8-10,2-4:4:0 AS1:8-10 AS2:2-4 AS3:5-7 AS4:5-7 AS5:5-7",
    "U47": "D1:1-12 TL1:11-1:4:2 TL2:5-7:1:1",
    "M01": "D1:2-10",
}
_SISTERS = {"POW": "KGV", "ACA": "ANT", "ARD": "ANT", "U99": "U47"}
CANON = ("BO", "PR", "RU", "RA", "SO", "R", "GUN", "TL", "AS", "AIR", "PD", "AD", "BR", "SB", "FC", "DC", "MG")
ROW = re.compile(r"(\S+) (\S\S) (\S\S) (\S+) +(\S+) (\S+) +(\S+) +(\S+) +(\d) (\d) (\S+) +(\d) (\d) (.+)")

# ---------------------------------------------------------------- 2.4 to 2.7

RAMS = {"SS": 2, "DD": 4, "CA": 6, "CL": 6, "BB": 8, "BC": 8, "CV": 8, "MM": 6}
GUN_DICE = {"A": "4321", "B": "3210", "C": "2100", "D": "1000"}
POINTS = {0: {4: 1, 5: 2, 6: 3}, 1: {5: 1, 6: 2}, 2: {5: 1, 6: 1}, 3: {6: 1}}
SKY = {"calm": (0, 3), "squalls": (1, 2), "driving": (2, 1), "fog": (2, -1), "storm": (3, -1), "gale": (4, -1)}
"""The modifier x, and the further turns of a screen; -1: no smoke at all."""
HOLES = {17: (1, 1, Fraction(1)), 18: (2, 2, Fraction(3, 4)), 19: (3, 0, Fraction(1, 2))}
"""Boxes a turn, repairs needed, factor on the speed."""
EXTRA = {6: (1, 0, 0), 7: (2, 0, 0), 8: (3, 0, 1), 9: (4, 0, 1), 10: (5, 1, 1), 13: (0, 1, 1)}
"""Both d20 tables: boxes, fires, fuel."""


class Mount(NamedTuple):
    """A gun, launcher or depth charge mount: the sectors of its arc; of a launcher tubes and loads."""

    sectors: frozenset[int]
    tubes: int = 0
    loads: int = 0


@dataclass
class Printed:
    """A printed sheet."""

    type: str
    nation: str
    top: int
    below: int
    accel: Fraction
    decel: Fraction
    levels: list[str]
    evasive: str
    belt: int
    deck: int
    rows: list[tuple[int, int]]
    fuel: int
    fire_boxes: int
    systems: list[str]
    mounts: dict[str, Mount]

    @property
    def boxes(self) -> int:
        return sum(boxes for boxes, _ in self.rows)

    @cached_property
    def main(self) -> str:
        """WT-7.9."""
        return min(each[0] for each in self.systems if kind(each) in "ABCD")


@cache
def kind(system: str) -> str:
    """PR of PR2."""
    return system.rstrip("0123456789")


def sectors(text: str) -> frozenset[int]:
    """Chapter 2.2: a-b is clockwise from a through b."""
    found: set[int] = set()
    for piece in text.split(","):
        first, last = map(int, piece.split("-"))
        found |= {(first - 1 + k) % 12 + 1 for k in range((last - first) % 12 + 1)}
    return frozenset(found)


def printed(ship: str) -> Printed:
    """The sheet of a unit."""
    unit = _SISTERS.get(ship, "M01" if ship[0] == "M" else ship)
    line = next(line for line in _CLASSES.splitlines() if line.startswith(unit))
    match = ROW.fullmatch(line)
    assert match, line
    _, type_, nation, top, accel, decel, levels, evasive, belt, deck, rows, fuel, fires, systems = match.groups()
    mounts, extra = _mounts(_MOUNTS[unit])
    top, _, below = top.partition("-")
    counts = [each for word in systems.split() for each in _numbered(word)]
    bands = [(int(boxes), int(number or 0)) for boxes, _, number in (row.partition("/") for row in rows.split(","))]
    return Printed(
        type_, nation, int(top), int(below or 0), Fraction(accel), Fraction(decel), levels.split(","), evasive,
        int(belt), int(deck), bands, int(fuel), int(fires), _canonical([*counts, "BR", *mounts, *extra]), mounts,
    )  # fmt: skip


def _numbered(word: str) -> list[str]:
    """BO4 is BO1 to BO4; the secondary bridge has no number."""
    name, count = word[:-1], int(word[-1])
    return ["SB"] * count if name == "SB" else [f"{name}{k}" for k in range(1, count + 1)]


def _mounts(text: str) -> tuple[dict[str, Mount], list[str]]:
    mounts: dict[str, Mount] = {}
    others = []
    for word in text.split():
        id, *rest = word.split(":")
        if rest:
            loads = 1 + int(rest[2]) if len(rest) == 3 else 0
            mounts[id] = Mount(sectors(rest[0]), int(rest[1]) if loads else 0, loads)
        else:
            others.append(id)
    return mounts, others


def _canonical(systems: list[str]) -> list[str]:
    def place(system: str) -> int:
        name = kind(system)
        return CANON.index("GUN" if name in "ABCD" else "AIR" if name in ("F", "DB", "T") else name)

    return sorted(systems, key=place)


# ---------------------------------------------------------------- sheets


class Salvo(NamedTuple):
    """The last gun salvo at a target."""

    level: int
    turn: int
    hit: bool


@dataclass
class Wound:
    """An open hole."""

    kind: int
    left: int
    open: bool = True


@dataclass
class Craft:
    """A vessel, and the sheet that the auditor keeps of her."""

    id: str
    index: int
    side: str
    printed: Printed
    at: Place
    course: int
    speed: Fraction
    mode: str
    fate: str = "afloat"
    marked: int = 0
    queue: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    empty: int = 0
    empty_holed: int = 0
    fuel_lost: int = 0
    fires: int = 0
    seen_fires: int = 0
    holes: dict[str, Wound] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    ready: dict[str, int] = field(default_factory=dict)
    german: int = 0
    controls_lost: int = 0
    controls_lost_before: int = 0
    takes_over: int = 0
    helm: tuple[int, int] = (0, 0)
    """WT-4.3: points half-way and at the end of the last move with a rudder."""
    broken: bool = False
    silent: bool = False
    barred: bool = False
    smoking: bool = False
    evasive: bool = False
    chasing: bool = False
    ladder: dict[str, Salvo] = field(default_factory=dict)
    contact: str = ""
    contact_turn: int = 0
    way: list[Place] = field(default_factory=list)
    base: Fraction = Fraction(0)
    """Her speed before A or D (WT-3.2), and the least that she could make."""
    slowest: Fraction = Fraction(0)
    able: Fraction = Fraction(0)
    """WT-21.2: the most that she could have made this turn."""

    @classmethod
    def of(cls, event: VesselEntered | Sighted, mode: str) -> Craft:
        x, y = event.at
        sheet = printed(event.ship)
        return cls(event.ship, event.index, event.side, sheet, (x, y), event.course, Fraction(event.speed), mode)

    def working(self, *kinds: str) -> list[str]:
        return [each for each in self.printed.systems if kind(each) in kinds and each not in self.lost]

    def share(self, name: str) -> Fraction:
        return Fraction(len(self.working(name)), sum(kind(each) == name for each in self.printed.systems))

    @property
    def visible(self) -> bool:
        return self.mode in ("surface", "surfaced")

    @property
    def afloat(self) -> bool:
        return self.fate == "afloat"

    @property
    def left(self) -> int:
        return self.printed.boxes - self.marked

    @property
    def top(self) -> Fraction:
        """WT-3.2."""
        speed = (self.printed.top if self.visible else self.printed.below) * self.share("BO")
        for hole in self.holes.values():
            speed *= HOLES[hole.kind][2] if hole.open else 1
        return speed

    def allowed(self) -> int:
        """WT-4.1, 4.2: points a turn."""
        levels = self.printed.levels[: max(0, len(self.printed.levels) - sum(kind(each) == "RU" for each in self.lost))]
        return int(levels[-1].rstrip("*")) if levels else 0

    def disruptive(self, points: int) -> bool:
        """WT-4.4."""
        level = next((each for each in self.printed.levels if int(each.rstrip("*")) >= points), "")
        half = Fraction(self.printed.top if self.visible else self.printed.below, 2)
        return points > 0 and level.endswith("*") and self.speed > half

    def commanded(self, turn: int) -> bool:
        """WT-15.1, WT-15.4."""
        return "BR" not in self.lost or ("SB" in self.working("SB") and 0 < self.takes_over <= turn)

    def named(self, turn: int) -> str:
        """W4: as the enemy knows her."""
        return self.id if self.visible else self.contact if self.contact and self.contact_turn == turn else ""

    def bears(self, mount: str, spot: Place) -> bool:
        """WT-1.4."""
        if apart(self.at, spot) < 1:
            return True
        beta = relative(self.at, self.course, spot)
        return any(abs((beta - 30 * k + 180) % 360 - 180) <= 15.001 for k in self.printed.mounts[mount].sectors)


@dataclass
class Wing:
    """A squadron, or a plane."""

    id: str
    index: int
    side: str
    kind: str
    carrier: str
    home: str
    aircraft: int
    place: str
    at: Place
    enters: int
    exit: Place
    launched: int = 0
    ready: int = 0
    endurance: int = 0
    spent: bool = False
    moored: int = 0
    lost: bool = False

    @classmethod
    def of(cls, event: SquadronFormed) -> Wing:
        x, y = event.at
        place = "aboard" if event.carrier else "waiting"
        return cls(
            event.squadron, event.index, event.side, event.kind, event.carrier, event.carrier, event.aircraft, place,
            (x, y), event.enters, (x, y),
        )  # fmt: skip

    @property
    def speed(self) -> int:
        """WT-11.2, WT-12.1."""
        return 24 if self.kind == "F" else 16

    def reach(self, turn: int) -> int:
        """WT-11.6."""
        return 8 if self.launched == turn and self.kind != "B" else self.speed


# ---------------------------------------------------------------- geometry


def apart(a: Place, b: Place) -> float:
    return math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def near(a: Place, b: Place, inches: float) -> bool:
    """WT-1.3."""
    return apart(a, b) <= inches * 1000 + 0.001


def relative(at: Place, course: int, spot: Place) -> float:
    """WT-1.4."""
    return (math.degrees(math.atan2(spot[0] - at[0], spot[1] - at[1])) - 30 * course) % 360


def sails(start: Place, course: int, inches: Fraction, end: Place) -> bool:
    """WT-1.1, WT-1.2: `end` is so far along a course, rounded to a mil."""
    angle, mils = math.radians(30 * course), float(inches * 1000)
    x, y = start[0] + mils * math.sin(angle), start[1] + mils * math.cos(angle)
    return abs(end[0] - x) <= 0.5001 and abs(end[1] - y) <= 0.5001


def approach(one: list[Place], other: list[Place]) -> list[tuple[float, float, float]]:
    """WT-2.13: by half of the move: the least distance, and where the first is then."""
    found = []
    for leg in (0, 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = one[leg], one[leg + 1], other[leg], other[leg + 1]
        x, y, u, v = cx - ax, cy - ay, (dx - cx) - (bx - ax), (dy - cy) - (by - ay)
        speed = u * u + v * v
        when = min(1.0, max(0.0, -(x * u + y * v) / speed)) if speed else 0.0
        found.append((math.hypot(x + u * when, y + v * when), ax + (bx - ax) * when, ay + (by - ay) * when))
    return found


def screened(a: Place, b: Place, path: list[Place]) -> bool:
    """WT-20.7: the path meets the line from a to b, more than 10 mils from both ends."""
    length = apart(a, b)
    if not length:
        return False
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    along = [((x - a[0]) * ux + (y - a[1]) * uy, (y - a[1]) * ux - (x - a[0]) * uy) for x, y in path]
    for (t1, off1), (t2, off2) in pairwise(along):
        if abs(off1) < 1e-7 and abs(off2) < 1e-7:
            if (t1, off1) != (t2, off2) and max(t1, t2) > 10 and min(t1, t2) < length - 10:
                return True
        elif off1 * off2 <= 1e-9 and off1 != off2:
            meets = t1 + (t2 - t1) * off1 / (off1 - off2)
            if 10 < meets < length - 10:
                return True
    return False
