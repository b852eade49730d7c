"""The printed symbols of a control sheet (2.1), each around a point. What is lost is grey and struck through."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.geometry.tabletop import DEGREES

RADIUS = 13.0
"""Of a round symbol."""
RING = 21.0
"""Of the ring of clock sectors around a mount."""
SPANNER = (
    *((-2, 10), (2, 10), (2, -2), (5.5, -4.5), (6, -9), (3, -11)),
    *((3, -6), (-3, -6), (-3, -11), (-6, -9), (-5.5, -4.5), (-2, -2)),
)
"""Upright, jaws up."""


@dataclass(frozen=True)
class Cell:
    """A system on the sheet. `under` is below its symbol, `words` in it, `beside` at its right; in `arc` a mount bears."""

    prefix: str
    title: str
    under: str
    lost: bool = False
    words: str = ""
    arc: frozenset[int] = frozenset()
    beside: str = ""

    @property
    def solid(self) -> str:
        """Role of what is printed black."""
        return "symbol-lost" if self.lost else "symbol"

    @property
    def open(self) -> str:
        """Role of what is printed as an outline."""
        return "symbol-lost" if self.lost else "symbol-open"


def draw_cell(cell: Cell, at: Point) -> Iterator[Shape]:
    """The symbol, struck through when it is lost."""
    yield from SYMBOLS[cell.prefix](cell, at)
    if cell.lost:
        x, y = at
        yield Line([(x - RADIUS, y - RADIUS), (x + RADIUS, y + RADIUS)], "struck")
        yield Line([(x + RADIUS, y - RADIUS), (x - RADIUS, y + RADIUS)], "struck")


def box(x: float, y: float, width: float, height: float, role: str, title: str = "") -> Polygon:
    """Its upper left corner, and its size."""
    return Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], role, title)


def _turned(shape: tuple[tuple[float, float], ...], at: Point, degrees: float) -> list[Point]:
    """Points around `at`, turned clockwise."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return [(round(at[0] + x * cosine - y * sine, 1), round(at[1] + x * sine + y * cosine, 1)) for x, y in shape]


def _around(at: Point, degrees: float, radius: float) -> Point:
    """The point in a direction (clockwise from the bow, which is up)."""
    angle = math.radians(degrees)
    return round(at[0] + radius * math.sin(angle), 1), round(at[1] - radius * math.cos(angle), 1)


# ---------------------------------------------------------------- propulsion, steering, detection


def _boiler(cell: Cell, at: Point) -> Iterator[Shape]:
    yield box(at[0] - 10, at[1] - 10, 20, 20, cell.solid, cell.title)


def _propeller(cell: Cell, at: Point) -> Iterator[Shape]:
    """A screw with three vanes."""
    vane = tuple((4.6 * math.sin(k * math.pi / 4), -7.5 - 6.5 * math.cos(k * math.pi / 4)) for k in range(8))
    yield from (Polygon(_turned(vane, at, turn), cell.solid, cell.title) for turn in (0, 120, 240))
    yield Circle(at, 3.4, cell.solid)


def _rudder(cell: Cell, at: Point) -> Iterator[Shape]:
    """A solid inverted triangle."""
    x, y = at
    yield Polygon([(x - 11, y - 9), (x + 11, y - 9), (x, y + 11)], cell.solid, cell.title)


def _radar(cell: Cell, at: Point) -> Iterator[Shape]:
    """An aerial."""
    x, y = at
    role = "aerial-lost" if cell.lost else "aerial"
    yield Line([(x, y + 12), (x, y - 11)], role, cell.title)
    for half, up in ((10, 10), (7, 5), (4, 0)):
        yield Line([(x - half, y - up), (x + half, y - up)], role)


def _sonar(cell: Cell, at: Point) -> Iterator[Shape]:
    """Not printed: three rings."""
    yield Circle(at, 12, cell.open, cell.title)
    yield Circle(at, 7.5, cell.open)
    yield Circle(at, 3, cell.solid)


# ---------------------------------------------------------------- mounts


def _ring(cell: Cell, at: Point) -> Iterator[Shape]:
    """The clock around a mount; the bow is up, and the sectors in which it bears are filled."""
    yield Circle(at, RING, "ring")
    if len(cell.arc) == 12:
        yield Circle(at, RING, "ring-arc")
        return
    for first in sorted(k for k in cell.arc if (k - 2) % 12 + 1 not in cell.arc):
        long = next(n for n in range(1, 12) if (first + n - 1) % 12 + 1 not in cell.arc)
        steps = range(2 * long + 1)
        edge = [_around(at, (first - 0.5 + k / 2) * DEGREES, RING) for k in steps]
        yield Polygon([at, *edge], "ring-arc")


