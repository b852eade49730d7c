"""Words of a plan over a finished map: on no unit, on no words of the map, and off its lines where there is room.

    words = place_over(scene, plan, [Label(end, "BC1 end", ...), words_beside(shot, "range 5, 63%", 11)])

A label for which there is no room is left out: the shape that it belongs to has the same as its title.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.core.drawing.labels import Label, LabelPlaces, Rectangle, width_of
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text

AREAS = ("arc", "sonar", "sweep", "area", "wake", "puff", "smoke", "plan-fire")
"""Roles of what words may lie on: it is large and thin, or only an ornament."""
SIGNS = ("compass", "bar")
"""Roles of directions and scale, in a corner of the map."""
NEAR = 3.0
"""Words keep so far from the edge of a symbol."""
LARGE = 120.0
"""What is larger is an area, whatever its role."""


def place_over(scene: Scene, plan: Sequence[Shape], labels: Iterable[Label]) -> list[Shape]:
    """The words of a plan that is drawn over a map, as far as there is room for them."""
    left, top, width, height = scene.inner or scene.box
    room = LabelPlaces((left, top, left + width, top + height))
    take_shapes([*scene.shapes, *plan], room)
    return room.place(labels)


def take_shapes(shapes: Iterable[Shape], room: LabelPlaces) -> None:
    """Words keep off what is drawn: off words and symbols always, off the ways and shots of units where they can."""
    for shape in shapes:
        if isinstance(shape, Text):
            room.take_box(frame_of(shape))
        elif shape.role.startswith(SIGNS) and isinstance(shape, Line | Polygon):
            room.take_box(_around(shape.points))
        elif shape.unit and isinstance(shape, Line):
            for start, end in pairwise(shape.points):
                room.take_line(start, end)
        elif shape.unit and not shape.role.startswith(AREAS):
            for spot in _spots(shape):
                room.take(spot, NEAR)


def frame_of(text: Text) -> Rectangle:
    """The rectangle that words take, rather too wide."""
    wide, (x, y) = width_of(text.text, text.size), text.at
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    return left, y - text.size * 0.86, left + wide, y + text.size * 0.18


def words_beside(line: Line, words: str, size: float) -> Label:
    """Words beside a line of a plan, from its middle to its ends, on the right and on the left, below and above."""
    start, end = line.points[0], line.points[-1]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    spots = list(_beside(start, end, width_of(words, size) / 2, size))
    return Label(middle, words, line.role, size, unit=line.unit, spots=spots)


def _beside(start: Point, end: Point, half: float, size: float) -> Iterator[Point]:
    for share in (0.5, 0.35, 0.65, 0.2, 0.8):
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        for out in (size, size * 2, size * 3.5):
            yield from ((x + half + out, y), (x - half - out, y), (x, y + out), (x, y - out))


def _around(points: Sequence[Point]) -> Rectangle:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _spots(shape: Shape) -> Iterator[Point]:
    """Places close to each other along the outline of a symbol and within it; none of a larger area."""
    if isinstance(shape, Circle):
        (x, y), reach = shape.centre, shape.radius
        points: Sequence[Point] = [
            (x + reach * math.cos(math.tau * k / 8), y + reach * math.sin(math.tau * k / 8)) for k in range(8)
        ]
    else:
        points = shape.points if isinstance(shape, Polygon) else []
    if not points:
        return
    left, top, right, bottom = _around(points)
    if max(right - left, bottom - top) > LARGE:
        return
    middle = (left + right) / 2, (top + bottom) / 2
    for start, end in zip(points, [*points[1:], *points[:1]], strict=True):
        yield from _along(start, end)
        yield from _along(start, middle)


def _along(start: Point, end: Point) -> Iterator[Point]:
    steps = int(math.dist(start, end) / (2 * NEAR)) + 1
    return ((start[0] + (end[0] - start[0]) * k / steps, start[1] + (end[1] - start[1]) * k / steps) for k in range(steps))
