"""Words on a map: each is beside its mark, on no other mark and no other words, and inside the map.

    room = LabelPlaces(box)                  # left, top, right, bottom of the map
    room.take(ship, 16)                      # a symbol: words never cover it
    room.take_line(gun, target)              # a line: words keep off it where they can
    shapes += room.place([
        Label(ship, "DD1", "unit-label", 11, gap=16, priority=3, kept=True, unit="DD1", small=("speed 4", "note", 8)),
        Label(mine, "M3", "unit-label", 10, gap=8, priority=1, unit="M3"),
        Label(middle, "12", "fire", 12, spots=[(x, y), ...]),
    ])

Take all marks first, then place all labels at once: those of a higher priority first, then in the order given, each at the
first of its places that is free. A label for which there is no room is left out, unless it is `kept` (names of own units):
that one looks farther out, with a thin line (role `leader`) to its mark. The same labels always get the same places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Line, Point, Shape, Text

LETTER = 0.58
"""Width of a letter, as a share of its height."""
NARROW, WIDE = " ijlIft.,:;'|()-", "mwMW@%"
LINE_STEP = 24.0
"""Scene units between the points of a line that words keep clear of."""
CELL = 120.0
"""Side of the squares by which taken places are looked up."""
OUTSIDE = 3
"""How much more an area outside the picture counts than an area that overlaps something."""
RINGS, FARTHER = (0.0, 0.6, 1.4), (2.4, 3.6, 5.0, 7.0, 9.5, 13.0)
"""How far from its mark a label may be, in heights of it; only one that must be there goes farther."""
ROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8))
"""Places around a mark: below, above, to the right, to the left, at the corners."""
ON_LINES = 0.2
"""A place of which lines take at most this share is as good as a free one."""
LED = 1.0
"""A label that is farther from its mark, in heights of it, has a line to it."""
KEPT_CELLS, KEPT_RINGS, KEPT_WORDS, KEPT_MAPS = 16384, 8192, 4096, 16
"""What is kept of maps: after a step of a game most of the next map is as it was, or all that words go by."""
Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Square = tuple[int, int]
"""A square of the map, by column and row of `CELL` units."""


@dataclass(frozen=True)
class Label:
    """Words that are wanted beside the mark at `at`, which reaches out to `gap`."""

    at: Point
    text: str
    role: str
    size: float
    gap: float = 0.0
    priority: int = 0
    kept: bool = False
    unit: str = ""
    small: tuple[str, str, float] | None = None
    """A second line: text, role, size."""
    spots: Sequence[Point] = ()
    """Middles of the places where it may be, the best first; without them all around the mark."""
    instead: Label | None = None
    """What is written where there is no room for this: fewer words."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "spots", tuple(self.spots))

    @property
    def wide(self) -> float:
        """Its width, rather too much than too little."""
        lines = [(self.text, self.size), *([(self.small[0], self.small[2])] if self.small else [])]
        return max(width_of(text, size) for text, size in lines)

    @property
    def high(self) -> float:
        """Its height."""
        return self.size + (self.small[2] * 1.15 if self.small else 0.0)


class _Cell:
    """The rectangles that touch a square of the map, in the order in which they came. What a cell has in common with one of the
    map before is the same cell.
    """

    def __init__(self, frames: tuple[Rectangle, ...]) -> None:
        self.frames = frames


EMPTY = _Cell(())


@lru_cache(KEPT_CELLS)
def _with(cell: _Cell, frame: Rectangle) -> _Cell:
    return _Cell((*cell.frames, frame))


@dataclass
class _Grid:
    """Rectangles, to be looked up by place."""

    cells: dict[Square, _Cell] = field(default_factory=dict)

    def add(self, frame: Rectangle) -> None:
        for square in _squares(frame):
            self.cells[square] = _with(self.cells.get(square, EMPTY), frame)

    def covers(self, frame: Rectangle) -> bool:
        """Does any rectangle share more than an edge with this one?"""
        left, top, right, bottom = frame
        for square in _squares(frame):
            for its_left, its_top, its_right, its_bottom in self.cells.get(square, EMPTY).frames:
                if its_left < right and left < its_right and its_top < bottom and top < its_bottom:
                    return True
        return False

    def shared(self, frame: Rectangle, enough: float = math.inf) -> float:
        """The sum of the areas that rectangles share with this one, counted up to `enough`."""
        left, top, right, bottom = frame
        shared = 0.0
        # Most of the work of a crowded map is done here, so the sum of `_overlap` is written out without a call.
        for square in _squares(frame):
            for its_left, its_top, its_right, its_bottom in self.cells.get(square, EMPTY).frames:
                from_left, from_top = max(left, its_left), max(top, its_top)
                across, down = min(right, its_right) - from_left, min(bottom, its_bottom) - from_top
                # What lies in several squares is counted in the one where the shared area begins.
                if across > 0 and down > 0 and square == (from_left // CELL, from_top // CELL):
                    shared += across * down
                    if shared >= enough:
                        return shared
        return shared


class _Ring:
    """Places for words of one size, of which the best is looked for, and all squares of the map that they touch."""

    def __init__(self, spots: Sequence[Point], wide: float, high: float) -> None:
        self.spots = spots
        self.frames = [_frame(spot, wide / 2, high / 2) for spot in spots]
        edges = list(zip(*self.frames, strict=True))
        self.squares = _squares((min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])))


