"""What lies on the map: ships with their ways and sweeps, volleys, mines, explosions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.drawing.hex_chart import HEX, clip, point_of
from pbem.core.drawing.hex_layout import star, tenths
from pbem.core.drawing.labels import Label
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape
from pbem.core.geometry.hexes import DIRECTIONS, STEPS, Hex, centre, label
from pbem.games.star_navy.model.ships import READY, Ship
from pbem.games.star_navy.model.state import State, Volley
from pbem.games.star_navy.model.tables import MAX_RANGE, SECTIONS
from pbem.games.star_navy.report.pictures.map_window import Window
from pbem.games.star_navy.report.pictures.silhouettes import REACH, half_length, hull, plume, side_mark

START, TIP = HEX * 0.32, HEX * 0.44
"""How far from the middle of its hex a volley begins, and how far it ends."""
MISSED = 0.82
"""A volley without a hit ends before its target, at this share of its way."""
NAMES, SMALL = 11.0, 9.0
OWN, OTHERS, POINTS, MINES, SECTION, WAY = 6, 5, 4, 3, 2, 1
"""What is more important has its words first."""


def side_role(known: State, side: str) -> str:
    """The colours of a side."""
    return f"side-{known.sides.index(side) + 1}"


def unit(direction: int) -> Point:
    """One hex step on paper."""
    return centre(STEPS[direction % 6])


# ---------------------------------------------------------------- ships


@dataclass(frozen=True)
class Place:
    """Where a ship is drawn, and half its length."""

    ship: Ship
    middle: Point
    size: float


def places(known: State) -> list[Place]:
    """Ships side by side where they share a hex."""
    stacks: dict[Hex, list[Ship]] = {}
    for ship in known.living():
        stacks.setdefault(ship.hex, []).append(ship)
    found = []
    for hex, stack in stacks.items():
        x, y = point_of(hex)
        for number, ship in enumerate(stack):
            aside = (number - (len(stack) - 1) / 2) * HEX * 0.42
            found.append(Place(ship, tenths((x + aside, y)), half_length(ship.ship_class, len(stack) > 1)))
    return found


def ships(known: State, found: Sequence[Place]) -> Iterator[Shape]:
    """Silhouettes that point where the ships are heading, each with the mark of its side."""
    for place in found:
        ship, direction = place.ship, unit(place.ship.heading)
        if len(ship.trail) > 1:
            yield Polygon(plume(place.middle, direction, place.size), "thrust", unit=ship.id)
        title = f"{ship.id} {ship.called}, {ship.side}, hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}"
        outline = hull(ship.ship_class, place.middle, direction, place.size)
        yield Polygon(outline, side_role(known, ship.side), title, ship.id)
        emblem = side_mark(known.sides.index(ship.side), place.middle, direction, place.size)
        yield Polygon(emblem, "emblem", unit=ship.id)


def names(known: State, found: Sequence[Place]) -> Iterator[Label]:
    """Their names: those of own ships before the others."""
    own = {ship.id for ship in known.mine()}
    for place in found:
        ship = place.ship
        priority = OWN if ship.id in own else OTHERS
        yield Label(place.middle, ship.id, "unit-label", NAMES, place.size * REACH, priority, kept=True, unit=ship.id)


def trail(known: State, ship: Ship) -> Iterator[Shape]:
    """The hexes entered this turn."""
    if len(ship.trail) < 2:
        return
    yield Line([point_of(hex) for hex in ship.trail], "trail", f"way of {ship.id}", unit=ship.id)
    yield from (Circle(point_of(hex), 2.0, "trail", unit=ship.id) for hex in ship.trail[:-1])


def trail_numbers(known: State, ship: Ship) -> Iterator[Label]:
    """The turns in which they were entered, when a report covers a cycle."""
    if known.by_cycle:
        for number, hex in enumerate(ship.trail[1:], 1):
            yield Label(point_of(hex), str(number), "trail", SMALL, 4, WAY, unit=ship.id)


# ---------------------------------------------------------------- mines and fire


def mines(known: State, window: Window) -> Iterator[Shape]:
    """SN-4.4: each with the ring that sets it off."""
    for mine in known.mines:
        if mine.hex in window:
            title = f"mine {mine.id} of {mine.side}, hex {label(mine.hex)}"
            yield Circle(point_of(mine.hex), HEX * 1.5, "mine-ring", unit=mine.id)
            yield Circle(point_of(mine.hex), HEX * 0.11, "mine", title, mine.id)


def mine_names(known: State, window: Window) -> Iterator[Label]:
    """Beside them."""
    found = (mine for mine in known.mines if mine.hex in window)
    return (Label(point_of(mine.hex), mine.id, "unit-label", 10, HEX * 0.14, MINES, unit=mine.id) for mine in found)


def explosion(hex: Hex) -> Iterator[Shape]:
    """Where a mine or a ship went up."""
    yield Polygon(star(point_of(hex), HEX * 0.5, 0.52), "explosion", f"explosion in {label(hex)}")
    yield Circle(point_of(hex), HEX * 0.14, "flash")


@dataclass(frozen=True)
class Shot:
    """A volley on paper, from muzzle to hit, a little to the right of the line so that an answer does not hide it."""

    volley: Volley
    start: Point
    end: Point


def shots(known: State) -> list[Shot]:
    """Volleys of which there is something to see."""
    return [shot for volley in known.volleys if (shot := _shot(volley))]


def _shot(volley: Volley) -> Shot | None:
    (x0, y0), (x1, y1) = point_of(volley.origin), point_of(volley.aim)
    length = math.hypot(x1 - x0, y1 - y0)
    if not length:
        return None
    dx, dy, aside = (x1 - x0) / length, (y1 - y0) / length, HEX * 0.13
    first, last = START, length - TIP if volley.points else length * MISSED - TIP
    ends = [tenths((x0 + dx * along - dy * aside, y0 + dy * along + dx * aside)) for along in (first, max(last, first + 2))]
    return Shot(volley, *ends)


def volleys(found: Sequence[Shot]) -> Iterator[Shape]:
    """Arrows from shooter to target, with a burst where they hit; thin and short where they do not."""
    for shot in found:
        volley = shot.volley
        title = f"{volley.ship} at {volley.target}: {volley.points} points"
        role = "fire" if volley.points else "fire-miss"
        yield Line([shot.start, shot.end], role, title, arrow=bool(volley.points), unit=volley.ship)
    for shot in found:
        if shot.volley.points:
            yield Polygon(
                star(shot.end, HEX * min(0.12 + 0.008 * shot.volley.points, 0.24), 0.42), "hit", unit=shot.volley.ship
            )


def volley_points(found: Sequence[Shot]) -> Iterator[Label]:
    """The points of each beside its line, where there is room."""
    for shot in found:
        (x0, y0), (x1, y1) = shot.start, shot.end
        length = math.dist(shot.start, shot.end) or 1.0
        right, down = -(y1 - y0) / length * NAMES, (x1 - x0) / length * NAMES
        spots = [
            (x0 + (x1 - x0) * share + side * right, y0 + (y1 - y0) * share + side * down)
            for share in (0.5, 0.38, 0.62, 0.25, 0.75)
            for side in (1, -1)
        ]
        if shot.volley.points:
            words = str(shot.volley.points)
            yield Label(spots[0], words, "fire", 12, priority=POINTS, unit=shot.volley.ship, spots=spots)


# ---------------------------------------------------------------- sweeps


def sweeps(ship: Ship, window: Window) -> Iterator[Shape]:
    """SN-5.10: the boundary lines of the sweeps of READY sections, out to 15 hexes."""
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


def sweep_names(ship: Ship, place: int, several: bool) -> Iterator[Label]:
    """The sections that are ready, in the direction in which they look."""
    if ship.console_if_known is None:
        return
    for k, name in enumerate(SECTIONS):
        section = ship.console.sections[name]
        if section.status == READY and section.weapons:
            (x, y), (dx, dy) = point_of(ship.hex), unit(ship.heading + k)
            words = f"{ship.id} {name}" if several else f"{name} {section.weapon}"
            spots = [(x + dx * HEX * away, y + dy * HEX * away) for away in (2 + place, 1.5 + place, 2.5 + place)]
            yield Label(spots[0], words, "sweep", SMALL, priority=SECTION, unit=ship.id, spots=spots)


def _boundary(ship: Ship, direction: int, window: Window) -> Iterator[Shape]:
    """The line half way between two directions; at 15 hexes it has gone 7.5 steps in each."""
    (x, y), (ax, ay), (bx, by) = point_of(ship.hex), unit(direction), unit(direction + 1)
    reach = HEX * MAX_RANGE / 2
    clipped = clip((x, y), (x + (ax + bx) * reach, y + (ay + by) * reach), window.box)
    if clipped:
        yield Line(list(clipped), "sweep", unit=ship.id)
