"""The printed tables (2.4 to 2.8) and the words of the game. Lengths in inches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pbem.core.geometry.tabletop import LENGTH_SLACK, MIL

Options = Mapping[str, Any]

GERMAN, BRITISH = "german", "british"
SIDES = (GERMAN, BRITISH)
NATIVE = {GERMAN: "German", BRITISH: "British"}

# ---------------------------------------------------------------- 2.4 movement

AIR_SPEED = 16
FIGHTER_SPEED = 24
LAUNCH_REACH = 8
ENDURANCE = 6
COLLISION = {"SS": 2, "DD": 4, "CA": 6, "CL": 6, "BB": 8, "BC": 8, "CV": 8, "MM": 6}
"""WT-5.3: the addition to collision damage, by the type that deals it."""
RAM_REACH = 1
"""WT-5.8."""
RAM_NEEDED = 6


def air_speed(kind: str) -> int:
    """WT-11.2, WT-12.1: inches a turn that aircraft of a kind fly."""
    return FIGHTER_SPEED if kind == "F" else AIR_SPEED


# ---------------------------------------------------------------- 2.5 gunnery

BAND = 12
"""WT-1.3: inches of a range band; the upper end belongs to it."""
BAND_ENDS = tuple(number * BAND * MIL + LENGTH_SLACK for number in range(1, 5))
"""In mils."""
DICE = {"A": (4, 3, 2, 1), "B": (3, 2, 1, 0), "C": (2, 1, 0, 0), "D": (1, 0, 0, 0)}
"""WT-8.1: damage dice of a battery by band."""
LEVELS = ("", "red", "amber", "green")
"""WT-7.6: levels 1, 2, 3 are so many hit dice."""
SCORES = ((0, 0, 0, 1, 2, 3), (0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 0, 1))
"""WT-8.2: points of a die 1-6 by armour level."""
LONG_RANGE = 24
"""WT-8.3: beyond it shells fall on the deck."""
EVASIVE_ARMOUR = 3
"""WT-2.11, WT-8.5."""
RECON_RANGE = 6
"""WT-6.4, WT-6.5."""


def band(mils: float) -> int:
    """WT-1.3: the range band 0-3; 4 is out of range."""
    return bisect_left(BAND_ENDS, mils)


def gun_dice(battery: str, mils: float) -> int:
    """Damage dice of a battery (`A1`) at a range in mils; 0 out of range."""
    at = band(mils)
    return DICE[battery[0]][at] if at < 4 else 0


def in_range(batteries: Iterable[str], mils: float) -> list[str]:
    """Those of the batteries that have a damage die at a range in mils."""
    at = band(mils)
    return [each for each in batteries if DICE[each[0]][at] > 0] if at < 4 else []


def score(faces: Sequence[int], armour: int) -> int:
    """WT-8.2: points that these dice make against an armour level."""
    return sum(SCORES[armour][face - 1] for face in faces)


# ---------------------------------------------------------------- 2.6 torpedoes, bombs, depth charges


class Attack(NamedTuple):
    """What changes the number needed, and the damage die: its sides, and what a stationary target adds to each die."""

    stationary: int
    evasive: int
    sides: int


TORPEDO = Attack(stationary=4, evasive=-2, sides=6)
DIVE_BOMB = Attack(stationary=4, evasive=-2, sides=6)
LEVEL_BOMB = Attack(stationary=3, evasive=-3, sides=8)
END_ON = -2
"""WT-10.7: a torpedo attack from the bow or stern arc."""
OBSCURED = -2
TORPEDO_RANGE, NEAR_RANGE, FAR_LESS = 8, 4, 2
CHARGE_RANGE = 3
SILENT = -2
FUEL_POINTS = 5
"""WT-3.10: points of a single salvo that cost a fuel box."""


class Extra(NamedTuple):
    """A line of T20 or B20 (2.6): boxes to mark (plus d6 dice), fires, fuel boxes, a system struck, a hole."""

    words: str
    mark: int = 0
    dice: int = 0
    fires: int = 0
    fuel: int = 0
    strikes: str = ""
    """Prefix of a system (RU BO PR RA), GUN or BRIDGE."""
    hole: int = 0
    breaks: bool = False


NOTHING = Extra("nothing")
_COMMON = {
    **dict.fromkeys(range(1, 6), NOTHING),
    6: Extra("1 more box", mark=1),
    7: Extra("2 more boxes", mark=2),
    8: Extra("3 more boxes and a fuel box", mark=3, fuel=1),
    9: Extra("4 more boxes and a fuel box", mark=4, fuel=1),
    10: Extra("5 more boxes, a fire and a fuel box", mark=5, fires=1, fuel=1),
    13: Extra("a fuel tank burns: a fuel box and a fire", fires=1, fuel=1),
    17: Extra("a hole, 1 box a turn", hole=17),
    18: Extra("a hole, 2 boxes a turn, speed down by a quarter", hole=18),
    19: Extra("a hole that cannot be closed, 3 boxes a turn, speed halved", hole=19),
    20: Extra("she breaks in two", breaks=True),
}
T20: dict[int, Extra] = {
    **_COMMON,
    11: Extra("a rudder", strikes="RU"),
    12: Extra("a boiler room and d6 boxes", strikes="BO", dice=1),
    14: Extra("a propeller", strikes="PR"),
    15: Extra("d6 more boxes", dice=1),
    16: Extra("2d6+6 more boxes", mark=6, dice=2),
}
NOT_AT_THE_BOW = (11, 12, 14)
"""T20 results that do nothing when she is hit on the bow."""
B20: dict[int, Extra] = {
    **_COMMON,
    11: Extra("a turret", strikes="GUN"),
    12: Extra("the bridge", strikes="BRIDGE"),
    14: Extra("the radar", strikes="RA"),
    15: Extra("a small magazine: d6 more boxes and a fire", dice=1, fires=1),
    16: Extra("a magazine: 2d6+6 more boxes and a fire", mark=6, dice=2, fires=1),
}


class Hull(NamedTuple):
    """A kind of hole: boxes a turn, repairs that close it (0: none can), and the factor on top speed while it is open."""

    flow: int
    patches: int
    speed: Fraction


HOLES = {17: Hull(1, 1, Fraction(1)), 18: Hull(2, 2, Fraction(3, 4)), 19: Hull(3, 0, Fraction(1, 2))}

# ---------------------------------------------------------------- 2.7 other tables

FIGHTER_KILLS = (0, 0, 0, 1, 1, 2)
GUNNER_KILLS = (0, 0, 0, 0, 1, 1)
FLAK_KILLS = FIGHTER_KILLS
FLAK_LESS = -2
"""WT-14.5: area defence against B and R."""


def kills(faces: Sequence[int], table: Sequence[int]) -> int:
    """Aircraft that these dice shoot down; a die below 1 none."""
    return sum(table[face - 1] for face in faces if face >= 1)


class Weather(NamedTuple):
    """2.7: the modifier x, whether smoke may be made, and the further turns that a screen lasts."""

    words: str
    x: int
    smoke: bool
    lasts: int


WEATHER = {
    "calm": Weather("calm", 0, True, 3),
    "squalls": Weather("squalls", 1, True, 2),
    "driving": Weather("driving weather", 2, True, 1),
    "fog": Weather("fog", 2, False, 0),
    "storm": Weather("storm", 3, False, 0),
    "gale": Weather("gale", 4, False, 0),
}
SONAR = {"deep": 6, "periscope": 12}
"""WT-19.3: inches."""
SMOKERS = ("CL", "DD", "MM")
"""WT-20.2."""
VALUES = {"BB": 10, "BC": 9, "CV": 10, "CA": 5, "CL": 4, "DD": 2, "SS": 2, "MM": 3}
"""Section 8: victory points by type."""
HOW = {
    "boxes": "all her boxes are marked",
    "broken": "she broke in two",
    "explosion": "she exploded",
    "hulk": "a blazing hulk",
    "flooded": "she flooded in a crash dive",
}
"""WT-22.1."""