@lru_cache(KEPT_RINGS)
def _best(ring: _Ring, box: Rectangle, solid: tuple[_Cell, ...], lines: tuple[_Cell, ...]) -> tuple[Point | None, float]:
    """The first place of a ring that hides least of lines, and how much; None if all leave the map or cover something.

    All that it goes by is in the cells: after a step of a game most rings lie among the same cells as before.
    """
    symbols, ways = (_Grid(dict(zip(ring.squares, cells, strict=True))) for cells in (solid, lines))
    left, top, right, bottom = box
    found, least = None, math.inf
    for spot, frame in zip(ring.spots, ring.frames, strict=True):
        if frame[0] < left or frame[1] < top or frame[2] > right or frame[3] > bottom or symbols.covers(frame):
            continue
        cost = ways.shared(frame, least)
        if cost < least:
            found, least = spot, cost
        if not least:
            break
    return found, least


@dataclass
class LabelPlaces:
    """Places that are taken on the map within `box`. The place of words is their middle."""

    box: Rectangle
    symbols: list[Rectangle] = field(default_factory=list)
    lines: list[tuple[Rectangle, ...]] = field(default_factory=list)

    def take(self, at: Point, half: float) -> None:
        """A symbol that words should keep clear of."""
        self.symbols.append(_frame(at, half, half))

    def take_box(self, box: Rectangle) -> None:
        """The same of a symbol that is not square."""
        self.symbols.append(box)

    def take_line(self, start: Point, end: Point) -> None:
        """A line that words should not hide."""
        self.lines.append(_along(start, end))

    def place(self, labels: Iterable[Label]) -> list[Shape]:
        """The labels for which there is room as shapes, in the order in which they are given."""
        return list(_placed(self.box, tuple(self.symbols), tuple(self.lines), tuple(labels)))


@lru_cache(KEPT_MAPS)
def _placed(
    box: Rectangle, symbols: tuple[Rectangle, ...], lines: tuple[tuple[Rectangle, ...], ...], labels: tuple[Label, ...]
) -> tuple[Shape, ...]:
    """Of what is the same the words are where they were: many steps of a game change nothing on its map."""
    return tuple(WordRoom(box, symbols, [frame for line in lines for frame in line]).place(labels))


class WordRoom:
    """The map while words are put onto it one by one."""

    def __init__(self, box: Rectangle, symbols: Iterable[Rectangle], lines: Iterable[Rectangle]) -> None:
        self.box = box
        self._solid, self._lines = _Grid(), _Grid()
        """Symbols and words; lines."""
        for frame in symbols:
            self._solid.add(frame)
        for frame in lines:
            self._lines.add(frame)

    def place(self, wanted: Sequence[Label]) -> list[Shape]:
        """As `LabelPlaces.place`."""
        order = sorted(range(len(wanted)), key=lambda number: (-wanted[number].priority, number))
        found = {number: list(self._written(wanted[number])) for number in order}
        return [shape for number in range(len(wanted)) for shape in found[number]]

    def _written(self, label: Label) -> Iterator[Shape]:
        """The label where there is room, else what is written instead."""
        if spot := self._settle(label):
            yield from _drawn(label, spot)
        elif label.instead:
            yield from self._written(label.instead)

    def _settle(self, label: Label) -> Point | None:
        """Where the label goes, which is taken from now on; None if there is no room."""
        wide, high = label.wide, label.high
        found, least = None, math.inf
        for ring in _rings(label, wide, high):
            spot, cost = self._best_of(ring)
            if cost < least:
                found, least = spot, cost
            if least <= ON_LINES * wide * high:
                break
        if found is None and label.kept:
            return self.best_spot([spot for ring in _rings(label, wide, high) for spot in ring.spots], wide, high)
        return self._taken(found, wide, high) if found else None

    def _best_of(self, ring: _Ring) -> tuple[Point | None, float]:
        solid, lines = self._solid.cells, self._lines.cells
        symbols, ways = (tuple([cells.get(square, EMPTY) for square in ring.squares]) for cells in (solid, lines))
        return _best(ring, self.box, symbols, ways)

    def _taken(self, spot: Point, wide: float, high: float) -> Point:
        self._solid.add(_frame(spot, wide / 2, high / 2))
        return spot

    def best_spot(self, spots: Sequence[Point], wide: float, high: float) -> Point:
        """Of some places for words the first one with least overlap; it is taken from now on."""
        best, least = spots[0], math.inf
        for spot in spots:
            overlap = self.overlap(spot, wide, high, least)
            if overlap < least:
                best, least = spot, overlap
            if not overlap:
                break
        self._solid.add(_frame(best, wide / 2, high / 2))
        return best

    def overlap(self, spot: Point, wide: float, high: float, enough: float = math.inf) -> float:
        """How much of the area of words of this size is taken already, or outside the picture; counted up to `enough`."""
        left, top, right, bottom = frame = _frame(spot, wide / 2, high / 2)
        outside = OUTSIDE * ((right - left) * (bottom - top) - _overlap(frame, self.box))
        shared = outside + self._solid.shared(frame, enough - outside)
        return shared + self._lines.shared(frame, enough - shared) if shared < enough else shared


