"""What lies over the sheet of the map: sonar fields, and cutting shapes off at the edge. Points are rounded."""

from __future__ import annotations

from pbem.core.drawing import hex_chart
from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import point_of, tenths
from pbem.core.drawing.scene import Point
from pbem.core.geometry.hexes import STEPS, Hex, centre

# ---------------------------------------------------------------- ranges


def reach_ring(hex: Hex, hexes: int) -> list[Point]:
    """All hexes within a distance form a six-sided field: its corners, from N clockwise."""
    x, y = centre(hex)
    return [((x + hexes * dx) * HEX, (y + hexes * dy) * HEX) for dx, dy in (centre(step) for step in STEPS)]


def zone_field(hex: Hex, direction: int, hexes: int) -> list[Point]:
    """STG-HEX.5: the zone centred on a direction, out to a distance."""
    ring, middle = reach_ring(hex, hexes), point_of(hex)
    before, tip, after = (ring[(direction + k) % 6] for k in (-1, 0, 1))
    return [middle, _half(before, tip), tip, _half(tip, after)]


def arc_field(hex: Hex, facing: int, hexes: int) -> list[Point]:
    """STG-HEX.3: the forward 120 degree arc out to a distance."""
    ring = reach_ring(hex, hexes)
    return [point_of(hex), *(ring[(facing + k) % 6] for k in (-1, 0, 1))]


def _half(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


# ---------------------------------------------------------------- cutting off


def clip_line(start: Point, end: Point, frame: Box) -> list[Point]:
    """The part of a line that lies in the frame; empty if none does."""
    return [tenths(point) for point in hex_chart.clip(start, end, frame) or ()]
