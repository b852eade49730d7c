"""A scene as an SVG picture: literal colours for mail and paper, classes for pages, titles and words for readers.

Shapes that follow each other and look alike share one group, outlines without a title one path: a hex grid is one element, and
each of its edges is drawn once. The order of painting stays the scene's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import NamedTuple

from pbem.core.drawing.scene import Circle, Copies, Line, Point, Polygon, Scene, Shape, Text
from pbem.present.anchors import anchors, rings
from pbem.present.merged_paths import outline
from pbem.present.palette import NIGHT, PAPER, Look, dark, look

FAMILY = "DejaVu Sans"
ARROW = 12.0  # length of an arrowhead, in thousandths of the picture's longer side
HALO = 0.22  # width of the white edge around words, as a share of the letters' height
ENDLESS = 2  # how far the ground of a map goes on outside it, in longer sides of it
KEPT_POINTS = 8192
"""Outlines that are kept as text."""
FINEST = 0.2  # places are rounded to less than this, in thousandths of the picture's longer side
DIGIT = 0.636  # width of a digit, as a share of its height
KEPT = 32  # sets of small words that are kept: all maps of a game have the same
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 cannot carry


def to_svg(scene: Scene, marked: Collection[str] = (), pen: float = 0.0, on_paper: bool = False) -> str:
    """The picture as SVG text, `marked` units ringed. The same scene gives the same text.

    `pen` is the scene units that lines are measured in; 0 is a thousandth of the picture's longer side. `on_paper` makes
    pictures light that are dark elsewhere.
    """
    return _Canvas(replace(scene, ground="paper") if on_paper else scene, marked, pen).draw()


def to_page_svg(scene: Scene, marked: Collection[str] = ()) -> str:
    """The picture to put into a page: each unit is a link to its row in the table below the picture."""
    return _Canvas(scene, marked, linked=True).draw()


def to_map_svg(scene: Scene, marked: Collection[str] = ()) -> str:
    """The same of a map, without what is around it; its ground goes on outside its box, small things are there to be shown."""
    return _map_canvas(scene, marked).draw()


def painted_map(scene: Scene) -> Painted:
    """What `to_map_svg` is made of, to be compared with the map after another step."""
    canvas = _map_canvas(scene)
    return Painted(canvas.view_box(), scene.title, scene.description, list(canvas.parts()))


def _map_canvas(scene: Scene, marked: Collection[str] = ()) -> _Canvas:
    alone = replace(scene, box=scene.inner or scene.box, around=())
    return _Canvas(alone, marked, pen_of(scene), linked=True, endless=True)


def layer(shapes: Sequence[Shape], scene: Scene) -> str:
    """Shapes to be laid over a map that is in a page, with lines as wide as on it: a group."""
    inside = _Canvas(replace(scene, shapes=list(shapes), around=()), (), pen_of(scene)).inside()
    return _Element("g", {"class": "layer"}, "".join(inside)).text({})


def pen_of(scene: Scene) -> float:
    """The scene units that lines of the whole picture are measured in."""
    return max(scene.box[2], scene.box[3]) / 1000


def slug(text: str) -> str:
    """As a class or part of an id."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text)


def row_id(scene: Scene, unit: str) -> str:
    """The id of a unit's row in the table below the picture."""
    return f"{slug(scene.key)}-row-{slug(unit)}"


class Painted(NamedTuple):
    """A picture taken apart: its `viewBox`, its title and words, and what is painted, in order: each part is one element."""

    box: str
    title: str
    words: str
    parts: list[str]


Paint = dict[str, str]


class _Element(NamedTuple):
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
    return escape(ILLEGAL.sub("\ufffd", text))


def _title(text: str) -> str:
    return f"<title>{words(text)}</title>" if text else ""


