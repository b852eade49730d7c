"""Ships and aircraft from above: an outline, and what stands on it, turned to where they are heading.

Places on a ship are (along, across) in half lengths: 1 along is the bow, across is to starboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape

Outline = tuple[Point, ...]
BARREL = 2.1
"""How far a gun reaches from the middle of its turret, in radii of the turret."""
NOTCH, TIP = 0.3, 0.07
"""Of a stern like a swallow's tail: how deep it is, and how far its tips reach beyond the stern."""


def mirrored(starboard: Sequence[Point]) -> Outline:
    """The whole outline, from its starboard half that leads from bow to stern."""
    return (*starboard, *((along, -across) for along, across in reversed(starboard) if across))


@kept
def turned(outline: Outline, at: Point, ahead: Point, size: float) -> Iterator[Point]:
    """An outline on the map; `ahead` is the step on its heading, `size` its half length."""
    (x, y), dx, dy = at, ahead[0] * size, ahead[1] * size
    return ((round(x + a * dx - c * dy, 1), round(y + a * dy + c * dx, 1)) for a, c in outline)


@dataclass(frozen=True, eq=False)
class Silhouette:
    """A class of ships. `starboard` is half of her outline; a turret is place along and radius, and aims at the nearer end.

    Spars are lines: masts' yards, a bowsprit, the middle line of a flight deck.
    """

    starboard: Outline
    houses: tuple[Outline, ...] = ()
    turrets: tuple[Point, ...] = ()
    funnels: tuple[Point, ...] = ()
    """Place along, and radius."""
    spars: tuple[Outline, ...] = ()
    forked_tail: bool = field(default=True)
    """Does she show her side by her stern? A flat one does not."""

    @cached_property
    def round_stern(self) -> Outline:
        """The outline of the side that has sterns as they were."""
        return mirrored(self.starboard)

    @cached_property
    def forked_stern(self) -> Outline:
        """The outline of the side whose sterns are like a swallow's tail: colour is not all that tells the sides apart."""
        wide = max(across for _, across in self.starboard)
        end = min(along for along, _ in self.starboard)
        kept = [place for place in self.starboard if place[0] > end + NOTCH]
        return mirrored([*kept, (end - TIP, wide * 0.9), (end + NOTCH, 0.0)])

    def hull(self, at: Point, ahead: Point, size: float, role: str, *, forked: bool) -> Polygon:
        """Her outline; the first point is the bow."""
        return Polygon(turned(self.forked_stern if forked else self.round_stern, at, ahead, size), role)

    @kept
    def fittings(self, at: Point, ahead: Point, size: float, unit: str) -> Iterator[Shape]:
        """What stands on her deck."""
        for house in self.houses:
            yield Polygon(turned(house, at, ahead, size), "deckhouse", unit=unit)
        for spar in (*self._barrels, *self.spars):
            yield Line(turned(spar, at, ahead, size), "spar", unit=unit)
        yield from self._rounds(self.turrets, "turret", at, ahead, size, unit)
        yield from self._rounds(self.funnels, "funnel", at, ahead, size, unit)

    @cached_property
    def _barrels(self) -> list[Outline]:
        ends = [(along, along + (BARREL if along > 0 else -BARREL) * radius) for along, radius in self.turrets]
        return [((start, 0.0), (end, 0.0)) for start, end in ends]

    def _rounds(self, rounds: Sequence[Point], role: str, at: Point, ahead: Point, size: float, unit: str) -> Iterator[Circle]:
        for along, radius in rounds:
            (place,) = turned(((along, 0.0),), at, ahead, size)
            yield Circle(place, round(radius * size, 1), role, unit=unit)


def block(front: float, back: float, port: float, starboard: float) -> Outline:
    """A house on deck."""
    return (front, port), (front, starboard), (back, starboard), (back, port)


def yards(*masts: Point) -> tuple[Outline, ...]:
    """The yard across each mast: its place along, and how far it reaches to either side."""
    return tuple(((along, -reach), (along, reach)) for along, reach in masts)
