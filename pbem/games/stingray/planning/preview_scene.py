"""What a dry run adds to the map: the ways of own vessels, where they end with arcs, launches, contacts' courses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from events.stingray.weapons import Launched
from pbem.core.drawing import hex_layout
from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import clip_field, point_of
from pbem.core.drawing.labels import Label
from pbem.core.drawing.plan_words import place_over, words_beside
from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model.tables import MK61, SONAR_KINDS
from pbem.games.stingray.model.turns import move_of
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.planning import odds
from pbem.games.stingray.planning.assume import fresh
from pbem.games.stingray.planning.dry_run import Run
from pbem.games.stingray.report.pictures.clipping import arc_field
from pbem.games.stingray.report.pictures.map_marks import MapMark, craft
from pbem.games.stingray.report.pictures.map_scene import MapAddition, draw_map
from pbem.games.stingray.report.record_sheet import WEAPONS, facing_word

ARC = 6
"""Hexes to which the forward arc is drawn: what a homing missile swims in one move."""
SIZE, GHOST = 16.0, HEX * 0.44
"""Of the letters, and of a vessel where it would be."""
LEGEND = {
    "plan": "way as ordered, with its phases; course of a contact",
    "plan-end": "where a vessel ends, or would",
    "plan-fire": "launch as ordered",
    "arc": "forward arc",
}


def draw_preview(run: Run) -> tuple[Scene, list[Shape], list[Label]]:
    """The reader's map with the plan, and the plan and its words alone: nothing where only the set-up is ordered."""
    known = run.known
    if not run.spots:
        return draw_map(known, MapAddition("trial", "Trial of the set-up", (), ())), [], []
    arcs = list(_arcs(run, hex_layout.box(range(1, known.columns + 1), range(1, known.rows + 1))))
    launches = list(_launches(run))
    shapes = [*(shape for id in run.ids for shape in _way(run, id)), *_courses(run), *(line for line, _ in launches)]
    words = [*(words_beside(*launch, SIZE) for launch in launches), *(label for id in run.ids for label in _phases(run, id))]
    title = f"Trial of {move_of(run.state.move, known.limit)}, contacts where they are now"
    roles = {shape.role for shape in (*arcs, *shapes)}
    explained = [(role, words) for role, words in LEGEND.items() if role in roles]
    scene = draw_map(known, MapAddition("trial", title, shapes, explained), lambda box: arcs)
    return replace(scene, shapes=[*scene.shapes, *place_over(scene, (), words)]), [*arcs, *shapes], words


# ---------------------------------------------------------------- ways and ends


def _way(run: Run, id: str) -> Iterator[Shape]:
    """The hexes that an own vessel enters, and itself where it ends."""
    before, vessel = run.known.vessels[id], run.state.vessels[id]
    if len(vessel.track) > 1:
        yield Line([point_of(hex) for hex in vessel.track], "plan", f"way of {id} as ordered", unit=id)
    if vessel.afloat and (vessel.hex, vessel.facing) != (before.hex, before.facing):
        words = f"{id} at the end, hex {label(vessel.hex)} facing {facing_word(vessel.facing)}, speed {vessel.speed}"
        mark = MapMark("vessel", vessel.hex, words, vessel.side, vessel.facing, vessel.tail, id, id)
        yield from craft(mark, point_of(vessel.hex), GHOST, "plan-end")


def _phases(run: Run, id: str) -> Iterator[Label]:
    """The phase in which each hex of its way is entered."""
    vessel = run.state.vessels[id]
    for hex, phase in zip(vessel.track, vessel.track_phases, strict=True):
        if phase:
            yield Label(point_of(hex), str(phase), "plan", SIZE, HEX * 0.2, unit=id)


def _courses(run: Run) -> Iterator[Shape]:
    """Contacts of the last report."""
    for contact in fresh(run.known):
        way = [spots[contact.id].hex for spots in run.spots if contact.id in spots]
        if len(set(way)) > 1:
            yield Line([point_of(hex) for hex in dict.fromkeys(way)], "plan", f"course of {contact.id}", True, contact.id)
            title = f"{contact.id} at the end if it keeps its course, hex {label(way[-1])}"
            yield Circle(point_of(way[-1]), HEX * 0.36, "plan-end", title, contact.id)


# ---------------------------------------------------------------- launches


def _launches(run: Run) -> Iterator[tuple[Line, str]]:
    """From where it is launched at where the target is then, and what is written beside it."""
    for event, away in run.launches:
        target = run.spots[event.window].get(event.target)
        own = run.spots[event.window].get(event.vessel)
        if own is None or target is None or own.hex == target.hex:
            continue
        told = f"{WEAPONS[event.weapon]} at {event.target} in phase {event.window}, range {away}, {_odds(run, event)}"
        ends = [point_of(own.hex), point_of(target.hex)]
        yield Line(ends, "plan-fire", f"{event.vessel}: {told}", True, event.vessel), told


def _odds(run: Run, event: Launched) -> str:
    target = run.state.vessels.get(event.target)
    name = "" if target is None or event.target.startswith("U") else target.vessel_class
    return odds.hit_words(event.weapon, name, run.known.vessels[event.vessel].penalty)


# ---------------------------------------------------------------- arcs


def _arcs(run: Run, box: Box) -> Iterator[Shape]:
    """STG-HEX.3: the forward arc at the end of vessels that have a homing missile to launch."""
    for id in run.ids:
        vessel = run.state.vessels[id]
        if vessel.afloat and _armed(vessel) and (field := clip_field(arc_field(vessel.hex, vessel.facing, ARC), box)):
            yield Polygon(field, "arc", f"forward arc of {id} at the end, to {ARC} hexes", id)


def _armed(vessel: Vessel) -> bool:
    loads = {launcher.load for launcher in vessel.launchers.values()}
    return bool(loads - {"", MK61}) or any(kind in vessel.stores for kind in SONAR_KINDS if vessel.printed.fish)
