"""What is around the map: its title with the sides, and what the marks mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.hex_chart import HEX, Box
from pbem.core.drawing.hex_layout import star
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.report.pictures.map_marks import side_role, unit
from pbem.games.star_navy.report.pictures.silhouettes import hull, side_mark

HEAD = 62.0
"""Height of the title above the map."""
TITLE, SIZE = 18.0, 11.0
LETTER = 0.56
"""Width of a letter, as a share of its height."""
SHOWN = "CA"
"""The class that shows the sides."""
LINE = 20.0
NUMBERS = "hex numbers: column, then row"
LEGEND: dict[str, str] = {
    "trail": "way this turn",
    "sweep": "sweeps of ready sections",
    "fire": "volley and its points",
    "fire-miss": "volley without a hit",
    "mine": "mine, and where it is set off",
    "explosion": "explosion",
    "planet": "planet",
    "asteroid": "asteroids",
    "plan": "way as ordered",
    "plan-end": "where a ship ends, or may be",
    "plan-fire": "volley as ordered",
    "arc": "sweep that bears",
}
"""Roles, in the order in which they are explained."""


def head(known: State, title: str, box: Box) -> Iterator[Shape]:
    """The title, and the sides with a ship of each."""
    left, top, right, _ = box
    size = min(TITLE, (right - left) / (LETTER * len(title)))
    yield Text((left, top - HEAD + TITLE + 8), title, "title", round(size, 1), "start")
    x = left
    for number, side in enumerate(known.sides):
        place = (x + 9, top - 18)
        yield Polygon(hull(SHOWN, place, unit(0), 11), side_role(known, side))
        yield Polygon(side_mark(number, place, unit(0), 11), "emblem")
        yield Text((x + 23, top - 14), side, "label", 13, "start")
        x += 40 + 9 * len(side)


def legend(shapes: Sequence[Shape], note: str, corner: Point, width: float) -> list[Shape]:
    """The marks that are on this map, in lines of this width below it, and a note on a line of its own."""
    shown = {shape.role for shape in shapes}
    found: list[Shape] = [Text((corner[0], corner[1] + 12), NUMBERS, "label", SIZE, "start")]
    x, y = corner[0] + 14 + SIZE * LETTER * len(NUMBERS), corner[1] + 12
    for role, words in LEGEND.items():
        if role not in shown:
            continue
        wide = 42 + SIZE * LETTER * len(words)
        if x + wide > corner[0] + width:
            x, y = corner[0], y + LINE
        found += [*_sample(role, (x + 13, y - 4)), Text((x + 30, y), words, "label", SIZE, "start")]
        x += wide
    return [*found, Text((corner[0], y + LINE), note, "label", SIZE, "start")] if note else found


def _sample(role: str, place: Point) -> Iterator[Shape]:
    x, y = place
    if role == "explosion":
        yield Polygon(star(place, 9, 0.52), role)
    elif role == "planet":
        yield Circle(place, 7, role)
    elif role == "asteroid":
        yield from (Circle((x + k * 7, y + abs(k) * 2), 3, "asteroid-rock") for k in (-1, 0, 1))
    elif role == "arc":
        yield Polygon([(x - 9, y - 6), (x + 9, y - 6), (x + 9, y + 6), (x - 9, y + 6)], role)
    elif role == "plan-end":
        yield Circle(place, 6, role)
    elif role == "mine":
        yield Circle(place, 7, "mine-ring")
        yield Circle(place, HEX * 0.08, role)
    else:
        yield Line([(x - 11, y), (x + 11, y)], role, arrow=role in ("fire", "plan-fire"))


def height(found: Sequence[Shape], bottom: float) -> float:
    """How far the legend goes down below the map."""
    return max(shape.at[1] for shape in found if isinstance(shape, Text)) - bottom
