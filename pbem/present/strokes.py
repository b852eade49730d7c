"""The lines that shapes are drawn with, as points: arrowheads, what strikes a lost shape out, and dashes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.core.drawing.scene import Circle, Point, Polygon

ARROW = 12.0  # length of an arrowhead, in thousandths of the picture's longer side


def arrowhead(points: Sequence[Point], pen: float) -> list[Point]:
    """A triangle at the end of a line, never longer than half of its last leg."""
    (x0, y0), (x, y) = points[-2:]
    leg = math.hypot(x - x0, y - y0) or 1.0
    length = min(ARROW * pen, leg / 2)
    dx, dy = (x - x0) / leg * length, (y - y0) / leg * length
    return [(x, y), (x - dx - dy * 0.45, y - dy + dx * 0.45), (x - dx + dy * 0.45, y - dy - dx * 0.45)]


def crossing(shape: Polygon | Circle) -> list[tuple[Point, ...]]:
    """What a closed shape is struck out along."""
    if isinstance(shape, Circle):
        (x, y), reach = shape.centre, shape.radius * math.sqrt(0.5)
        return [((x - reach, y - reach), (x + reach, y + reach)), ((x + reach, y - reach), (x - reach, y + reach))]
    half = len(shape.points) // 2
    return list(zip(shape.points[:2], shape.points[half : half + 2], strict=False))


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """The parts of a line that are drawn when it is dashed: so long drawn, so long left out, and on."""
    number, left, part = 0, pattern[0], [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        leg = math.hypot(to_x - x, to_y - y)
        gone = 0.0
        while leg - gone > left:
            gone += left
            here = x + (to_x - x) * gone / leg, y + (to_y - y) * gone / leg
            if number % 2 == 0:
                yield [*part, here]
            number, part = number + 1, [here]
            left = pattern[number % len(pattern)]
        left -= leg - gone
        part.append((to_x, to_y))
    if number % 2 == 0:
        yield part
