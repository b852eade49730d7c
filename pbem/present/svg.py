"""A scene as an SVG picture: literal colours for mail and paper, classes for pages, titles and words for readers."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from pbem.core.scene import Circle, Line, Point, Polygon, Scene, Shape, Text
from pbem.present.palette import PAPER, Look, look

FAMILY = "DejaVu Sans"
ARROW = 12.0  # length of an arrowhead, in thousandths of the picture's longer side
STIPPLE = 9.0  # distance of the dots of a dotted fill, likewise
HALO = 0.22  # width of the white edge around words, as a share of the letters' height
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 cannot carry


def to_svg(scene: Scene) -> str:
    """The picture as SVG text. The same scene gives the same text."""
    return _Canvas(scene).draw()


def _clean(text: str) -> str:
    return ILLEGAL.sub("\ufffd", text)


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", text)


def _num(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _pairs(points: Sequence[Point]) -> str:
    return " ".join(f"{_num(x)},{_num(y)}" for x, y in points)


class _Canvas:
    """One picture being drawn. Ids start with the scene's key, so that several pictures fit in one page."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.key = _slug(scene.key)
        self.unit = max(scene.box[2], scene.box[3]) / 1000
        self.root = self._open()

    def _open(self) -> ET.Element:
        root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": " ".join(_num(n) for n in self.scene.box),
                "role": "img",
                "aria-labelledby": f"{self.key}-title {self.key}-desc",
                "font-family": f"{FAMILY}, sans-serif",
            },
        )
        ET.SubElement(root, "title", {"id": f"{self.key}-title"}).text = _clean(self.scene.title)
        ET.SubElement(root, "desc", {"id": f"{self.key}-desc"}).text = _clean(self.scene.description)
        return root

    def draw(self) -> str:
        """The whole picture as text."""
        for role in sorted({shape.role for shape in self.scene.shapes}):
            if look(role).stipple:
                self._pattern(role)
        left, top, width, height = (_num(n) for n in self.scene.box)
        ET.SubElement(
            self.root, "rect", {"class": "role-paper", "x": left, "y": top, "width": width, "height": height, "fill": PAPER}
        )
        for shape in self.scene.shapes:
            self._shape(shape)
        return ET.tostring(self.root, encoding="unicode")

    def _shape(self, shape: Shape) -> None:
        if isinstance(shape, Polygon):
            self._polygon(shape)
        elif isinstance(shape, Circle):
            self._circle(shape)
        elif isinstance(shape, Line):
            self._line(shape)
        else:
            self._text(shape)

    def _element(self, tag: str, role: str, title: str, **attributes: str) -> ET.Element:
        element = ET.SubElement(self.root, tag, {"class": f"role-{_slug(role)}", **attributes})
        if title:
            ET.SubElement(element, "title").text = _clean(title)
        return element

    def _stroke(self, looks: Look) -> dict[str, str]:
        paint = {"stroke": looks.stroke}
        if looks.stroke != "none":
            paint |= {"stroke-width": _num(looks.width * self.unit), "stroke-linejoin": "round"}
        if looks.dash:
            paint["stroke-dasharray"] = " ".join(_num(n * self.unit) for n in looks.dash)
        return paint

    def _area(self, role: str) -> dict[str, str]:
        looks = look(role)
        paint = {"fill": f"url(#{self._pattern_id(role)})" if looks.stipple else looks.fill} | self._stroke(looks)
        return paint | ({"fill-opacity": _num(looks.opacity)} if looks.opacity < 1 else {})

    def _polygon(self, shape: Polygon) -> None:
        half = len(shape.points) // 2
        cross = list(zip(shape.points[:2], shape.points[half : half + 2], strict=False))
        self._framed("polygon", shape.role, shape.title, cross, {"points": _pairs(shape.points)})

    def _circle(self, shape: Circle) -> None:
        (x, y), reach = shape.centre, shape.radius * math.sqrt(0.5)
        cross = [((x - reach, y - reach), (x + reach, y + reach)), ((x + reach, y - reach), (x - reach, y + reach))]
        self._framed("circle", shape.role, shape.title, cross, {"cx": _num(x), "cy": _num(y), "r": _num(shape.radius)})

    def _framed(self, tag: str, role: str, title: str, cross: list[tuple[Point, Point]], form: dict[str, str]) -> None:
        """A closed shape; a lost one is struck out along `cross`."""
        if not look(role).crossed:
            self._element(tag, role, title, **form, **self._area(role))
            return
        group = self._element("g", role, title, **self._area(role))
        ET.SubElement(group, tag, form)
        for stroke in cross:
            ET.SubElement(group, "polyline", {"points": _pairs(stroke), "fill": "none"})

    def _line(self, shape: Line) -> None:
        form, paint = {"points": _pairs(shape.points)}, {"fill": "none"} | self._stroke(look(shape.role))
        if not shape.arrow or len(shape.points) < 2:
            self._element("polyline", shape.role, shape.title, **form, **paint)
            return
        group = self._element("g", shape.role, shape.title, **paint)
        ET.SubElement(group, "polyline", form)
        head = {"class": f"role-{_slug(shape.role)}-head", "points": _pairs(self._arrowhead(shape.points))}
        ET.SubElement(group, "polygon", head | {"fill": paint["stroke"], "stroke": "none"})

    def _arrowhead(self, points: Sequence[Point]) -> list[Point]:
        """A triangle at the end of a line, never longer than half of its last leg."""
        (x0, y0), (x, y) = points[-2:]
        leg = math.hypot(x - x0, y - y0) or 1.0
        length = min(ARROW * self.unit, leg / 2)
        dx, dy = (x - x0) / leg * length, (y - y0) / leg * length
        return [(x, y), (x - dx - dy * 0.45, y - dy + dx * 0.45), (x - dx + dy * 0.45, y - dy - dx * 0.45)]

    def _text(self, shape: Text) -> None:
        looks = look(shape.role)
        paint = {
            "x": _num(shape.at[0]),
            "y": _num(shape.at[1]),
            "font-size": _num(shape.size),
            "text-anchor": shape.anchor,
            "fill": looks.text,
        }
        if looks.halo:
            paint |= {
                "stroke": PAPER,
                "stroke-width": _num(shape.size * HALO),
                "stroke-linejoin": "round",
                "paint-order": "stroke",
            }
        self._element("text", shape.role, "", **paint).text = _clean(shape.text)

    def _pattern_id(self, role: str) -> str:
        return f"{self.key}-{_slug(role)}-stipple"

    def _pattern(self, role: str) -> None:
        step, looks = STIPPLE * self.unit, look(role)
        size = {"width": _num(step), "height": _num(step)}
        pattern = ET.SubElement(
            self.root, "pattern", {"id": self._pattern_id(role), "patternUnits": "userSpaceOnUse", "x": "0", "y": "0"} | size
        )
        ET.SubElement(pattern, "rect", {"fill": looks.fill} | size)
        for share in (0.25, 0.75):
            spot = {"cx": _num(step * share), "cy": _num(step * share), "r": _num(step * 0.13)}
            ET.SubElement(pattern, "circle", {"fill": looks.stroke} | spot)