class _Canvas:
    """One picture being drawn. Ids start with the scene's key, so that several pictures fit in one page."""

    def __init__(
        self, scene: Scene, marked: Collection[str], pen: float = 0.0, linked: bool = False, endless: bool = False
    ) -> None:
        self.scene = scene
        self.endless = endless
        self.night = scene.ground in NIGHT
        self.key = slug(scene.key)
        self.unit = pen or max(scene.box[2], scene.box[3]) / 1000
        self.anchors = anchors(scene)
        self.rings = rings([self.anchors[id] for id in sorted(marked) if id in self.anchors], self.unit)
        self.linked = linked and bool(self.anchors)
        self.digits = max(0, math.ceil(-math.log10(self.unit * FINEST)))

    def draw(self) -> str:
        """The whole picture as text."""
        scene = self.scene
        inside = [
            _Element("title", {"id": f"{self.key}-title"}, words(scene.title)).text({}),
            _Element("desc", {"id": f"{self.key}-desc"}, words(scene.description)).text({}),
            *self.parts(),
        ]
        return _Element("svg", self._head(), "".join(inside)).text({})

    def parts(self) -> Iterator[str]:
        """What is painted, each part one element: ground, shapes, and what is shown from near alone."""
        scene = self.scene
        yield self._ground()
        if self.endless:
            yield from self._runs(scene.beyond)
        yield from self.inside()
        if self.endless and scene.near:
            paint = {"class": "near-only", "aria-hidden": "true"}
            yield _Element("g", paint, near_words(tuple(scene.near), self.night, self.unit, self.digits)).text({})

    def _ground(self) -> str:
        """What the picture lies on: paper, or the ground of a map that goes on as far as a page shows it."""
        role, (left, top, width, height) = "paper", self.scene.box
        if self.endless:
            role, more = self.scene.ground, ENDLESS * max(width, height)
            left, top, width, height = left - more, top - more, width + 2 * more, height + 2 * more
        form = {"x": left, "y": top, "width": width, "height": height}
        paint = {"class": f"role-{slug(role)}"} | {name: self._num(n) for name, n in form.items()}
        return _Element("rect", paint | {"fill": self._look(role).fill}).text({})

    def inside(self) -> Iterator[str]:
        """The shapes, those around the map last."""
        for unit, run in groupby([*self._ringed(), *self.scene.around], key=lambda shape: shape.unit):
            drawn = self._runs(run)
            if unit:
                yield _Element("g", {"data-unit": words(unit)}, "".join(drawn)).text({})
            else:
                yield from drawn

    def view_box(self) -> str:
        """The part of the plane that is shown."""
        return " ".join(self._num(n) for n in self.scene.box)

    def _look(self, role: str) -> Look:
        return look(role, self.night)

    def _head(self) -> Paint:
        """A picture whose units are links is a group of them; any other is an image."""
        named = {"aria-labelledby": f"{self.key}-title {self.key}-desc"}
        if self.linked:
            named = {"aria-labelledby": f"{self.key}-title", "aria-describedby": f"{self.key}-desc"}
        return {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": self.view_box(),
            "role": "group" if self.linked else "img",
            **named,
            **({"class": "night"} if self.night else {}),
            **({"data-cell": self._num(self.scene.cell), "data-pen": self._thin(self.unit)} if self.endless else {}),
            "font-family": f"{FAMILY}, sans-serif",
        }

    # ------------------------------------------------------------ runs of shapes

    def _ringed(self) -> list[Shape]:
        """The scene's shapes; rings lie below the first unit, so that they cover no counter and no name."""
        if not self.rings:
            return self.scene.shapes
        known = {id(anchor) for anchor in self.anchors.values()}
        first = next(place for place, shape in enumerate(self.scene.shapes) if id(shape) in known)
        return [*self.scene.shapes[:first], *self.rings, *self.scene.shapes[first:]]

    def _runs(self, shapes: Iterable[Shape]) -> Iterator[str]:
        for (kind, role, *_), run in groupby(shapes, key=self._alike):
            yield from self._run(str(kind), str(role), list(run))

    def _alike(self, shape: Shape) -> tuple[str | float, ...]:
        """What shapes in one group have in common; the anchor of a unit is a group of its own, so that it can be pointed at."""
        if isinstance(shape, Copies):
            return "copies", shape.role
        if isinstance(shape, Text):
            return "words", shape.role, shape.size, shape.anchor
        if shape.unit and shape is self.anchors.get(shape.unit):
            return "anchor", shape.role, shape.unit
        if isinstance(shape, Line):
            return ("line" if shape.title or shape.arrow else "outline"), shape.role, "open"
        looks = look(shape.role)
        empty = isinstance(shape, Polygon) and not (shape.title or looks.crossed or looks.fill != "none")
        return ("outline" if empty else "area"), shape.role, "closed"

    def _run(self, kind: str, role: str, run: Sequence[Shape]) -> Iterator[str]:
        shared = {"class": f"role-{slug(role)}"}
        if kind == "copies":
            yield from (self._copies(each, shared) for each in run if isinstance(each, Copies))
        elif kind == "words":
            texts = [shape for shape in run if isinstance(shape, Text)]
            yield _group(self._lettering(texts[0]), [self._text(text) for text in texts])
        elif kind == "outline":
            ways = [
                [*s.points, s.points[0]] if isinstance(s, Polygon) else s.points for s in run if isinstance(s, Polygon | Line)
            ]
            yield _Element("path", {"d": outline(ways, self.digits), "fill": "none"}).text(
                shared | self._stroke(self._look(role))
            )
        elif kind == "line":
            lines = [shape for shape in run if isinstance(shape, Line)]
            yield _group(shared | {"fill": "none"} | self._stroke(self._look(role)), [self._line(line) for line in lines])
        else:
            drawn = _group(shared | self._area(role), [self._shape(shape) for shape in run])
            yield self._link(run[0], drawn) if kind == "anchor" else drawn

    def _copies(self, shape: Copies, shared: Paint) -> str:
        """The line once, and where it is drawn again."""
        id = f"{self.key}-{slug(shape.role)}-line"
        (x, y), *others = shape.places
        line = _Element(
            "path", {"id": id, "d": outline([shape.points], self.digits), "transform": f"translate({self._pairs([(x, y)])})"}
        )
        uses = [_Element("use", {"href": f"#{id}", "x": self._num(u - x), "y": self._num(v - y)}) for u, v in others]
        return _group(shared | {"fill": "none"} | self._stroke(self._look(shape.role)), [line, *uses])

    def _link(self, face: Shape, drawn: str) -> str:
        if not self.linked:
            return drawn
        return _Element("a", {"class": "unit", "href": f"#{row_id(self.scene, face.unit)}"}, drawn).text({})

    # ------------------------------------------------------------ shapes

    def _shape(self, shape: Shape) -> _Element:
        if isinstance(shape, Line):
            return self._line(shape)
        if isinstance(shape, Circle):
            (x, y), reach = shape.centre, shape.radius * math.sqrt(0.5)
            cross = [((x - reach, y - reach), (x + reach, y + reach)), ((x + reach, y - reach), (x - reach, y + reach))]
            return self._framed(shape, "circle", cross, {"cx": self._num(x), "cy": self._num(y), "r": self._num(shape.radius)})
        assert isinstance(shape, Polygon)  # noqa: S101 (words have a way of their own)
        half = len(shape.points) // 2
        cross = list(zip(shape.points[:2], shape.points[half : half + 2], strict=False))
        return self._framed(shape, "polygon", cross, {"points": self._pairs(shape.points)})

    def _framed(self, shape: Polygon | Circle, tag: str, cross: list[tuple[Point, Point]], form: Paint) -> _Element:
        """A closed shape; a lost one is struck out along `cross`."""
        title = _title(shape.title)
        if not look(shape.role).crossed:
            return _Element(tag, form, title)
        strokes = [_Element("polyline", {"points": self._pairs(stroke), "fill": "none"}).text({}) for stroke in cross]
        return _Element("g", {}, title + _Element(tag, form).text({}) + "".join(strokes))

    def _line(self, shape: Line) -> _Element:
        title, form = _title(shape.title), {"points": self._pairs(shape.points)}
        if not shape.arrow or len(shape.points) < 2:
            return _Element("polyline", form, title)
        paint = {"class": f"role-{slug(shape.role)}-head", "fill": self._look(shape.role).stroke, "stroke": "none"}
        head = _Element("polygon", {"points": self._pairs(self._arrowhead(shape.points))}).text(paint)
        return _Element("g", {}, title + _Element("polyline", form).text({}) + head)

    def _arrowhead(self, points: Sequence[Point]) -> list[Point]:
        """A triangle at the end of a line, never longer than half of its last leg."""
        (x0, y0), (x, y) = points[-2:]
        leg = math.hypot(x - x0, y - y0) or 1.0
        length = min(ARROW * self.unit, leg / 2)
        dx, dy = (x - x0) / leg * length, (y - y0) / leg * length
        return [(x, y), (x - dx - dy * 0.45, y - dy + dx * 0.45), (x - dx + dy * 0.45, y - dy - dx * 0.45)]

    def _text(self, shape: Text) -> _Element:
        return _Element("text", {"x": self._num(shape.at[0]), "y": self._num(shape.at[1])}, words(shape.text))

    # ------------------------------------------------------------ paint

    def _lettering(self, shape: Text) -> Paint:
        looks = self._look(shape.role)
        paint = {
            "class": f"word-{slug(shape.role)}",
            "font-size": self._num(shape.size),
            "text-anchor": shape.anchor,
            "fill": looks.text,
        }
        if looks.halo:
            edge = {
                "stroke": dark(PAPER) if self.night else PAPER,
                "stroke-width": self._thin(shape.size * HALO),
                "stroke-linejoin": "round",
            }
            paint |= edge | {"paint-order": "stroke"}
        return paint

    def _stroke(self, looks: Look) -> Paint:
        paint = {"stroke": looks.stroke}
        if looks.stroke != "none":
            paint |= {"stroke-width": self._thin(looks.width * self.unit), "stroke-linejoin": "round"}
        if looks.dot:
            paint["stroke-linecap"] = "round"
        if looks.dash:
            paint["stroke-dasharray"] = " ".join(self._thin(n * self.unit) for n in looks.dash)
        return paint

    def _area(self, role: str) -> Paint:
        looks = self._look(role)
        paint = {"fill": looks.fill} | self._stroke(looks)
        return paint | ({"fill-opacity": f"{looks.opacity:g}"} if looks.opacity < 1 else {})

    # ------------------------------------------------------------ numbers

    def _num(self, value: float) -> str:
        """A place, no finer than anyone can see."""
        return _number(value, self.digits)

    def _thin(self, value: float) -> str:
        """A width or a length that is small itself."""
        return _number(value, self.digits + 2)

    def _pairs(self, points: Sequence[Point]) -> str:
        return _pairs(tuple(points), self.digits)


