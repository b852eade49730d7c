"""The part of the sheet that a map shows: a window around what matters, its terrain, grid and edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pbem.core.drawing import hex_layout
from pbem.core.drawing.hex_chart import HEX, SIDE, Box, edge_line, point_of
from pbem.core.drawing.hex_layout import tenths
from pbem.core.drawing.scene import Line, Polygon, Shape, Text
from pbem.core.geometry.hexes import Hex, at, column_row, label
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.report.pictures import sky

MARGIN = 3
LEAST = (13, 11)
"""A window is never smaller than so many columns and rows."""
STEADY = 4
"""A window ends at multiples of so many hexes, so that a map stands still while its ships move a little."""
BROAD = 1.5
"""It has this many times as many columns as rows, where the sheet has them: a screen is broader than high."""
CROWDED = 1200
"""Windows with more hexes show the grid only near something, and only every fifth number."""
KEPT = 64
"""Windows whose ground is kept: a game comes back to the same ones."""
KEPT_HEXES, KEPT_NUMBERS = 2048, 256
"""Numbers of hexes that are kept, and sets of them: of a large map each step shows those near its ships."""
NUMBERS = 18.0
"""Room for the numbers of columns and rows around the map, where they are not enlarged."""
READABLE, LARGEST = 800.0, 3.0
"""Words are larger on a map that is broader than this, by at most so much: it is seen smaller."""


@dataclass(frozen=True)
class Window:
    """Columns and rows shown, inclusive."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def columns(self) -> range:
        """Numbers of the columns shown."""
        return range(self.left, self.right + 1)

    @property
    def rows(self) -> range:
        """Numbers of the rows shown."""
        return range(self.top, self.bottom + 1)

    @property
    def crowded(self) -> bool:
        """Too many hexes for a grid all over?"""
        return len(self.columns) * len(self.rows) > CROWDED

    @cached_property
    def scale(self) -> float:
        """How much larger than on a small map words must be to be read."""
        left, _, right, _ = self.box
        return min(LARGEST, max(1.0, round((right - left) / READABLE, 2)))

    def __contains__(self, hex: Hex) -> bool:
        column, row = column_row(hex)
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """By column and then row."""
        return tuple(at(column, row) for column in self.columns for row in self.rows)

    @cached_property
    def box(self) -> Box:
        """Left, top, right, bottom of the map on paper."""
        ends = [
            point_of(at(c, r)) for c in (self.left, self.left + 1, self.right - 1, self.right) for r in (self.top, self.bottom)
        ]
        tops, bottoms = [y for _, y in ends[::2]], [y for _, y in ends[1::2]]
        return ends[0][0] - SIDE, min(tops) - HEX / 2, ends[-1][0] + SIDE, max(bottoms) + HEX / 2


def matters(known: State, more: Sequence[Hex]) -> list[Hex]:
    """Hexes that must be in the picture."""
    found = [*more]
    found += [hex for ship in known.living() for hex in (ship.hex, *ship.trail)]
    found += [mine.hex for mine in known.mines]
    found += list(known.explosions)
    found += [hex for volley in known.volleys for hex in (volley.origin, volley.aim)]
    return found or [ship.hex for ship in known.ships.values()] or [at(1, 1)]


def window_of(known: State, more: Sequence[Hex] = ()) -> Window:
    """Around what matters to the reader, and `more`."""
    places = [column_row(hex) for hex in matters(known, more)]
    columns, rows = [c for c, _ in places], [r for _, r in places]
    top, bottom = _stretch(min(rows), max(rows), LEAST[1], known.rows)
    least = max(LEAST[0], round((bottom - top + 1) * BROAD))
    left, right = _stretch(min(columns), max(columns), least, known.columns)
    return Window(left, right, top, bottom)


