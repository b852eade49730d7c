"""The water and what is in it: depths, shoals around the rocks, the rocks themselves, all as large as the map."""

from __future__ import annotations

import math
from functools import lru_cache

from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import point_of, tenths
from pbem.core.drawing.scene import Point, Polygon, Shape
from pbem.core.drawing.sea_marks import chance, clipped, deep_water
from pbem.core.geometry.hexes import Hex, column_row, label

DEEPS = 11
"""Hexes from one basin of deep water to the next."""
TALL = 0.75
"""How far they go on above and below the map, in longer sides of it: a map that is broad is seen in a tall frame on a phone."""
SHOALS = (("shoal", 1.75), ("shoal-top", 1.1))
"""How far shallow water reaches around a rock, in hexes."""
ROUND = 20
"""Points of the edge of a shoal."""
ROCK, CORNERS = 0.52, 9
"""Reach of a rock, in hexes, and its corners: it fills its hex."""


@lru_cache(maxsize=32)
def water(frame: Box, obstacles: frozenset[Hex]) -> tuple[Shape, ...]:
    """The ground with its tints. It and what follows are kept, because all maps of a game show the same sheet."""
    left, top, right, bottom = frame
    ground = Polygon([(left, top), (right, top), (right, bottom), (left, bottom)], "sea")
    shoals = [
        Polygon([tenths(point) for point in clipped(_blob(hex, reach, 0.12, ROUND), frame)], role)
        for role, reach in SHOALS
        for hex in sorted(obstacles)
    ]
    return ground, *deep_water(frame, (0.0, 0.0), DEEPS * HEX), *(shoal for shoal in shoals if len(shoal.points) > 2)


@lru_cache(maxsize=32)
def beyond(frame: Box) -> tuple[Shape, ...]:
    """The same depths go on outside the map."""
    left, top, right, bottom = frame
    wide, high = round((right - left) / 2, 1), round(max(bottom - top, right - left) * TALL, 1)
    return deep_water((left - wide, top - high, right + wide, bottom + high), (0.0, 0.0), DEEPS * HEX)


@lru_cache(maxsize=32)
def rocks(obstacles: frozenset[Hex]) -> tuple[Shape, ...]:
    """Obstacles."""
    outlines = {hex: [tenths(point) for point in _blob(hex, ROCK, 0.34, CORNERS)] for hex in sorted(obstacles)}
    return tuple(Polygon(outline, "rock", f"obstacle {label(hex)}") for hex, outline in outlines.items())


def _blob(hex: Hex, reach: float, uneven: float, corners: int) -> list[Point]:
    """A round outline that is a little uneven, for each hex in its own way."""
    (x, y), cell = point_of(hex), column_row(hex)
    found = []
    for k in range(corners):
        far, angle = HEX * reach * (1 - uneven * chance(cell, k)), math.tau * k / corners
        found.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    return found
