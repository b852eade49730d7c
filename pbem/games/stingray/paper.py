"""The sheet of the map: the grid in a few lines, sonar fields, and cutting shapes off at the edge. Points are rounded."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pbem.core import chart
from pbem.core.chart import HEX, Box
from pbem.core.hexes import STEPS, Hex, at, centre
from pbem.core.scene import Point


def _short(point: Point) -> Point:
    """A tenth of a unit is fine enough, and a map has thousands of points."""
    return round(point[0], 1), round(point[1], 1)


def paper(hex: Hex) -> Point:
    """The hex's centre in scene units."""
    return _short(chart.paper(hex))


def unit(direction: float) -> Point:
    """One hex step in a direction; whole numbers are those of the hex grid, halves lie between them."""
    angle = math.pi / 3 * direction
    return math.sin(angle), -math.cos(angle)


def corner(hex: Hex, k: int) -> Point:
    """Corner k of a hex, clockwise from the right-hand one."""
    return _short(chart.corner(hex, k))


def corners(hex: Hex) -> list[Point]:
    """Clockwise from the right-hand corner."""
    return [corner(hex, k) for k in range(6)]


def grid_lines(columns: int, rows: int) -> Iterator[list[Point]]:
    """One line for each column, down its left side with a detour along each top; `outline` closes what is left open."""
    for column in range(1, columns + 1):
        down = [corner(at(column, row), k) for row in range(1, rows + 1) for k in (4, 5, 4, 3)]
        yield [*down, corner(at(column, rows), 2)]


def edge_line(edge: str, columns: int, rows: int) -> list[Point]:
    """One edge of the map, clockwise."""
    return [_short(point) for point in chart.edge_line(edge, range(1, columns + 1), range(1, rows + 1))]


def outline(columns: int, rows: int) -> list[Point]:
    """The edge of the map, clockwise from its upper left hex."""
    return [point for edge in "NESW" for point in edge_line(edge, columns, rows)]


def surround(columns: int, rows: int) -> list[Point]:
    """A band around the map that covers what sticks out of it: the outline one way round, then a frame the other way."""
    edge = outline(columns, rows)
    left, top, right, bottom = sheet_box(columns, rows)
    left, top, right, bottom = left - 2, top - 2, right + 2, bottom + 2
    return [*edge, edge[0], (left, top), (left, bottom), (right, bottom), (right, top), (left, top)]


def sheet_box(columns: int, rows: int) -> Box:
    """The rectangle around the map."""
    xs, ys = zip(*outline(columns, rows), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# ---------------------------------------------------------------- ranges


def reach_ring(hex: Hex, hexes: int) -> list[Point]:
    """All hexes within a distance form a six-sided field: its corners, from N clockwise."""
    x, y = centre(hex)
    return [((x + hexes * dx) * HEX, (y + hexes * dy) * HEX) for dx, dy in (centre(step) for step in STEPS)]


def zone_field(hex: Hex, direction: int, hexes: int) -> list[Point]:
    """STG-HEX.5: the zone centred on a direction, out to a distance."""
    ring, middle = reach_ring(hex, hexes), paper(hex)
    before, tip, after = (ring[(direction + k) % 6] for k in (-1, 0, 1))
    return [middle, _half(before, tip), tip, _half(tip, after)]


def _half(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


# ---------------------------------------------------------------- cutting off


def clip_field(points: Sequence[Point], box: Box) -> list[Point]:
    """The part of a convex field that lies in the box; empty if none does."""
    left, top, right, bottom = box
    found = list(points)
    for axis, bound, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        found = [point for pair in _pairs(found) for point in _kept(*pair, axis, bound, sign)]
    return [_short(point) for point in found]


def clip_line(start: Point, end: Point, box: Box) -> list[Point]:
    """The part of a line that lies in the box; empty if none does."""
    return [_short(point) for point in chart.clip(start, end, box) or ()]


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
