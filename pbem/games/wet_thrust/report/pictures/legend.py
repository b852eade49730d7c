"""What the marks on a map mean: only those that are on it; and its scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core.drawing.hex_layout import star
from pbem.core.drawing.labels import LabelPlaces, wide_as, width_of
from pbem.core.drawing.map_corner import free_corner, rose, scale_bar
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.geometry.tabletop import MIL
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import BRITISH, NATIVE
from pbem.games.wet_thrust.report.phrases import AIRCRAFT, side_number
from pbem.games.wet_thrust.report.pictures import map_air, map_arcs, map_fire, map_marks
from pbem.games.wet_thrust.report.pictures.map_hulls import hull
from pbem.games.wet_thrust.report.pictures.sheet_symbols import cross, diamond
from pbem.games.wet_thrust.report.pictures.window import Window

SIZE, LINE = 15.0, 27.0


def draw_legend(known: State, window: Window, wide: float) -> tuple[list[Shape], float]:
    """The legend below the map, and the height that it takes."""
    shapes: list[Shape] = []
    x, y = 0.0, window.size[1] + 48
    for sample, words in _entries(known):
        long = 38 + wide_as(words, SIZE) + 14
        if x > 0 and x + long > wide:
            x, y = 0.0, y + LINE
        shapes += _sample(sample, (x + 15, y - 5))
        shapes.append(Text((round(x + 38, 1), y), words, "label", SIZE, "start"))
        x += long
    return shapes, y - window.size[1] + 12


def _entries(known: State) -> Iterator[tuple[str, str]]:
    """Role of a mark, and its meaning."""
    for side in known.sides:
        if any(ship.visible for ship in known.afloat(side)):
            yield f"side-{side_number(side)}", f"{NATIVE[side]}: id, type, speed"
        if any(not ship.visible for ship in known.afloat(side)):
            yield f"side-{side_number(side)}-old", f"{NATIVE[side]} boat below the surface"
    if any(len(set(ship.way)) > 1 for ship in known.seen()):
        yield "trail", "way of this turn, dot at half time"
    yield from _fire(known)
    for kind in dict.fromkeys(each.kind for each in map_air.flying(known)):
        yield f"air-{kind}", f"{AIRCRAFT[kind]}s, number left"
    if any(ship.smoking for ship in known.afloat()):
        yield "puff", "makes smoke"
    if known.screens:
        yield "smoke", "smoke screen"
    yield from _contacts(known)
    if map_marks.wrecks_of(known) or map_marks.destroyed(known):
        yield "wreck", "lost this turn"
    yield from _reach(known)


def _reach(known: State) -> Iterator[tuple[str, str]]:
    """What is drawn around the reader's first ship."""
    ringed = map_marks.ringed(known)
    if ringed:
        yield "range-ring", f"ranges from {ringed.id}"
        for role in sorted({role for role, _, _ in map_arcs.wedges(ringed)}):
            yield role, map_arcs.words(ringed, role)


def _fire(known: State) -> Iterator[tuple[str, str]]:
    """Lines and stars, each once."""
    found: dict[str, str] = {}
    for mark in map_fire.shown(known):
        role = map_fire.role_of(known, mark)
        if role.endswith("-miss") and map_fire.is_line(mark):
            words = "no hit"
        elif map_fire.is_line(mark):
            whose = NATIVE[map_fire.side_of(known, mark)]
            words = f"{whose} {'torpedoes' if mark.kind == 'torpedoes' else 'fire'}: range and points"
        else:
            words = {"ram": "collision", "bomb": "bombs or torpedoes hit", "bomb-miss": "bombs missed"}[role]
        if words not in found.values():
            found[role] = words
    yield from found.items()


def _contacts(known: State) -> Iterator[tuple[str, str]]:
    shown = [contact for contact in known.known_contacts().values() if not contact.destroyed]
    if any(contact.turn == known.turn for contact in shown):
        yield "contact", "submarine detected"
    if any(contact.turn != known.turn for contact in shown):
        yield "contact-old", "submarine last known"


def _sample(sample: str, at: Point) -> Iterator[Shape]:
    x, y = at
    if sample.startswith("side-"):
        yield hull("CA", at, 3, 15, sample, forked=sample.startswith(f"side-{side_number(BRITISH)}"))
    elif sample.startswith("air-"):
        yield from map_air.plane(sample.removeprefix("air-"), at, (0.0, -1.0), "")
    elif sample in ("ram", "bomb", "bomb-miss"):
        yield Polygon(star(at, 11, map_fire.NOTCH), sample)
    elif sample.startswith("contact"):
        yield diamond(at, 9, sample)
    elif sample in (map_arcs.FULL, map_arcs.PART):
        yield Polygon([(x - 14, y - 7), (x + 14, y - 7), (x + 14, y + 7), (x - 14, y + 7)], sample)
    elif sample == "puff":
        yield Circle(at, 8, sample)
    elif sample == "wreck":
        yield from cross(at, 8, sample)
    else:
        yield Line([(x - 14, y), (x + 14, y)], sample, arrow=sample.startswith(("salvo", "torpedo")))


def corner_signs(window: Window, taken: Iterable[Point], room: LabelPlaces, weather: str) -> Iterator[Shape]:
    """A rose with the courses (WT-1.2), a scale bar and the weather, in the corner with the most room."""
    wide = round(window.step * MIL * window.scale / 2, 1)
    across = max(wide, 50.0, width_of(weather, 14) / 2)
    x, y = free_corner((0.0, 0.0, *window.size), (across + 14, 90.0), taken)
    room.take_box((x - across, y - 76, x + across, y + 78))
    yield from rose((x, y - 24), 30.0)
    for course, (dx, dy) in {"N 12": (0, -36), "3": (38, 5), "6": (0, 46), "9": (-38, 5)}.items():
        yield Text((round(x + dx, 1), round(y - 24 + dy, 1)), course, "label", 14)
    yield from scale_bar((x, y + 48), wide, f'{window.step}"', 14)
    yield Text((round(x, 1), round(y + 72, 1)), weather, "note", 14)
