"""A scene as pixels: the same shapes, colours and font as its SVG, drawn straight by the Anti-Grain Geometry library.

An SVG renderer takes ten times as long: most of that goes into text that it has to read again and into layers of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

import aggdraw
from PIL import Image, ImageFont

from pbem.core.drawing.scene import Circle, Copies, Line, Lines, Point, Polygon, Scene, Shape, Text
from pbem.present.merged_paths import merged
from pbem.present.painter import HALO, sound
from pbem.present.palette import NIGHT, NONE, PAPER, Look, dark, look
from pbem.present.strokes import arrowhead, crossing, dashes

FONT = Path(__file__).parents[1] / "fonts" / "DejaVuSans.ttf"
EM = 200
"""Letters are taken from the font in this many pixels and made smaller: so they have any size, and stand anywhere."""
ASCENT = 0.928
"""From the top of the font's letters to their line, as a share of its height."""
ROUND = 4
"""A light edge around words is the words themselves, drawn this many times around their place."""
CORNERS = 48
"""Corners of a circle whose line is dashed."""
KEPT = 4096
KEPT_STILL, KEPT_MASKS = 4, 8
"""Grounds of a megabyte or two, and grids of half a megabyte, that are kept."""


def painted(scene: Scene, width: int) -> Image.Image:
    """The picture, `width` pixels wide."""
    shapes = [*scene.shapes, *scene.around]
    still = next((number for number, shape in enumerate(shapes) if shape.unit), len(shapes))
    plane = Plane(scene.box, width, scene.ground in NIGHT)
    canvas = _Canvas(plane)
    canvas.draw.frombytes(_still(plane, tuple(shapes[:still])))
    canvas.shapes(shapes[still:])
    return canvas.image()


class Plane(NamedTuple):
    """What of a scene is drawn, how wide in pixels, and whether it is light on dark."""

    box: tuple[float, float, float, float]
    width: int
    night: bool


@lru_cache(KEPT_STILL)
def _still(plane: Plane, shapes: tuple[Shape, ...]) -> bytes:
    """The ground of a map, up to what first shows a unit: drawn once for all who see the same part of the same map."""
    canvas = _Canvas(plane)
    canvas.shapes(shapes)
    drawn: bytes = canvas.draw.tobytes()
    return drawn


@lru_cache(KEPT_MASKS)
def _mask(plane: Plane, shape: Copies) -> Image.Image:
    """Where the lines of a grid are, and how much of each pixel they cover: a grid is half of all work."""
    canvas = _Canvas(plane, "L")
    looks = look(shape.role)
    ways = canvas.once([shape.points])
    canvas.lines([[(x + u, y + v) for x, y in way] for u, v in shape.places for way in ways], replace(looks, stroke="white"))
    return canvas.image()


def _alike(shape: Shape) -> tuple[bool, str]:
    """Is it an outline that is drawn in one with its neighbours of that role, so that edges they share are drawn once?"""
    if isinstance(shape, Polygon):
        looks = look(shape.role)
        return not (shape.title or looks.crossed or looks.fill != NONE), shape.role
    return isinstance(shape, Lines) or (isinstance(shape, Line) and not (shape.title or shape.arrow)), shape.role


def _ways(shape: Shape) -> Sequence[Sequence[Point]]:
    """The lines of an outline."""
    if isinstance(shape, Lines):
        return [[(x + shape.at[0], y + shape.at[1]) for x, y in way] for way in shape.ways]
    return (
        [[*shape.points, shape.points[0]]] if isinstance(shape, Polygon) else [shape.points] if isinstance(shape, Line) else []
    )


