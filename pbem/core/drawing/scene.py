"""Pictures as shapes: what a map or a record sheet shows, without colours, fonts or SVG.

Lengths are in the scene's own units, x right and y down. `role` says what a shape is (`grid`, `side-1`, `mine`, `fire` …);
the present room gives each role its looks, and `roles` lists those that belong to no game. Shapes with a `title` can be
pointed at. `unit` is the id of the unit that a shape shows: its counter, label and track bear the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

Point = tuple[float, float]
Made = TypeVar("Made")


def _hashed_once(kind: type[Made]) -> type[Made]:
    """Maps are made of hundreds of shapes, most of them those of the map before: each keeps its hash."""
    once = cached_property(kind.__hash__)
    once.__set_name__(kind, "hashed")
    kind.hashed = once  # type: ignore[attr-defined]
    kind.__hash__ = lambda self: self.hashed  # type: ignore[attr-defined, method-assign]
    return kind


@dataclass(frozen=True)
class _Outlined:
    """Places are kept as a tuple: a shape is a value, equal ones are painted once."""

    points: Sequence[Point]

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", tuple(self.points))


@_hashed_once
@dataclass(frozen=True)
class Polygon(_Outlined):
    """A closed outline."""

    role: str
    title: str = ""
    unit: str = ""


@_hashed_once
@dataclass(frozen=True)
class Line(_Outlined):
    """An open line through points, with an arrowhead at its end if `arrow`."""

    role: str
    title: str = ""
    arrow: bool = False
    unit: str = ""


@_hashed_once
@dataclass(frozen=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    role: str
    title: str = ""
    unit: str = ""


@_hashed_once
@dataclass(frozen=True)
class Text:
    """Words; `size` is the height of the letters in scene units, `at` the baseline's start, middle or end."""

    at: Point
    text: str
    role: str
    size: float
    anchor: Literal["start", "middle", "end"] = "middle"
    unit: str = ""


@_hashed_once
@dataclass(frozen=True)
class Copies(_Outlined):
    """An open line, drawn once at each of these places: the columns of a grid."""

    places: tuple[Point, ...]
    role: str
    title: str = ""
    unit: str = ""


@_hashed_once
@dataclass(frozen=True)
class Lines:
    """Open lines that are drawn as one, an edge that two of them share once: the stars of a sky, the hexes around a ship.

    The points are steps from `at`: equal lines are worked out once, wherever they are drawn.
    """

    ways: tuple[tuple[Point, ...], ...]
    role: str
    at: Point = (0.0, 0.0)
    title: str = ""
    unit: str = ""


Shape = Polygon | Line | Circle | Text | Copies | Lines
"""What pictures are made of."""


@dataclass(frozen=True)
class Scene:
    """A picture of the box (left, top, width, height). `description` tells the same in words.

    `around` are the title and the legend of a map, `inner` the box that is left without them (None: all of it). A page, which
    says both in its own words, shows the map without them. There the map has more than in a mail: its ground (a role) goes on
    outside the box, with what is `beyond` on it (worked out only for a page), and `near` are groups of small words, such as the
    numbers of all hexes, that are shown when the reader comes near. `cell` is the width of a hex, or of what else a reader
    takes as a step: how much of a map is shown goes by its size on the screen. A ground that is dark (`space`) makes the whole
    picture light on dark.
    """

    key: str
    title: str
    description: str
    box: tuple[float, float, float, float]
    shapes: list[Shape] = field(default_factory=list)
    around: Sequence[Shape] = ()
    inner: tuple[float, float, float, float] | None = None
    ground: str = "paper"
    beyond: Callable[[], tuple[Shape, ...]] = field(default=tuple, compare=False, repr=False)
    near: tuple[tuple[Text, ...], ...] = ()
    cell: float = 40.0
