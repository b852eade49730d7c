"""What lies on the map: ships, ways, aircraft, smoke, contacts, wrecks (section 9). `map_fire.py` has the fire."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pbem.core.drawing.labels import LabelPlaces, wide_as
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import MIL, heading
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.tables import BRITISH
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.report.phrases import DEPTHS, aircraft_words, course_words, her_name, place, side_number, speed_text
from pbem.games.wet_thrust.report.pictures.sheet_symbols import cross, diamond, triangle
from pbem.games.wet_thrust.report.pictures.window import Window, circle_within
from pbem.games.wet_thrust.report.sheet_text import doing_words

HULL = ((1.0, 0.0), (0.45, 0.3), (-0.75, 0.3), (-1.0, 0.16), (-1.0, -0.16), (-0.75, -0.3), (0.45, -0.3))
"""A ship from above (along, across): the Germans with a straight stern."""
FORKED = (*HULL[:2], (-1.1, 0.32), (-0.6, 0.0), (-1.1, -0.32), HULL[6])
"""The British with a stern like a swallow's tail: colour is not all that tells the sides apart."""
LENGTHS = {"BB": 20.0, "BC": 20.0, "CV": 20.0, "CA": 17.0, "CL": 16.0, "DD": 13.0, "SS": 12.0, "MM": 14.0}
"""Half lengths in scene units: counters, not to the map's scale."""
RINGS = (8, 12, 24, 36, 48)
"""Inches: torpedoes, and the range bands (WT-1.3)."""
PLANE = 11.0
ABOVE = 26.0
"""Squadrons over a ship are drawn so far above her."""
LARGE, SMALL = 16.0, 12.0
FAR = 28.0
"""Words farther from their mark than this are joined to it by a line."""


def unit(course: int) -> Point:
    """One step on a course, y down."""
    angle = math.radians(heading(course))
    return math.sin(angle), -math.cos(angle)


def hull(at: Point, course: int, size: float, role: str, forked: bool) -> Polygon:
    """A ship from above; her bow points where she is heading."""
    (x, y), (dx, dy) = at, unit(course)
    points = [(x + size * (a * dx - c * dy), y + size * (a * dy + c * dx)) for a, c in (FORKED if forked else HULL)]
    return Polygon([(round(px, 1), round(py, 1)) for px, py in points], role)


def hull_of(ship: Vessel, at: Point, role: str, title: str) -> Polygon:
    """This ship from above."""
    drawn = hull(at, ship.course, LENGTHS[ship.printed.type], role, ship.side == BRITISH)
    return replace(drawn, title=title, unit=ship.id)


# ---------------------------------------------------------------- ships


def ship_role(ship: Vessel) -> str:
    """Her side's colour; an outline below the surface."""
    return f"side-{side_number(ship.side)}{'' if ship.visible else '-old'}"


def ship_title(ship: Vessel) -> str:
    """What she says when she is pointed at."""
    depth = [DEPTHS[ship.mode]] if DEPTHS[ship.mode] else []
    going = f"at {place(ship.at)}, {course_words(ship.course)}, speed {speed_text(ship.speed)}"
    fires = [count(ship.burning, "fire")] if ship.burning else []
    return ", ".join([ship.id, her_name(ship), ship.printed.type, going, *depth, *doing_words(ship), *fires])


def ships(known: State, window: Window) -> Iterator[Shape]:
    """WT-23.1: every vessel that the reader sees."""
    for ship in known.afloat():
        yield hull_of(ship, window.point_of(ship.at), ship_role(ship), ship_title(ship))


def ship_words(known: State, window: Window, room: LabelPlaces) -> Iterator[Shape]:
    """Id, and below it type and speed, where there is room."""
    for ship in known.afloat():
        at = window.point_of(ship.at)
        words = f"{ship.printed.type} {speed_text(ship.speed)}"
        yield from _pair(room, at, ship.id, words, ship_role(ship))


def _pair(room: LabelPlaces, at: Point, large: str, small: str, role: str) -> Iterator[Shape]:
    """A unit's id and what else is to be said, beside its mark, and a thin line to it when they are far."""
    wide = max(wide_as(large, LARGE), wide_as(small, SMALL))
    x, y = room.beside(at, 10.0, wide, LARGE + SMALL)
    yield from leader(at, (x, y), wide, LARGE + SMALL)
    yield Text((round(x, 1), round(y + 1, 1)), large, role, LARGE, unit=large)
    yield Text((round(x, 1), round(y + SMALL + 1, 1)), small, role, SMALL, unit=large)


