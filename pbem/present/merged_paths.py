"""Outlines as one SVG path: an edge that two outlines share is drawn once, steps are relative and rounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pbem.core.drawing.scene import Point

Spot = tuple[int, int]
"""A place in units of the last digit."""


KEPT, KEPT_WAYS = 32, 4096
"""Outlines kept: the steps of a replay are drawn on one grid, which is most of their work. And ways, such as hexes: of a large
map each step shows some others."""


def outline(ways: Iterable[Sequence[Point]], digits: int) -> str:
    """The path data of these ways, each edge once, with so many digits after the point."""
    return _outline(tuple(tuple(way) for way in ways), digits)


@lru_cache(KEPT)
def _outline(ways: tuple[tuple[Point, ...], ...], digits: int) -> str:
    return "".join(_say(way, digits) for way in merged(ways, digits))


def merged(ways: Iterable[Sequence[Point]], digits: int) -> list[list[Spot]]:
    """The ways that together use each edge of these once, in units of the last digit."""
    next_to: dict[Spot, dict[Spot, None]] = {}
    for way in ways:
        for start, end in _edges(tuple(way), digits):
            next_to.setdefault(start, {})[end] = None
            next_to.setdefault(end, {})[start] = None
    return list(_ways(next_to))


@lru_cache(KEPT_WAYS)
def _edges(way: tuple[Point, ...], digits: int) -> list[tuple[Spot, Spot]]:
    scale = 10**digits
    return [edge for edge in pairwise((round(x * scale), round(y * scale)) for x, y in way) if edge[0] != edge[1]]


def _ways(next_to: dict[Spot, dict[Spot, None]]) -> Iterator[list[Spot]]:
    """Paths that together use each edge exactly once. Removes the edges from `next_to`."""
    for start, ends in next_to.items():
        while ends:
            way = [start]
            while next_to[way[-1]]:
                here, there = way[-1], next(iter(next_to[way[-1]]))
                del next_to[here][there], next_to[there][here]
                way.append(there)
            yield way


def _say(way: list[Spot], digits: int) -> str:
    steps = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(way)]
    return f"M{_spot(way[0], digits)}l{' '.join(_spot(step, digits) for step in steps)}"


def _spot(spot: Spot, digits: int) -> str:
    return ",".join(_number(value, digits) for value in spot)


@lru_cache(4096)
def _number(value: int, digits: int) -> str:
    """`-12` with one digit is `-1.2`, and `10` is `1`."""
    whole, rest = divmod(abs(value), 10**digits)
    fraction = f"{rest:0{digits}d}".rstrip("0") if rest else ""
    return ("-" if value < 0 else "") + str(whole) + (f".{fraction}" if fraction else "")
