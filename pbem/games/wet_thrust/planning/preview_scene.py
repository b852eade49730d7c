"""The map of a dry run: units as they are now, tracks to where they would be (outlines), arcs there, fire as ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.plan_words import take_shapes
from pbem.core.drawing.scene import Circle, Line, Scene, Shape, Text
from pbem.core.geometry.tabletop import Spot, distance, inches
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.planning.dry_run import Laid, Rehearsal
from pbem.games.wet_thrust.report.phrases import course_words, game_title, her_name, place, side_number, speed_text
from pbem.games.wet_thrust.report.pictures import map_air, map_arcs, map_fire, map_marks
from pbem.games.wet_thrust.report.pictures.legend import corner_signs
from pbem.games.wet_thrust.report.pictures.map_hulls import hull_of
from pbem.games.wet_thrust.report.pictures.map_marks import SMALL
from pbem.games.wet_thrust.report.pictures.map_scene import HEAD, NARROW, window_of
from pbem.games.wet_thrust.report.pictures.window import PAD, SIZE, Window, around, sea

LEGEND = (
    "Outline: where she would be when the turn ends; others if they order nothing new.",
    "Dashed line: way as ordered. Red: fire as ordered, with its chance of a hit.",
)
FOOT = 92.0


PLANNED = ("plan", "plan-end", "plan-fire")
"""Roles of the plan alone."""


def draw_preview(tried: Rehearsal) -> Scene:
    """Section 9's map, with what the orders would make of it: as much of the sea as the plan needs."""
    before, after = tried.before, tried.after
    window = around(_matters(tried))
    spots = map_air.squadron_places(before, window)
    wide, high = window.size
    wide = max(wide, NARROW)
    shapes: list[Shape] = [
        *sea(window),
        *map_arcs.arcs(after, window),
        *map_marks.rings(after, window),
        *map_marks.wakes(before, window),
        *map_marks.smoke(after, window),
        *_ways(tried, window),
        *map_marks.contacts(before, window),
        *_ends(tried, window),
        *_fire(tried, window),
        *map_marks.ships(before, window),
        *map_air.aircraft(before, window, spots),
    ]
    shapes += _words(tried, window, spots, shapes)
    words = f"{game_title(before)}: orders for game turn {before.next_turn} tried out" if tried.scratch else game_title(before)
    shapes += [*_title(words, window), *_legend(tried, window, wide)]
    box = -PAD, -HEAD, wide + 2 * PAD, high + HEAD + FOOT
    return Scene("trial", f"Wet Thrust: {words}", _describe(tried, words), box, shapes)


def draw_plan(tried: Rehearsal) -> list[Shape]:
    """The plan alone, in the units of the reader's map, over which it is laid."""
    window = window_of(tried.before)
    return [shape for draw in (_ways, _ends, _fire) for shape in draw(tried, window) if shape.role in PLANNED]


def _matters(tried: Rehearsal) -> list[Spot]:
    """Where units are now, their ways, and what is known besides."""
    before, after = tried.before, tried.after
    found = [ship.at for ship in before.afloat()] + [spot for ship in after.afloat() for spot in (ship.at, *ship.way)]
    found += [each.at for state in (before, after) for each in map_air.flying(state)]
    found += [spot for screen in after.screens for spot in screen.way]
    found += [contact.at for contact in before.known_contacts().values() if not contact.destroyed]
    return found or [ship.at for ship in before.ships.values()]


def _title(words: str, window: Window) -> Iterator[Shape]:
    yield Text((0.0, -36.0), words, "title", round(min(24.0, SIZE / (0.6 * len(words))), 1), "start")
    yield Text((0.0, -14.0), f"shown: {window.words}", "note", 15, "start")


def _legend(tried: Rehearsal, window: Window, wide: float) -> Iterator[Shape]:
    for line, words in enumerate(LEGEND if tried.scratch else ()):
        yield Text((0.0, window.size[1] + 48 + 26 * line), words, "label", 15, "start")


# ---------------------------------------------------------------- tracks and ends


