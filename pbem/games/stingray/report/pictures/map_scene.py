"""The map as a picture: what the reader's vessels are and did, and what they know of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from pbem.core.drawing import hex_layout
from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import clip_field, corners, point_of, tenths
from pbem.core.drawing.labels import LabelPlaces
from pbem.core.drawing.map_corner import hex_signs
from pbem.core.drawing.plan_words import take_shapes
from pbem.core.drawing.scene import Line, Point, Polygon, Scene, Shape, Text
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import Hex, at, label
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.geometry import hex_of
from pbem.games.stingray.model.scenario import OPENINGS, Exit
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES
from pbem.games.stingray.model.turns import move_of
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.report.pictures import map_legend, map_marks, seabed
from pbem.games.stingray.report.pictures.clipping import clip_line, reach_ring, zone_field
from pbem.games.stingray.report.pictures.map_marks import Place
from pbem.games.stingray.report.record_sheet import facing_word, when, where
from pbem.games.stingray.rules.systems.sensors import reach

HEAD = 58.0
"""Height of the title above the map."""
SCALE, CORNER, LETTERS = 4, 130.0, 14.0
"""Hexes that the scale measures, and the height of the corner with it and the directions, and of its letters."""
MARGIN = 38.0
"""Room for the numbers of columns and rows."""


@dataclass(frozen=True)
class MapAddition:
    """What a map may show beside what is known: shapes on top, what their roles mean, another title."""

    key: str
    title: str
    shapes: Sequence[Shape]
    explained: Sequence[tuple[str, str]]


NOTHING_ADDED = MapAddition("map", "", (), ())


def nothing(box: Box) -> Sequence[Shape]:
    """No shapes below the grid."""
    return ()


def draw_map(known: State, addition: MapAddition = NOTHING_ADDED, below: Callable[[Box], Iterable[Shape]] = nothing) -> Scene:
    """Section 9: the map as its reader sees it. `below` gives what lies on the water, cut off at the box of the map."""
    title = addition.title or _title(known)
    columns, rows = _sheet(known)
    box = left, top, right, bottom = _box(columns, rows)
    frame = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
    obstacles, places = frozenset(known.obstacles), map_marks.places_of(map_marks.marks(known))
    corner, signs = _signs(known, box, [place.at for place in places])
    shapes: list[Shape] = [
        *seabed.water(frame, obstacles),
        *(shape for vessel in _searching(known) for shape in _sweeps(known, vessel, box)),
        *below(box),
        *seabed.rocks(obstacles),
        *_grid(columns, rows),
        *_numbers(known, box),
        *signs,
        *_goals(known),
        *addition.shapes,
        *map_marks.tracks(known),
        *(shape for place in places for shape in map_marks.shapes_of(*place)),
        *_words(known, box, places, addition, corner),
    ]
    explained = [*_explained(known), *addition.explained]
    legend = list(map_legend.legend(known, map_marks.marks(known), explained, (left, bottom + 40.0), right - left))
    foot = max([bottom + MARGIN, *(s.at[1] + 22.0 for s in legend if isinstance(s, Text))])
    wide = right - left + 2 * MARGIN
    return Scene(
        addition.key,
        title,
        describe(known, title),
        (frame[0], frame[1] - HEAD, wide, foot - frame[1] + HEAD),
        shapes,
        [Text((left, frame[1] - 24), title, "title", 28, "start"), *legend],
        (frame[0], frame[1], wide, bottom - top + 2 * MARGIN),
        "sea",
        partial(seabed.beyond, frame),
        (_hex_numbers(columns, rows),),
        HEX,
    )


def _signs(known: State, box: Box, marks: Sequence[Point]) -> tuple[Box, list[Shape]]:
    """Directions and scale where there is least, and the part of the map that they take."""
    fixed = [point_of(hex) for hex in known.obstacles] + [point_of(hex_of(name)) for name in _objectives(known)]
    return hex_signs(box, SCALE, CORNER, LETTERS, [*marks, *fixed])


def _words(known: State, box: Box, places: Sequence[Place], addition: MapAddition, corner: Box) -> list[Shape]:
    """All that is written on the map, clear of what is drawn."""
    room = LabelPlaces(box)
    room.take_box(corner)
    map_marks.take_marks(known, places, room)
    take_shapes(addition.shapes, room)
    return room.place(map_marks.labels(known, places))


@lru_cache(maxsize=32)
def _box(columns: range, rows: range) -> Box:
    return hex_layout.box(columns, rows)


def _sheet(known: State) -> tuple[range, range]:
    """All columns and rows."""
    return range(1, known.columns + 1), range(1, known.rows + 1)


def _title(known: State) -> str:
    opening = OPENINGS.get(known.scenario)
    moment = f"after {move_of(known.move, known.limit)}" if known.move else f"before {move_of(1, known.limit)}"
    return f"{opening.title if opening else 'Stingray, Stingray'}, {moment}"


# ---------------------------------------------------------------- in words


def describe(known: State, title: str) -> str:
    """The map in words."""
    said = [f"{title}. Map of {known.columns} columns and {known.rows} rows."]
    said += [f"{vessel.id} {where(vessel)}, speed {vessel.speed}." for vessel in known.vessels.values()]
    said += [f"Missile {m.name} of {v.id} at {label(m.hex)}." for v in known.vessels.values() for m in known.guided(v)]
    said += [_contact_words(known, entry) for entry in sightings.contacts(known)]
    said += [_missile_words(missile.hex, missile.heading) for missile in sightings.missiles(known)]
    said += [f"{noise.what.capitalize()} heard at {label(noise.hex)}." for noise in sightings.noises(known)]
    said += [
        f"Mine {mine.id} at {label(mine.hex)}, {'active' if mine.active else 'switched off'}." for mine in known.mines.values()
    ]
    said += [f"Foreign mine at {label(hex)}." for hex in sightings.foreign_mines(known)]
    said += [f"Objective {hex}." for hex in _objectives(known)]
    said.append(f"Home edge of the fish: {known.home_edge}.")
    said += [f"Exit edge of {way.vessel}: {way.edge}." for way in _exits(known)]
    if known.obstacles:
        said.append(f"Obstacles: {', '.join(label(hex) for hex in sorted(known.obstacles))}.")
    return " ".join(said)


def _contact_words(known: State, entry: sightings.Sighting) -> str:
    contact = entry.contact
    what = CLASSES[contact.vessel_class].title if contact.vessel_class else "atomic plant"
    facing = f" facing {facing_word(contact.facing)}" if contact.vessel_class else ""
    age = f", last seen {when(contact.move)}" if known.is_old(contact) else ""
    return f"Contact {contact.id}, {what}, at {label(contact.hex)}{facing}{age}."


def _missile_words(hex: Hex, heading: int) -> str:
    return f"Missile in the water at {label(hex)}{f' heading {facing_word(heading)}' if heading >= 0 else ''}."


# ---------------------------------------------------------------- sonar


def _searching(known: State) -> list[Vessel]:
    """Sonar fields of the whole fleet would cover the map; after the end they say nothing new."""
    return [] if known.whole else [vessel for vessel in known.vessels.values() if vessel.afloat and vessel.reported.swept]


def _sweeps(known: State, vessel: Vessel, box: Box) -> Iterator[Shape]:
    """STG-SCN.1, STG-SCN.2: the zones searched, and the range they were searched to."""
    ranges = {zone: reach(known.options, vessel.vessel_class, zone) for zone in vessel.reported.swept}
    for zone, hexes in ranges.items():
        field = clip_field(zone_field(vessel.hex, vessel.facing + int(zone[-1]) - 1, hexes), box)
        if field:
            words = f"{vessel.id} zone {zone[-1]}, searched to {count(hexes, 'hex', 'hexes')}"
            yield Polygon(field, "sonar", words, vessel.id)
    for hexes in sorted(set(ranges.values())):
        ring = reach_ring(vessel.hex, hexes)
        for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
            part = clip_line(start, end, box)
            if part:
                words = f"{vessel.id} sonar range, {count(hexes, 'hex', 'hexes')}"
                yield Line(part, "sonar-range", words, unit=vessel.id)


# ---------------------------------------------------------------- the sheet


@lru_cache(maxsize=32)
def _grid(columns: range, rows: range) -> tuple[Shape, ...]:
    edge = hex_layout.outline(columns, rows)
    return (hex_layout.lattice(columns, rows), Line([*edge, edge[0]], "map-edge"))


def _numbers(known: State, box: Box) -> Iterator[Shape]:
    """Every fifth column and row at the edges."""
    left, top, right, bottom = box
    for column in range(5, known.columns + 1, 5):
        x = point_of(at(column, 1))[0]
        yield from (Text((x, y), f"{column:02d}", "grid-label", 19) for y in (top - 8, bottom + 22))
    for row in range(5, known.rows + 1, 5):
        y = point_of(at(1, row))[1] + 6
        yield Text((left - 5, y), f"{row:02d}", "grid-label", 19, "end")
        yield Text((right + 5, y), f"{row:02d}", "grid-label", 19, "start")


@lru_cache(maxsize=32)
def _hex_numbers(columns: range, rows: range) -> tuple[Text, ...]:
    """The number of every hex, for a reader who comes near."""
    hexes = [at(column, row) for column in columns for row in rows]
    return tuple(Text(tenths((x, y - HEX * 0.34)), label(hex), "hex-number", 6.5) for hex in hexes for x, y in (point_of(hex),))


def _objectives(known: State) -> Sequence[str]:
    """Both sides' briefings name them."""
    opening = OPENINGS.get(known.scenario)
    return opening.objectives.hexes if opening and known.side else ()


