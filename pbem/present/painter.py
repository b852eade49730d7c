"""How shapes are painted as SVG elements: what equal shapes look like is worked out once, however many pictures show them.

Shapes that follow each other and look alike share one group, outlines without a title one path: a hex grid is one element, and
each of its edges is drawn once. The order of painting stays that of the shapes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import NamedTuple

from pbem.core.drawing.scene import Circle, Copies, Line, Lines, Point, Polygon, Shape, Text
from pbem.present.merged_paths import outline
from pbem.present.palette import PAPER, Look, dark, look
from pbem.present.strokes import arrowhead, crossing

HALO = 0.22  # width of the white edge around words, as a share of the letters' height
FINEST = 0.2  # places are rounded to less than this, in thousandths of the picture's longer side
DIGIT = 0.636  # width of a digit, as a share of its height
KEPT = 256  # sets of small words that are kept: all maps of a game have the same
KEPT_RUNS = 4096
"""Shapes that follow each other and show one unit, which are kept as text: most are those of the map after the next step."""
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 cannot carry
Paint = dict[str, str]


class Element(NamedTuple):
    """A tag with what is its own; what it shares with its neighbours comes with the group.

    Values are numbers, colours and slugs; whatever else is put in has been through `words`.
    """

    tag: str
    own: Paint
    inside: str = ""

    def text(self, shared: Paint) -> str:
        attributes = "".join([f' {name}="{value}"' for name, value in (shared | self.own).items()])
        return f"<{self.tag}{attributes}>{self.inside}</{self.tag}>" if self.inside else f"<{self.tag}{attributes}/>"


def words(text: str) -> str:
    """Anybody's words, fit for text and for attributes."""
    return escape(sound(text))


def sound(text: str) -> str:
    """The words with a mark in the place of what no picture can carry."""
    return ILLEGAL.sub("\ufffd", text)


def _title(text: str) -> str:
    return f"<title>{words(text)}</title>" if text else ""


class Painter(NamedTuple):
    """What a picture's shapes are painted with. `unit` is the scene units that lines are measured in, `digits` those of places.

    Ids start with the scene's key, so that several pictures fit in one page. `linked` units lead to their rows.
    """

    key: str
    unit: float
    digits: int
    night: bool = False
    linked: bool = False

    def run(self, shapes: Sequence[Shape], face: int = -1) -> Iterator[str]:
        """An element for all neighbours that look alike; the shape number `face` is the one to point at, and alone."""
        for (kind, role, *_), run in groupby(enumerate(shapes), key=lambda each: _alike(each[1], each[0] == face)):
            yield from self._run(str(kind), str(role), [shape for _, shape in run])

    def _run(self, kind: str, role: str, run: Sequence[Shape]) -> Iterator[str]:
        shared = {"class": f"role-{slug(role)}"}
        if kind == "copies":
            yield from (self._copies(each, shared) for each in run if isinstance(each, Copies))
        elif kind == "lines":
            yield from (self._outline(each.ways, role, each.at) for each in run if isinstance(each, Lines))
        elif kind == "words":
            texts = [shape for shape in run if isinstance(shape, Text)]
            yield _group(self.lettering(texts[0]), [self._text(text) for text in texts])
        elif kind == "outline":
            ways = [
                [*s.points, s.points[0]] if isinstance(s, Polygon) else s.points for s in run if isinstance(s, Polygon | Line)
            ]
            yield self._outline(ways, role)
        elif kind == "line":
            lines = [shape for shape in run if isinstance(shape, Line)]
            yield _group(shared | {"fill": "none"} | self._stroke(self.look(role)), [self._line(line) for line in lines])
        else:
            drawn = _group(shared | self._area(role), [self._shape(shape) for shape in run])
            yield self._link(run[0], drawn) if kind == "anchor" else drawn

    def _outline(self, ways: Sequence[Sequence[Point]], role: str, at: Point = (0.0, 0.0)) -> str:
        """Lines as one path."""
        paint = {"class": f"role-{slug(role)}"} | self._stroke(self.look(role))
        moved = {"transform": f"translate({self._pairs([at])})"} if any(at) else {}
        return Element("path", {"d": outline(ways, self.digits), "fill": "none"} | moved).text(paint)

    def _copies(self, shape: Copies, shared: Paint) -> str:
        """The line once, and where it is drawn again."""
        id = f"{self.key}-{slug(shape.role)}-line"
        (x, y), *others = shape.places
        line = Element(
            "path", {"id": id, "d": outline([shape.points], self.digits), "transform": f"translate({self._pairs([(x, y)])})"}
        )
        uses = [Element("use", {"href": f"#{id}", "x": self.num(u - x), "y": self.num(v - y)}) for u, v in others]
        return _group(shared | {"fill": "none"} | self._stroke(self.look(shape.role)), [line, *uses])

    def _link(self, face: Shape, drawn: str) -> str:
        if not self.linked:
            return drawn
        return Element("a", {"class": "unit", "href": f"#{row_id(self.key, face.unit)}"}, drawn).text({})

    # ------------------------------------------------------------ shapes

    def _shape(self, shape: Shape) -> Element:
        if isinstance(shape, Line):
            return self._line(shape)
        if isinstance(shape, Circle):
            x, y = shape.centre
            return self._framed(shape, "circle", {"cx": self.num(x), "cy": self.num(y), "r": self.num(shape.radius)})
        assert isinstance(shape, Polygon)  # noqa: S101 (words have a way of their own)
        return self._framed(shape, "polygon", {"points": self._pairs(shape.points)})

    def _framed(self, shape: Polygon | Circle, tag: str, form: Paint) -> Element:
        """A closed shape; a lost one is struck out."""
        title = _title(shape.title)
        if not look(shape.role).crossed:
            return Element(tag, form, title)
        strokes = [Element("polyline", {"points": self._pairs(stroke), "fill": "none"}).text({}) for stroke in crossing(shape)]
        return Element("g", {}, title + Element(tag, form).text({}) + "".join(strokes))

    def _line(self, shape: Line) -> Element:
        title, form = _title(shape.title), {"points": self._pairs(shape.points)}
        if not shape.arrow or len(shape.points) < 2:
            return Element("polyline", form, title)
        paint = {"class": f"role-{slug(shape.role)}-head", "fill": self.look(shape.role).stroke, "stroke": "none"}
        head = Element("polygon", {"points": self._pairs(arrowhead(shape.points, self.unit))}).text(paint)
        return Element("g", {}, title + Element("polyline", form).text({}) + head)

    def _text(self, shape: Text) -> Element:
        return Element("text", {"x": self.num(shape.at[0]), "y": self.num(shape.at[1])}, words(shape.text))

    # ------------------------------------------------------------ paint

    def lettering(self, shape: Text) -> Paint:
        looks = self.look(shape.role)
        paint = {
            "class": f"word-{slug(shape.role)}",
            "font-size": self.num(shape.size),
            "text-anchor": shape.anchor,
            "fill": looks.text,
        }
        if looks.halo:
            edge = {
                "stroke": dark(PAPER) if self.night else PAPER,
                "stroke-width": self.thin(shape.size * HALO),
                "stroke-linejoin": "round",
            }
            paint |= edge | {"paint-order": "stroke"}
        return paint

    def _stroke(self, looks: Look) -> Paint:
        paint = {"stroke": looks.stroke}
        if looks.stroke != "none":
            paint |= {"stroke-width": self.thin(looks.width * self.unit), "stroke-linejoin": "round"}
        if looks.dot:
            paint["stroke-linecap"] = "round"
        if looks.dash:
            paint["stroke-dasharray"] = " ".join(self.thin(n * self.unit) for n in looks.dash)
        return paint

    def _area(self, role: str) -> Paint:
        looks = self.look(role)
        paint = {"fill": looks.fill} | self._stroke(looks)
        return paint | ({"fill-opacity": f"{looks.opacity:g}"} if looks.opacity < 1 else {})

    # ------------------------------------------------------------ numbers

    def num(self, value: float) -> str:
        """A place, no finer than anyone can see."""
        return _number(value, self.digits)

    def thin(self, value: float) -> str:
        """A width or a length that is small itself."""
        return _number(value, self.digits + 2)

    def _pairs(self, points: Sequence[Point]) -> str:
        return " ".join([f"{_number(x, self.digits)},{_number(y, self.digits)}" for x, y in points])

    def look(self, role: str) -> Look:
        """How a role is painted here."""
        return look(role, self.night)


