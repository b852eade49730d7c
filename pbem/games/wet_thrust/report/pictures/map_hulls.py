"""The ships of the control sheets from above, by type: turrets and funnels, a flight deck, hatches, a conning tower."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pbem.core.drawing.scene import Point, Polygon, Shape
from pbem.core.drawing.silhouettes import Silhouette, block
from pbem.core.geometry.tabletop import heading
from pbem.games.wet_thrust.model.tables import BRITISH
from pbem.games.wet_thrust.model.units import Vessel

CAPITAL = ((1.0, 0.0), (0.78, 0.1), (0.48, 0.2), (0.15, 0.25), (-0.35, 0.25), (-0.72, 0.19), (-0.94, 0.11), (-1.0, 0.0))
CRUISER = ((1.0, 0.0), (0.76, 0.09), (0.42, 0.18), (0.05, 0.21), (-0.4, 0.2), (-0.76, 0.15), (-0.96, 0.08), (-1.0, 0.0))
DESTROYER = ((1.0, 0.0), (0.7, 0.1), (0.3, 0.18), (-0.4, 0.19), (-0.8, 0.15), (-0.97, 0.1), (-1.0, 0.0))
FLIGHT_DECK = ((1.0, 0.0), (0.97, 0.17), (0.72, 0.25), (-0.6, 0.26), (-0.85, 0.22), (-1.0, 0.19))
CIGAR = ((1.0, 0.0), (0.78, 0.1), (0.4, 0.17), (-0.3, 0.17), (-0.75, 0.1), (-1.0, 0.03))
FREIGHTER = ((1.0, 0.0), (0.86, 0.18), (0.6, 0.27), (-0.65, 0.28), (-0.9, 0.2), (-1.0, 0.08))

SILHOUETTES = {
    "BB": Silhouette(
        CAPITAL,
        houses=(block(0.2, -0.32, -0.13, 0.13),),
        turrets=((0.56, 0.105), (0.32, 0.115), (-0.45, 0.115), (-0.69, 0.105)),
        funnels=((-0.06, 0.085),),
    ),
    "BC": Silhouette(
        CRUISER,
        houses=(block(0.24, -0.34, -0.1, 0.1),),
        turrets=((0.58, 0.1), (0.36, 0.11), (-0.62, 0.1)),
        funnels=((0.06, 0.075), (-0.17, 0.075)),
    ),
    "CV": Silhouette(
        FLIGHT_DECK,
        houses=(block(0.2, -0.18, 0.13, 0.25),),
        spars=tuple(((along, 0.0), (along - 0.16, 0.0)) for along in (0.84, 0.54, 0.24, -0.06, -0.36, -0.66)),
    ),
    "CA": Silhouette(
        CRUISER,
        houses=(block(0.2, -0.24, -0.09, 0.09),),
        turrets=((0.56, 0.085), (0.37, 0.09), (-0.42, 0.09), (-0.62, 0.085)),
        funnels=((0.04, 0.07), (-0.13, 0.07)),
    ),
    "CL": Silhouette(
        CRUISER,
        houses=(block(0.26, 0.08, -0.09, 0.09),),
        turrets=((0.54, 0.09), (-0.4, 0.09), (-0.62, 0.09)),
        funnels=((-0.02, 0.075), (-0.2, 0.075)),
    ),
    "DD": Silhouette(
        DESTROYER,
        houses=(block(0.34, 0.14, -0.1, 0.1),),
        turrets=((0.54, 0.09), (-0.62, 0.09)),
        funnels=((0.0, 0.09), (-0.26, 0.09)),
    ),
    "SS": Silhouette(CIGAR, houses=(block(0.18, -0.2, -0.09, 0.09),), turrets=((0.42, 0.06),)),
    "MM": Silhouette(
        FREIGHTER,
        houses=(
            *(block(0.62, 0.4, -0.12, 0.12), block(0.08, -0.22, -0.19, 0.19)),
            *(block(0.34, 0.14, -0.12, 0.12), block(-0.34, -0.54, -0.12, 0.12), block(-0.6, -0.76, -0.12, 0.12)),
        ),
        funnels=((-0.1, 0.1),),
    ),
}
LENGTHS = {"BB": 27.0, "BC": 27.0, "CV": 28.0, "CA": 24.0, "CL": 22.0, "DD": 18.0, "SS": 16.0, "MM": 19.0}
"""Half lengths in scene units: counters, not to the map's scale."""


def unit(course: int) -> Point:
    """One step on a course, y down."""
    angle = math.radians(heading(course))
    return math.sin(angle), -math.cos(angle)


def size_of(ship: Vessel) -> float:
    """Her half length on the map."""
    return LENGTHS[ship.printed.type]


def hull(type: str, at: Point, course: int, size: float, role: str, *, forked: bool) -> Polygon:
    """A ship from above; her bow points where she is heading."""
    return SILHOUETTES[type].hull(at, unit(course), size, role, forked=forked)


def hull_of(ship: Vessel, at: Point, role: str, title: str) -> Polygon:
    """This ship from above; the British have the forked sterns."""
    drawn = hull(ship.printed.type, at, ship.course, size_of(ship), role, forked=ship.side == BRITISH)
    return replace(drawn, title=title, unit=ship.id)


def fittings_of(ship: Vessel, at: Point) -> Iterator[Shape]:
    """What stands on her deck."""
    yield from SILHOUETTES[ship.printed.type].fittings(at, unit(ship.course), size_of(ship), ship.id)
