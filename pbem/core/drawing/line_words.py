"""Words beside a line of a plan: range and odds of a shot, where they hide no unit."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.labels import LabelPlaces, wide_as
from pbem.core.drawing.scene import Line, Point, Text

BASELINE = 0.36
"""How far below the middle of words their baseline lies, as a share of their height."""


def words_beside(places: LabelPlaces, line: Line, words: str, size: float) -> Text:
    """The words at the best place beside a line, which is taken from now on."""
    wide = wide_as(words, size)
    x, y = places.best_spot(list(_beside(line.points[0], line.points[-1], wide / 2, size)), wide, size)
    return Text((round(x, 1), round(y + size * BASELINE, 1)), words, line.role, size, unit=line.unit)


def _beside(start: Point, end: Point, half: float, size: float) -> Iterator[Point]:
    """From the middle of the line to its ends, on the right and on the left, below and above."""
    for share in (0.5, 0.35, 0.65, 0.2, 0.8):
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        for out in (size, size * 2, size * 3.5):
            yield from ((x + half + out, y), (x - half - out, y), (x, y + out), (x, y - out))
