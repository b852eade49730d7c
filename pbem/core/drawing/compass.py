"""The directions of the hex grid as a small rose: the convention that is printed beside every hex map."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.hex_layout import tenths, unit
from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Line, Point, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS

HUB, TIP, NAME = 0.25, 1.0, 1.7
"""Where a ray begins and ends, and where its name is, in radii."""


@kept
def compass(middle: Point, radius: float) -> Iterator[Shape]:
    """Six rays with their names, N at the top with an arrow."""
    for number, name in enumerate(DIRECTIONS):
        start, end, place = (_along(middle, number, radius * share) for share in (HUB, TIP, NAME))
        yield Line([start, end], "compass", f"direction {name}", arrow=number == 0)
        yield Text((place[0], round(place[1] + radius * 0.27, 1)), name, "grid-label", round(radius * 0.75, 1))


def _along(middle: Point, direction: int, far: float) -> Point:
    dx, dy = unit(direction)
    return tenths((middle[0] + far * dx, middle[1] + far * dy))
