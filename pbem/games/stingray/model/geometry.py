"""STG-HEX: arcs, sonar zones and lines of sight. The grid and its wedges (STG-HEX.1, STG-HEX.2) are `core.geometry.hexes`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from pbem.core.geometry.hexes import Hex, bearing, distance, label, parse_label, step

Body = tuple[Hex, ...]
"""The hexes a vessel occupies, its head first (STG-HEX.7, STG-MEG.1)."""


hex_of = parse_label
"""A label CCRR as a hex."""


def labels(hexes: Iterable[Hex]) -> list[str]:
    """Hexes as labels."""
    return [label(hex) for hex in hexes]


@lru_cache(2**14)
def _ahead(q: int, r: int, facing: int) -> bool:
    """How (q, r) lies from (0, 0): the same wherever the two hexes lie."""
    if q == r == 0:
        return False
    i, _, b = bearing((0, 0), (q, r))
    return i in ((facing - 1) % 6, facing % 6) or (i == (facing + 1) % 6 and b == 0)


def in_arc(facing: int, origin: Hex, hex: Hex) -> bool:
    """STG-HEX.3: the forward 120 degree arc, both boundary rows included, its own hex not."""
    return _ahead(hex[0] - origin[0], hex[1] - origin[1], facing)


def in_rear_arc(facing: int, origin: Hex, hex: Hex) -> bool:
    """STG-HEX.4."""
    return in_arc(facing + 3, origin, hex)


def dead_ahead(facing: int, origin: Hex, hex: Hex) -> bool:
    """Condition AHEAD: on the hex row straight before the bow."""
    if origin == hex:
        return False
    i, _, b = bearing(origin, hex)
    return i == facing % 6 and b == 0


@lru_cache(2**14)
def _zones(q: int, r: int, facing: int) -> tuple[int, ...]:
    """The same wherever the two hexes lie."""
    if q == r == 0:
        return (1, 2, 3, 4, 5, 6)
    i, a, b = bearing((0, 0), (q, r))
    directions = (i, i + 1) if a == b else (i,) if a > b else (i + 1,)
    return tuple((direction - facing) % 6 + 1 for direction in directions)


def zones_of(facing: int, origin: Hex, hex: Hex) -> tuple[int, ...]:
    """STG-HEX.5: the sonar zones 1-6 in which a hex lies: one, two on a spine between them, all at distance 0."""
    return _zones(hex[0] - origin[0], hex[1] - origin[1], facing)


@lru_cache(2**12)
def sight_steps(q: int, r: int) -> tuple[tuple[Hex, Hex], ...]:
    """STG-HEX.6: the hexes between (0, 0) and (q, r), two a step: those beside a spine, elsewhere the same one twice.

    A line has the same shape wherever it begins, so that each is drawn once.
    """
    if (q, r) == (0, 0):
        return ()
    i, a, b = bearing((0, 0), (q, r))
    n, steps = a + b, []
    for k in range(1, n):
        low, twice = divmod(k * a, n)
        twice *= 2
        one, other = (step(step((0, 0), i, x), i + 1, k - x) for x in (low + (twice > n), low + (twice >= n)))
        steps.append((one, other))
    return tuple(steps)


def sees(origin: Hex, hex: Hex, obstacles: Collection[Hex]) -> bool:
    """STG-HEX.6: is the line of sight clear? End hexes never block."""
    q, r = origin
    for (x, y), (u, v) in sight_steps(hex[0] - q, hex[1] - r):
        if (q + x, r + y) in obstacles and (q + u, r + v) in obstacles:
            return False
    return True


def nearest(origin: Hex, body: Sequence[Hex]) -> Hex:
    """STG-HEX.7: whichever of head and tail is nearer, the head on a tie."""
    return body[0] if len(body) == 1 else min(body, key=lambda hex: distance(origin, hex))


def range_to(origin: Hex, body: Body) -> int:
    """Hexes to the nearer of head and tail."""
    head = distance(origin, body[0])
    return head if len(body) == 1 else min(head, distance(origin, body[1]))


def toward(origin: Hex, hex: Hex, heading: int) -> int:
    """STG-MK7.7: the direction of the one hex toward `hex`; the present heading exactly between two."""
    i, a, b = bearing(origin, hex)
    return i if a > b else (i + 1) % 6 if b > a else heading


def heading_change(a: int, b: int) -> int:
    """Steps of 60 degrees between two directions, 0 to 3."""
    return min((a - b) % 6, (b - a) % 6)
