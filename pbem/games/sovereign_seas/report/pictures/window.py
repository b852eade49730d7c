"""The part of the map that a picture shows, and its grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pbem.core.drawing import hex_layout
from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import lattice, patch, point_of, surroundings, tenths
from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Point, Polygon, Shape, Text
from pbem.core.drawing.sea_marks import deep_water
from pbem.core.geometry.hexes import Hex, at, column_row, label

MARGIN = 4
"""Hexes around what matters."""
LEAST = (17, 13)
"""A window is never smaller than so many columns and rows."""
BROAD = 1.4
"""Columns for each row at least, where the map has them: windows are as broad as what shows them."""
STEADY = 4
"""A window ends at multiples of so many hexes, so that a map stands still while its ships move a little."""
FULL_GRID = 1600
"""Windows with more hexes show the grid only around ships."""
PATCH = 3
"""Hexes of grid around a ship in a large window."""
NUMBERED = 5
"""SSL section 9: labels every five hexes."""
DEEPS = 11
"""Hexes from one basin of deep water to the next."""


@dataclass(frozen=True)
class Window:
    """Columns and rows shown, inclusive, of a map with `columns` and `rows`."""

    left: int
    right: int
    top: int
    bottom: int
    columns: int
    rows: int

    def __contains__(self, hex: Hex) -> bool:
        column, row = column_row(hex)
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    @property
    def shown_columns(self) -> range:
        """Numbers of the columns shown."""
        return range(self.left, self.right + 1)

    @property
    def shown_rows(self) -> range:
        """Numbers of the rows shown."""
        return range(self.top, self.bottom + 1)

    @property
    def whole(self) -> bool:
        """Is it the whole map?"""
        return (self.left, self.right, self.top, self.bottom) == (1, self.columns, 1, self.rows)

    @cached_property
    def box(self) -> Box:
        """Left, top, right, bottom of the map on paper."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def scale(self) -> float:
        """How much larger than on a small map words must be to be read."""
        left, top, right, bottom = self.box
        return max(1.0, (right - left) / 1050, (bottom - top) / 1050)

    @property
    def words(self) -> str:
        """Which part of the map it is."""
        size = f"{self.columns} by {self.rows} hexes"
        if self.whole:
            return f"the whole map of {size}"
        return f"columns {self.left} to {self.right}, rows {self.top} to {self.bottom} of a map of {size}"

    @cached_property
    def outline(self) -> list[Point]:
        """The edge of the window, clockwise from its upper left hex."""
        return hex_layout.outline(self.shown_columns, self.shown_rows)

    def edge(self, edge: str) -> list[Point]:
        """One edge of the window, clockwise."""
        return hex_layout.edge_line(edge, self.shown_columns, self.shown_rows)

    def map_edges(self) -> list[str]:
        """Edges of the window that are edges of the map."""
        reached = {
            "N": self.top == 1,
            "E": self.right == self.columns,
            "S": self.bottom == self.rows,
            "W": self.left == 1,
        }
        return [edge for edge, so in reached.items() if so]


def around(hexes: Iterable[Hex], columns: int, rows: int) -> Window:
    """The window with all these hexes and a margin."""
    places = [column_row(hex) for hex in set(hexes)] or [(columns // 2, rows // 2)]
    top, bottom = _stretch([row for _, row in places], LEAST[1], rows)
    least = max(LEAST[0], round((bottom - top + 1) * BROAD))
    left, right = _stretch([column for column, _ in places], least, columns)
    return _window(left, right, top, bottom, columns, rows)


@lru_cache(maxsize=64)
def _window(left: int, right: int, top: int, bottom: int, columns: int, rows: int) -> Window:
    """The same for every step of a replay, with what has been worked out of it."""
    return Window(left, right, top, bottom, columns, rows)


def _stretch(places: list[int], least: int, size: int) -> tuple[int, int]:
    """The margin on both sides, at least `least` wide, within 1 .. `size`."""
    low, high = min(places) - MARGIN, max(places) + MARGIN
    short = max(0, least - (high - low + 1))
    low, high = max(1, low - short // 2), min(size, high + (short + 1) // 2)
    low, high = min(low, high - least + 1), max(high, low + least - 1)
    return max(1, (low - 1) // STEADY * STEADY + 1), min(size, -(-high // STEADY) * STEADY)


# ---------------------------------------------------------------- the grid


@kept
def sea(window: Window) -> Iterator[Shape]:
    """The ground: a rectangle, with soft tints of deep water."""
    left, top, right, bottom = window.box
    yield Polygon([(left, top), (right, top), (right, bottom), (left, bottom)], "sea")
    yield from deep_water(window.box, (0.0, 0.0), DEEPS * HEX)


def beyond(window: Window) -> tuple[Shape, ...]:
    """The same depths go on outside the part that is shown."""
    left, top, right, bottom = window.box
    wide, high = round((right - left) / 2, 1), round((bottom - top) / 2, 1)
    return deep_water((left - wide, top - high, right + wide, bottom + high), (0.0, 0.0), DEEPS * HEX)


@kept
def near(window: Window) -> Iterator[Text]:
    """The number of every hex, for a reader who comes near; of a large window those that are written at the edge."""
    step = 1 if len(window.shown_columns) * len(window.shown_rows) <= FULL_GRID else NUMBERED
    hexes = [at(c, r) for c in window.shown_columns if c % step == 0 for r in window.shown_rows if r % step == 0]
    return (Text(tenths((x, y + HEX * 0.44)), label(hex), "grid-label", 7.5) for hex in hexes for x, y in (point_of(hex),))


def grid(window: Window, ships: Iterable[Hex]) -> Iterator[Shape]:
    """All hexes, or in a large window those around ships."""
    if len(window.shown_columns) * len(window.shown_rows) <= FULL_GRID:
        yield from _whole_grid(window)
    else:
        yield from map(patch, surroundings(ships, PATCH, window.shown_columns, window.shown_rows))


@lru_cache(maxsize=64)
def _whole_grid(window: Window) -> tuple[Shape, ...]:
    """The same for every step of a replay."""
    return (lattice(window.shown_columns, window.shown_rows),)


@kept
def numbers(window: Window) -> Iterator[Shape]:
    """Every fifth column and row at the edges."""
    size = round(16 * window.scale, 1)
    left, top, right, bottom = window.box
    for column in (c for c in window.shown_columns if c % NUMBERED == 0):
        x = point_of(at(column, 1))[0]
        yield Text((x, top - size * 0.4), f"{column:02d}", "grid-label", size)
        yield Text((x, bottom + size * 1.1), f"{column:02d}", "grid-label", size)
    for row in (r for r in window.shown_rows if r % NUMBERED == 0):
        yield Text((left - size * 0.3, _middle(window.left, row, size)), f"{row:02d}", "grid-label", size, "end")
        yield Text((right + size * 0.3, _middle(window.right, row, size)), f"{row:02d}", "grid-label", size, "start")


def _middle(column: int, row: int, size: float) -> float:
    return point_of(at(column, row))[1] + size * 0.35


def frame(window: Window, head: float, foot: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture with the numbers, `head` above and `foot` below them."""
    left, top, right, bottom = window.box
    pad = round(16 * window.scale * 1.9, 1)
    return left - pad, top - pad - head, right - left + 2 * pad, bottom - top + 2 * pad + head + foot
