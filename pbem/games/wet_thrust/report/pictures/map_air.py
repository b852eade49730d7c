"""Aircraft on the map: small planes by kind, in their side's colour and with its sign on the wings (WT-11.1)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape
from pbem.core.drawing.silhouettes import Outline, block, mirrored, turned
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import BRITISH
from pbem.games.wet_thrust.model.units import Squadron
from pbem.games.wet_thrust.report.phrases import aircraft_words, place, side_number
from pbem.games.wet_thrust.report.pictures.map_hulls import size_of
from pbem.games.wet_thrust.report.pictures.map_marks import SMALL, wrecks_of
from pbem.games.wet_thrust.report.pictures.window import Window

PLANES: dict[str, Outline] = {
    "F": mirrored(
        (
            *((1.0, 0.0), (0.82, 0.12), (0.42, 0.14), (0.36, 0.8), (0.2, 0.98), (0.0, 0.9), (-0.06, 0.14)),
            *((-0.66, 0.09), (-0.74, 0.42), (-0.94, 0.38), (-0.9, 0.0)),
        )
    ),
    "DB": mirrored(
        (
            *((1.0, 0.0), (0.8, 0.12), (0.34, 0.15), (0.56, 0.52), (0.16, 1.12), (-0.1, 1.08), (-0.04, 0.15)),
            *((-0.7, 0.1), (-0.78, 0.46), (-1.0, 0.44), (-0.94, 0.0)),
        )
    ),
    "T": mirrored(
        (
            *((0.92, 0.0), (0.8, 0.13), (0.58, 0.14), (0.58, 1.14), (0.08, 1.14), (0.08, 0.14)),
            *((-0.72, 0.1), (-0.72, 0.52), (-1.04, 0.52), (-1.04, 0.0)),
        )
    ),
    "R": mirrored(
        (
            *((0.9, 0.0), (0.74, 0.1), (0.46, 0.12), (0.46, 1.0), (0.12, 1.0), (0.1, 0.12)),
            *((-0.7, 0.08), (-0.76, 0.36), (-0.94, 0.36), (-0.94, 0.0)),
        )
    ),
    "B": mirrored(
        (
            *((1.04, 0.0), (0.86, 0.15), (0.42, 0.17), (0.42, 0.36), (0.64, 0.4), (0.64, 0.58), (0.4, 0.6), (0.2, 1.32)),
            *((-0.02, 1.32), (-0.04, 0.17), (-0.8, 0.1), (-0.9, 0.52), (-1.1, 0.5), (-1.04, 0.0)),
        )
    ),
}
FLOATS: tuple[Outline, ...] = (((0.8, -0.5), (-0.4, -0.5)), ((0.8, 0.5), (-0.4, 0.5)))
"""Reconnaissance planes come down on the water."""
SIGNS = (-0.66, 0.66)
"""Places across of the signs: British rings, German bars."""
PLANE = 13.0
"""Half length."""
WINGS = 17.5
"""Half the widest span."""
ABREAST = 36.0
ABOVE = 34.0
"""Squadrons over a ship are drawn so far above her."""


def flying(known: State) -> list[Squadron]:
    """Squadrons in the air."""
    return [each for each in known.wings() if each.airborne]


def squadron_places(known: State, window: Window) -> dict[str, Point]:
    """Where squadrons are drawn: those over one spot side by side, and above the ship that they are over."""
    stacks: dict[Point, list[str]] = {}
    for each in flying(known):
        at = window.point_of(each.at)
        near = next((spot for spot in stacks if math.dist(spot, at) < ABREAST), at)
        stacks.setdefault(near, []).append(each.id)
    ships = [*known.afloat(), *wrecks_of(known)]
    hulls = [(window.point_of(ship.at), size_of(ship)) for ship in ships]
    found: dict[str, Point] = {}
    for (x, y), stack in stacks.items():
        up = ABOVE if any(math.dist((x, y), hull) < PLANE + size for hull, size in hulls) else 0.0
        for number, id in enumerate(stack):
            aside = (number - (len(stack) - 1) / 2) * ABREAST
            found[id] = round(x + aside, 1), round(y - up, 1)
    return found


def flights(known: State, window: Window) -> Iterator[Shape]:
    """This turn's ways in the air."""
    for each in flying(known):
        if each.start and each.start != each.at:
            line = [window.point_of(each.start), window.point_of(each.at)]
            yield Line(line, "trail-air", f"flight of {each.id} this turn", unit=each.id)


def aircraft(known: State, window: Window, spots: dict[str, Point]) -> Iterator[Shape]:
    """WT-11.1: a plane for each squadron, heading as it flew."""
    for each in flying(known):
        title = f"{each.id}, {aircraft_words(each.aircraft, each.kind)}, in the air at {place(each.at)}"
        yield from plane(each.kind, spots[each.id], _ahead(each, window), each.side, each.id, title)


def plane(kind: str, at: Point, ahead: Point, side: str, id: str = "", title: str = "") -> Iterator[Shape]:
    """A plane with the signs of its side; "" is no side."""
    yield Polygon(turned(PLANES[kind], at, ahead, PLANE), f"side-{side_number(side)}" if side else "unit", title, id)
    yield from (Line(turned(line, at, ahead, PLANE), "spar", unit=id) for line in (FLOATS if kind == "R" else ()))
    for across in SIGNS if side else ():
        if side == BRITISH:
            (middle,) = turned(((0.24, across),), at, ahead, PLANE)
            yield Circle(middle, 1.9, "roundel", unit=id)
        else:
            yield Polygon(turned(block(0.42, 0.06, across - 0.06, across + 0.06), at, ahead, PLANE), "roundel", unit=id)


def _ahead(each: Squadron, window: Window) -> Point:
    """One step on the way that it flew; north for one that has not flown."""
    (x0, y0), (x, y) = window.point_of(each.start or each.at), window.point_of(each.at)
    far = math.hypot(x - x0, y - y0)
    return ((x - x0) / far, (y - y0) / far) if far > 1 else (0.0, -1.0)


def take_aircraft(spots: dict[str, Point], room: LabelPlaces) -> None:
    """Words keep clear of planes."""
    for spot in spots.values():
        room.take(spot, WINGS)


def aircraft_labels(known: State, spots: dict[str, Point]) -> Iterator[Label]:
    """The id of a squadron and how many are left, in its side's colour."""
    for each in flying(known):
        words = f"{each.id} ×{each.aircraft}" if each.aircraft > 1 else each.id
        own = 1 if each.side == known.side else 0
        yield Label(spots[each.id], words, f"side-{side_number(each.side)}", SMALL, WINGS + 0.5, 3 + own, True, each.id)