def leader(at: Point, words: Point, wide: float, high: float) -> Iterator[Shape]:
    """From a mark to the nearest edge of words that are far from it."""
    (x, y), across, down = words, wide / 2, high / 2
    edge = (round(min(max(at[0], x - across), x + across), 1), round(min(max(at[1], y - down), y + down), 1))
    if math.dist(at, edge) > FAR:
        yield Line([at, edge], "leader")


def wrecks_of(known: State) -> list[Vessel]:
    """WT-22.1: vessels lost in the turn just played; they have still a way in it."""
    return [ship for ship in known.seen() if ship.fate == "lost" and ship.way]


def wrecks(known: State, window: Window) -> Iterator[Shape]:
    """Where vessels went down."""
    for ship in wrecks_of(known):
        at = window.point_of(ship.at)
        yield hull_of(ship, at, "wreck-hull", f"{ship.id}, {her_name(ship)}, lost")
        yield from (replace(arm, unit=ship.id) for arm in cross(at, 10, "wreck"))
    for name, contact in destroyed(known).items():
        crossed = cross(window.point_of(contact.at), 10, "wreck", f"{name}, submarine destroyed")
        yield from (replace(arm, unit=name) for arm in crossed)


def destroyed(known: State) -> dict[str, Contact]:
    """WT-23.4: contacts destroyed in the turn just played."""
    return {name: each for name, each in known.known_contacts().items() if each.destroyed and each.turn == known.turn}


def wreck_words(known: State, window: Window, room: LabelPlaces) -> Iterator[Shape]:
    """Ids of the wrecks."""
    for ship in wrecks_of(known):
        at = window.point_of(ship.at)
        yield from named(room, at, 13.0, Caption(f"{ship.id} lost", "wreck-hull", SMALL + 2, ship.id))
    for name, contact in destroyed(known).items():
        caption = Caption(f"{name} destroyed", "wreck-hull", SMALL + 2, name)
        yield from named(room, window.point_of(contact.at), 13.0, caption)


class Caption(NamedTuple):
    """One line of words on the map, of a unit."""

    words: str
    role: str
    size: float
    unit: str = ""


def named(room: LabelPlaces, at: Point, gap: float, caption: Caption) -> Iterator[Shape]:
    """A caption beside a mark."""
    wide = wide_as(caption.words, caption.size)
    spot = room.beside(at, gap, wide, caption.size)
    yield from leader(at, spot, wide, caption.size)
    yield written(spot, caption)


def written(middle: Point, caption: Caption) -> Text:
    """A caption around its middle."""
    words, role, size, unit = caption
    return Text((round(middle[0], 1), round(middle[1] + size * 0.36, 1)), words, role, size, unit=unit)


# ---------------------------------------------------------------- ways and smoke


def ways(known: State, window: Window) -> Iterator[Shape]:
    """WT-2.13: this turn's move: two legs, and a dot at half time."""
    for ship in known.seen():
        if ship.fate != "away" and len(set(ship.way)) > 1:
            yield Line([window.point_of(spot) for spot in ship.way], "trail", f"way of {ship.id} this turn", unit=ship.id)
            yield from (Circle(window.point_of(spot), 2.6, "trail-dot", unit=ship.id) for spot in ship.way[:-1])
    for each in flying(known):
        if each.start and each.start != each.at:
            line = [window.point_of(each.start), window.point_of(each.at)]
            yield Line(line, "trail-air", f"flight of {each.id} this turn", unit=each.id)


def smoke(known: State, window: Window) -> Iterator[Shape]:
    """WT-20.5: screens along the ways on which they were laid; WT-20.3: puffs astern of ships that make smoke."""
    for screen in known.screens:
        title = f"smoke screen of {screen.ship}, to the end of game turn {screen.until}"
        yield Line([window.point_of(spot) for spot in screen.way], "smoke", title, unit=screen.ship)
    for ship in known.afloat():
        if ship.smoking:
            (x, y), (dx, dy), size = window.point_of(ship.at), unit(ship.course), LENGTHS[ship.printed.type]
            for back, aside, radius in ((0.9, 0.0, 5.5), (1.35, 0.25, 7.0), (1.85, -0.15, 8.5)):
                at = (round(x - size * (back * dx + aside * dy), 1), round(y - size * (back * dy - aside * dx), 1))
                yield Circle(at, radius, "puff", f"{ship.id} makes smoke", ship.id)