def _gun(cell: Cell, at: Point) -> Iterator[Shape]:
    """A circle with its letter."""
    yield from _ring(cell, at)
    yield Circle(at, RADIUS, cell.open, cell.title)
    yield Text((at[0], at[1] + 6), cell.words, "label", 17)


def _launcher(cell: Cell, at: Point) -> Iterator[Shape]:
    """A tube with a black tip, and how many tubes."""
    yield from _ring(cell, at)
    x, y = at
    yield Circle(at, RADIUS, cell.open, cell.title)
    yield box(x - 3, y - 4, 6, 15, cell.open)
    yield Polygon([(x - 3, y - 4), (x, y - 11), (x + 3, y - 4)], cell.solid)


def _asw(cell: Cell, at: Point) -> Iterator[Shape]:
    """A circle cut by a black triangle."""
    yield from _ring(cell, at)
    yield Circle(at, RADIUS, cell.open, cell.title)
    yield Polygon([_around(at, turn, RADIUS) for turn in (0, 120, 240)], cell.solid)


# ---------------------------------------------------------------- aircraft, defence, command


def triangle(at: Point, size: float, role: str, title: str = "") -> Polygon:
    """The sign of aircraft."""
    x, y = at
    low = round(y + size * 0.75, 1)
    return Polygon([(x, round(y - size, 1)), (round(x + size, 1), low), (round(x - size, 1), low)], role, title)


def cross(at: Point, arm: float, role: str, title: str = "") -> Iterator[Line]:
    """The sign of what is lost."""
    x, y = at
    yield Line([(x - arm, y - arm), (x + arm, y + arm)], role, title)
    yield Line([(x - arm, y + arm), (x + arm, y - arm)], role)


def diamond(at: Point, arm: float, role: str, title: str = "") -> Polygon:
    """The sign of a submarine that is detected."""
    x, y = at
    return Polygon([(x, y - arm), (x + arm, y), (x, y + arm), (x - arm, y)], role, title)


def _aircraft(cell: Cell, at: Point) -> Iterator[Shape]:
    """A triangle in the colour of its kind, with the number aboard."""
    role = "symbol-lost" if cell.lost else f"air-{cell.prefix}"
    yield triangle(at, 15, role, cell.title)
    yield Text((at[0], at[1] + 9), cell.words, "note" if cell.lost else f"air-{cell.prefix}", 13)


def _point_defence(cell: Cell, at: Point) -> Iterator[Shape]:
    """A quartered circle."""
    yield Circle(at, 11, cell.open, cell.title)
    for start in (0, 180):
        yield Polygon([at, *(_around(at, start + k * 15, 11) for k in range(7))], cell.solid)


def _area_defence(cell: Cell, at: Point) -> Iterator[Shape]:
    """A quartered square."""
    x, y = at
    yield box(x - 10, y - 10, 20, 20, cell.open, cell.title)
    yield box(x, y - 10, 10, 10, cell.solid)
    yield box(x - 10, y, 10, 10, cell.solid)


def _letter(cell: Cell, at: Point) -> Iterator[Shape]:
    """B, b, M: letters in a box."""
    yield box(at[0] - 11, at[1] - 11, 22, 22, cell.open, cell.title)
    yield Text((at[0], at[1] + 6), cell.words, "note" if cell.lost else "label", 17)


def _fire_control(cell: Cell, at: Point) -> Iterator[Shape]:
    """A solid circle."""
    yield Circle(at, 10, cell.solid, cell.title)


def _damage_control(cell: Cell, at: Point) -> Iterator[Shape]:
    """A spanner in a circle."""
    yield Circle(at, RADIUS, cell.open, cell.title)
    yield Polygon(_turned(SPANNER, at, 45), cell.solid)


SYMBOLS: dict[str, Callable[[Cell, Point], Iterator[Shape]]] = {
    "BO": _boiler,
    "PR": _propeller,
    "RU": _rudder,
    "RA": _radar,
    "SO": _sonar,
    **dict.fromkeys("ABCD", _gun),
    "TL": _launcher,
    "AS": _asw,
    **dict.fromkeys(("R", "F", "DB", "T"), _aircraft),
    "PD": _point_defence,
    "AD": _area_defence,
    **dict.fromkeys(("BR", "SB", "MG"), _letter),
    "FC": _fire_control,
    "DC": _damage_control,
}
"""By the id prefix of 2.1."""