def _ways(tried: Rehearsal, window: Window) -> Iterator[Shape]:
    """WT-2.13: two legs, and a dot at half time; of own units as ordered, of others as they go on."""
    own = set(tried.mine())
    for ship in tried.after.afloat():
        if len(set(ship.way)) > 1:
            role, words = ("plan", "as ordered") if ship.id in own else ("trail", "if she orders nothing new")
            yield Line([window.point_of(spot) for spot in ship.way], role, f"way of {ship.id}, {words}", unit=ship.id)
            yield Circle(window.point_of(ship.way[1]), 2.6, "trail-dot", unit=ship.id)
    for each in tried.after.my_squadrons():
        if each.airborne and each.start and each.start != each.at:
            line = [window.point_of(each.start), window.point_of(each.at)]
            yield Line(line, "plan", f"flight of {each.id}, as ordered", arrow=True, unit=each.id)


def moved(tried: Rehearsal) -> list[Vessel]:
    """Vessels that end elsewhere, or on another course, than they are now."""
    found = []
    for ship in tried.after.afloat():
        now = tried.before.ships.get(ship.id)
        if now is None or (now.at, now.course) != (ship.at, ship.course):
            found.append(ship)
    return found


def _ends(tried: Rehearsal, window: Window) -> Iterator[Shape]:
    """The outline of a vessel when the turn ends."""
    own = set(tried.mine())
    for ship in moved(tried):
        role = "plan-end" if ship.id in own else f"side-{side_number(ship.side)}-old"
        where = f"at {place(ship.at)}, {course_words(ship.course)}, speed {speed_text(ship.speed)}"
        title = f"{ship.id}, {her_name(ship)}, when the turn ends {where}"
        yield hull_of(ship, window.point_of(ship.at), role, title)


def _fire(tried: Rehearsal, window: Window) -> Iterator[Shape]:
    """Attacks as they would be made."""
    for laid in tried.laid:
        if laid.origin != laid.aim:
            yield Line([*map_fire.ends(window, laid.origin, laid.aim)], "plan-fire", laid_words(laid), arrow=True, unit=laid.by)


def laid_words(laid: Laid) -> str:
    """`HOO at BIS with A1 A2 (guns): 12.4", a hit at 88%, 3.1 points on average`."""
    far = f'{inches(distance(laid.origin, laid.aim))}"'
    chances = f"a hit at {laid.odds.chance:.0%}, {laid.odds.points:.1f} points on average"
    return f"{laid.by} at {laid.target} with {laid.arms} ({laid.kind}): {far}, {chances}"


# ---------------------------------------------------------------- words


def _words(tried: Rehearsal, window: Window, spots: dict[str, tuple[float, float]], drawn: Sequence[Shape]) -> Iterator[Shape]:
    """What is written on the map: ships first, then where they end, then the chances."""
    room, before = LabelPlaces((0.0, 0.0, *window.size)), tried.before
    take_shapes(drawn, room)
    map_marks.take_ships(before, window, room)
    map_air.take_aircraft(spots, room)
    yield from corner_signs(window, [*spots.values(), *map(window.point_of, _matters(tried))], room, before.weather.words)
    yield from room.place(
        [
            *map_marks.ship_labels(before, window),
            *map_marks.contact_labels(before, window),
            *map_air.aircraft_labels(before, spots),
            *plan_labels(tried, window),
            *(_end_label(ship, window) for ship in moved(tried) if ship.id not in tried.mine()),
            *map_marks.ring_labels(tried.after, window),
        ]
    )


def plan_labels(tried: Rehearsal, window: Window) -> list[Label]:
    """What is written of the plan itself: where own ships end, and the chances of their fire."""
    own = set(tried.mine())
    ends = [_end_label(ship, window) for ship in moved(tried) if ship.id in own]
    return [*ends, *(_fire_label(laid, window) for laid in tried.laid)]


def _end_label(ship: Vessel, window: Window) -> Label:
    role = f"side-{side_number(ship.side)}-old"
    return Label(window.point_of(ship.at), f"{ship.id} end", role, SMALL, 13.0, 3, unit=ship.id)


def _fire_label(laid: Laid, window: Window) -> Label:
    words = f'{inches(distance(laid.origin, laid.aim))}": {laid.odds.chance:.0%}'
    return map_fire.line_label(*map_fire.ends(window, laid.origin, laid.aim), words, "plan-fire", laid.by, 2)


def _describe(tried: Rehearsal, words: str) -> str:
    """The dry run in words."""
    said = [f"{words}."]
    for ship in tried.after.mine():
        said.append(f"{ship.id} would end at {place(ship.at)}, {course_words(ship.course)}, speed {speed_text(ship.speed)}.")
    return " ".join([*said, *(f"{laid_words(laid)}." for laid in tried.laid)])
