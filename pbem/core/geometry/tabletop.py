"""The open table: positions in thousandths of an inch, 12-point clock courses, arcs, ranges, paths and closest approach.

A position is a pair of whole numbers (x east, y north), so the same move ends at the same place on every machine and no
fold depends on how a float is printed. Speeds and distances of orders are exact fractions of an inch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, NamedTuple

from events.shapes import Written

Spot = Annotated[tuple[int, int], Written(list, tuple, "`[x, y]` in mils", tuple[int, int])]
"""A position: x east, y north, in mils."""
Number = Fraction | int

MIL = 1000
"""Mils to the inch."""
POINTS = 12
DEGREES = 360 // POINTS
"""One point of turn."""
ALL_SECTORS = frozenset(range(1, POINTS + 1))

_ROOT = math.sqrt(3) / 2
SINES = (0.0, 0.5, _ROOT, 1.0, _ROOT, 0.5, 0.0, -0.5, -_ROOT, -1.0, -_ROOT, -0.5)
"""Of 30 degrees times the index; exact where it can be."""

LENGTH_SLACK = 0.001
"""Mils by which a range may exceed a limit and still lie within it (a millionth of an inch)."""
ANGLE_SLACK = 0.001
"""Degrees that count as on the line."""
HALF_SECTOR = DEGREES / 2 + ANGLE_SLACK
"""Degrees from the middle of a clock sector to its edge, which belongs to it."""
TOUCHING = 1
"""Mils below which two positions are one."""


def spot(pair: Iterable[int]) -> Spot:
    """A position as events and documents write it."""
    x, y = pair
    return x, y


# ---------------------------------------------------------------- courses


def turned(course: int, points: int) -> int:
    """The course 1 .. 12 after so many points to starboard (negative: to port)."""
    return (course + points - 1) % POINTS + 1


def heading(course: int) -> int:
    """Degrees clockwise from north."""
    return course % POINTS * DEGREES


def points_between(one: int, other: int) -> int:
    """How many points two courses differ: 0 .. 6."""
    apart = abs(one - other) % POINTS
    return min(apart, POINTS - apart)


def advanced(start: Spot, course: int, inches: Number) -> Spot:
    """The position so many inches on, along a course, rounded to a mil."""
    index, mils = course % POINTS, float(inches * MIL)
    return start[0] + round(mils * SINES[index]), start[1] + round(mils * SINES[(index + 3) % POINTS])


def toward(start: Spot, goal: Spot, inches: Number) -> Spot:
    """The position so many inches from `start` on the straight line to `goal`, rounded to a mil; never beyond `goal`."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = math.hypot(dx, dy)
    if length <= float(inches * MIL):
        return goal
    share = float(inches * MIL) / length
    return start[0] + round(dx * share), start[1] + round(dy * share)


def offset(start: Spot, degrees: float, inches: Number) -> Spot:
    """The position so many inches from `start` in any direction (degrees clockwise from north), rounded to a mil."""
    quarter, angle = divmod(degrees % 360, DEGREES)
    if angle == 0:
        return advanced(start, int(quarter), inches)
    radians, mils = math.radians(degrees), float(inches * MIL)
    return start[0] + round(mils * math.sin(radians)), start[1] + round(mils * math.cos(radians))


# ---------------------------------------------------------------- ranges and arcs


def distance(a: Spot, b: Spot) -> float:
    """Mils between two positions."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def within(a: Spot, b: Spot, inches: Number) -> bool:
    """Are two positions at most so far apart? Exactly so far is within."""
    return distance(a, b) <= float(inches * MIL) + LENGTH_SLACK


def together(a: Spot, b: Spot) -> bool:
    """Are two positions one (less than a mil apart)?"""
    return distance(a, b) < TOUCHING


def bearing(a: Spot, b: Spot) -> float:
    """Direction from a to b in degrees clockwise from north, 0 .. 360; north for one and the same position."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def relative(at: Spot, course: int, target: Spot) -> float:
    """Relative bearing 0 .. 360 of a target from a ship: 0 ahead, 90 to starboard."""
    return (bearing(at, target) - heading(course)) % 360