def wide_as(words: str, size: float) -> float:
    """How wide words are, about."""
    return LETTER * size * len(words)


@lru_cache(KEPT_WORDS)
def width_of(words: str, size: float) -> float:
    """How wide words are at most: capitals and digits are wider than other letters."""
    return size * sum(0.36 if c in NARROW else 0.98 if c in WIDE else 0.7 if c.isupper() else 0.64 for c in words)


@kept
def _drawn(label: Label, spot: Point) -> Iterator[Shape]:
    """The words around their middle, and a line to a mark that is far away."""
    (x, y), wide, high = spot, label.wide, label.high
    across, down = max(abs(x - label.at[0]) - wide / 2, 0.0), max(abs(y - label.at[1]) - high / 2, 0.0)
    if not label.spots and math.hypot(across, down) > label.gap + LED * label.size * 1.5:
        yield Line(_leader(label, spot), "leader", unit=label.unit)
    top = y - high / 2
    yield Text((round(x, 1), round(top + label.size * 0.86, 1)), label.text, label.role, label.size, unit=label.unit)
    if label.small:
        text, role, size = label.small
        yield Text((round(x, 1), round(y + high / 2 - size * 0.18, 1)), text, role, size, unit=label.unit)


def _leader(label: Label, spot: Point) -> list[Point]:
    """From the edge of the mark to the nearest point of its words."""
    (x0, y0), (x, y) = label.at, spot
    near = (min(max(x0, x - label.wide / 2), x + label.wide / 2), min(max(y0, y - label.high / 2), y + label.high / 2))
    length = math.dist(near, label.at) or 1.0
    share = min(1.0, label.gap * 0.8 / length)
    start = (x0 + (near[0] - x0) * share, y0 + (near[1] - y0) * share)
    return [(round(px, 1), round(py, 1)) for px, py in (start, near)]


def _rings(label: Label, wide: float, high: float) -> Iterator[_Ring]:
    """Places for it, in groups: a group is looked through for the best."""
    if label.spots:
        yield _ring_of(tuple(label.spots), wide, high)
        return
    for more in (*RINGS, *(FARTHER if label.kept else ())):
        yield _ring(label.at, label.gap + more * label.size, wide, high)


@lru_cache(KEPT_RINGS)
def _ring(at: Point, out: float, wide: float, high: float) -> _Ring:
    """The places around a mark that reaches so far out."""
    x, y = at
    return _ring_of(tuple((x + across * (out + wide / 2), y + down * (out + high / 2)) for across, down in ROUND), wide, high)


@lru_cache(KEPT_RINGS)
def _ring_of(spots: tuple[Point, ...], wide: float, high: float) -> _Ring:
    return _Ring(spots, wide, high)


@kept
def _along(start: Point, end: Point) -> Iterator[Rectangle]:
    """What words keep clear of along a line."""
    steps = int(math.dist(start, end) / LINE_STEP) + 1
    (x0, y0), (x, y) = start, end
    return (_frame((x0 + (x - x0) * k / steps, y0 + (y - y0) * k / steps), 4.0, 4.0) for k in range(steps + 1))


def _frame(spot: Point, wide: float, high: float) -> Rectangle:
    """The rectangle around a middle; half its width and height."""
    return spot[0] - wide, spot[1] - high, spot[0] + wide, spot[1] + high


@kept
def _squares(frame: Rectangle) -> Iterator[Square]:
    """The squares of the map that a rectangle touches."""
    left, top, right, bottom = (int(edge // CELL) for edge in frame)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def _overlap(one: Rectangle, other: Rectangle) -> float:
    """The area that two rectangles share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    if across <= 0:
        return 0.0
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if down > 0 else 0.0
