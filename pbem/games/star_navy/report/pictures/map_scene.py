"""The map as a picture: a window of the sheet around what matters, with the turn's moves, volleys and explosions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.drawing.scene import Scene, Shape
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.turns import played
from pbem.games.star_navy.report.pictures import map_marks
from pbem.games.star_navy.report.pictures.map_legend import HEAD, head, height, legend
from pbem.games.star_navy.report.pictures.map_window import edges, grid, terrain, window_of

PAD = 12.0


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
    left, top, right, bottom = window.box()
    title = addition.title or f"Star Navy, {when(known)}"
    on_map: list[Shape] = [
        *terrain(known, window),
        *grid(known, window, addition.hexes),
        *edges(known, window),
        *(shape for place, ship in enumerate(own) for shape in map_marks.sweeps(ship, window, place, len(own) > 1)),
        *(shape for ship in known.ships.values() for shape in map_marks.trail(known, ship)),
        *map_marks.mines(known, window),
        *map_marks.volleys(known),
        *(map_marks.explosion(hex) for hex in known.explosions),
        *addition.shapes,
        *map_marks.ships(known),
    ]
    below = legend(on_map, addition.note, (left, bottom + PAD), right - left)
    shapes = [*on_map, *head(known, title, (left, top, right, bottom)), *below]
    box = (left - PAD, top - HEAD - PAD, right - left + 2 * PAD, bottom - top + HEAD + 2 * PAD + height(below, bottom))
    return Scene(addition.key, title, describe(known, f"{title}. {addition.note}" if addition.note else title), box, shapes)


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
