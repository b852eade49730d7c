"""Places for words on a map: they go where they overlap least with what is drawn and written already."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pbem.core.drawing.scene import Point

LETTER = 0.58
"""Width of a letter, as a share of its height."""
LINE_STEP = 24.0
"""Scene units between the points of a line that words keep clear of."""
CELL = 60.0
"""Side of the squares by which taken places are looked up."""
OUTSIDE = 3
"""How much more an area outside the picture counts than an area that overlaps something."""
Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass
class LabelPlaces:
    """Places that are taken on the map within `box`. The place of words is their middle."""

    box: Rectangle
    _taken: list[Rectangle] = field(default_factory=list)
    _cells: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """By square of the map, what is on it: positions in `_taken`."""

    def take(self, at: Point, half: float) -> None:
        """A symbol that words should keep clear of."""
        self._keep(_frame(at, half, half))

    def take_line(self, start: Point, end: Point) -> None:
        """A line that words should not hide."""
        steps = int(math.dist(start, end) / LINE_STEP) + 1
        for k in range(steps + 1):
            self.take((start[0] + (end[0] - start[0]) * k / steps, start[1] + (end[1] - start[1]) * k / steps), 4.0)

    def beside(self, at: Point, gap: float, wide: float, high: float) -> Point:
        """A place for words of this size beside a mark; it is taken from now on."""
        return self.best_spot(list(_beside(at, gap, wide / 2, high / 2)), wide, high)

    def best_spot(self, spots: Sequence[Point], wide: float, high: float) -> Point:
        """Of some places for words the first one with least overlap; it is taken from now on."""
        best, least = spots[0], math.inf
        for spot in spots:
            overlap = self.overlap(spot, wide, high, least)
            if overlap < least:
                best, least = spot, overlap
            if not overlap:
                break
        self._keep(_frame(best, wide / 2, high / 2))
        return best

    def free(self, spots: Sequence[Point], wide: float, high: float, share: float) -> Point | None:
        """The first place for words of which at most this share is taken, which it is from now on; None if there is none."""
        found = next((spot for spot in spots if self.overlap(spot, wide, high) <= share * wide * high), None)
        if found:
            self._keep(_frame(found, wide / 2, high / 2))
        return found

    def overlap(self, spot: Point, wide: float, high: float, enough: float = math.inf) -> float:
        """How much of the area of words of this size is taken already, or outside the picture; counted up to `enough`."""
        left, top, right, bottom = frame = _frame(spot, wide / 2, high / 2)
        outside = OUTSIDE * ((right - left) * (bottom - top) - _overlap(frame, self.box))
        shared = 0.0
        # Most of the work of a crowded map is done here, so the sum of `_overlap` is written out without a call.
        for place in sorted({place for cell in _cells(frame) for place in self._cells.get(cell, ())}):
            its_left, its_top, its_right, its_bottom = self._taken[place]
            across = (its_right if its_right < right else right) - (its_left if its_left > left else left)
            down = (its_bottom if its_bottom < bottom else bottom) - (its_top if its_top > top else top)
            if across > 0 and down > 0:
                shared += across * down
                if shared + outside >= enough:
                    break
        return shared + outside

    def _keep(self, frame: Rectangle) -> None:
        for cell in _cells(frame):
            self._cells.setdefault(cell, []).append(len(self._taken))
        self._taken.append(frame)


def wide_as(words: str, size: float) -> float:
    """How wide words are."""
    return LETTER * size * len(words)


def _frame(spot: Point, wide: float, high: float) -> Rectangle:
    """The rectangle around a middle; half its width and height."""
    return spot[0] - wide, spot[1] - high, spot[0] + wide, spot[1] + high


def _cells(frame: Rectangle) -> Iterator[tuple[int, int]]:
    """The squares of the map that a rectangle touches."""
    left, top, right, bottom = (int(edge // CELL) for edge in frame)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _beside(at: Point, gap: float, wide: float, high: float) -> Iterator[Point]:
    """Below, above, to the right, to the left, at the corners; then the same farther out."""
    x, y = at
    for more in (0.0, 14.0, 30.0, 50.0):
        out = gap + more
        for across, down in ((0, 1), (0, -1), (1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8)):
            yield x + across * (out + wide), y + down * (out + high)


def _overlap(one: Rectangle, other: Rectangle) -> float:
    """The area that two rectangles share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    if across <= 0:
        return 0.0
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if down > 0 else 0.0