def _goals(known: State) -> Iterator[Shape]:
    """Objectives; the fish's home edge and, to its own side, where a vessel is to leave."""
    for name in _objectives(known):
        yield Polygon(corners(hex_of(name)), "goal", f"objective {name}")
    yield Line(hex_layout.edge_line(known.home_edge, *_sheet(known)), "edge-home", f"home edge of the fish: {known.home_edge}")
    for way in _exits(known):
        yield Line(hex_layout.edge_line(way.edge, *_sheet(known)), "edge-exit", f"exit edge of {way.vessel}: {way.edge}")


def _exits(known: State) -> list[Exit]:
    """Where a vessel of the reader's side scores by leaving; after the end of either side."""
    opening = OPENINGS.get(known.scenario)
    return [way for way in (opening.exits if opening else []) if known.whole or known.side == CLASSES[way.vessel[:2]].side]


def _explained(known: State) -> Iterator[tuple[str, str]]:
    """Roles of the sheet itself, for the legend."""
    if any(len(vessel.track) > 1 for vessel in known.vessels.values()):
        yield "trail", "way of this move, with its phases"
    if _searching(known):
        yield "sonar", "zones searched"
        yield "sonar-range", "sonar range"
    if known.obstacles:
        yield "rock", "obstacle"
    if _objectives(known):
        yield "goal", "objective"
    yield "edge-home", "home edge of the fish"
    for way in _exits(known):
        yield "edge-exit", f"exit edge of {way.vessel}"
