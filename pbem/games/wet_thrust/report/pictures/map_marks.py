"""What lies on the map: ships, ways, smoke, contacts, wrecks, ranges (section 9). Fire and aircraft have their own modules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.core.drawing.hex_layout import star
from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.scene import Circle, Line, Polygon, Shape
from pbem.core.drawing.sea_marks import wake
from pbem.core.drawing.silhouettes import turned
from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import MIL
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import DEPTHS, course_words, her_name, place, side_number, speed_text
from pbem.games.wet_thrust.report.pictures.map_hulls import fittings_of, hull_of, size_of, unit
from pbem.games.wet_thrust.report.pictures.sheet_symbols import cross, diamond
from pbem.games.wet_thrust.report.pictures.window import Window, circle_within
from pbem.games.wet_thrust.report.sheet_text import doing_words

RINGS = (8, 12, 24, 36, 48)
"""Inches: torpedoes, and the range bands (WT-1.3)."""
LARGE, SMALL = 17.5, 14.5
WAKE, SLOW = 3.2, 6.0
"""Length of a wake per inch of speed, and of the slowest ship's."""
PUFFS = ((0.95, 0.0, 5.5), (1.2, 0.16, 7.0), (1.5, -0.1, 8.0), (1.85, 0.14, 9.0))
"""Of smoke: how far astern and aside, in half lengths of the ship, and how large."""
FLAMES = (0.3, -0.3, 0.02, 0.6, -0.6)
"""Where on her deck fires are drawn."""


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
    """WT-23.1: every vessel that the reader sees; below the surface an outline without anything on it."""
    for ship in known.afloat():
        at = window.point_of(ship.at)
        yield hull_of(ship, at, ship_role(ship), ship_title(ship))
        if ship.visible:
            yield from fittings_of(ship, at)
            for along in FLAMES[: ship.burning]:
                (spot,) = turned(((along, 0.0),), at, unit(ship.course), size_of(ship))
                yield Polygon(star(spot, 5.0, 0.45), "burning", unit=ship.id)


def wakes(known: State, window: Window) -> Iterator[Shape]:
    """White water behind ships that move, longer behind the fast ones."""
    for ship in known.afloat():
        if ship.speed and ship.visible:
            ahead, size = unit(ship.course), size_of(ship)
            (stern,) = turned(((-0.85, 0.0),), window.point_of(ship.at), ahead, size)
            yield wake(stern, ahead, size * 0.22, SLOW + WAKE * float(ship.speed), ship.id)


def take_ships(known: State, window: Window, room: LabelPlaces) -> None:
    """Words keep clear of hulls, and of what else has a place of its own."""
    for ship in [*known.afloat(), *wrecks_of(known)]:
        (x, y), (dx, dy), size = window.point_of(ship.at), unit(ship.course), size_of(ship)
        for along in (-0.7, 0.0, 0.7):
            room.take((x + dx * size * along, y + dy * size * along), size * 0.34)
    for contact in known.known_contacts().values():
        room.take(window.point_of(contact.at), 12.0)


def ship_labels(known: State, window: Window) -> Iterator[Label]:
    """Id, and below it type and speed; own ships choose first."""
    for ship in known.afloat():
        role, own = ship_role(ship), ship.side == known.side
        words = (f"{ship.printed.type} {speed_text(ship.speed)}", role, SMALL)
        at, gap = window.point_of(ship.at), size_of(ship) * 0.4
        yield Label(at, ship.id, role, LARGE, gap, 6 if own else 5, True, ship.id, words)


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


def wreck_labels(known: State, window: Window) -> Iterator[Label]:
    """Ids of the wrecks."""
    for ship in wrecks_of(known):
        yield Label(window.point_of(ship.at), f"{ship.id} lost", "wreck-hull", SMALL, 13.0, 2, unit=ship.id)
    for name, contact in destroyed(known).items():
        yield Label(window.point_of(contact.at), f"{name} destroyed", "wreck-hull", SMALL, 13.0, 2, unit=name)


# ---------------------------------------------------------------- ways and smoke


def ways(known: State, window: Window) -> Iterator[Shape]:
    """WT-2.13: this turn's move: two legs, and a dot at half time."""
    for ship in known.seen():
        if ship.fate != "away" and len(set(ship.way)) > 1:
            yield Line([window.point_of(spot) for spot in ship.way], "trail", f"way of {ship.id} this turn", unit=ship.id)
            yield from (Circle(window.point_of(spot), 2.6, "trail-dot", unit=ship.id) for spot in ship.way[:-1])


def smoke(known: State, window: Window) -> Iterator[Shape]:
    """WT-20.5: screens along the ways on which they were laid; WT-20.3: puffs astern of ships that make smoke."""
    for screen in known.screens:
        title, way = f"smoke screen of {screen.ship}, to the end of game turn {screen.until}", map(window.point_of, screen.way)
        line = list(way)
        yield Line(line, "smoke-edge", unit=screen.ship)
        yield Line(line, "smoke", title, unit=screen.ship)
    for ship in known.afloat():
        if ship.smoking:
            at, ahead, size = window.point_of(ship.at), unit(ship.course), size_of(ship)
            for back, aside, radius in PUFFS:
                (spot,) = turned(((-back, aside),), at, ahead, size)
                yield Circle(spot, radius, "puff", f"{ship.id} makes smoke", ship.id)


def smoke_labels(known: State, window: Window) -> Iterator[Label]:
    """WT-20.6: how many turns each screen is still there."""
    for screen in known.screens:
        left = screen.until - known.turn
        words = f"smoke, {count(left, 'turn')}" if left > 0 else "smoke, last turn"
        yield Label(window.point_of(screen.way[len(screen.way) // 2]), words, "smoke", SMALL, 10.0, 1, unit=screen.ship)


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


def contact_labels(known: State, window: Window) -> Iterator[Label]:
    """`SUB1 deep`, `SUB1 turn 3`."""
    for name, contact in known.known_contacts().items():
        if not contact.destroyed:
            now = contact.turn == known.turn
            words = f"{name} {contact.mode}" if now else f"{name} game turn {contact.turn}"
            role = "contact" if now else "contact-old"
            yield Label(window.point_of(contact.at), words, role, SMALL, 12.0, 4, True, name)


def ringed(known: State) -> Vessel | None:
    """The reader's first ship whose sheet is there: ranges are drawn around her. None for a spectator and after the end."""
    return next((ship for ship in known.mine() if ship.sheet_if_known), None) if not known.over else None


def rings(known: State, window: Window) -> Iterator[Shape]:
    """WT-1.3: the limits of torpedoes and of the range bands."""
    ship = ringed(known)
    for far in RINGS if ship else ():
        for run in circle_within(window, ship.at if ship else (0, 0), far * MIL):
            yield Line(run, "range-ring", f'{far}" from {ship.id if ship else ""}')


def ring_labels(known: State, window: Window) -> Iterator[Label]:
    """The radius, on each ring that is to be seen: where there is room on it."""
    ship = ringed(known)
    for far in RINGS if ship else ():
        runs = [run for run in circle_within(window, ship.at if ship else (0, 0), far * MIL) if len(run) > 2]
        spots = [point for run in runs for point in run[1:-1:4]]
        if spots:
            yield Label(spots[0], f'{far}"', "range-ring", SMALL, spots=spots)
