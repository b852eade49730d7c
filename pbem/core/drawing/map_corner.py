"""What is in a corner of a map: directions and a scale, small, in the corner with the most room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pbem.core.drawing.compass import compass
from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import tenths
from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Point, Polygon, Shape, Text

NEAR = 1.5
"""What is less than so many insets from the middle of a sign is near it."""
INSET = HEX * 0.55
"""The edge of a hex map goes to and fro by less than this."""
SPAN = 2.3
"""How far the names of the directions reach, in radii of their rays."""


def free_corner(box: Box, inset: Point, taken: Iterable[Point]) -> Point:
    """The middle of a sign, which reaches as far as `inset`, in a corner of the box.

    That is the first of the corners with nothing near, else the one that is farthest from all. Pages have their buttons in the
    upper right corner and words in the lower left one.
    """
    (wide, high), places = inset, list(taken)
    left, top, right, bottom = box[0] + wide, box[1] + high, box[2] - wide, box[3] - high
    corners = [(right, bottom), (left, top), (left, bottom), (right, top)]
    for x, y in corners:
        if not any(abs(px - x) < NEAR * wide and abs(py - y) < NEAR * high for px, py in places):
            return x, y
    return max(corners, key=lambda corner: min(math.dist(corner, place) for place in places))


@kept
def rose(middle: Point, radius: float) -> Iterator[Polygon]:
    """The four winds as a star, each ray half full, north the longest."""
    (x, y), tip = middle, radius * 0.22
    for (dx, dy), far in (((0, -1), 1.0), ((1, 0), 0.8), ((0, 1), 0.8), ((-1, 0), 0.8)):
        end = (x + dx * far * radius, y + dy * far * radius)
        for role, side in (("bar-full", -1), ("bar", 1)):
            notch = (x + (dx - side * dy) * tip, y + (dy + side * dx) * tip)
            yield Polygon([tenths(point) for point in (middle, notch, end)], role)


@kept
def scale_bar(middle: Point, step: float, words: str, letters: float) -> Iterator[Shape]:
    """A bar of two steps, the first one full, with what a whole bar measures."""
    (x, y), high = middle, round(letters * 0.34, 1)
    for role, start in (("bar-full", x - step), ("bar", x)):
        corners = [(start, y), (start + step, y), (start + step, y + high), (start, y + high)]
        yield Polygon([tenths(corner) for corner in corners], role)
    yield Text(tenths((x, y - letters * 0.45)), words, "label", round(letters, 1))


def hex_signs(box: Box, hexes: int, high: float, letters: float, taken: Iterable[Point]) -> tuple[Box, list[Shape]]:
    """The six directions above a scale of so many hexes, and the part of the map that they take."""
    wide = (hexes + 0.5) * HEX
    inside = (box[0] + INSET, box[1] + INSET, box[2] - INSET, box[3] - INSET)
    x, y = free_corner(inside, (wide / 2, high / 2), taken)
    corner = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    radius = min(wide, high - 2.2 * letters) / (2 * SPAN)
    rays = compass(tenths((x, corner[1] + radius * SPAN)), round(radius, 1))
    return corner, [*rays, *scale_bar((x, corner[3] - letters * 0.6), hexes * HEX / 2, f"{hexes} hexes", letters)]
