"""What is far away or large: stars, planets with their dark side, rocks. The same hex always looks the same."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from pbem.core.drawing.hex_chart import HEX, corners, point_of
from pbem.core.drawing.hex_layout import tenths
from pbem.core.drawing.scene import Circle, Line, Lines, Point, Polygon, Shape
from pbem.core.geometry.hexes import Hex, at, clusters, label

STARS = 260
"""So many stars at most, however large the map is."""
KEPT_STARS = 4096
BRIGHT = 6
"""One star of so many is bright."""
DOT = 0.4
"""Length of the line that a star is; with its round ends it is a dot."""
TILT = math.pi / 4
"""The light comes from the upper left."""
TERMINATOR = 0.35
"""How far the dark side stays off the middle, as a share of the radius."""
ARC = 24
"""Steps of half a circle."""
SEED, PRIME = 2166136261, 16777619
"""Of the hash FNV-1."""
ROCKS = ((-0.2, -0.16, 0.17), (0.2, -0.02, 0.14), (-0.08, 0.22, 0.12))
"""Places and sizes of the rocks in a hex, in hexes."""


def scatter(*numbers: int) -> int:
    """A number that looks random and is always the same for the same numbers."""
    found = SEED
    for number in numbers:
        found = ((found ^ (number & 0xFFFF)) * PRIME) & 0xFFFFFFFF
        found ^= found >> 13
    return found


def stars(columns: range, rows: range) -> tuple[Lines, Lines]:
    """Stars in these columns and rows; faint ones first.

    Each so many hexes of a column have one. The number is a power of two, so that most maps share their stars.
    """
    spread = 1 << max(1, (len(columns) * len(rows) // STARS).bit_length())
    places = [(column, row) for column in columns for row in _starry(column, rows, spread)]
    faint, bright = ([place for place in places if _is_bright(*place) is so] for so in (False, True))
    return _sky(faint, "star"), _sky(bright, "star-bright")


def _starry(column: int, rows: range, spread: int) -> Iterator[int]:
    """The rows of a column that have a star."""
    for block in range(rows.start // spread, (rows.stop - 1) // spread + 1):
        row = block * spread + _scattered(column, block) % spread
        if row in rows:
            yield row


@lru_cache(KEPT_STARS)
def _scattered(column: int, block: int) -> int:
    return scatter(column, block, 1)


def _sky(places: Iterable[tuple[int, int]], role: str) -> Lines:
    return Lines(tuple(_star(*place) for place in places), role)


@lru_cache(KEPT_STARS)
def _star(column: int, row: int) -> tuple[Point, Point]:
    (x, y), number = point_of(at(column, row)), scatter(column, row, 3)
    x, y = tenths((x + ((number % 100) / 100 - 0.5) * HEX, y + ((number // 100 % 100) / 100 - 0.5) * HEX))
    return (x, y), (round(x + DOT, 1), y)


@lru_cache(KEPT_STARS)
def _is_bright(column: int, row: int) -> bool:
    return scatter(column, row, 2) % BRIGHT == 0


# ---------------------------------------------------------------- planets


def planets(hexes: Collection[Hex]) -> Iterator[Shape]:
    """Neighbouring hexes are one planet, if it fills them like a disc."""
    for cluster in clusters(hexes):
        spots = [point_of(hex) for hex in cluster]
        middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        radius = max(math.dist(middle, spot) for spot in spots) + HEX * 0.46
        if math.pi * radius * radius < len(cluster) * HEX * HEX:
            yield from _planet(middle, radius, f"planet {', '.join(label(hex) for hex in cluster)}")
        else:
            for hex in cluster:
                yield from _planet(point_of(hex), HEX * 0.46, f"planet {label(hex)}")


def _planet(middle: Point, radius: float, title: str) -> Iterator[Shape]:
    """A disc, its dark side, and light along its edge."""
    yield Circle(tenths(middle), round(radius, 1), "planet", title)
    half = [math.pi * (k / ARC - 0.5) for k in range(ARC + 1)]
    dark = [(math.cos(a), math.sin(a)) for a in half] + [(TERMINATOR * math.cos(a), math.sin(a)) for a in reversed(half)]
    yield Polygon([_on(middle, radius, along, across) for along, across in dark], "planet-shade")
    lit = [math.pi + a * 0.7 for a in half]
    yield Line([_on(middle, radius * 0.95, math.cos(a), math.sin(a)) for a in lit], "planet-limb")


def _on(middle: Point, radius: float, along: float, across: float) -> Point:
    """A point of the disc, turned so that `along` points away from the light."""
    cos, sin = math.cos(TILT), math.sin(TILT)
    return tenths((middle[0] + radius * (along * cos - across * sin), middle[1] + radius * (along * sin + across * cos)))


# ---------------------------------------------------------------- asteroids


def asteroids(hexes: Iterable[Hex]) -> Iterator[Shape]:
    """Each hex faintly, then its rocks."""
    found = list(hexes)
    yield from (Polygon([tenths(point) for point in corners(hex)], "asteroid", f"asteroids {label(hex)}") for hex in found)
    yield from (Polygon(outline, "asteroid-rock") for hex in found for outline in _rocks(hex))


@lru_cache(maxsize=512)
def _rocks(hex: Hex) -> tuple[list[Point], ...]:
    """Three rocks with seven corners each."""
    x, y = point_of(hex)
    turn = scatter(*hex, 5) % 360 * math.pi / 180
    found = []
    for number, (right, down, size) in enumerate(ROCKS):
        place = (
            x + HEX * (right * math.cos(turn) - down * math.sin(turn)),
            y + HEX * (right * math.sin(turn) + down * math.cos(turn)),
        )
        outline = []
        for k in range(7):
            reach = HEX * size * (0.75 + scatter(*hex, number, k) % 50 / 100)
            outline.append(tenths((place[0] + reach * math.cos(k * 0.9), place[1] + reach * math.sin(k * 0.9))))
        found.append(outline)
    return tuple(found)
