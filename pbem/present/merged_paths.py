"""Outlines as one SVG path: an edge that two outlines share is drawn once, steps are relative and rounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pbem.core.drawing.scene import Point

Spot = tuple[int, int]
"""A place in units of the last digit."""


KEPT, KEPT_WAYS = 256, 8192
"""Outlines kept: the steps of a replay are drawn on one grid, which is most of their work. And ways, such as hexes: of a large
map each step shows some others."""


def outline(ways: Iterable[Sequence[Point]], digits: int) -> str:
    """The path data of these ways, each edge once, with so many digits after the point."""
    return _outline(tuple(tuple(way) for way in ways), digits)


@lru_cache(KEPT)
def _outline(ways: tuple[tuple[Point, ...], ...], digits: int) -> str:
    spots = [spot for way in ways for spot in {spot for edge in _edges(way, digits) for spot in edge}]
    if len(set(spots)) < len(spots):
        return _said(ways, digits)
    return "".join([_alone(way, digits) for way in ways])


@lru_cache(KEPT_WAYS)
def _alone(way: tuple[Point, ...], digits: int) -> str:
    """What meets no other way is said as if it were the only one: a star is the same on every map that shows it."""
    edges = _edges(way, digits)
    return _say([*edges[0]], digits) if len(edges) == 1 else _said([way], digits)


def _said(ways: Iterable[Sequence[Point]], digits: int) -> str:
    return "".join([_say(way, digits) for way in merged(ways, digits)])


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
    steps = [_spot(x1 - x0, y1 - y0, digits) for (x0, y0), (x1, y1) in pairwise(way)]
    return f"M{_spot(*way[0], digits)}l{' '.join(steps)}"


@lru_cache(4096)
def _spot(x: int, y: int, digits: int) -> str:
    return f"{_number(x, digits)},{_number(y, digits)}"


def _number(value: int, digits: int) -> str:
    """`-12` with one digit is `-1.2`, and `10` is `1`."""
    whole, rest = divmod(abs(value), 10**digits)
    fraction = f"{rest:0{digits}d}".rstrip("0") if rest else ""
    return ("-" if value < 0 else "") + str(whole) + (f".{fraction}" if fraction else "")