@lru_cache(KEPT_RUNS)
def painted(painter: Painter, unit: str, shapes: tuple[Shape, ...], face: int) -> tuple[str, ...]:
    """Shapes that follow each other: those of a unit as one group, others as one element for all that look alike."""
    drawn = tuple(painter.run(shapes, face))
    return (Element("g", {"data-unit": words(unit)}, "".join(drawn)).text({}),) if unit else drawn


def _alike(shape: Shape, face: bool) -> tuple[str | float, ...]:
    """What shapes in one group have in common; the anchor of a unit is a group of its own, so that it can be pointed at."""
    if isinstance(shape, Copies):
        return "copies", shape.role
    if isinstance(shape, Lines):
        return "lines", shape.role
    if isinstance(shape, Text):
        return "words", shape.role, shape.size, shape.anchor
    if face:
        return "anchor", shape.role, shape.unit
    if isinstance(shape, Line):
        return ("line" if shape.title or shape.arrow else "outline"), shape.role, "open"
    looks = look(shape.role)
    empty = isinstance(shape, Polygon) and not (shape.title or looks.crossed or looks.fill != "none")
    return ("outline" if empty else "area"), shape.role, "closed"


def digits_of(unit: float) -> int:
    """Digits after the point of places, where lines are measured in this unit: no finer than anyone can see."""
    return max(0, math.ceil(-math.log10(unit * FINEST)))


def slug(text: str) -> str:
    """As a class or part of an id."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text)


def row_id(key: str, unit: str) -> str:
    """The id of a unit's row in the table below the picture."""
    return f"{slug(key)}-row-{slug(unit)}"


@lru_cache(KEPT)
def near_words(painter: Painter, texts: tuple[Text, ...]) -> str:
    """Hundreds of short words, such as the numbers of hexes, an element a line: each letter has its own place."""
    found = []
    for (role, size, y), run in groupby(sorted(texts, key=_baseline), key=_baseline):
        among = list(run)
        places = {"x": " ".join(map(_letters, among)), "y": painter.num(y)}
        paint = painter.lettering(Text((0, 0), "", role, size))
        found.append(Element("text", places, words("".join(t.text for t in among))).text(paint))
    return "".join(found)


def _baseline(text: Text) -> tuple[str, float, float]:
    return text.role, text.size, text.at[1]


@lru_cache(KEPT_RUNS)
def _letters(text: Text) -> str:
    """Where each letter stands."""
    wide, middle = text.size * DIGIT, (len(text.text) - 1) / 2
    return " ".join([f"{text.at[0] + (k - middle) * wide:.0f}" for k in range(len(text.text))])


def _group(shared: Paint, elements: list[Element]) -> str:
    """Elements that share their paint; one alone wears it itself."""
    if len(elements) == 1:
        return elements[0].text(shared)
    return Element("g", {}, "".join(element.text({}) for element in elements)).text(shared)


def _number(value: float, digits: int) -> str:
    """Rounded, without zeros that say nothing."""
    return f"{round(value, digits) + 0.0:.12g}"
