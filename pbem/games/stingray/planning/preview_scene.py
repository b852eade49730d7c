"""The map as it would be after a dry run: own vessels where they end, with arcs; contacts where they are, and their course."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import point_of
from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.stingray.model.tables import MK61, SONAR_KINDS
from pbem.games.stingray.model.turns import move_of
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.planning.assume import fresh
from pbem.games.stingray.planning.dry_run import Run, after
from pbem.games.stingray.report.pictures.clipping import arc_field, clip_field
from pbem.games.stingray.report.pictures.map_scene import MapAddition, draw_map

ARC = 6
"""Hexes to which the forward arc is drawn: what a homing missile swims in one move."""


def draw_preview(run: Run) -> Scene:
    """Before the move where only the set-up is ordered."""
    if not run.spots:
        return draw_map(run.known, MapAddition("trial", "Trial of the set-up", (), ()))
    shapes = [*_starts(run), *_courses(run), *_launches(run)]
    title = f"Trial of {move_of(run.state.move, run.known.limit)}, contacts where they are now"
    roles = {shape.role for shape in shapes}
    explained = [(role, words) for role, words in LEGEND.items() if role in roles]
    return draw_map(after(run), MapAddition("trial", title, shapes, explained), lambda box: _arcs(run, box))


LEGEND = {
    "plan": "course of a contact, if it keeps it",
    "plan-end": "where one is now, or would be",
    "plan-fire": "launch as ordered",
}


def _starts(run: Run) -> Iterator[Shape]:
    for id in run.ids:
        hex, facing = run.known.vessels[id].hex, run.known.vessels[id].facing
        if hex != run.state.vessels[id].hex:
            title = f"{id} now, hex {label(hex)} facing {DIRECTIONS[facing]}"
            yield Circle(point_of(hex), HEX * 0.24, "plan-end", title, id)


def _courses(run: Run) -> Iterator[Shape]:
    """Contacts of the last report."""
    for contact in fresh(run.known):
        way = [spots[contact.id].hex for spots in run.spots if contact.id in spots]
        if len(set(way)) > 1:
            yield Line([point_of(hex) for hex in dict.fromkeys(way)], "plan", f"course of {contact.id}", True, contact.id)
            title = f"{contact.id} at the end if it keeps its course, hex {label(way[-1])}"
            yield Circle(point_of(way[-1]), HEX * 0.36, "plan-end", title, contact.id)


def _launches(run: Run) -> Iterator[Shape]:
    for event, _ in run.launches:
        target = run.spots[event.window].get(event.target)
        own = run.spots[event.window].get(event.vessel)
        if own is None or target is None or own.hex == target.hex:
            continue
        (x0, y0), (x1, y1) = point_of(own.hex), point_of(target.hex)
        title = f"{event.vessel} at {event.target} in window {event.window}"
        yield Line([(x0, y0), (x1, y1)], "plan-fire", title, True, event.vessel)
        middle = (round((x0 + x1) / 2 + 10, 1), round((y0 + y1) / 2, 1))
        yield Text(middle, str(event.window), "plan-fire", 16, unit=event.vessel)


def _arcs(run: Run, box: Box) -> Iterator[Shape]:
    """STG-HEX.3: the forward arc of vessels that have a homing missile to launch."""
    for id in run.ids:
        vessel = run.state.vessels[id]
        if vessel.afloat and _armed(vessel):
            field = clip_field(arc_field(vessel.hex, vessel.facing, ARC), box)
            if field:
                yield Polygon(field, "arc", f"forward arc of {id}, to {ARC} hexes", id)


def _armed(vessel: Vessel) -> bool:
    loads = {launcher.load for launcher in vessel.launchers.values()}
    return bool(loads - {"", MK61}) or any(kind in vessel.stores for kind in SONAR_KINDS if vessel.printed.fish)
