"""The map of a dry run: ships as they lie now, tracks to where they would be (outlines), arcs there, salvos as ordered."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.plan_words import take_shapes
from pbem.core.drawing.scene import Scene, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.planning.dry_run import Rehearsal
from pbem.games.sovereign_seas.planning.plan_shapes import (
    Plan,
    draw_plan,
    drawn,
    ends,
    moved,
    plan_labels,
    volley_words,
    volleys,
)
from pbem.games.sovereign_seas.report.phrases import game_title
from pbem.games.sovereign_seas.report.pictures import map_marks as marks
from pbem.games.sovereign_seas.report.pictures.map_scene import HEAD, edges, matters, title
from pbem.games.sovereign_seas.report.pictures.window import Window, around, frame, grid, numbers, sea

LEGEND = (
    "Outline: where she would be at the turn's end; others if they order nothing new.",
    "Arrow: a salvo, its range and the chance of a hit. Number: end of an impulse.",
)
FOOT = 64.0


def draw_preview(tried: Rehearsal) -> tuple[Scene, Plan, list[Label]]:
    """Section 9's map with the plan; the plan alone, and its words: places on it are those of every map of this game."""
    before, after = tried.before, tried.after
    window = around([*matters(before), *matters(after)], before.columns, before.rows)
    scale, counters = window.scale, marks.counters(before, window.scale)
    plan, busy = draw_plan(tried, window), [ship.hex for state in (before, after) for ship in state.active()]
    shapes: list[Shape] = [
        *sea(window),
        *plan.arcs,
        *grid(window, busy),
        *edges(window),
        *numbers(window),
        *_others(tried, scale),
        *marks.wrecks(before, window),
        *plan.lines,
        *marks.draw_counters(counters),
    ]
    room = LabelPlaces(window.box)
    take_shapes(shapes, room)
    shapes += room.place([*marks.counter_labels(before, counters, scale), *plan_labels(tried, scale)])
    box = frame(window, HEAD * scale, FOOT * scale)
    words = f"{game_title(before)}: orders for turn {before.turn + 1} tried out" if tried.orders else game_title(before)
    shapes += [*title(words, window, box), *_legend(tried, window)]
    scene = Scene("trial", f"Sovereign Seas Lite: {words}", _describe(tried, words), box, shapes)
    return scene, plan, plan_labels(tried, _map_scale(before))


def _map_scale(known: State) -> float:
    """How large words are on the map that the plan is laid over."""
    return around(matters(known), known.columns, known.rows).scale


def _others(tried: Rehearsal, scale: float) -> Iterator[Shape]:
    """The ways and ends of those who are not in the plan. A turn not played has none; those of the last turn are left out."""
    if tried.orders:
        own, shown = set(tried.mine()), drawn(tried)
        yield from (shape for shape in marks.tracks(tried.after, scale) if shape.unit not in own)
        yield from ends(tried, [ship for ship in moved(tried) if ship not in shown])


def _legend(tried: Rehearsal, window: Window) -> Iterator[Shape]:
    left, _, right, bottom = window.box
    size = round(min(16 * window.scale, (right - left) / (0.6 * max(map(len, LEGEND)))), 1)
    for line, words in enumerate(LEGEND if tried.orders else ()):
        yield Text((left, round(bottom + (55 + 24 * line) * window.scale, 1)), words, "label", size, "start")


def _describe(tried: Rehearsal, words: str) -> str:
    """The dry run in words."""
    said = [f"{words}."]
    said += [f"{ship.id} would end in {label(ship.hex)} heading {DIRECTIONS[ship.heading]}." for ship in tried.after.mine()]
    return " ".join([*said, *(f"Salvo: {volley_words(volley)}." for volley in volleys(tried))])