@lru_cache(KEPT)
def near_words(texts: tuple[Shape, ...], night: bool, pen: float, digits: int) -> str:
    """Hundreds of short words, such as the numbers of hexes, an element a line: each letter has its own place."""
    scene = Scene("", "", "", (0, 0, 1000 * pen, 0), ground="space" if night else "paper")
    canvas = _Canvas(scene, (), pen)
    found = []
    words_of = sorted((t for t in texts if isinstance(t, Text)), key=lambda text: (text.role, text.size, text.at[1]))
    for (role, size, y), run in groupby(words_of, key=lambda text: (text.role, text.size, text.at[1])):
        among = list(run)
        wide = size * DIGIT
        letters = [t.at[0] + (k - (len(t.text) - 1) / 2) * wide for t in among for k in range(len(t.text))]
        places = {"x": " ".join(f"{x:.0f}" for x in letters), "y": canvas._num(y)}
        paint = canvas._lettering(Text((0, 0), "", role, size))
        found.append(_Element("text", places, words("".join(t.text for t in among))).text(paint))
    return "".join(found)


def _group(shared: Paint, elements: list[_Element]) -> str:
    """Elements that share their paint; one alone wears it itself."""
    if len(elements) == 1:
        return elements[0].text(shared)
    return _Element("g", {}, "".join(element.text({}) for element in elements)).text(shared)


def _number(value: float, digits: int) -> str:
    """Rounded, without zeros that say nothing."""
    return f"{round(value, digits) + 0.0:.12g}"


@lru_cache(KEPT_POINTS)
def _pairs(points: tuple[Point, ...], digits: int) -> str:
    """Most outlines of a map are those of the map after the next step, too."""
    return " ".join([f"{_number(x, digits)},{_number(y, digits)}" for x, y in points])