def _stretch(low: int, high: int, least: int, size: int) -> tuple[int, int]:
    """The margin on both sides, at least `least` wide, within 1 .. `size`."""
    low, high = low - MARGIN, high + MARGIN
    short = max(0, least - (high - low + 1))
    low, high = low - short // 2, high + (short + 1) // 2
    return max(1, (low - 1) // STEADY * STEADY + 1), min(size, -(-high // STEADY) * STEADY)


# ---------------------------------------------------------------- what lies in it


def terrain(known: State, window: Window) -> Iterator[Shape]:
    """SN-13.1, SN-13.3: planets and asteroid fields."""
    yield from sky.planets([hex for hex in known.planets if hex in window])
    yield from sky.asteroids(hex for hex in known.asteroids if hex in window)


@lru_cache(KEPT)
def space(window: Window) -> tuple[Shape, ...]:
    """The ground with its stars, as far as the picture goes."""
    left, top, right, bottom = frame(window)
    ground = Polygon([(left, top), (right, top), (right, bottom), (left, bottom)], "space")
    return ground, *sky.stars(window.columns, window.rows)


@lru_cache(KEPT)
def stars_beyond(window: Window) -> tuple[Shape, ...]:
    """Stars all around, for a frame that is larger than the map."""
    wide, high = len(window.columns), len(window.rows)
    return sky.stars(range(window.left - wide, window.right + wide + 1), range(window.top - high, window.bottom + high + 1))


def frame(window: Window) -> Box:
    """The map with room for the numbers of columns and rows."""
    left, top, right, bottom = window.box
    room = NUMBERS * window.scale
    return left - room, top - room, right + room, bottom + room


# ---------------------------------------------------------------- the grid


Patches = Sequence[tuple[Hex, ...]]
"""The hexes that are drawn: of a large map those near something, each with those that it touches."""


def patches(known: State, window: Window, more: Sequence[Hex]) -> Patches:
    """The hexes of the window that are drawn."""
    if window.crowded:
        return hex_layout.surroundings(matters(known, more), MARGIN, window.columns, window.rows)
    return [window.hexes]


def grid(window: Window, drawn: Patches) -> Iterator[Shape]:
    """The hexes, and the numbers of columns and rows."""
    yield from map(hex_layout.patch, drawn) if window.crowded else _lattice(window)
    yield from _numbers(window)


@lru_cache(maxsize=32)
def _lattice(window: Window) -> tuple[Shape, ...]:
    """All outlines; kept, because the maps of a replay show the same window again and again."""
    edge = hex_layout.outline(window.columns, window.rows)
    return hex_layout.lattice(window.columns, window.rows), Line([*edge, edge[0]], "grid")


@lru_cache(KEPT)
def _numbers(window: Window) -> tuple[Shape, ...]:
    """Columns above and below the map, rows at its sides. Of a large map, or of one that is seen from far, every fifth."""
    left, top, right, bottom = window.box
    size = round(9 * window.scale, 1)
    found: list[Text] = []
    for column in window.columns:
        x = point_of(at(column, window.top))[0]
        found += [Text(tenths((x, y)), f"{column:02d}", _role(column), size) for y in (top - 4, bottom + size)]
    for row in window.rows:
        y = point_of(at(window.left, row))[1] + size * 0.36
        found += [Text(tenths((x, y)), f"{row:02d}", _role(row), size) for x in (left - size * 0.9, right + size * 0.9)]
    shown = [text for text in found if text.role == "grid-label" or not window.crowded]
    return tuple(sorted(shown, key=lambda text: text.role))


def _role(number: int) -> str:
    return "grid-label" if number % 5 == 0 else "grid-label-between"


@lru_cache(KEPT_NUMBERS)
def hex_numbers(hexes: tuple[Hex, ...]) -> tuple[Text, ...]:
    """The numbers of hexes, for a reader who comes near."""
    return tuple(map(_number, hexes))


@lru_cache(KEPT_HEXES)
def _number(hex: Hex) -> Text:
    x, y = point_of(hex)
    return Text((round(x, 1), round(y - HEX * 0.34, 1)), label(hex), "hex-number", 6.5)


def edges(known: State, window: Window) -> Iterator[Shape]:
    """SN-13.8: the map's edge, dashed (floating sheet), grey (sticky) or red (solid), where the window reaches it.

    Each line runs to the right or down.
    """
    ends = {"N": window.top == 1, "S": window.bottom == known.rows, "W": window.left == 1, "E": window.right == known.columns}
    for edge in (edge for edge, reached in ends.items() if reached):
        line = edge_line(edge, window.columns, window.rows)
        yield Line(line if edge in "NE" else line[::-1], f"edge-{known.edge}", f"{known.edge} edge")
