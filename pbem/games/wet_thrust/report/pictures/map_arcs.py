"""What the arms of the reader's first ship bear on, as wedges around her (WT-1.4): her main guns, or a boat's torpedoes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby

from pbem.core.drawing.scene import Point, Polygon, Shape
from pbem.core.geometry.tabletop import DEGREES, MIL, POINTS, heading
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.pictures.map_marks import ringed
from pbem.games.wet_thrust.report.pictures.window import MARGIN, Window

REACH = MARGIN
"""Mils to which wedges are drawn: never beyond the window."""
FINE = 5
"""Degrees between the points of a wedge's rim."""
FULL, PART = "arc-full", "arc"


def arcs(known: State, window: Window) -> Iterator[Shape]:
    """A wedge for each run of sectors on which all of them bear, or some."""
    ship = ringed(known)
    if ship:
        for role, first, sectors in wedges(ship):
            yield Polygon(_wedge(ship, window, first, sectors), role, words(ship, role), ship.id)


def wedges(ship: Vessel) -> list[tuple[str, int, int]]:
    """Role, first clock sector and number of sectors of each wedge, clockwise from dead ahead."""
    arms = _arms(ship)
    bearing = [sum(sector in ship.printed.arcs[arm] for arm in arms) for sector in range(1, POINTS + 1)]
    roles = [FULL if count == len(arms) else PART if count else "" for count in bearing]
    start = next((k for k in range(POINTS) if roles[k] != roles[k - 1]), 0)
    found, at = [], start
    for role, run in groupby(roles[start:] + roles[:start]):
        long = len(list(run))
        if role and arms:
            found.append((role, at % POINTS + 1, long))
        at += long
    return found


def words(ship: Vessel, role: str) -> str:
    """`all working main guns of HOO bear`."""
    return f"{'all' if role == FULL else 'some'} working {_name(ship)} of {ship.id} bear"


def _arms(ship: Vessel) -> list[str]:
    """WT-18.3: below the surface a boat has only her torpedoes."""
    return ship.sheet.working(ship.printed.main if ship.visible else "TL")


def _name(ship: Vessel) -> str:
    return "main guns" if ship.visible else "torpedo launchers"


def _wedge(ship: Vessel, window: Window, first: int, sectors: int) -> list[Point]:
    """From the ship to the rim and back; a whole circle is its rim alone."""
    low = heading(ship.course) + first * DEGREES - DEGREES // 2
    rim = [_at(ship, window, math.radians(angle)) for angle in range(low, low + sectors * DEGREES + 1, FINE)]
    return rim if sectors == POINTS else [window.point_of(ship.at), *rim]


def _at(ship: Vessel, window: Window, angle: float) -> Point:
    x, y = ship.at
    return window.point_of((x + round(REACH * math.sin(angle)), y + round(REACH * math.cos(angle))))


def describe(known: State) -> str:
    """The wedges in a sentence; "" without any."""
    ship = ringed(known)
    said = [f"{words(ship, role)} {_clock(first, sectors)}" for role, first, sectors in wedges(ship)] if ship else []
    return f"Arcs to {REACH // MIL} inches: {'; '.join(said)}." if said else ""


def _clock(first: int, sectors: int) -> str:
    """`from 8 to 4 o'clock`."""
    return "all round" if sectors == POINTS else f"from {first} to {(first + sectors - 2) % POINTS + 1} o'clock"
