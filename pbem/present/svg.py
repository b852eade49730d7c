"""A scene as an SVG picture: literal colours for mail and paper, classes for pages, titles and words for readers.

What is around shapes is here; how shapes are painted is in `painter`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from pbem.core.drawing.scene import Scene, Shape
from pbem.present.anchors import anchors, rings
from pbem.present.painter import Element, Paint, Painter, digits_of, near_words, painted, slug, words
from pbem.present.palette import NIGHT

FAMILY = "DejaVu Sans"
_unit = attrgetter("unit")
ENDLESS = 2  # how far the ground of a map goes on outside it, in longer sides of it


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
    manners = {"class": ""} | canvas.manners()
    return Painted(canvas.view_box(), scene.title, scene.description, list(canvas.parts()), manners)


def _map_canvas(scene: Scene, marked: Collection[str] = ()) -> _Canvas:
    alone = replace(scene, box=scene.inner or scene.box, around=())
    return _Canvas(alone, marked, pen_of(scene), linked=True, endless=True)


def layer(shapes: Sequence[Shape], scene: Scene) -> str:
    """Shapes to be laid over a map that is in a page, with lines as wide as on it: a group."""
    inside = _Canvas(replace(scene, shapes=list(shapes), around=()), (), pen_of(scene)).inside()
    return Element("g", {"class": "layer"}, "".join(inside)).text({})


def pen_of(scene: Scene) -> float:
    """The scene units that lines of the whole picture are measured in."""
    return max(scene.box[2], scene.box[3]) / 1000


class Painted(NamedTuple):
    """A picture taken apart: its `viewBox`, its title and words, and what is painted, in order: each part is one element.

    `manners` are attributes of the picture itself: the maps of a campaign and of its battles differ in them.
    """

    box: str
    title: str
    words: str
    parts: list[str]
    manners: Paint


class _Canvas:
    """One picture being drawn."""

    def __init__(
        self, scene: Scene, marked: Collection[str], pen: float = 0.0, linked: bool = False, endless: bool = False
    ) -> None:
        self.scene = scene
        self.endless = endless
        self.anchors = anchors(scene)
        unit = pen or max(scene.box[2], scene.box[3]) / 1000
        linked = linked and bool(self.anchors)
        self.painter = Painter(slug(scene.key), unit, digits_of(unit), scene.ground in NIGHT, linked)
        self.rings = rings([self.anchors[id] for id in sorted(marked) if id in self.anchors], unit)

    def draw(self) -> str:
        """The whole picture as text."""
        scene, key = self.scene, self.painter.key
        inside = [
            Element("title", {"id": f"{key}-title"}, words(scene.title)).text({}),
            Element("desc", {"id": f"{key}-desc"}, words(scene.description)).text({}),
            *self.parts(),
        ]
        return Element("svg", self._head(), "".join(inside)).text({})

    def parts(self) -> Iterator[str]:
        """What is painted, each part one element: ground, shapes, and what is shown from near alone."""
        scene = self.scene
        yield self._ground()
        if self.endless:
            yield from painted(self.painter, "", scene.beyond(), -1)
        yield from self.inside()
        if self.endless and scene.near:
            paint = {"class": "near-only", "aria-hidden": "true"}
            yield Element("g", paint, "".join([near_words(self.painter, each) for each in scene.near])).text({})

    def _ground(self) -> str:
        """What the picture lies on: paper, or the ground of a map that goes on as far as a page shows it."""
        role, (left, top, width, height) = "paper", self.scene.box
        if self.endless:
            role, more = self.scene.ground, ENDLESS * max(width, height)
            left, top, width, height = left - more, top - more, width + 2 * more, height + 2 * more
        form = {"x": left, "y": top, "width": width, "height": height}
        paint = {"class": f"role-{slug(role)}"} | {name: self.painter.num(n) for name, n in form.items()}
        return Element("rect", paint | {"fill": self.painter.look(role).fill}).text({})

    def inside(self) -> Iterator[str]:
        """The shapes, those around the map last."""
        for unit, run in groupby([*self._ringed(), *self.scene.around], key=_unit):
            shapes, face = tuple(run), self.anchors.get(unit)
            at = next((n for n, shape in enumerate(shapes) if shape is face), -1) if face else -1
            yield from painted(self.painter, unit, shapes, at)

    def view_box(self) -> str:
        """The part of the plane that is shown."""
        return " ".join(self.painter.num(n) for n in self.scene.box)

    def manners(self) -> Paint:
        """What a page's script reads of a map: how it is looked at from near and from afar, and if it is light on dark."""
        night = {"class": "night"} if self.painter.night else {}
        near = {"data-cell": self.painter.num(self.scene.cell), "data-pen": self.painter.thin(self.painter.unit)}
        return night | (near if self.endless else {})

    def _head(self) -> Paint:
        """A picture whose units are links is a group of them; any other is an image."""
        key, linked = self.painter.key, self.painter.linked
        named = {"aria-labelledby": f"{key}-title {key}-desc"}
        if linked:
            named = {"aria-labelledby": f"{key}-title", "aria-describedby": f"{key}-desc"}
        return {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": self.view_box(),
            "role": "group" if linked else "img",
            **named,
            **self.manners(),
            "font-family": f"{FAMILY}, sans-serif",
        }

    def _ringed(self) -> list[Shape]:
        """The scene's shapes; rings lie below the first unit, so that they cover no counter and no name."""
        if not self.rings:
            return self.scene.shapes
        known = {id(anchor) for anchor in self.anchors.values()}
        first = next(place for place, shape in enumerate(self.scene.shapes) if id(shape) in known)
        return [*self.scene.shapes[:first], *self.rings, *self.scene.shapes[first:]]