def smoke_words(known: State, window: Window, room: LabelPlaces) -> Iterator[Shape]:
    """WT-20.6: how many turns each screen still lies."""
    for screen in known.screens:
        left = screen.until - known.turn
        words = f"smoke, {count(left, 'turn')}" if left > 0 else "smoke, last turn"
        middle = screen.way[len(screen.way) // 2]
        yield from named(room, window.point_of(middle), 8.0, Caption(words, "smoke", SMALL, screen.ship))


# ---------------------------------------------------------------- aircraft


def flying(known: State) -> list[Squadron]:
    """Squadrons in the air."""
    return [each for each in known.wings() if each.airborne]


def squadron_places(known: State, window: Window) -> dict[str, Point]:
    """Where squadrons are drawn: those over one spot side by side, and above the ship that they are over."""
    stacks: dict[Point, list[str]] = {}
    for each in flying(known):
        at = window.point_of(each.at)
        near = next((spot for spot in stacks if math.dist(spot, at) < 2 * PLANE), at)
        stacks.setdefault(near, []).append(each.id)
    hulls = [window.point_of(ship.at) for ship in (*known.afloat(), *wrecks_of(known))]
    found: dict[str, Point] = {}
    for (x, y), stack in stacks.items():
        up = ABOVE if any(math.dist((x, y), hull) < PLANE + 8 for hull in hulls) else 0.0
        for number, id in enumerate(stack):
            aside = (number - (len(stack) - 1) / 2) * 2 * PLANE
            found[id] = round(x + aside, 1), round(y - up, 1)
    return found


def aircraft(known: State, spots: dict[str, Point]) -> Iterator[Shape]:
    """WT-11.1: triangles in the printed colours with the number left; the British ones stand on their tips."""
    for each in flying(known):
        x, y = spots[each.id]
        title = f"{each.id}, {aircraft_words(each.aircraft, each.kind)}, in the air at {place(each.at)}"
        down = each.side == BRITISH
        yield replace(triangle((x, y), -PLANE if down else PLANE, f"air-{each.kind}"), title=title, unit=each.id)
        yield Text((x, round(y + (1.0 if down else 6.5), 1)), str(each.aircraft), f"air-{each.kind}", 10.5, unit=each.id)


def aircraft_names(known: State, spots: dict[str, Point], room: LabelPlaces) -> Iterator[Shape]:
    """Ids of squadrons, in their side's colour."""
    for each in flying(known):
        caption = Caption(each.id, f"side-{side_number(each.side)}", SMALL, each.id)
        yield from named(room, spots[each.id], 11.0, caption)


# ---------------------------------------------------------------- contacts and ranges


def contacts(known: State, window: Window) -> Iterator[Shape]:
    """WT-19.3: detected submarines, and where they were last known."""
    for name, contact in known.known_contacts().items():
        if not contact.destroyed:
            now = contact.turn == known.turn
            said = "detected now" if now else f"last known on game turn {contact.turn}"
            title = f"{name}, submarine {DEPTHS[contact.mode]} at {place(contact.at)}, {said}"
            drawn = diamond(window.point_of(contact.at), 12, "contact" if now else "contact-old", title)
            yield replace(drawn, unit=name)


def contact_words(known: State, window: Window, room: LabelPlaces) -> Iterator[Shape]:
    """`SUB1 deep`, `SUB1 turn 3`."""
    for name, contact in known.known_contacts().items():
        if not contact.destroyed:
            now = contact.turn == known.turn
            words = f"{name} {contact.mode}" if now else f"{name} game turn {contact.turn}"
            role = "contact" if now else "contact-old"
            yield from named(room, window.point_of(contact.at), 12.0, Caption(words, role, SMALL + 1, name))


def ringed(known: State) -> Vessel | None:
    """The reader's first ship whose sheet is there: ranges are drawn around her. None for a spectator and after the end."""
    return next((ship for ship in known.mine() if ship.sheet_if_known), None) if not known.over else None


def rings(known: State, window: Window) -> Iterator[Shape]:
    """WT-1.3: the limits of torpedoes and of the range bands."""
    ship = ringed(known)
    for far in RINGS if ship else ():
        for run in circle_within(window, ship.at if ship else (0, 0), far * MIL):
            yield Line(run, "range-ring", f'{far}" from {ship.id if ship else ""}')


def ring_words(known: State, window: Window, room: LabelPlaces) -> Iterator[Shape]:
    """The radius, on each ring that is to be seen: where there is room on it."""
    ship = ringed(known)
    for far in RINGS if ship else ():
        runs = [run for run in circle_within(window, ship.at if ship else (0, 0), far * MIL) if len(run) > 2]
        spots = [point for run in runs for point in run[1:-1:4]]
        if spots:
            words = f'{far}"'
            yield written(room.best_spot(spots, wide_as(words, SMALL), SMALL), Caption(words, "range-ring", SMALL))
