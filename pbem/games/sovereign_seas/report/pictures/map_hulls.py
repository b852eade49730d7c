"""The ships of the tables from above: ironclads with their battery, frigates with their yards, merchants with their hatches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.core.drawing.hex_layout import unit
from pbem.core.drawing.scene import Point, Polygon, Shape
from pbem.core.drawing.silhouettes import Silhouette, block, yards
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import FRENCH

SLIM = ((1.0, 0.0), (0.78, 0.12), (0.45, 0.23), (0.05, 0.27), (-0.5, 0.25), (-0.8, 0.18), (-0.97, 0.07))
BROAD = ((1.04, 0.0), (0.8, 0.14), (0.5, 0.27), (0.05, 0.33), (-0.5, 0.31), (-0.82, 0.22), (-0.97, 0.09))
BATTERY = ((1.06, 0.0), (0.82, 0.12), (0.5, 0.26), (0.3, 0.4), (-0.35, 0.4), (-0.55, 0.3), (-0.82, 0.22), (-0.97, 0.09))
BLUFF = ((0.97, 0.0), (0.88, 0.16), (0.62, 0.3), (-0.55, 0.32), (-0.85, 0.25), (-0.97, 0.1))
BOWSPRIT = ((1.0, 0.0), (1.24, 0.0))

SILHOUETTES = {
    "BSIC": Silhouette(
        BROAD,
        houses=(block(0.36, -0.56, -0.13, 0.13),),
        funnels=((0.14, 0.1), (-0.18, 0.1)),
        spars=yards((0.5, 0.36), (-0.36, 0.36), (-0.66, 0.28)),
    ),
    "CBIC": Silhouette(
        BATTERY,
        houses=(block(0.28, -0.34, -0.28, 0.28),),
        funnels=((-0.03, 0.12),),
        spars=yards((0.56, 0.34), (-0.58, 0.34)),
    ),
    "SF": Silhouette(
        SLIM,
        funnels=((0.17, 0.08),),
        spars=(BOWSPRIT, *yards((0.5, 0.42), (-0.08, 0.46), (-0.56, 0.38)), ((0.72, 0.0), (-0.8, 0.0))),
    ),
    "COV": Silhouette(
        SLIM, funnels=((0.1, 0.1),), spars=(BOWSPRIT, *yards((0.44, 0.42), (-0.34, 0.44)), ((0.7, 0.0), (-0.8, 0.0)))
    ),
    "LM": Silhouette(
        BLUFF,
        houses=(block(0.6, 0.32, -0.16, 0.16), block(0.16, -0.02, -0.16, 0.16), block(-0.4, -0.66, -0.16, 0.16)),
        funnels=((-0.2, 0.11),),
        spars=yards((0.24, 0.4), (-0.74, 0.36)),
    ),
    "SM": Silhouette(
        BLUFF, houses=(block(0.5, 0.2, -0.17, 0.17),), funnels=((-0.25, 0.13),), spars=yards((0.05, 0.42), (-0.55, 0.4))
    ),
}
LENGTH = {"BSIC": 1.0, "CBIC": 0.94, "SF": 1.0, "COV": 0.8, "LM": 0.98, "SM": 0.76}
"""Half lengths, of the largest ship's."""


def hull(printed_type: str, heading: float, place: Point, size: float, role: str, *, forked: bool) -> Polygon:
    """A ship from above; her bow points where she is heading."""
    return SILHOUETTES[printed_type].hull(place, unit(heading), size * LENGTH[printed_type], role, forked=forked)


def hull_of(ship: Ship, place: Point, size: float, role: str, title: str) -> Polygon:
    """This ship from above."""
    drawn = hull(ship.printed.type, ship.heading, place, size, role, forked=ship.side == FRENCH)
    return replace(drawn, title=title, unit=ship.id)


def fittings_of(ship: Ship, place: Point, size: float) -> Iterator[Shape]:
    """What stands on her deck."""
    type = ship.printed.type
    yield from SILHOUETTES[type].fittings(place, unit(ship.heading), size * LENGTH[type], ship.id)
