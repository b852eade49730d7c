"""The map as a picture (section 9): the part of the sea where the ships are, with the turn's ways, fire, smoke and aircraft."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.core.drawing.labels import LabelPlaces
from pbem.core.drawing.scene import Point, Scene, Shape, Text
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import NATIVE
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import DEPTHS, aircraft_words, course_words, game_title, place, speed_text
from pbem.games.wet_thrust.report.pictures import map_air, map_arcs, map_fire, map_marks
from pbem.games.wet_thrust.report.pictures.legend import corner_signs, draw_legend
from pbem.games.wet_thrust.report.pictures.window import PAD, SIZE, Window, around, beyond, inner, near, sea

HEAD = 62.0
NARROW = 700.0
"""Words below a slim map may be so wide."""


def draw_map(known: State) -> Scene:
    """Section 9: the map as its reader sees it."""
    window = window_of(known)
    spots = map_air.squadron_places(known, window)
    wide, high = window.size
    legend, foot = draw_legend(known, window, max(wide, NARROW))
    shapes: list[Shape] = [
        *sea(window),
        *map_arcs.arcs(known, window),
        *map_marks.rings(known, window),
        *map_marks.wakes(known, window),
        *map_marks.smoke(known, window),
        *map_marks.ways(known, window),
        *map_air.flights(known, window),
        *map_fire.stars(known, window),
        *map_marks.contacts(known, window),
        *map_marks.wrecks(known, window),
        *map_fire.shots(known, window),
        *map_marks.ships(known, window),
        *map_fire.strikes(known, window),
        *map_air.aircraft(known, window, spots),
        *_words(known, window, spots),
    ]
    box = (-PAD, -HEAD, max(wide, NARROW) + 2 * PAD, high + HEAD + foot)
    title, beside = f"Wet Thrust: {game_title(known)}", [*_title(known, window), *legend]
    outside = partial(beyond, window)
    return Scene("map", title, describe(known), box, shapes, beside, inner(window), "sea", outside, (near(window),))


def window_of(known: State) -> Window:
    """The part of the sea that the reader's map shows."""
    return around(_matters(known))


def _words(known: State, window: Window, spots: dict[str, Point]) -> Iterator[Shape]:
    """All that is written on the map: what matters most chooses its place first."""
    room = LabelPlaces((0.0, 0.0, *window.size))
    map_marks.take_ships(known, window, room)
    map_air.take_aircraft(spots, room)
    map_fire.take_lines(known, window, room)
    taken = [*spots.values(), *map(window.point_of, _matters(known))]
    yield from corner_signs(window, taken, room, known.weather.words)
    yield from room.place(
        [
            *map_marks.ship_labels(known, window),
            *map_marks.contact_labels(known, window),
            *map_marks.wreck_labels(known, window),
            *map_air.aircraft_labels(known, spots),
            *map_fire.fire_labels(known, window),
            *map_marks.smoke_labels(known, window),
            *map_marks.ring_labels(known, window),
        ]
    )


def _title(known: State, window: Window) -> Iterator[Shape]:
    title = game_title(known)
    size = min(24.0, SIZE / (0.6 * len(title)))
    yield Text((0.0, -36.0), title, "title", round(size, 1), "start")
    yield Text((0.0, -14.0), f"{known.weather.words}; shown: {window.words}", "note", 15, "start")


def _matters(known: State) -> list[Spot]:
    """Positions that must be in the picture; without any vessel in play, where they were."""
    found = [spot for ship in known.seen() if ship.fate != "away" for spot in _places(ship)]
    found += [each.at for each in map_air.flying(known)]
    found += [spot for mark in known.marks for spot in (mark.origin, mark.aim)]
    found += [spot for screen in known.screens for spot in screen.way]
    found += [contact.at for contact in known.known_contacts().values() if not contact.destroyed]
    return found or [ship.at for ship in known.seen()]


def _places(ship: Vessel) -> list[Spot]:
    """Where she is, and her way this turn; of a wreck of an earlier turn nothing."""
    return [ship.at, *ship.way] if ship.afloat or ship.way else []


# ---------------------------------------------------------------- in words


def describe(known: State) -> str:
    """The map in words."""
    said = [f"{game_title(known)}, {known.weather.words}. Shown: {window_of(known).words}."]
    for side in known.sides:
        ships = [_placed(ship) for ship in known.afloat(side)]
        said.append(f"{NATIVE[side]}: {'; '.join(ships) or 'no ship in sight'}.")
    lost = [f"{ship.id} at {place(ship.at)}" for ship in map_marks.wrecks_of(known)]
    said += [f"Lost this turn: {', '.join(lost)}."] if lost else []
    said += [f"{_flight(each.id, each.aircraft, each.kind, each.at)}." for each in map_air.flying(known)]
    said += [f"{map_fire.mark_words(mark)}." for mark in map_fire.shown(known)]
    said += [_screen(screen.ship, screen.way, screen.until) for screen in known.screens]
    said += [_contact(known, name) for name in known.known_contacts()]
    ringed = map_marks.ringed(known)
    reach = ", ".join(f'{ring}"' for ring in map_marks.RINGS)
    said += [f"Rings around {ringed.id}: {reach}.", map_arcs.describe(known)] if ringed else []
    return " ".join(said).rstrip()


def _placed(ship: Vessel) -> str:
    came = f", came from {place(ship.way[0])}" if len(set(ship.way)) > 1 else ""
    depth = f", {DEPTHS[ship.mode]}" if DEPTHS[ship.mode] else ""
    going = f"{course_words(ship.course)}, speed {speed_text(ship.speed)}{depth}{came}"
    return f"{ship.id} {ship.printed.type} at {place(ship.at)}, {going}"


def _flight(id: str, number: int, kind: str, at: Spot) -> str:
    return f"{id}: {aircraft_words(number, kind)} in the air at {place(at)}"


def _screen(ship: str, way: tuple[Spot, ...], until: int) -> str:
    return f"Smoke screen of {ship} from {place(way[0])} to {place(way[-1])}, to the end of game turn {until}."


def _contact(known: State, name: str) -> str:
    contact = known.known_contacts()[name]
    if contact.destroyed:
        return f"{name} is destroyed."
    when = "detected" if contact.turn == known.turn else f"last known on game turn {contact.turn}"
    return f"{name}: a submarine {DEPTHS[contact.mode]}, {when} at {place(contact.at)}."
