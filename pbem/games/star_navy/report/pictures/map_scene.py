"""The map as a picture: a window of the sheet around what matters, with the turn's moves, volleys and explosions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from pbem.core.drawing.hex_chart import HEX, Box, point_of
from pbem.core.drawing.labels import LabelPlaces
from pbem.core.drawing.map_corner import hex_signs
from pbem.core.drawing.plan_words import take_shapes
from pbem.core.drawing.scene import Scene, Shape
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.turns import played
from pbem.games.star_navy.report.pictures import map_marks
from pbem.games.star_navy.report.pictures.map_legend import HEAD, head, height, legend
from pbem.games.star_navy.report.pictures.map_marks import Place, Shot
from pbem.games.star_navy.report.pictures.map_window import (
    Window,
    edges,
    frame,
    grid,
    hex_numbers,
    patches,
    space,
    stars_beyond,
    terrain,
    window_of,
)
from pbem.games.star_navy.report.pictures.silhouettes import REACH

PAD = 12.0
SCALE = 3
"""Hexes that the scale of a small map measures."""
CORNER, LETTERS = 86.0, 9.0
"""Height of the corner with directions and scale on a small map, and of its letters."""


@dataclass(frozen=True)
class MapAddition:
    """What a map may show beside the position: shapes, the hexes they need in the picture, another title, a note below."""

    key: str
    title: str
    note: str
    shapes: Sequence[Shape]
    hexes: Sequence[Hex]


NOTHING_ADDED = MapAddition("map", "", "", (), ())


def draw_map(known: State, addition: MapAddition = NOTHING_ADDED) -> Scene:
    """Section 9: the map as a reader sees it."""
    window, own = window_of(known, addition.hexes), known.mine()
    title = addition.title or f"Star Navy, {when(known)}"
    drawn = patches(known, window, addition.hexes)
    ships, shots = map_marks.places(known), map_marks.shots(known)
    large, marks = window.scale, [place.middle for place in ships]
    corner, signs = hex_signs(window.box, round(SCALE * large), CORNER * large, LETTERS * large, marks)
    on_map: list[Shape] = [
        *space(window),
        *grid(window, drawn),
        *terrain(known, window),
        *edges(known, window),
        *signs,
        *(shape for ship in own for shape in map_marks.sweeps(ship, window)),
        *(shape for ship in known.ships.values() for shape in map_marks.trail(known, ship)),
        *map_marks.mines(known, window),
        *map_marks.volleys(shots),
        *(shape for hex in known.explosions for shape in map_marks.explosion(hex)),
        *addition.shapes,
        *map_marks.ships(known, ships),
    ]
    on_map += _words(known, window, ships, shots, addition, corner)
    inner = left, top, right, bottom = frame(window)
    below = legend(on_map, addition.note, (left + PAD, bottom + PAD), right - left - 2 * PAD)
    box = (left, top - HEAD, right - left, bottom - top + HEAD + PAD + height(below, bottom))
    return Scene(
        addition.key,
        title,
        describe(known, f"{title}. {addition.note}" if addition.note else title),
        box,
        on_map,
        [*head(known, title, (left + PAD, top, right - PAD, bottom)), *below],
        (left, top, inner[2] - left, inner[3] - top),
        "space",
        partial(stars_beyond, window),
        tuple(map(hex_numbers, drawn)),
        HEX,
    )


def _words(
    known: State, window: Window, ships: Sequence[Place], shots: Sequence[Shot], addition: MapAddition, corner: Box
) -> list[Shape]:
    """All that is written on the map, clear of what is drawn."""
    room = LabelPlaces(window.box)
    room.take_box(corner)
    for place in ships:
        room.take(place.middle, place.size * REACH)
    for mine in known.mines:
        room.take(point_of(mine.hex), HEX * 0.12)
    for hex in known.explosions:
        room.take(point_of(hex), HEX * 0.4)
    for shot in shots:
        room.take_line(shot.start, shot.end)
    take_shapes(addition.shapes, room)
    own = known.mine()
    labels = [
        *map_marks.names(known, ships),
        *map_marks.mine_names(known, window),
        *map_marks.volley_points(shots),
        *(words for number, ship in enumerate(own) for words in map_marks.sweep_names(ship, number, len(own) > 1)),
        *(words for ship in known.ships.values() for words in map_marks.trail_numbers(known, ship)),
    ]
    return room.place(replace(label, size=round(label.size * window.scale, 1)) for label in labels)


def describe(known: State, title: str) -> str:
    """The map in words."""
    said = [f"{title}."]
    for side in known.sides:
        here = [f"{s.id} at {label(s.hex)} heading {DIRECTIONS[s.heading]}" for s in known.living() if s.side == side]
        said.append(f"{side}: {', '.join(here) or 'no ship on the map'}.")
    said += [f"Mine {mine.id} at {label(mine.hex)}, laid by {mine.ship}." for mine in known.mines]
    said += [f"{v.ship} fired at {v.target} for {v.points} points." for v in known.volleys]
    said += [f"Explosion at {label(hex)}." for hex in known.explosions]
    for name, hexes in (("Planets", known.planets), ("Asteroids", known.asteroids)):
        if hexes:
            said.append(f"{name}: {', '.join(label(hex) for hex in hexes)}.")
    return " ".join(said)


def when(known: State) -> str:
    """`game turn 2 of 36 (cycle 1, turn 2)`."""
    return played(known) or "set-up"
