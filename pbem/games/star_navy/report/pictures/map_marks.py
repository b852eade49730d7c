"""What lies on the map: ships with their ways and sweeps, volleys, mines, explosions. Each side has a shape of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pbem.core.drawing.hex_chart import HEX, clip, point_of
from pbem.core.drawing.hex_layout import star
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, STEPS, Hex, centre, label
from pbem.games.star_navy.model.ships import READY, Ship
from pbem.games.star_navy.model.state import State, Volley
from pbem.games.star_navy.model.tables import MAX_RANGE, SECTIONS
from pbem.games.star_navy.report.pictures.map_window import Window

CROSS = ((1.0, 0.0), (0.2, 0.2), (0.1, 0.72), (-0.3, 0.72), (-0.3, 0.2), (-0.9, 0.0))
COUNTERS: tuple[tuple[Point, ...], ...] = (
    ((1.0, 0.0), (-0.75, 0.62), (-0.4, 0.0), (-0.75, -0.62)),
    ((1.0, 0.0), (0.3, 0.58), (-0.8, 0.58), (-0.8, -0.58), (0.3, -0.58)),
    ((1.0, 0.0), (-0.1, 0.62), (-0.9, 0.0), (-0.1, -0.62)),
    ((1.0, 0.0), (-0.3, 0.25), (-0.8, 0.75), (-0.8, -0.75), (-0.3, -0.25)),
    (*CROSS, *((along, -across) for along, across in CROSS[4:0:-1])),
    ((1.0, 0.28), (-0.8, 0.66), (-0.5, 0.0), (-0.8, -0.66), (1.0, -0.28)),
)
"""Shapes (along, across) of the counters of the first to the sixth side: a side is told by colour, shape and names."""
START, TIP = HEX * 0.32, HEX * 0.5
"""How far from the middle of its hex a volley's arrow begins, and how far it ends."""


def side_role(known: State, side: str) -> str:
    """The colours of a side."""
    return f"side-{known.sides.index(side) + 1}"


def counter(number: int, middle: Point, direction: Point, size: float) -> list[Point]:
    """The outline of a counter of the side with this number (from 0), pointing in a direction."""
    (x, y), (dx, dy) = middle, direction
    shape = COUNTERS[number % len(COUNTERS)]
    return [(x + size * (along * dx - across * dy), y + size * (along * dy + across * dx)) for along, across in shape]


def unit(direction: int) -> Point:
    """One hex step on paper."""
    return centre(STEPS[direction % 6])


# ---------------------------------------------------------------- ships


def ships(known: State) -> Iterator[Shape]:
    """Counters, side by side where they share a hex, and their names."""
    stacks: dict[Hex, list[Ship]] = {}
    for ship in known.living():
        stacks.setdefault(ship.hex, []).append(ship)
    for hex, stack in stacks.items():
        x, y = point_of(hex)
        for place, ship in enumerate(stack):
            aside = (place - (len(stack) - 1) / 2) * HEX * 0.42
            yield _ship(known, ship, (x + aside, y), HEX * (0.4 if len(stack) == 1 else 0.27))
            yield Text((x, y + HEX * 0.5 + 11 * place), ship.id, "unit-label", 11, unit=ship.id)


def _ship(known: State, ship: Ship, middle: Point, size: float) -> Shape:
    """A counter that points where the ship is heading."""
    heading = DIRECTIONS[ship.heading]
    title = f"{ship.id} {ship.called}, {ship.side}, hex {label(ship.hex)} heading {heading}"
    outline = counter(known.sides.index(ship.side), middle, unit(ship.heading), size)
    return Polygon(outline, side_role(known, ship.side), title, ship.id)


