"""The hex grid: flat-top hexes labelled CCRR, even columns half a hex lower; directions N NE SE S SW NW are 0-5.

A hex is a pair (q, r) of axial coordinates: q = CC - 1, r = RR - 1 - floor(q / 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Annotated

from events.shapes import Written

REMEMBERED = 2**14
"""More hexes than a map has."""
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def at(column: int, row: int) -> Hex:
    """The hex in this column and row, both counted from 1; any integers are allowed."""
    q = column - 1
    return q, row - 1 - q // 2


def column_row(hex: Hex) -> tuple[int, int]:
    """Column and row, both counted from 1."""
    q, r = hex
    return q + 1, r + 1 + q // 2


@lru_cache(REMEMBERED)
def parse_label(text: str) -> Hex:
    """The hex with label `CCRR`. Raises ValueError for anything but four digits."""
    if len(text) != 4 or not text.isdigit() or not text.isascii():
        raise ValueError(f"{text!r} is no hex label; write four digits, column and row, like 0507")
    return at(int(text[:2]), int(text[2:]))


@lru_cache(REMEMBERED)
def label(hex: Hex) -> str:
    """`CCRR`."""
    column, row = column_row(hex)
    return f"{column:02d}{row:02d}"


# ---------------------------------------------------------------- in JSON


OFF_MAP = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")


@lru_cache(REMEMBERED)
def _on_map_label(hex: tuple[int, int]) -> str:
    text = label(hex)
    parse_label(text)
    return text


@lru_cache(REMEMBERED)
def off_map_label(hex: tuple[int, int]) -> str:
    """`CCRR`; `column,row`, with signs, where that has more than two digits or a sign."""
    column, row = column_row(hex)
    return label(hex) if 0 <= column <= 99 and 0 <= row <= 99 else f"{column},{row}"


@lru_cache(REMEMBERED)
def parse_off_map_label(text: str) -> tuple[int, int]:
    """The hex of a label, or of `column,row`. Raises ValueError for anything else."""
    if found := OFF_MAP.fullmatch(text):
        return at(int(found[1]), int(found[2]))
    try:
        return parse_label(text)
    except ValueError as e:
        raise ValueError(f"{e}; off the map write column and row, like -2,14") from e


def parse_direction(name: str) -> int:
    """The number of a direction. Raises ValueError for anything but its name."""
    if name not in DIRECTIONS:
        raise ValueError(f"{name!r} is no direction; write one of {', '.join(DIRECTIONS)}")
    return DIRECTIONS.index(name)


Hex = Annotated[tuple[int, int], Written(_on_map_label, parse_label, "a hex label `CCRR`")]
OffMapHex = Annotated[
    tuple[int, int], Written(off_map_label, parse_off_map_label, "a hex label `CCRR`, off the map `column,row`")
]
"""A hex that may lie off the map."""
Direction = Annotated[int, Written(dict(enumerate(DIRECTIONS)).__getitem__, parse_direction, "a direction `N` to `NW`")]
MaybeDirection = Annotated[
    int,
    Written(
        lambda number: "" if number < 0 else DIRECTIONS[number],
        lambda name: parse_direction(name) if name else -1,
        'a direction `N` to `NW`, or `""`',
    ),
]
"""A direction, or -1 for none."""


def off_edge(hex: Hex, columns: int, rows: int) -> str:
    """The edge N, E, S or W of the map beyond which a hex lies; "" on the map. Off both, the column's edge counts."""
    column, row = column_row(hex)
    if not 1 <= column <= columns:
        return "W" if column < 1 else "E"
    if not 1 <= row <= rows:
        return "N" if row < 1 else "S"
    return ""


def on_map(hex: Hex, columns: int, rows: int) -> bool:
    """Is there such a hex on a map of so many columns and rows?"""
    q, r = hex
    return 0 <= q < columns and 0 <= r + q // 2 < rows


def step(hex: Hex, direction: int, hexes: int = 1) -> Hex:
    """The hex that lies `hexes` steps away in `direction` (taken modulo 6)."""
    dq, dr = STEPS[direction % 6]
    return hex[0] + hexes * dq, hex[1] + hexes * dr


def distance(a: Hex, b: Hex) -> int:
    """Steps from a to b."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def within(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes at most `radius` steps from `centre`, by column and then row."""
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -radius - dq), min(radius, radius - dq) + 1):
            yield centre[0] + dq, centre[1] + dr


def clusters(hexes: Iterable[Hex], apart: int = 1) -> Iterator[list[Hex]]:
    """Groups of hexes, each in order, in which every hex is at most `apart` steps from another."""
    left = sorted(set(hexes))
    while left:
        found = [left.pop(0)]
        for hex in found:
            found += (near := [other for other in left if distance(hex, other) <= apart])
            left = [other for other in left if other not in near]
        yield sorted(found)


def bearing(a: Hex, b: Hex) -> tuple[int, int, int]:
    """How b lies from a: the (d, x, y) with b - a = x * STEPS[d] + y * STEPS[d + 1], x >= 1, y >= 0.

    y = 0 means b lies on the hex row in direction d; x = y exactly between two directions. Raises ValueError if a is b.
    """
    return _bearing(b[0] - a[0], b[1] - a[1])


@lru_cache(REMEMBERED)
def _bearing(dq: int, dr: int) -> tuple[int, int, int]:
    """It depends on how far apart the two are, not on where they are."""
    six = ((-dq - dr, dq), (-dr, dq + dr), (dq, dr), (dq + dr, -dq), (dr, -dq - dr), (-dq, -dr))
    for d, (x, y) in enumerate(six):
        if x >= 1 and y >= 0:
            return d, x, y
    raise ValueError("a hex has no bearing on itself")


def off_bearing(hex: Hex, direction: int, goal: Hex) -> int:
    """By how many twelfths of a circle a direction misses a hex: 0 for straight at it, or in it."""
    if hex == goal:
        return 0
    nearest, _, aside = bearing(hex, goal)
    missed = (2 * nearest + bool(aside) - 2 * direction) % 12
    return min(missed, 12 - missed)


def centre(hex: Hex) -> tuple[float, float]:
    """The hex's centre on paper, x right and y down, in units of the distance between neighbouring centres."""
    q, r = hex
    return q * 0.8660254037844386, r + q / 2
