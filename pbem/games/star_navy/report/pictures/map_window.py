"""The part of the sheet that a map shows: a window around what matters, its terrain, grid and edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.drawing.hex_chart import HEX, SIDE, Box, corners, edge_line, point_of
from pbem.core.drawing.scene import Line, Polygon, Shape, Text
from pbem.core.geometry.hexes import Hex, at, column_row, label, within
from pbem.games.star_navy.model.state import State

MARGIN = 3
LEAST = (13, 11)
"""A window is never smaller than so many columns and rows."""
LABELLED = 1200
"""Windows with more hexes show the grid only near something, and only every fifth label."""


@dataclass(frozen=True)
class Window:
    """Columns and rows shown, inclusive."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def crowded(self) -> bool:
        """Too many hexes for a label in each?"""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1) > LABELLED

    def __contains__(self, hex: Hex) -> bool:
        column, row = column_row(hex)
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    def hexes(self) -> Iterator[Hex]:
        """By column and then row."""
        for column in range(self.left, self.right + 1):
            for row in range(self.top, self.bottom + 1):
                yield at(column, row)

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
    left, right = _stretch(min(columns), max(columns), LEAST[0], known.columns)
    top, bottom = _stretch(min(rows), max(rows), LEAST[1], known.rows)
    return Window(left, right, top, bottom)


def _stretch(low: int, high: int, least: int, size: int) -> tuple[int, int]:
    """The margin on both sides, at least `least` wide, within 1 .. `size`."""
    low, high = low - MARGIN, high + MARGIN
    short = max(0, least - (high - low + 1))
    low, high = low - short // 2, high + (short + 1) // 2
    return max(1, low), min(size, high)


def terrain(known: State, window: Window) -> Iterator[Shape]:
    """SN-13.1, SN-13.3: planets and asteroid fields."""
    for role, hexes in (("planet", known.planets), ("asteroid", known.asteroids)):
        for hex in hexes:
            if hex in window:
                yield Polygon(corners(hex), role, f"{role} {label(hex)}")


def grid(known: State, window: Window, more: Sequence[Hex]) -> Iterator[Shape]:
    """The hexes, and their labels."""
    if not window.crowded:
        yield from _lattice(window)
        return
    near = {hex for middle in set(matters(known, more)) for hex in within(middle, MARGIN)}
    yield from (_outline(hex) for hex in sorted(near) if hex in window)
    yield from _few_labels(window)


@lru_cache(maxsize=32)
def _few_labels(window: Window) -> tuple[Shape, ...]:
    """Every fifth column and row."""
    columns, rows = range(window.left, window.right + 1), range(window.top, window.bottom + 1)
    return tuple(_label(at(column, row)) for column in columns if column % 5 == 0 for row in rows if row % 5 == 0)


@lru_cache(maxsize=32)
def _lattice(window: Window) -> tuple[Shape, ...]:
    """All outlines, then all labels; kept, because the maps of a replay show the same window again and again."""
    return (*map(_outline, window.hexes()), *map(_label, window.hexes()))


@lru_cache(maxsize=16384)
def _outline(hex: Hex) -> Shape:
    return Polygon(corners(hex), "grid")


def _label(hex: Hex) -> Shape:
    x, y = point_of(hex)
    return Text((x, y - HEX * 0.3), label(hex), "grid-label", 8)


def edges(known: State, window: Window) -> Iterator[Shape]:
    """SN-13.8: the map's edge, dashed (floating sheet), grey (sticky) or red (solid), where the window reaches it.

    Each line runs to the right or down.
    """
    columns, rows = range(window.left, window.right + 1), range(window.top, window.bottom + 1)
    ends = {"N": window.top == 1, "S": window.bottom == known.rows, "W": window.left == 1, "E": window.right == known.columns}
    for edge in (edge for edge, reached in ends.items() if reached):
        line = edge_line(edge, columns, rows)
        yield Line(line if edge in "NE" else line[::-1], f"edge-{known.edge}", f"{known.edge} edge")