class _Canvas:
    """One picture being drawn. Shapes are in the scene's units, the widths of lines in pixels."""

    def __init__(self, plane: Plane, mode: Literal["RGB", "L"] = "RGB") -> None:
        left, top, wide, high = plane.box
        self.plane, self.mode, self.night = plane, mode, plane.night
        self.left, self.top, self.scale = left, top, plane.width / wide
        self.size = plane.width, max(1, math.ceil(high * self.scale))
        self.pen = max(wide, high) / 1000
        self.draw = aggdraw.Draw(mode, self.size, self._look("paper").fill if mode == "RGB" else 0)
        self.view = (self.scale, 0, -left * self.scale, 0, self.scale, -top * self.scale)
        self.draw.settransform(self.view)

    def shapes(self, shapes: Iterable[Shape]) -> None:
        """One over the other."""
        for (outlined, role), run in groupby(shapes, key=_alike):
            if outlined:
                self.outlines([way for shape in run for way in _ways(shape)], role)
            else:
                for shape in run:
                    self.shape(shape)

    def image(self) -> Image.Image:
        """What is drawn so far."""
        return Image.frombytes(self.mode, self.size, self.draw.tobytes())

    def _look(self, role: str) -> Look:
        return look(role, self.night)

    def _stroke(self, looks: Look) -> Any:
        return aggdraw.Pen(looks.stroke, looks.width * self.pen * self.scale)

    # ------------------------------------------------------------ shapes

    def outlines(self, ways: Sequence[Sequence[Point]], role: str) -> None:
        """Outlines of one role; each edge is drawn once."""
        looks = self._look(role)
        if looks.dot:
            for way in ways:
                self._dot(way, looks)
        elif looks.stroke != NONE:
            self.lines(self.once(ways), looks)

    def once(self, ways: Sequence[Sequence[Point]]) -> list[list[Point]]:
        """Ways that have each edge of these once: two that overlap are darker, and one that turns back is drawn askew."""
        digits = max(0, math.ceil(math.log10(self.scale)) + 1)
        unit = 10.0**-digits
        return [[(x * unit, y * unit) for x, y in way] for way in merged(ways, digits)]

    def _dot(self, line: Sequence[Point], looks: Look) -> None:
        """A line so short that its round ends are all of it."""
        (x, y), (to_x, to_y) = line[0], line[-1]
        wide, high = looks.width * self.pen / 2 + abs(to_x - x) / 2, looks.width * self.pen / 2 + abs(to_y - y) / 2
        x, y = (x + to_x) / 2, (y + to_y) / 2
        self.draw.ellipse((x - wide, y - high, x + wide, y + high), aggdraw.Brush(looks.stroke))

    def shape(self, shape: Shape) -> None:
        """Any shape by itself."""
        looks = self._look(shape.role)
        if isinstance(shape, Text):
            self._words(shape, looks)
        elif isinstance(shape, Circle):
            self._circle(shape, looks)
        elif isinstance(shape, Polygon):
            self._area(shape, looks)
        elif isinstance(shape, Copies):
            self._copies(shape, looks)
        elif isinstance(shape, Line):
            self.lines([shape.points], looks)
            if shape.arrow and len(shape.points) > 1 and looks.stroke != NONE:
                self.draw.polygon(_flat(arrowhead(shape.points, self.pen)), aggdraw.Brush(looks.stroke))

    def _copies(self, shape: Copies, looks: Look) -> None:
        image = self.image()
        image.paste(looks.stroke, (0, 0), _mask(self.plane, shape))
        self.draw.frombytes(image.tobytes())

    def lines(self, ways: Sequence[Sequence[Point]], looks: Look) -> None:
        """Ways of one role."""
        if looks.stroke == NONE:
            return
        if looks.dash:
            pattern = [length * self.pen for length in looks.dash]
            ways = [part for way in ways if way for part in dashes(way, pattern)]
        path = aggdraw.Path()
        for way in ways:
            if len(way) > 1:
                path.moveto(*way[0])
                for point in way[1:]:
                    path.lineto(*point)
        self.draw.path(path, self._stroke(looks))

    def _area(self, shape: Polygon, looks: Look) -> None:
        points = _flat(shape.points)
        if looks.fill != NONE:
            self.draw.polygon(points, _brush(looks))
        if looks.dash:
            self.lines([[*shape.points, shape.points[0]]], looks)
        elif looks.stroke != NONE:
            self.draw.polygon(points, self._stroke(looks))
        if looks.crossed:
            self.lines(crossing(shape), looks)

    def _circle(self, shape: Circle, looks: Look) -> None:
        (x, y), r = shape.centre, shape.radius
        box = (x - r, y - r, x + r, y + r)
        if looks.fill != NONE:
            self.draw.ellipse(box, _brush(looks))
        if looks.dash:
            turns = [2 * math.pi * corner / CORNERS for corner in range(CORNERS + 1)]
            self.lines([[(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]], looks)
        elif looks.stroke != NONE:
            self.draw.ellipse(box, self._stroke(looks))
        if looks.crossed:
            self.lines(crossing(shape), looks)

    # ------------------------------------------------------------ words

    def _words(self, shape: Text, looks: Look) -> None:
        text, size = " ".join(sound(shape.text).split()), shape.size * self.scale  # as SVG takes blanks
        part = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
        x = (shape.at[0] - self.left) * self.scale - part * _length(text) * size
        y = (shape.at[1] - self.top) * self.scale - ASCENT * size
        if looks.halo:
            reach, edge = size * HALO / 2, _font(dark(PAPER) if self.night else PAPER)
            for turn in range(ROUND):
                angle = 2 * math.pi * (turn + 0.5) / ROUND
                self._letters(text, edge, size, (x + reach * math.cos(angle), y + reach * math.sin(angle)))
        self._letters(text, _font(looks.text), size, (x, y))
        self.draw.settransform(self.view)

    def _letters(self, text: str, font: Any, size: float, at: Point) -> None:
        self.draw.settransform((size / EM, 0, at[0], 0, size / EM, at[1]))
        self.draw.text((0, 0), text, font)


def _brush(looks: Look) -> Any:
    return aggdraw.Brush(looks.fill, round(looks.opacity * 255))


def _flat(points: Sequence[Point]) -> list[float]:
    return list(chain.from_iterable(points))


@cache
def _font(colour: str) -> Any:
    return aggdraw.Font(colour, str(FONT), EM)


@cache
def _measure() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, EM, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(KEPT)
def _length(text: str) -> float:
    """How long the words are, as a share of their height."""
    return _measure().getlength(text) / EM
