"""The part of the open sea that a picture shows, and its grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Line, Point, Polygon, Shape, Text
from pbem.core.drawing.sea_marks import deep_water
from pbem.core.geometry.tabletop import MIL, Spot, inches

SIZE = 1000.0
"""Scene units of the window's longer side."""
MARGIN = 3 * MIL
LEAST = 14 * MIL
"""A window is never smaller than this in either direction."""
SLIMMEST = 0.7
"""Of its longer side."""
BROAD = 1.25
"""Its width by its height at least: windows are as broad as what shows them."""
STEADY = 4 * MIL
"""A window ends at multiples of this, so that a map stands still while its ships move a little."""
STEPS = (4, 8, 24, 48, 96, 240, 960)
"""Inches between labelled lines: the first that gives at most `MOST_LINES`."""
MOST_LINES = 20
FINE = 60 * MIL
"""WT-1.1: up to this size a window shows every inch."""
PAD, EDGE, FOOT = 44.0, 12.0, 26.0
"""Around the map for the numbers of its grid: at the left, above and at the right, below."""
DEEPS, BASINS = 4, 5
"""Inches between basins of deep water in the smallest window, and how many a window has beside each other at most."""


@dataclass(frozen=True)
class Window:
    """Mils shown, from west to east and from south to north."""

    west: int
    east: int
    south: int
    north: int

    @property
    def scale(self) -> float:
        """Scene units to the mil."""
        return SIZE / max(self.east - self.west, self.north - self.south)

    @property
    def size(self) -> Point:
        """Width and height in scene units."""
        return round((self.east - self.west) * self.scale, 1), round((self.north - self.south) * self.scale, 1)

    def point_of(self, spot: Spot) -> Point:
        """A position in scene units; the window's upper left corner is 0, 0."""
        return round((spot[0] - self.west) * self.scale, 1), round((self.north - spot[1]) * self.scale, 1)

    def spot_at(self, point: Point) -> Spot:
        """The position, to a tenth of an inch, that is at a place in scene units."""
        east, north = self.west + point[0] / self.scale, self.north - point[1] / self.scale
        return round(east * 10 / MIL) * MIL // 10, round(north * 10 / MIL) * MIL // 10

    def __contains__(self, spot: Spot) -> bool:
        return self.west <= spot[0] <= self.east and self.south <= spot[1] <= self.north

    @property
    def words(self) -> str:
        """Which part of the sea it is."""
        east = f'{inches(self.west, 0)}" to {inches(self.east, 0)}" east'
        return f'{east}, {inches(self.south, 0)}" to {inches(self.north, 0)}" north'

    @property
    def step(self) -> int:
        """Inches between labelled lines of the grid."""
        long = max(self.east - self.west, self.north - self.south)
        return next((step for step in STEPS if long <= step * MIL * MOST_LINES), STEPS[-1])


def around(spots: Iterable[Spot]) -> Window:
    """The window with all these positions and a margin, in whole inches."""
    places = list(spots) or [(0, 0)]
    west, east = _stretch([x for x, _ in places], LEAST)
    south, north = _stretch([y for _, y in places], LEAST)
    slim = int(max(east - west, north - south) * SLIMMEST)
    west, east = _stretch([west + MARGIN, east - MARGIN], max(slim, int((north - south) * BROAD)))
    south, north = _stretch([south + MARGIN, north - MARGIN], slim)
    return Window(west, east, south, north)


def _stretch(places: list[int], least: int) -> tuple[int, int]:
    low, high = min(places) - MARGIN, max(places) + MARGIN
    short = max(0, least - (high - low))
    return (low - short // 2) // STEADY * STEADY, -((-high - short // 2) // STEADY) * STEADY


# ---------------------------------------------------------------- the sea and its grid


def sea(window: Window) -> Iterator[Shape]:
    """The ground: soft tints of deep water, the grid, the frame."""
    wide, high = window.size
    outline = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
    yield Polygon(outline, "sea")
    yield from _depths(window, 0.0)
    yield from grid(window)
    yield Line([*outline, outline[0]], "map-edge")


def beyond(window: Window) -> tuple[Shape, ...]:
    """The same depths go on outside the part that is shown."""
    return _depths(window, SIZE / 2)


def _depths(window: Window, more: float) -> tuple[Shape, ...]:
    period = next(size for size in (DEEPS * MIL << n for n in range(32)) if size * window.scale * BASINS >= SIZE)
    wide, high = window.size
    return deep_water((-more, -more, wide + more, high + more), window.point_of((0, 0)), period * window.scale)


def inner(window: Window) -> tuple[float, float, float, float]:
    """Left, top, width and height of the map with the numbers at its edges."""
    wide, high = window.size
    return -PAD, -EDGE, wide + PAD + EDGE, high + EDGE + FOOT


@kept
def near(window: Window) -> Iterator[Text]:
    """The place of each crossing of the labelled lines, for a reader who comes near."""
    xs, ys = (_marks(low, high, window.step) for low, high in ((window.west, window.east), (window.south, window.north)))
    crossings = [(window.point_of((x, y)), f"{inches(x, 0)},{inches(y, 0)}") for x in xs for y in ys]
    return (Text((at[0] + 16, at[1] - 4), words, "grid-label", 9.0) for at, words in crossings)


@lru_cache(maxsize=64)
def grid(window: Window) -> tuple[Shape, ...]:
    """Lines an inch apart where they can be told from each other, and stronger ones that are labelled."""
    return tuple(_grid(window))


def _grid(window: Window) -> Iterator[Shape]:
    if max(window.east - window.west, window.north - window.south) <= FINE:
        yield Line(_zigzag(window, 1, upright=True), "grid-fine")
        yield Line(_zigzag(window, 1, upright=False), "grid-fine")
    yield Line(_zigzag(window, window.step, upright=True), "grid")
    yield Line(_zigzag(window, window.step, upright=False), "grid")
    yield from _numbers(window)


def _marks(low: int, high: int, step: int) -> range:
    """Multiples of the step in mils."""
    every = step * MIL
    return range(-(-low // every) * every, high + 1, every)


def _zigzag(window: Window, step: int, *, upright: bool) -> list[Point]:
    """All lines of one direction in one stroke, along the window's edges from one to the next."""
    low, high = (window.west, window.east) if upright else (window.south, window.north)
    ends = (window.south, window.north) if upright else (window.west, window.east)
    found: list[Point] = []
    for number, mark in enumerate(_marks(low, high, step)):
        for end in ends if number % 2 == 0 else ends[::-1]:
            found.append(window.point_of((mark, end) if upright else (end, mark)))
    return found


def _numbers(window: Window) -> Iterator[Shape]:
    """Inches at the edges."""
    for x in _marks(window.west, window.east, window.step):
        at = window.point_of((x, window.south))
        yield Text((at[0], at[1] + 16), inches(x, 0), "grid-label", 14)
    for y in _marks(window.south, window.north, window.step):
        at = window.point_of((window.west, y))
        yield Text((at[0] - 6, at[1] + 5), inches(y, 0), "grid-label", 14, "end")


# ---------------------------------------------------------------- lines within the window


def circle_within(window: Window, centre: Spot, mils: int) -> Iterator[list[Point]]:
    """The parts of a circle that lie in the window."""
    run: list[Point] = []
    for degrees in range(0, 361, 3):
        angle = math.radians(degrees)
        spot = centre[0] + round(mils * math.sin(angle)), centre[1] + round(mils * math.cos(angle))
        if spot in window:
            run.append(window.point_of(spot))
        elif run:
            yield run
            run = []
    if run:
        yield run
