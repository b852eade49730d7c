"""The map as a picture (section 9): the part where the ships are, with the turn's ways, salvos, rams and wrecks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.core.drawing.compass import compass
from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import point_of, tenths
from pbem.core.drawing.kept_shapes import kept
from pbem.core.drawing.labels import LabelPlaces
from pbem.core.drawing.map_corner import free_corner, scale_bar
from pbem.core.drawing.scene import Line, Point, Scene, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, Hex, distance, label
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.report.phrases import NATION, game_title
from pbem.games.sovereign_seas.report.pictures import map_fire as fire
from pbem.games.sovereign_seas.report.pictures import map_marks as marks
from pbem.games.sovereign_seas.report.pictures.legend import draw_legend
from pbem.games.sovereign_seas.report.pictures.window import Window, around, beyond, frame, grid, near, numbers, sea

NAMING = "Hex 0304: column 03, row 04, from the top left; north is up."
HEAD = 84
"""Height of what is above the map."""
BAR = 4
"""Hexes that the scale bar measures."""
MOST_ARCS = 3
"""With more own ships than this only the one nearest to the enemy shows her arcs."""


def draw_map(known: State) -> Scene:
    """Section 9: the map as its reader sees it."""
    places = matters(known)
    window = around(places, known.columns, known.rows)
    scale, armed = window.scale, with_arcs(known)
    counters = marks.counters(known, scale)
    legend, foot = draw_legend(known, window, armed)
    shapes: list[Shape] = [
        *sea(window),
        *marks.arcs(armed, window),
        *grid(window, [ship.hex for ship in known.active()]),
        *edges(window),
        *numbers(window),
        *marks.wakes(counters),
        *marks.tracks(known, scale),
        *fire.rams(known),
        *marks.wrecks(known, window),
        *fire.draw_volleys(known, scale),
        *marks.draw_counters(counters),
        *fire.strikes(known, scale),
        *_words(known, window, counters, places),
    ]
    inner, box = frame(window, 0, 0), frame(window, HEAD * scale, foot)
    beside = [*title(game_title(known), window, box), *legend]
    return Scene(
        "map",
        f"Sovereign Seas Lite: {game_title(known)}",
        _describe(known, window, armed),
        box,
        shapes,
        beside,
        inner,
        "sea",
        partial(beyond, window),
        (near(window),),
    )


def _words(known: State, window: Window, counters: Sequence[marks.Counter], places: Sequence[Hex]) -> Iterator[Shape]:
    """All that is written on the map, and the signs in its corner."""
    room, scale = LabelPlaces(window.box), window.scale
    marks.take_marks(known, counters, room)
    fire.take_fire(known, room)
    yield from corner_signs(window, [point_of(hex) for hex in places], room)
    yield from room.place(
        [
            *marks.counter_labels(known, counters, scale),
            *marks.wreck_labels(known, window, scale),
            *fire.volley_labels(known, scale),
            *marks.impulse_labels(known, scale),
        ]
    )


def title(words: str, window: Window, box: tuple[float, float, float, float]) -> Iterator[Shape]:
    """What is shown; how hexes are named is shown on the map's edge."""
    scale, x = window.scale, window.box[0]
    size = min(25 * scale, (window.box[2] - x) / (0.6 * len(words)))
    yield Text((x, round(box[1] + 34 * scale, 1)), words, "title", round(size, 1), "start")
    for line, text in enumerate((f"Shown: {window.words}.", NAMING)):
        yield Text((x, round(box[1] + (58 + 22 * line) * scale, 1)), text, "note", round(15 * scale, 1), "start")


def corner_signs(window: Window, taken: Sequence[Point], room: LabelPlaces) -> Iterator[Shape]:
    """The directions of the grid and a scale, in the corner with the most room."""
    scale, wide = window.scale, BAR * HEX / 2
    across, down = max(wide, 48 * scale), 62 * scale
    x, y = free_corner(window.box, (across + 20 * scale, down + 14 * scale), taken)
    room.take_box((x - across, y - down, x + across, y + down))
    yield from compass(tenths((x, y - 14 * scale)), round(23 * scale, 1))
    yield from scale_bar((x, y + 50 * scale), wide, f"{BAR} hexes", 13 * scale)


@kept
def edges(window: Window) -> Iterator[Shape]:
    """The window's edge is thin, the map's edge (SSL-I4.1) is not."""
    yield Line([*window.outline, window.outline[0]], "grid")
    left, top, right, bottom = window.box
    yield Line([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], "chart-edge")
    for edge in window.map_edges():
        yield Line(window.edge(edge), "map-edge", f"edge {edge} of the map")


def matters(known: State) -> list[Hex]:
    """Hexes that must be in the picture; without any ship in play, where they were."""
    found = [hex for ship in known.active() for hex in (ship.hex, *(place.hex for place in ship.track))]
    found += [hex for shot in known.shots for hex in (shot.origin, shot.aim)]
    found += [ram.hex for ram in known.rams]
    return list(dict.fromkeys(found)) or [ship.hex for ship in known.ships.values()]


def with_arcs(known: State) -> list[Ship]:
    """SSL-D3.1: own ships whose arcs are shaded: up to three, else the one nearest to the enemy; none after the end."""
    own = [ship for ship in known.mine() if ship.living()] if not known.over else []
    foes = [ship for ship in known.active() if ship.side != known.side]
    if len(own) <= MOST_ARCS or not foes:
        return own[:MOST_ARCS]
    return [min(own, key=lambda ship: min(distance(ship.hex, foe.hex) for foe in foes))]


# ---------------------------------------------------------------- in words


def _describe(known: State, window: Window, armed: Sequence[Ship]) -> str:
    """The map in words."""
    said = [f"{game_title(known)}. Shown: {window.words}."]
    for side in SIDES:
        ships = [_placed(ship) for ship in known.active(side)]
        said.append(f"{NATION[side]}: {'; '.join(ships) or 'no ship in play'}.")
    lost = [f"{ship.id} at {label(ship.hex)}" for ship in known.ships.values() if ship.fate == "sunk"]
    said += [f"Sunk: {', '.join(lost)}."] if lost else []
    said += [f"Salvo: {volley.words}." for volley in fire.volleys(known)]
    said += [f"{fire.ram_words(ram)}." for ram in known.rams]
    return " ".join([*said, *_arcs_words(armed)])


def _placed(ship: Ship) -> str:
    way = list(dict.fromkeys(place.hex for place in ship.track))
    came = f", came from {label(way[0])}" if len(way) > 1 else ""
    return f"{ship.id} {ship.printed.type} at {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.speed}{came}"


def _arcs_words(armed: Sequence[Ship]) -> list[str]:
    ids = ", ".join(ship.id for ship in armed)
    return [f"Shaded to {marks.ARC_RANGE} hexes: where the guns of {ids} bear."] if armed else []
