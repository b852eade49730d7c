"""Ships from above: each class has a silhouette, each side a colour and a mark on the hull."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import tenths
from pbem.core.drawing.scene import Point

Outline = Sequence[Point]
"""Points (along, across) in half lengths of the ship, bow at (1, 0)."""


SLIM = 0.84
"""Ships are narrower than drawn by this, so that the bow is seen."""


def _whole(*half: Point) -> Outline:
    """The starboard half from bow to stern, and its mirror image."""
    slim = [(along, across * SLIM) for along, across in half]
    return (*slim, *((along, -across) for along, across in reversed(slim) if across))


HULLS: dict[str, Outline] = {
    "CO": _whole((1.0, 0.0), (0.1, 0.26), (-0.3, 0.66), (-0.8, 0.66), (-0.5, 0.22), (-0.7, 0.0)),
    "DD": _whole((1.0, 0.0), (0.35, 0.24), (-0.3, 0.28), (-0.55, 0.56), (-0.95, 0.56), (-0.8, 0.2), (-0.7, 0.0)),
    "FF": _whole(
        *((1.0, 0.0), (0.45, 0.24), (0.1, 0.24), (-0.2, 0.66), (-0.6, 0.7)), (-0.5, 0.28), (-0.95, 0.34), (-0.85, 0.0)
    ),
    "CA": _whole(
        *((1.0, 0.0), (0.62, 0.26), (0.2, 0.3), (0.1, 0.56), (-0.45, 0.62)), (-0.55, 0.36), (-1.0, 0.46), (-0.88, 0.0)
    ),
    "BB": _whole(*((1.0, 0.08), (0.75, 0.32), (0.3, 0.34), (0.2, 0.6), (-0.4, 0.66)), (-0.5, 0.46), (-1.0, 0.54), (-0.95, 0.0)),
    "DN": _whole(
        *((1.0, 0.12), (0.8, 0.32), (0.45, 0.32), (0.35, 0.62), (-0.05, 0.62)),
        *((-0.15, 0.46), (-0.35, 0.46), (-0.45, 0.74), (-0.95, 0.74), (-1.0, 0.3), (-0.9, 0.0)),
    ),
}
"""By class code; the larger a ship is, the broader is it."""
SIZES = {"CO": 0.35, "DD": 0.39, "FF": 0.42, "CA": 0.46, "BB": 0.49, "DN": 0.52}
"""Half the length of a ship alone in its hex, in hexes."""
REACH = 1.14
"""No point of a hull is farther from its middle than so many half lengths."""
CROWDED = 0.66
"""Ships that share a hex are smaller by this."""


def _ring(corners: int, radius: float) -> Outline:
    turns = [2 * math.pi * k / corners for k in range(corners)]
    return tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)


MARKS: tuple[Outline, ...] = (
    _ring(12, 0.17),
    ((0.09, 0.3), (-0.09, 0.3), (-0.09, -0.3), (0.09, -0.3)),
    ((0.26, 0.0), (-0.14, 0.22), (-0.14, -0.22)),
    ((0.34, 0.08), (-0.3, 0.08), (-0.3, -0.08), (0.34, -0.08)),
    ((0.24, 0.0), (0.0, 0.19), (-0.24, 0.0), (0.0, -0.19)),
    ((0.05, 0.0), (0.2, 0.24), (0.02, 0.24), (-0.14, 0.0), (0.02, -0.24), (0.2, -0.24)),
)
"""On the hulls of the first to the sixth side: disc, bar, arrowhead, stripe, diamond, chevron."""
AMIDSHIPS = -0.12
PLUME: Outline = ((-0.82, 0.16), (-1.5, 0.0), (-0.82, -0.16))
"""What a ship under way leaves behind it."""


def half_length(ship_class: str, crowded: bool) -> float:
    """In scene units."""
    return HEX * SIZES.get(ship_class, SIZES["DD"]) * (CROWDED if crowded else 1.0)


def hull(ship_class: str, middle: Point, direction: Point, size: float) -> list[Point]:
    """The silhouette of a class, pointing in a direction."""
    return _turned(HULLS.get(ship_class, HULLS["DD"]), middle, direction, size)


def side_mark(number: int, middle: Point, direction: Point, size: float) -> list[Point]:
    """The mark of the side with this number (from 0) on such a hull."""
    shifted = [(along + AMIDSHIPS, across) for along, across in MARKS[number % len(MARKS)]]
    return _turned(shifted, middle, direction, size)


def plume(middle: Point, direction: Point, size: float) -> list[Point]:
    """Behind the stern of such a hull."""
    return _turned(PLUME, middle, direction, size)


def _turned(outline: Outline, middle: Point, direction: Point, size: float) -> list[Point]:
    (x, y), (dx, dy) = middle, direction
    return [tenths((x + size * (along * dx - across * dy), y + size * (along * dy + across * dx))) for along, across in outline]