def sectors(text: str) -> frozenset[int]:
    """The clock sectors of an arc such as `8-4`, `8-10,2-4` or `ALL` (12 is dead ahead). Raises ValueError."""
    if text == "ALL":
        return ALL_SECTORS
    found: set[int] = set()
    for piece in text.split(","):
        first, _, last = piece.strip().partition("-")
        ends = [int(word) for word in (first, last or first) if word.isdigit() and 1 <= int(word) <= POINTS]
        if len(ends) != 2:
            raise ValueError(f"{text!r} is no arc; write clock sectors like 8-4, or several like 8-10,2-4, or ALL")
        found.update(turned(ends[0], k) for k in range((ends[1] - ends[0]) % POINTS + 1))
    return frozenset(found)


def sectors_at(angle: float) -> set[int]:
    """The clock sectors in which a relative bearing lies: one, or on the line between two of them both."""
    first, last = math.ceil((angle - HALF_SECTOR) / DEGREES), math.floor((angle + HALF_SECTOR) / DEGREES)
    return {turned(POINTS, first), turned(POINTS, last)}


def bears(arc: frozenset[int], angle: float) -> bool:
    """Does a relative bearing lie in one of the sectors? The lines between them belong to both sides."""
    return not arc.isdisjoint(sectors_at(angle))


# ---------------------------------------------------------------- paths


class Way(NamedTuple):
    """A move in one turn: from `start` to `half` in the first half of the time, on to `end` in the second."""

    start: Spot
    half: Spot
    end: Spot


def closest(one: Way, other: Way) -> float:
    """The least distance in mils between two things that move at the same time."""
    return meeting(one, other)[0]


def meeting(one: Way, other: Way) -> tuple[float, Spot]:
    """The least distance in mils between two things that move at the same time, and where the first is then."""
    first = _closest_leg((one.start, one.half), (other.start, other.half))
    second = _closest_leg((one.half, one.end), (other.half, other.end))
    return second if second[0] < first[0] else first


def _closest_leg(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> tuple[float, Spot]:
    """Both cover their legs at even speed: seen from one, the other passes along a straight line."""
    (a, b), (c, d) = one, other
    at = c[0] - a[0], c[1] - a[1]
    going = d[0] - c[0] - b[0] + a[0], d[1] - c[1] - b[1] + a[1]
    square = going[0] ** 2 + going[1] ** 2
    when = 0.0 if not square else min(1.0, max(0.0, -(at[0] * going[0] + at[1] * going[1]) / square))
    spot = a[0] + round((b[0] - a[0]) * when), a[1] + round((b[1] - a[1]) * when)
    return math.hypot(at[0] + going[0] * when, at[1] + going[1] * when), spot


def crosses(line: tuple[Spot, Spot], path: Sequence[Spot], clear: float) -> bool:
    """Does a straight line meet a path, not counting a meeting within `clear` mils of either of the line's ends?"""
    return any(_meets(line, (a, b), clear) for a, b in pairwise(path) if a != b)


def _meets(line: tuple[Spot, Spot], leg: tuple[Spot, Spot], clear: float) -> bool:
    (p, q), (a, b) = line, leg
    r, s = (q[0] - p[0], q[1] - p[1]), (b[0] - a[0], b[1] - a[1])
    to = a[0] - p[0], a[1] - p[1]
    area = r[0] * s[1] - r[1] * s[0]
    length = math.hypot(*r)
    if area == 0:
        return _overlaps(to, r, s, length, clear)
    along, across = (to[0] * s[1] - to[1] * s[0]) / area, (to[0] * r[1] - to[1] * r[0]) / area
    return 0 <= across <= 1 and clear < along * length < length - clear


def _overlaps(to: Spot, r: Spot, s: Spot, length: float, clear: float) -> bool:
    """Parallel lines: they meet only when they lie on each other."""
    if not length or to[0] * r[1] != to[1] * r[0]:
        return False
    ends = [(v[0] * r[0] + v[1] * r[1]) / length for v in (to, (to[0] + s[0], to[1] + s[1]))]
    return max(ends) > clear and min(ends) < length - clear


# ---------------------------------------------------------------- words


def inches(mils: float, places: int = 1) -> str:
    """Mils as inches in a report: `12.4`."""
    text = f"{mils / MIL:.{places}f}"
    return text.replace("-", "") if float(text) == 0 else text


def number_text(number: Number) -> str:
    """An exact number as orders write it: `3`, `0.5`, `2.25`; thirds and the like to two places."""
    number = Fraction(number)
    for places in range(4):
        scaled = number * 10**places
        if scaled.denominator == 1:
            return str(scaled.numerator) if places == 0 else f"{float(number):.{places}f}"
    return f"{float(number):.2f}"
