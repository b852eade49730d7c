"""The fire of the turn on the map: gun salvos, torpedoes, depth charges, bombs, collisions (section 9)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from pbem.core.drawing.hex_layout import star
from pbem.core.drawing.labels import Label, LabelPlaces, width_of
from pbem.core.drawing.scene import Line, Point, Polygon, Shape
from pbem.core.drawing.sea_marks import bursts, splashes
from pbem.core.game.phrases import count
from pbem.core.geometry.tabletop import Spot, distance, inches
from pbem.games.wet_thrust.model.state import FireMark, State
from pbem.games.wet_thrust.report.phrases import place, side_number
from pbem.games.wet_thrust.report.pictures.map_marks import SMALL
from pbem.games.wet_thrust.report.pictures.window import Window

NOTCH = 0.5
BURST = 13.0
ASIDE = 4.0
"""Lines run so far to the right of the straight one, so that an answer does not hide them."""
SHORT = 15.0
"""They begin and end so far from the ships."""
LONG = 90.0
"""Words have room on a line of this length; those of a shorter one are beside it."""
ALONG = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)
SHOTS = {"guns": "salvo", "torpedoes": "torpedo", "charges": "salvo"}
"""Marks that are lines, and their roles."""
WIDE_OF = {"guns": 4, "torpedoes": 0, "charges": 5}
"""How many splashes tell of shells that fell wide."""
SPLASH, HIT = 3.6, 6.5
VERBS = {"guns": "fires at", "torpedoes": "torpedoes at", "charges": "drops depth charges on", "bombs": "bombs"}


def side_of(known: State, mark: FireMark) -> str:
    """Whose fire it is: of a unit that is not known any more, the other side than its target's."""
    for by in (known.ships.get(mark.by), known.squadrons.get(mark.by), known.ships.get(mark.by.partition("-")[0])):
        if by:
            return by.side
    target = known.ships.get(mark.target)
    return next((side for side in known.sides if target and side != target.side), known.sides[0])


def result_words(mark: FireMark) -> str:
    """`no hit`, `hit, 7 points`."""
    return f"hit, {count(mark.points, 'point')}" if mark.hits else "no hit"


def mark_words(mark: FireMark) -> str:
    """A mark in words."""
    if mark.kind == "collision":
        return f"{mark.by} and {mark.target} collide at {place(mark.aim)}"
    if not mark.by:
        return f"torpedoes strike {mark.target}: {result_words(mark)}"
    far = f' from {inches(distance(mark.origin, mark.aim))}"' if is_line(mark) else ""
    return f"{mark.by} {VERBS[mark.kind]} {mark.target}{far}: {result_words(mark)}"


def is_line(mark: FireMark) -> bool:
    """Does it lead from one place to another?"""
    return mark.kind in SHOTS and mark.by != "" and mark.origin != mark.aim


def role_of(known: State, mark: FireMark) -> str:
    """Its side's colour, dashed where nothing hit."""
    if is_line(mark):
        return f"{SHOTS[mark.kind]}-{side_number(side_of(known, mark))}{'' if mark.hits else '-miss'}"
    if mark.kind == "collision":
        return "ram"
    return "bomb" if mark.hits else "bomb-miss"


def take_lines(known: State, window: Window, room: LabelPlaces) -> None:
    """What is fired and where ships went is not to be written over."""
    for mark in shown(known):
        if is_line(mark):
            room.take_line(*_ends(window, mark))
    for ship in known.seen():
        for a, b in pairwise(ship.way):
            room.take_line(window.point_of(a), window.point_of(b))


def shown(known: State) -> list[FireMark]:
    """Marks to be drawn: an unseen boat's own side sees her torpedoes run, and no strike from nowhere besides."""
    own = {(mark.target, mark.aim) for mark in known.marks if mark.side}
    return [mark for mark in known.marks if mark.by or (mark.target, mark.aim) not in own]


def stars(known: State, window: Window) -> Iterator[Shape]:
    """Bombs, collisions, and what came from nowhere: stars below the ships."""
    for mark in shown(known):
        if not is_line(mark):
            size = BURST * (2.0 if mark.kind == "collision" else 1.7)
            yield Polygon(star(window.point_of(mark.aim), size, NOTCH), role_of(known, mark), mark_words(mark), mark.by)


def shots(known: State, window: Window) -> Iterator[Shape]:
    """Arrows from the shooter to the target: solid for a hit, dashed for a miss."""
    for mark in shown(known):
        if is_line(mark):
            yield Line([*_ends(window, mark)], role_of(known, mark), mark_words(mark), arrow=True, unit=mark.by)


def strikes(known: State, window: Window) -> Iterator[Shape]:
    """Where shells came down: splashes around the target, bursts on it. What is no line has its star."""
    for number, mark in enumerate(shown(known)):
        if is_line(mark):
            at = window.point_of(mark.aim)
            yield from splashes(at, WIDE_OF[mark.kind] - min(mark.hits, 2), 30.0, SPLASH, mark.by, number)
            yield from bursts(at, mark.hits, 8.0, HIT, mark.by, number)


def _ends(window: Window, mark: FireMark) -> tuple[Point, Point]:
    return ends(window, mark.origin, mark.aim)


def ends(window: Window, origin: Spot, aim: Spot) -> tuple[Point, Point]:
    """Of an arrow from one place to another: it begins and ends a little off them."""
    (x0, y0), (x1, y1) = window.point_of(origin), window.point_of(aim)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    short = min(SHORT, length / 4)
    start = (round(x0 + dx * short - dy * ASIDE, 1), round(y0 + dy * short + dx * ASIDE, 1))
    return start, (round(x1 - dx * short - dy * ASIDE, 1), round(y1 - dy * short + dx * ASIDE, 1))


def spots_along(start: Point, end: Point, wide: float) -> list[Point]:
    """Middles of words of this width that touch a line on its right or left, nearest to its middle first."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    aside = (abs(dy) * wide + abs(dx) * SMALL) / (2 * length) + 5
    places = [(start[0] + dx * k, start[1] + dy * k) for k in ALONG]
    return [(x - dy / length * hand, y + dx / length * hand) for x, y in places for hand in (aside, -aside)]


def line_label(start: Point, end: Point, words: str, role: str, unit: str, priority: int) -> Label:
    """Words along a line, or about the middle of a short one."""
    spots = spots_along(start, end, width_of(words, SMALL)) if math.dist(start, end) >= LONG else []
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return Label(middle, words, role, SMALL, 8.0, priority, unit=unit, spots=spots)


def fire_labels(known: State, window: Window) -> Iterator[Label]:
    """Range and points on each line, the points beside each burst; a miss has its range only."""
    for mark in shown(known):
        role = role_of(known, mark)
        if is_line(mark):
            range_ = f'{inches(distance(mark.origin, mark.aim))}"'
            words = f"{range_}: {mark.points}" if mark.hits else range_
            yield line_label(*_ends(window, mark), words, role, mark.by, 2 if mark.hits else 1)
        elif mark.kind != "collision":
            words = f"{mark.kind}: {mark.points}" if mark.hits else f"{mark.kind}: no hit"
            yield Label(window.point_of(mark.aim), words, role, SMALL, BURST * 1.7, 2, unit=mark.by)
