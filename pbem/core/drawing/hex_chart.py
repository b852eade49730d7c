"""A hex map on paper: where hexes and their corners lie, the edges of the map, and lines cut off at a frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from pbem.core.drawing.scene import Point
from pbem.core.geometry.hexes import STEPS, Hex, at, centre

HEX = 40.0
"""Scene units between the centres of neighbouring hexes."""
SIDE = HEX / math.sqrt(3)
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def point_of(hex: Hex) -> Point:
    """The hex's centre in scene units."""
    x, y = centre(hex)
    return x * HEX, y * HEX


def hex_at(point: Point) -> Hex:
    """The hex in which a point in scene units lies; on an edge, one of those beside it."""
    x, y = point[0] / HEX, point[1] / HEX
    q = round(x / centre((1, 0))[0])
    guess = q, round(y - q / 2)
    near = [guess, *((guess[0] + dq, guess[1] + dr) for dq, dr in STEPS)]
    return min(near, key=lambda hex: math.dist((x, y), centre(hex)))


def hex_near(point: Point, on_map: Callable[[Hex], bool]) -> Hex:
    """The hex that is meant by a point: its own, or, close beside the edge of the map, the nearest that is on the map."""
    own = hex_at(point)
    x, y = point[0] / HEX, point[1] / HEX
    near = [hex for hex in ((own[0] + dq, own[1] + dr) for dq, dr in STEPS) if not on_map(own) and on_map(hex)]
    return min(near, key=lambda hex: math.dist((x, y), centre(hex)), default=own)


def corner(hex: Hex, k: int) -> Point:
    """Corner k of a hex, clockwise from the right-hand one."""
    x, y = point_of(hex)
    return x + SIDE * math.cos(math.pi / 3 * k), y + SIDE * math.sin(math.pi / 3 * k)


def corners(hex: Hex) -> list[Point]:
    """Clockwise from the right-hand corner."""
    return [corner(hex, k) for k in range(6)]


def edge_line(edge: str, columns: Sequence[int], rows: Sequence[int]) -> list[Point]:
    """Edge N, E, S or W of the map of these columns and rows, clockwise."""
    if edge == "N":
        return list(_across(columns, rows[0], (3, 4, 5, 0), raised=True))
    if edge == "E":
        return [corner(at(columns[-1], row), k) for row in rows for k in (5, 0, 1)]
    if edge == "S":
        return list(_across(columns[::-1], rows[-1], (0, 1, 2, 3), raised=False))
    return [corner(at(columns[0], row), k) for row in rows[::-1] for k in (2, 3, 4)]


def _across(columns: Sequence[int], row: int, order: tuple[int, ...], raised: bool) -> Iterator[Point]:
    """A zigzag along a row: hexes that stick out give four corners, those between them two."""
    for column in columns:
        sticks_out = (column % 2 == 1) == raised
        yield from (corner(at(column, row), k) for k in (order if sticks_out else order[1:3]))


def clip(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """The part of a line that lies in the box, or None."""
    left, top, right, bottom = box
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for step, room in ((-dx, start[0] - left), (dx, right - start[0]), (-dy, start[1] - top), (dy, bottom - start[1])):
        if abs(step) < 1e-9:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first > last:
        return None
    return (start[0] + dx * first, start[1] + dy * first), (start[0] + dx * last, start[1] + dy * last)
