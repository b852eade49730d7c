"""What maps at sea have in common: tints of deep water, wakes, splashes and bursts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbem.core.drawing.hex_chart import Box
from pbem.core.drawing.hex_layout import star, tenths
from pbem.core.drawing.kept_shapes import MOST as KEPT
from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Circle, Point, Polygon, Shape

TINTS = (("sea-deep", 1.0), ("sea-deeper", 0.58))
"""Roles of deep water, and how far they reach."""
SHORE = 30
"""Points of the edge of a tint."""
GOLDEN = math.radians(137.5)
"""From one splash to the next: no two of them are at one place."""
SPREAD = 0.34
"""Half the width of a wake's end, as a share of its length."""
MOST = 5
"""Splashes or bursts of one salvo that are drawn: more tell no more."""


# ---------------------------------------------------------------- the sea


@lru_cache(maxsize=64)
def deep_water(box: Box, origin: Point, period: float) -> tuple[Shape, ...]:
    """Soft tints within the box. A place has the same tint whatever part of the sea is shown; `origin` is where 0, 0 is."""
    left, top, right, bottom = ((edge - origin[n % 2]) / period for n, edge in enumerate(box))
    cells = [
        (column, row)
        for column in range(math.floor(left) - 1, math.floor(right) + 2)
        for row in range(math.floor(top) - 1, math.floor(bottom) + 2)
    ]
    found: list[Shape] = []
    for role, reach in TINTS:
        for cell in cells:
            basin = [(origin[0] + x * period, origin[1] + y * period) for x, y in _basin(cell, reach)]
            if len(shown := clipped(basin, box)) > 2:
                found.append(Polygon([tenths(point) for point in shown], role))
    return tuple(found)


def _basin(cell: tuple[int, int], reach: float) -> list[Point]:
    """The edge of deep water around a place in a square of the sea; some squares have none."""
    there, across, down, wide, bent = (chance(cell, draw) for draw in range(5))
    if there < 0.25:
        return []
    x, y, radius = cell[0] + 0.2 + 0.6 * across, cell[1] + 0.2 + 0.6 * down, (0.38 + 0.3 * wide) * reach
    found = []
    for angle in (math.tau * k / SHORE for k in range(SHORE)):
        far = radius * (1 + 0.2 * math.sin(2 * angle + 6 * bent) + 0.1 * math.sin(3 * angle + 9 * bent))
        found.append((x + 1.25 * far * math.cos(angle), y + far * math.sin(angle)))
    return found


def chance(cell: tuple[int, int], draw: int) -> float:
    """A number from 0 to 1 that looks random and is always the same."""
    mixed = (cell[0] * 73856093) ^ (cell[1] * 19349663) ^ ((draw + 1) * 83492791)
    mixed = (mixed ^ (mixed >> 13)) * 1274126177
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF


def clipped(outline: Sequence[Point], box: Box) -> list[Point]:
    """The part of an outline that is in the box."""
    points = list(outline)
    for axis, edge, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        inside = [(point[axis] - edge) * sign >= 0 for point in points]
        if not any(inside):
            return []
        if not all(inside):
            points = list(_cut(points, inside, axis, edge))
    return points


def _cut(points: Sequence[Point], inside: Sequence[bool], axis: int, edge: float) -> Iterator[Point]:
    """What is on the one side of a line, which some of the points are."""
    for at, (after, now) in enumerate(zip(points, inside, strict=True)):
        before, was = points[at - 1], inside[at - 1]
        if was != now:
            share = (edge - before[axis]) / (after[axis] - before[axis])
            yield before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share
        if now:
            yield after


# ---------------------------------------------------------------- ships and shots


@lru_cache(KEPT)
def wake(stern: Point, ahead: Point, wide: float, long: float, unit: str) -> Polygon:
    """White water behind a ship: two arms that part from each other; `wide` is her width at the stern."""
    (x, y), (dx, dy) = stern, ahead
    half, end = wide / 2, wide / 2 + SPREAD * long
    arms = ((0.0, -half), (-long, -end), (-long * 0.9, -end * 0.6), (-long * 0.45, 0.0))
    outline = [*arms, *((a, -c) for a, c in reversed(arms[:3]))]
    return Polygon([tenths((x + a * dx - c * dy, y + a * dy + c * dx)) for a, c in outline], "wake", unit=unit)


@kept
def splashes(at: Point, number: int, far: float, size: float, unit: str, first: int = 0) -> Iterator[Circle]:
    """Shells that missed, around the target; `first` turns them, so that those of two ships are not in one place."""
    for place in _around(at, min(number, MOST), far, first):
        yield Circle(place, round(size, 1), "splash", unit=unit)


@kept
def bursts(at: Point, number: int, far: float, size: float, unit: str, first: int = 0) -> Iterator[Polygon]:
    """Shells that hit, on the target."""
    for place in _around(at, min(number, MOST), far, first):
        yield Polygon(star(place, size, 0.42), "burst", unit=unit)


def _around(at: Point, number: int, far: float, first: int) -> Iterator[Point]:
    for k in range(number):
        angle, reach = GOLDEN * (k + 1 + 2 * first), far * (1 + 0.18 * (k % 3 - 1))
        yield tenths((at[0] + reach * math.sin(angle), at[1] - reach * math.cos(angle)))
