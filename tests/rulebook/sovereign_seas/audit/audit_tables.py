"""The auditor's tables and logs, written from section 2 of the rule book; the rules' own are not looked at.

The logs and the gun chart are those that `test_logs.py` copies from sections 2.2 to 2.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from events.sovereign_seas.opening import ShipEntered
from tests.rulebook.sovereign_seas.model.test_logs import CHART, CROSSINGS, GUNS_ABOARD, LOGS, TRACKS, Log, aboard

Hex = tuple[int, int]

STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""2.12: N NE SE S SW NW."""
ARCS: Mapping[str, tuple[int, ...]] = {
    "F": (10, 11, 0, 1, 2),
    "A": (4, 5, 6, 7, 8),
    "SB": (2, 3, 4),
    "PB": (8, 9, 10),
    "EB": (2, 3, 4, 8, 9, 10),
    "SSF": (0, 1, 2, 3, 4),
    "PSF": (8, 9, 10, 11, 0),
    "SSA": (2, 3, 4, 5, 6),
    "PSA": (6, 7, 8, 9, 10),
}
"""2.13."""
RANKS = ("D", "C", "B", "A", "EE", "DD", "BB", "AA")
"""2.5: strong to weak, on each side."""
NEEDED = {"threes": "4445556667778", "twos": "3344556677888"}
"""2.5, R6: by range."""
BY_NUMBER = ((1, -3), (2, -2), (3, -1), (6, 0), (9, 1), (99, 2))
BY_SPEED = ((0, 2), (4, 1), (8, 0), (10, -1), (12, -2), (99, -3))
"""2.6: up to this number, so many dice."""
RAM_ANGLES = {0: -2, 1: 1, 2: 2, 3: -1, 4: 2, 5: 1}
"""Q.1.3."""
PHASES = ("000011112222333", "001111222233334", "000111122223333", "011112222333344")
"""2.10: by impulse, at speeds 0 to 14."""
MILDER = {"C": "1.0", "D": "1.0", "DD": "1.0", "EE": "2.0"}
"""R5: fp_set=1112."""


def natural(id: str) -> tuple[str, int]:
    """2.1: letters, then the number."""
    return id[:2], int(id[2:])


def hex_of(label: str) -> Hex:
    """2.12."""
    column, row = int(label[:2]), int(label[2:])
    return column - 1, row - 1 - (column - 1) // 2


def label_of(hex: Hex) -> str:
    """2.12."""
    return f"{hex[0] + 1:02d}{hex[1] + 1 + hex[0] // 2:02d}"


def half_step(origin: Hex, heading: int, target: Hex) -> int:
    """2.12, by the angle on paper: rows are multiples of 60 degrees, all between two rows is one half-step."""
    dq, dr = target[0] - origin[0], target[1] - origin[1]
    sixth = math.degrees(math.atan2(dq * math.sqrt(3) / 2, -(dr + dq / 2))) / 60
    on_a_row = 0 in (dq, dr, dq + dr)
    absolute = 2 * round(sixth) if on_a_row else 2 * math.floor(sixth) + 1
    return (absolute - 2 * heading) % 12


def read_off(rows: Iterable[tuple[int, int]], number: int) -> int:
    """The modifier of the first row that reaches so far."""
    return next(dice for most, dice in rows if number <= most)


def ram_speed(difference: int) -> int:
    """Q.1.2."""
    return 2 if difference > 3 else -2 if difference < -3 else 0


def movement_points(speed: int, impulse: int, impulses: int) -> int:
    """2.10; R4: the closed form with 3 or 2 impulses."""
    if impulses == len(PHASES):
        return int(PHASES[impulse - 1][speed])
    return math.floor(Fraction(speed * impulse, impulses)) - math.floor(Fraction(speed * (impulse - 1), impulses))


def letter(code: str, away: int, options: Mapping[str, Any]) -> str:
    """2.5; R30: gun A may be read as gun B."""
    row = CHART["B" if (code, options["gun_a"]) == ("A", "b") else code][3]
    return row[away - 1 : away]


def need(away: int, options: Mapping[str, Any]) -> int:
    """2.5."""
    return int(NEEDED[options["to_hit_row"]][away - 1])


def firepower(code: str, options: Mapping[str, Any]) -> Fraction:
    """2.5; R5."""
    milder = options["fp_set"] == "1112" and code in MILDER
    return Fraction(MILDER[code] if milder else CHART[code][2])


def effective(base: int, code: str, options: Mapping[str, Any]) -> int:
    """SSL-J2.10, SSL-B.3."""
    return math.ceil(base * firepower(code, options))


def beats(shot: str | None, armour: str) -> bool:
    """SSL-D4.1; SSL-J1.8: a ram (None) asks for no armour."""
    return shot is None or not armour or shot >= armour


class Gun(NamedTuple):
    """A battery of a log."""

    code: str
    mount: str
    arc: str
    armour: str


class Craft:
    """A ship's log as the auditor keeps it."""

    def __init__(self, told: ShipEntered) -> None:
        name, _, variant = told.ship_class.partition("/")
        self.id, self.side, self.heading, self.speed = told.ship, told.side, told.heading, told.speed
        self.hex = hex_of(told.hex)
        self.log: Log = LOGS[name]
        self.crossings, self.track = CROSSINGS[name], list(TRACKS[name])
        self.guns = {id: Gun(*gun) for id, gun in aboard(GUNS_ABOARD[name]).items()}
        self.count = self.log.turn_hexes
        self.fate, self.fell, self.fired = "afloat", 0, False
        self.marked = self.lost = self.command_until = self.jam_until = 0
        self.jam, self.tower_lost = "", False
        self.gone: set[str] = set()
        if variant == "page2":
            self.log = self.log._replace(tower_armour="B")
            self.guns["A2"] = self.guns["A1"]
        if variant:
            self.track = list(range(self.track[0], 0, -1))

    @property
    def maximum(self) -> int:
        """SSL-L4.2."""
        return [*self.track, 0][self.lost]

    @property
    def may_turn(self) -> bool:
        """SSL-I2.1."""
        return self.count >= self.log.turn_hexes

    @property
    def living(self) -> list[str]:
        return [id for id in self.guns if id not in self.gone]

    def turn(self, letter: str) -> None:
        """SSL-I2.2."""
        self.heading = (self.heading + {"F": 0, "R": 1, "L": 5}[letter]) % 6
        self.count = self.count + 1 if letter == "F" else 1

    def ahead(self) -> Hex:
        dq, dr = STEPS[self.heading]
        return self.hex[0] + dq, self.hex[1] + dr

    def range(self, foe: Craft) -> int:
        """SSL-J2.7."""
        dq, dr = foe.hex[0] - self.hex[0], foe.hex[1] - self.hex[1]
        return max(1, abs(dq), abs(dr), abs(dq + dr))
