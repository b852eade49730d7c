"""Which shape of a unit is the one to point at, and where it lies."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.drawing.scene import Circle, Lines, Scene, Shape, Text
from pbem.present.legend import is_counter

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
RING_SCALE, LEAST = 1.35, 13.0
"""A ring is wider than its shape by this factor; its least radius is in pen units."""


def anchors(scene: Scene) -> dict[str, Shape]:
    """The shape that represents each unit: its counter, or else the last shape with a title, or the last of all."""
    found: dict[str, tuple[int, Shape]] = {}
    for shape in scene.shapes:
        if shape.unit and not isinstance(shape, Text):
            rank = _rank(shape)
            if shape.unit not in found or rank >= found[shape.unit][0]:
                found[shape.unit] = rank, shape
    return {unit: shape for unit, (rank, shape) in found.items() if rank}


def _rank(shape: Shape) -> int:
    assert not isinstance(shape, Text)  # noqa: S101 (`anchors` leaves words out)
    return (2 if is_counter(shape.role) else 1) if shape.title else 0


def extent(shape: Shape) -> Box:
    """The box around a shape."""
    if isinstance(shape, Circle):
        (x, y), r = shape.centre, shape.radius
        return x - r, y - r, x + r, y + r
    if isinstance(shape, Lines):
        points = [(x + shape.at[0], y + shape.at[1]) for way in shape.ways for x, y in way]
    else:
        points = [shape.at] if isinstance(shape, Text) else list(shape.points)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def rings(shapes: Iterable[Shape], pen: float) -> list[Shape]:
    """A ring around each, on a light edge, so that it can be seen on anything."""
    drawn: list[Shape] = []
    for shape in shapes:
        left, top, right, bottom = extent(shape)
        centre, radius = ((left + right) / 2, (top + bottom) / 2), max(right - left, bottom - top) / 2 * RING_SCALE
        drawn += [Circle(centre, max(radius, LEAST * pen), role) for role in ("marked-edge", "marked")]
    return drawn
