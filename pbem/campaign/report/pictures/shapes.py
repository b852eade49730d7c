"""What the pictures of a campaign are made of: boxes, sides' marks, words that fit, the title, the legend."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.campaign.model.state import State
from pbem.campaign.report.phrases import number
from pbem.core.drawing.labels import Rectangle, wide_as
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text

TITLE, HEAD, LABEL, NOTE = 20.0, 15.0, 13.0, 11.5
"""Heights of letters."""
LINE = 18.0
SIDES = 6
"""So many sides have a colour of their own."""
BOX = 14.0
MARGIN, LEAST = 24.0, 520.0
"""Around a map, and the width of the narrowest."""
LEGEND = {
    "node-open": "open",
    "node-fought": "being fought",
    "node-drawn": "drawn",
    "node-missed": "not played",
    "node-ahead": "not reached",
    "way-taken": "what followed",
    "way-ahead": "what may follow",
}
"""Roles, in the order in which they are explained; a side's colour is that of what it has won."""


def side_role(known: State, side: str) -> str:
    """The colour of a side; those after the sixth have none."""
    place = known.sides.index(side) + 1
    return f"side-{place}" if place <= SIDES else "unit"


def rectangle(corner: Point, wide: float, high: float, role: str, title: str = "") -> Polygon:
    """A box by its upper left corner."""
    return Polygon(_around(corner, wide, high), role, title)


def frame(corner: Point, wide: float, high: float, role: str) -> Line:
    """The edge of a box."""
    around = _around(corner, wide, high)
    return Line([*around, around[0]], role)


def _around(corner: Point, wide: float, high: float) -> list[Point]:
    x, y = corner
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def fitted(words: str, size: float, wide: float, most: int = 2) -> list[str]:
    """Words in at most so many lines of this width."""
    letters = max(4, int(wide / wide_as("x", size)))
    return textwrap.wrap(words, letters, max_lines=most, placeholder=" ...")


def framed(known: State, title: str, words: str, shapes: list[Shape], inner: Rectangle) -> Scene:
    """A map: its title above and its legend below are around it, all in a margin."""
    left, top, right, end = inner
    wide = max(right - left, LEAST)
    head, down = heading(known, title, (left, 0.0), wide)
    around = [moved(shape, top - down) for shape in head]
    foot, end_of_foot = legend(shapes, (left, end + MARGIN), wide)
    box = (left - MARGIN, top - down - MARGIN, wide + 2 * MARGIN, end_of_foot - top + down + 2 * MARGIN)
    return Scene("map", title, words, box, shapes, [*around, *foot], (left, top, right - left, end - top))


def moved(shape: Shape, down: float) -> Shape:
    """The same mark or words, farther down."""
    if isinstance(shape, Circle):
        return replace(shape, centre=(shape.centre[0], shape.centre[1] + down))
    if isinstance(shape, Text):
        return replace(shape, at=(shape.at[0], shape.at[1] + down))
    return shape


def heading(known: State, title: str, corner: Point, wide: float) -> tuple[list[Shape], float]:
    """The title and the sides with their points of victory, and how far down they reach."""
    x, y = corner
    lines = fitted(title, TITLE, wide, 3)
    shapes: list[Shape] = [Text((x, y + (n + 1) * (TITLE + 5)), line, "title", TITLE, "start") for n, line in enumerate(lines)]
    y += len(lines) * (TITLE + 5) + 12
    for side in known.sides:
        words = f"{known.title_of(side)} {number(known.scores.get(side, 0))}"
        width = 34 + wide_as(words, LABEL)
        if x > corner[0] and x + width > corner[0] + wide:
            x, y = corner[0], y + LINE
        shapes += [Circle((x + 7, y + 9), 6, side_role(known, side), known.title_of(side))]
        shapes += [Text((x + 19, y + 13.5), words, "label", LABEL, "start")]
        x += width
    return shapes, y + 2 * LINE


def legend(shapes: Sequence[Shape], corner: Point, wide: float) -> tuple[list[Shape], float]:
    """What the roles of these shapes mean, in lines of this width, and how far down they reach."""
    shown = {shape.role for shape in shapes}
    found: list[Shape] = []
    x, y = corner
    for role, words in LEGEND.items():
        if role not in shown:
            continue
        width = 44 + wide_as(words, NOTE)
        if x > corner[0] and x + width > corner[0] + wide:
            x, y = corner[0], y + LINE
        found += [*_sample(role, (x, y)), Text((x + 30, y + 11), words, "note", NOTE, "start")]
        x += width
    return found, y + LINE


def _sample(role: str, corner: Point) -> Iterator[Shape]:
    x, y = corner
    if role.startswith("node-"):
        yield Circle((x + 12, y + BOX / 2), BOX / 2, role)
    else:
        yield Line([(x, y + 7), (x + 24, y + 7)], role, arrow=True)
