"""The sheet of a hex map, in points rounded to a tenth of a unit: fine enough to be seen, and a map has thousands of them.

`columns` and `rows` are those shown, of the whole map or of a part of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.core.drawing import hex_chart
from pbem.core.drawing.hex_chart import Box
from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Copies, Lines, Point
from pbem.core.geometry.hexes import Hex, at, clusters, column_row, within

KEPT_HEXES = 8192
KEPT_PATCHES = 1024
"""Parts of the grid that are kept: around a unit that did not move it is the same after the next step."""


def tenths(point: Point) -> Point:
    """The point, rounded."""
    return round(point[0], 1), round(point[1], 1)


@lru_cache(KEPT_HEXES)
def point_of(hex: Hex) -> Point:
    """The hex's centre in scene units."""
    return tenths(hex_chart.point_of(hex))


@lru_cache(KEPT_HEXES)
def corner(hex: Hex, k: int) -> Point:
    """Corner k of a hex, clockwise from the right-hand one."""
    return tenths(hex_chart.corner(hex, k))


def corners(hex: Hex) -> list[Point]:
    """Clockwise from the right-hand corner."""
    return [corner(hex, k) for k in range(6)]


def unit(direction: float) -> Point:
    """One hex step in a direction, not rounded; whole numbers are those of the hex grid, halves lie between them."""
    angle = math.pi / 3 * direction
    return math.sin(angle), -math.cos(angle)


@kept
def star(place: Point, size: float, notch: float) -> Iterator[Point]:
    """Eight rays of this size, and the notches between them at a share of it."""
    for k in range(16):
        reach, angle = size * (1.0 if k % 2 == 0 else notch), math.pi / 8 * k
        yield tenths((place[0] + reach * math.cos(angle), place[1] + reach * math.sin(angle)))


def lattice(columns: range, rows: range) -> Copies:
    """The grid: the line of a column, down its left side with a detour along each top; `outline` closes what is left open."""
    first = hex_chart.point_of(at(columns[0], rows[0]))
    down = [hex_chart.corner(at(columns[0], row), k) for row in rows for k in (4, 5, 4, 3)]
    line = [*down, hex_chart.corner(at(columns[0], rows[-1]), 2)]
    return Copies(
        [(x - first[0], y - first[1]) for x, y in line], tuple(point_of(at(column, rows[0])) for column in columns), "grid"
    )


def surroundings(middles: Iterable[Hex], reach: int, columns: range, rows: range) -> list[tuple[Hex, ...]]:
    """The hexes within `reach` of these, each in the group of those that it touches, in order."""
    return [_surroundings(tuple(group), reach, columns, rows) for group in clusters(middles, 2 * reach + 1)]


@lru_cache(KEPT_PATCHES)
def _surroundings(middles: tuple[Hex, ...], reach: int, columns: range, rows: range) -> tuple[Hex, ...]:
    found = sorted({hex for middle in middles for hex in within(middle, reach)})
    return tuple(hex for hex in found for column, row in (column_row(hex),) if column in columns and row in rows)


@lru_cache(KEPT_PATCHES)
def patch(hexes: tuple[Hex, ...]) -> Lines:
    """The grid of these hexes alone."""
    first, *_ = hexes
    return Lines(_cells(tuple((q - first[0], r - first[1]) for q, r in hexes)), "grid", point_of(first))


@lru_cache(KEPT_PATCHES)
def _cells(hexes: tuple[Hex, ...]) -> tuple[tuple[Point, ...], ...]:
    return tuple((*corners(hex), corner(hex, 0)) for hex in hexes)


def edge_line(edge: str, columns: range, rows: range) -> list[Point]:
    """Edge N, E, S or W, clockwise."""
    return [tenths(point) for point in hex_chart.edge_line(edge, columns, rows)]


def outline(columns: range, rows: range) -> list[Point]:
    """All edges, clockwise from the upper left hex."""
    return [point for edge in "NESW" for point in edge_line(edge, columns, rows)]


def box(columns: range, rows: range) -> Box:
    """The rectangle around them."""
    xs, ys = zip(*outline(columns, rows), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# ---------------------------------------------------------------- cutting off


def clip_field(points: Sequence[Point], frame: Box) -> list[Point]:
    """The part of a convex field that lies in the frame; empty if none does."""
    left, top, right, bottom = frame
    found = list(points)
    for axis, bound, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        found = [point for pair in _pairs(found) for point in _kept(*pair, axis, bound, sign)]
    return [tenths(point) for point in found]


def _pairs(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(points, [*points[1:], *points[:1]], strict=True)


def _kept(start: Point, end: Point, axis: int, bound: float, sign: int) -> list[Point]:
    """What the way from `start` to `end` adds on the right side of one bound: where it crosses, and its end."""
    a, b = (start[axis] - bound) * sign, (end[axis] - bound) * sign
    crossing = []
    if (a < 0) != (b < 0):
        share = a / (a - b)
        crossing = [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)]
    return crossing + ([end] if b >= 0 else [])
