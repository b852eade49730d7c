"""Bearings in half-steps, firing arcs and the helm's hexes (2.12, 2.13), in exact integers."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pbem.core.geometry.hexes import DIRECTIONS, Hex, bearing, distance, label, parse_label, step

Letter = Literal["F", "L", "R"]
LETTERS: tuple[Letter, ...] = ("F", "R", "L")
"""SSL-X.5, SSL-X.6: the order in which other letters are tried, and ties fall."""
CHANGE: dict[str, int] = {"F": 0, "L": -1, "R": 1}
HALF_STEPS = 12

hex_of = parse_label
label_of = lru_cache(maxsize=16384)(label)

ARCS: dict[str, frozenset[int]] = {
    "F": frozenset((10, 11, 0, 1, 2)),
    "A": frozenset((4, 5, 6, 7, 8)),
    "SB": frozenset((2, 3, 4)),
    "PB": frozenset((8, 9, 10)),
    "EB": frozenset((2, 3, 4, 8, 9, 10)),
    "SE": frozenset(range(7)),
    "PE": frozenset((6, 7, 8, 9, 10, 11, 0)),
    "SSF": frozenset(range(5)),
    "PSF": frozenset((8, 9, 10, 11, 0)),
    "SSA": frozenset((2, 3, 4, 5, 6)),
    "PSA": frozenset((6, 7, 8, 9, 10)),
}
"""SSL-D3.1, SSL-D3.2, SSL-D3.3: half-steps of relative bearing, clockwise from dead ahead; SSL-D3.4: boundary rows included."""


@lru_cache(maxsize=65536)
def _absolute(dq: int, dr: int) -> int:
    direction, _, off = bearing((0, 0), (dq, dr))
    return 2 * direction + (off > 0)


def half_step(origin: Hex, heading: int, target: Hex) -> int:
    """The relative bearing 0-11 like a clock's: 0 ahead, 3 starboard beam, 6 astern. Raises ValueError in the same hex."""
    return (_absolute(target[0] - origin[0], target[1] - origin[1]) - 2 * heading) % HALF_STEPS


def bears(arc: str, origin: Hex, heading: int, target: Hex) -> bool:
    """SSL-D3.1, SSL-D3.4: does an arc cover the target? In the same hex every arc does (SSL-J2.7)."""
    return origin == target or half_step(origin, heading, target) in ARCS[arc]


@lru_cache(maxsize=65536)
def sight(origin: Hex, heading: int, target: Hex) -> tuple[int, int]:
    """The distance and the relative half-step, remembered: every gun asks; 0 and 0 in the same hex."""
    return (0, 0) if origin == target else (distance(origin, target), half_step(origin, heading, target))


def gun_range(origin: Hex, target: Hex) -> int:
    """SSL-J2.7: the distance; 1 in the same hex."""
    return max(1, distance(origin, target))


def off_bow(origin: Hex, heading: int, goal: Hex) -> int:
    """SSL-X.6: half-steps 0-6 between the bow and the goal; 0 in the same hex."""
    if origin == goal:
        return 0
    found = half_step(origin, heading, goal)
    return min(found, HALF_STEPS - found)


def turned(heading: int, letter: str) -> int:
    """SSL-I2.2: the heading after a helm letter."""
    return (heading + CHANGE[letter]) % 6


def ahead(hex: Hex, heading: int, letter: str) -> Hex:
    """SSL-I2.2: the hex into which a helm letter takes a ship."""
    return step(hex, heading + CHANGE[letter])


def heading_of(name: str) -> int:
    """0-5 of N NE SE S SW NW."""
    return DIRECTIONS.index(name)
