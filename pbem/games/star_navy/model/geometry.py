"""Sweeps, orientation and the section die: SN-1.5 and SN-7.2 to SN-7.8 in exact integers.

A bearing (d, a, b) says v = a * D[d] + b * D[d + 1] with a >= 1, b >= 0 (SN-7.2); `pbem.core.geometry.hexes.bearing` finds it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from pbem.core.geometry.hexes import Hex, bearing, distance, off_map_label, parse_label, within
from pbem.games.star_navy.model.tables import SECTIONS

ORIGIN = (0, 0)

hex_of = parse_label
label_of = off_map_label
"""`CCRR`; off the sheet of a floating map `C,R`, with signs."""


@lru_cache(maxsize=65536)
def length(dq: int, dr: int) -> int:
    """SN-1.4: the length of a vector, remembered: a turn asks for it hundreds of times."""
    return distance(ORIGIN, (dq, dr))


def range_of(a: Hex, b: Hex) -> int:
    """SN-1.4: the distance."""
    return length(b[0] - a[0], b[1] - a[1])


@lru_cache(maxsize=16384)
def around(hex: Hex) -> frozenset[Hex]:
    """The hex and its six neighbours."""
    return frozenset(within(hex, 1))


class Orientation(NamedTuple):
    """SN-7.6. ONE: `first` faces. TWO: `first` is left, `second` right. ASKEW: `first` faces most, `second` less."""

    kind: Literal["ONE", "TWO", "ASKEW"]
    first: str
    second: str = ""

    @property
    def text(self) -> str:
        """E.g. `ONE F`, `TWO F RF`, `ASKEW F RF`."""
        return " ".join(self).rstrip()


def facing(heading: int, section: str) -> int:
    """SN-1.5: section k of a ship with heading h faces map direction (h + k) mod 6."""
    return (heading + SECTIONS.index(section)) % 6


def section_by_die(die: int) -> str:
    """Table 2.8, for slides and a mine in the ship's own hex: 1 F, 2 RF ... 6 LF."""
    return SECTIONS[die - 1]


def left_of(section: str) -> str:
    """SN-7.7: the left neighbour, as seen looking outwards from the ship."""
    return SECTIONS[SECTIONS.index(section) - 1]


def right_of(section: str) -> str:
    """SN-7.7."""
    return SECTIONS[(SECTIONS.index(section) + 1) % 6]


@lru_cache(maxsize=16384)
def sweeps(dq: int, dr: int, heading: int) -> tuple[str, ...]:
    """The sections in whose sweep a vector lies. SN-7.3, SN-7.4: direction d sweeps it if a >= b, direction d + 1 if b >= a."""
    if dq == dr == 0:
        return ()
    d, a, b = bearing(ORIGIN, (dq, dr))
    found = [SECTIONS[(d - heading) % 6]] if a >= b else []
    if b >= a:
        found.append(SECTIONS[(d + 1 - heading) % 6])
    return tuple(found)


@lru_cache(maxsize=16384)
def sight(dq: int, dr: int, heading: int) -> tuple[int, tuple[str, ...]]:
    """SN-5.9, SN-5.10: the length of a vector and the sections in whose sweep it lies: a turn asks for it hundreds of times."""
    return length(dq, dr), sweeps(dq, dr, heading)


def bearing_sections(hex: Hex, heading: int, target: Hex) -> tuple[str, ...]:
    """SN-5.10, SN-7.4: the sections in whose sweep `target` lies, clockwise: two on a boundary, none in the same hex."""
    return sweeps(target[0] - hex[0], target[1] - hex[1], heading)


@lru_cache(maxsize=16384)
def _orientation(dq: int, dr: int, heading: int) -> Orientation:
    d, a, b = bearing(ORIGIN, (dq, dr))
    x, y = SECTIONS[(d - heading) % 6], SECTIONS[(d + 1 - heading) % 6]
    if b == 0:
        return Orientation("ONE", x)
    if a == b:
        return Orientation("TWO", x, y)
    return Orientation("ASKEW", x, y) if a > b else Orientation("ASKEW", y, x)


def orientation(target: Hex, heading: int, source: Hex) -> Orientation:
    """SN-7.6: how a ship in `target` with `heading` presents itself to `source`. Raises ValueError in the same hex."""
    return _orientation(source[0] - target[0], source[1] - target[1], heading)


@lru_cache(maxsize=256)
def section_hit(seen: Orientation, die: int) -> str:
    """SN-7.8: the Section Hit table 2.4."""
    if seen.kind == "TWO":
        return seen.first if die <= 3 else seen.second
    if seen.kind == "ASKEW":
        return seen.second if die in (1, 6) else seen.first
    if die == 1:
        return left_of(seen.first)
    return right_of(seen.first) if die == 6 else seen.first
