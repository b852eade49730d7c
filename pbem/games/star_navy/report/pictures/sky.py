"""What is far away or large: stars, planets with their dark side, rocks. The same hex always looks the same."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from pbem.core.drawing.hex_chart import HEX, corners, point_of
from pbem.core.drawing.hex_layout import tenths
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape
from pbem.core.geometry.hexes import DIRECTIONS, Hex, at, label, step

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


def stars(left: int, top: int, right: int, bottom: int) -> tuple[Shape, ...]:
    """Stars in these columns and rows; faint ones first."""
    rows = range(top, bottom + 1)
    spread = max(2, math.ceil((right + 1 - left) * len(rows) / STARS))
    found = [_star(c, r) for c in range(left, right + 1) for r in _starry(c, rows, spread)]
    return tuple(sorted(found, key=lambda star: star.role == "star-bright"))


def _starry(column: int, rows: range, spread: int) -> list[int]:
    """The rows of a column for which `scatter(column, row, 1)` is a multiple of `spread`.

    Written out, because a map asks this of ten thousand hexes that have no star.
    """
    begun = scatter(column)
    found = []
    for row in rows:
        number = ((begun ^ (row & 0xFFFF)) * PRIME) & 0xFFFFFFFF
        number = ((number ^ (number >> 13) ^ 1) * PRIME) & 0xFFFFFFFF
        if (number ^ (number >> 13)) % spread == 0:
            found.append(row)
    return found


@lru_cache(KEPT_STARS)
def _star(column: int, row: int) -> Line:
    (x, y), number = point_of(at(column, row)), scatter(column, row, 3)
    x, y = tenths((x + ((number % 100) / 100 - 0.5) * HEX, y + ((number // 100 % 100) / 100 - 0.5) * HEX))
    return Line([(x, y), (round(x + DOT, 1), y)], "star" if scatter(column, row, 2) % BRIGHT else "star-bright")


# ---------------------------------------------------------------- planets


def planets(hexes: Collection[Hex]) -> Iterator[Shape]:
    """Neighbouring hexes are one planet, if it fills them like a disc."""
    for cluster in _clusters(hexes):
        spots = [point_of(hex) for hex in cluster]
        middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        radius = max(math.dist(middle, spot) for spot in spots) + HEX * 0.46
        if math.pi * radius * radius < len(cluster) * HEX * HEX:
            yield from _planet(middle, radius, f"planet {', '.join(label(hex) for hex in cluster)}")
        else:
            for hex in cluster:
                yield from _planet(point_of(hex), HEX * 0.46, f"planet {label(hex)}")


def _clusters(hexes: Collection[Hex]) -> Iterator[list[Hex]]:
    """Hexes that hang together, in order."""
    left = set(hexes)
    for first in sorted(hexes):
        if first not in left:
            continue
        left.remove(first)
        found = [first]
        for hex in found:
            near = [other for k in range(len(DIRECTIONS)) if (other := step(hex, k)) in left]
            left.difference_update(near)
            found += near
        yield sorted(found)


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