def trail(known: State, ship: Ship) -> Iterator[Shape]:
    """The hexes entered this turn; numbered when a report covers a cycle."""
    if len(ship.trail) < 2:
        return
    yield Line([point_of(hex) for hex in ship.trail], "trail", f"way of {ship.id}", unit=ship.id)
    for number, hex in enumerate(ship.trail[1:], 1):
        x, y = point_of(hex)
        yield Circle((x, y), 2.5, "trail", unit=ship.id)
        if known.by_cycle:
            yield Text((x + HEX * 0.3, y + 3), str(number), "trail", 9, unit=ship.id)


# ---------------------------------------------------------------- mines and fire


def mines(known: State, window: Window) -> Iterator[Shape]:
    """SN-4.4: each with the ring that sets it off."""
    for mine in known.mines:
        if mine.hex in window:
            x, y = point_of(mine.hex)
            title = f"mine {mine.id} of {mine.side}, hex {label(mine.hex)}"
            yield Circle((x, y), HEX * 1.5, "mine-ring", unit=mine.id)
            yield Circle((x, y), HEX * 0.11, "mine", title, mine.id)
            yield Text((x, y + HEX * 0.38), mine.id, "unit-label", 10, unit=mine.id)


def explosion(hex: Hex) -> Shape:
    """Where a mine or a ship went up."""
    return Polygon(star(point_of(hex), HEX * 0.5, 0.52), "explosion", f"explosion in {label(hex)}")


def volleys(known: State) -> Iterator[Shape]:
    """Arrows from shooter to target, a little to the right of the line so that an answer does not hide them."""
    for number, volley in enumerate(known.volleys):
        yield from _volley(volley, 0.3 + 0.13 * (number % 4))


def _volley(volley: Volley, along: float) -> Iterator[Shape]:
    """The points lie at a share of the way, so that those of several volleys do not cover each other."""
    (x0, y0), (x1, y1) = point_of(volley.origin), point_of(volley.aim)
    length = math.hypot(x1 - x0, y1 - y0)
    if not length:
        return
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    aside = HEX * 0.13
    start = (x0 + dx * START - dy * aside, y0 + dy * START + dx * aside)
    end = (x1 - dx * TIP - dy * aside, y1 - dy * TIP + dx * aside)
    title = f"{volley.ship} at {volley.target}: {volley.points} points"
    yield Line([start, end], "fire", title, arrow=True, unit=volley.ship)
    x, y = start[0] + (end[0] - start[0]) * along, start[1] + (end[1] - start[1]) * along
    yield Text((x - dy * 11, y + dx * 11 + 4), str(volley.points), "fire", 12, unit=volley.ship)


# ---------------------------------------------------------------- sweeps


def sweeps(ship: Ship, window: Window, place: int, several: bool) -> Iterator[Shape]:
    """SN-5.10: the boundary lines of the sweeps of READY sections, out to 15 hexes, with section and weapon (or ship)."""
    if ship.console_if_known is None:
        return
    drawn: set[int] = set()
    for k, name in enumerate(SECTIONS):
        section = ship.console.sections[name]
        if section.status != READY or not section.weapons:
            continue
        direction = ship.heading + k
        for boundary in ((direction - 1) % 6, direction % 6):
            if boundary not in drawn:
                drawn.add(boundary)
                yield from _boundary(ship, boundary, window)
        (x, y), (dx, dy), away = point_of(ship.hex), unit(direction), HEX * (2 + place)
        words = f"{ship.id} {name}" if several else f"{name} {section.weapon}"
        yield Text((x + dx * away, y + dy * away + 4), words, "sweep", 10, unit=ship.id)


def _boundary(ship: Ship, direction: int, window: Window) -> Iterator[Shape]:
    """The line half way between two directions; at 15 hexes it has gone 7.5 steps in each."""
    (x, y), (ax, ay), (bx, by) = point_of(ship.hex), unit(direction), unit(direction + 1)
    reach = HEX * MAX_RANGE / 2
    clipped = clip((x, y), (x + (ax + bx) * reach, y + (ay + by) * reach), window.box())
    if clipped:
        yield Line(list(clipped), "sweep", unit=ship.id)
