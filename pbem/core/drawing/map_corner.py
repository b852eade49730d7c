"""What is in a corner of a map: the directions and a scale, small, in the corner that has most room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core.drawing.compass import compass
from pbem.core.drawing.labels import Rectangle
from pbem.core.drawing.scene import Line, Point, Shape, Text

SPAN = 2.3
"""How far the names of the directions reach, in radii of their rays."""
TICK = 0.3
"""Height of the ends of the scale, as a share of its letters."""


def free_corner(box: Rectangle, wide: float, high: float, marks: Iterable[Point]) -> Rectangle:
    """Of the corners of the map, each of this size, the one with fewest marks; of several alike the lower right one, or
    the next clockwise."""
    left, top, right, bottom = box
    corners = [
        (right - wide, bottom - high, right, bottom),
        (left, bottom - high, left + wide, bottom),
        (left, top, left + wide, top + high),
        (right - wide, top, right, top + high),
    ]
    places = list(marks)
    return min(corners, key=lambda corner: sum(_within(place, corner) for place in places))


def _within(place: Point, box: Rectangle) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def directions(corner: Rectangle) -> Iterator[Shape]:
    """The directions of the hex grid in the upper part of a corner, which the scale leaves free."""
    left, top, right, bottom = corner
    radius = min(right - left, (bottom - top) * 0.72) / (2 * SPAN)
    yield from compass((round((left + right) / 2, 1), round(top + radius * SPAN, 1)), round(radius, 1))


def scale(corner: Rectangle, length: float, words: str, size: float) -> Iterator[Shape]:
    """A bar of this length at the foot of a corner, with what it measures above it."""
    left, _, right, bottom = corner
    start, y = round((left + right - length) / 2, 1), round(bottom - size * 0.6, 1)
    end, tick = round(start + length, 1), size * TICK
    yield Line([(start, y - tick), (start, y), (end, y), (end, y - tick)], "compass", f"scale: {words}")
    yield Text((round((start + end) / 2, 1), round(y - size * 0.4, 1)), words, "grid-label", size)
