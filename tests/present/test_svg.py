"""Scenes as SVG: valid, titled, escaped, with looks for every role, and the same text every time."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.present.palette import DEFAULT, LOOKS
from pbem.present.svg import to_page_svg, to_svg
from tests.present.colours import contrast

NS = "{http://www.w3.org/2000/svg}"
SQUARE = [(10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0)]
ROLES = [
    *("sea", "space", "grid", "grid-label", "edge-floating", "edge-sticky", "edge-solid", "planet", "asteroid", "mine"),
    *("mine-ring", "trail", "sweep", "fire", "explosion", "side-1", "side-2", "side-3", "side-4", "side-5", "side-6"),
    *("unit-label", "label", "title", "box", "box-full", "box-lost", "panel", "note"),
]


def scene(*shapes: Shape, title: str = "Map", key: str = "map") -> Scene:
    return Scene(key, title, "Two ships face each other.", (0, -5, 200, 100), list(shapes))


def drawn(*shapes: Shape, **more: str) -> ET.Element:
    return ET.fromstring(to_svg(scene(*shapes, **more)))


def test_every_role_has_looks() -> None:
    """No role that scenes use falls back to the neutral looks."""
    assert [role for role in ROLES if role not in LOOKS] == []


def test_an_unknown_role_can_be_seen() -> None:
    """A role without looks is painted in a neutral colour that differs from the paper."""
    polygon = drawn(Polygon(SQUARE, "kraken")).find(f"{NS}polygon")
    assert polygon is not None
    assert (polygon.get("class"), polygon.get("fill"), polygon.get("stroke")) == ("role-kraken", DEFAULT.fill, DEFAULT.stroke)
    assert contrast(DEFAULT.stroke, LOOKS["paper"].fill) > 4.5


def test_the_sides_wear_the_colours_that_colour_blind_eyes_tell_apart() -> None:
    """Six sides, six Okabe-Ito colours, no yellow."""
    sides = [LOOKS[f"side-{n}"].fill for n in range(1, 7)]
    assert sides == ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]


def test_title_and_description_name_the_picture() -> None:
    """The picture has a role, a title and a description, and refers to both."""
    root = drawn()
    named = {element.get("id"): element.text for element in root if element.tag in {f"{NS}title", f"{NS}desc"}}
    assert root.get("role") == "img"
    assert [named[key] for key in str(root.get("aria-labelledby")).split()] == ["Map", "Two ships face each other."]
    assert root.get("viewBox") == "0 -5 200 100"


def test_hostile_words_stay_words() -> None:
    """Markup and characters that XML cannot carry come out as text, in titles, words and roles alike."""
    hostile = "<script>alert('&')</script>\x00\x1b"
    shapes = (Text((1, 2), hostile, "label", 5), Polygon(SQUARE, 'x"><script>', hostile))
    root = drawn(*shapes, title=hostile, key='k"><b>')
    assert root.find(f".//{NS}script") is None
    words = root.find(f"{NS}text")
    assert words is not None
    assert words.text == "<script>alert('&')</script>\ufffd\ufffd"


def test_the_same_scene_gives_the_same_text() -> None:
    """Two equal scenes, built apart, give equal bytes."""
    one, other = (scene(Polygon(SQUARE, "asteroid", "rocks"), Circle((1, 2), 3, "mine")) for _ in range(2))
    assert to_svg(one) == to_svg(other)


def test_shapes_can_be_pointed_at() -> None:
    """Each shape with a title has it as its first child, also where it is drawn in parts."""
    shapes: list[Shape] = [
        Polygon(SQUARE, "side-1", "one"),
        Polygon(SQUARE, "box-lost", "two"),
        Circle((1, 2), 3, "mine", "three"),
        Line([(0, 0), (9, 9)], "fire", "four", arrow=True),
    ]
    parts = [element[0].text for element in drawn(*shapes) if len(element) and element[0].tag == f"{NS}title"]
    assert parts == ["one", "two", "three", "four"]


def test_a_lost_box_is_struck_out_from_corner_to_corner() -> None:
    """A lost box carries two strokes, a standing one none."""
    lost = drawn(Polygon(SQUARE, "box-lost"))
    strokes = [line.get("points") for line in lost.iter(f"{NS}polyline")]
    assert strokes == ["10,10 30,30", "30,10 10,30"]
    assert list(drawn(Polygon(SQUARE, "box")).iter(f"{NS}polyline")) == []


def test_an_arrow_ends_where_its_line_ends() -> None:
    """The head's tip is the line's end; a line of no length still has one."""
    head = drawn(Line([(0, 0), (50, 0)], "fire", arrow=True)).find(f".//{NS}polygon")
    assert head is not None
    assert str(head.get("points")).startswith("50,0 ")
    assert head.get("fill") == LOOKS["fire"].stroke
    assert drawn(Line([(5, 5), (5, 5)], "fire", arrow=True)).find(f".//{NS}polygon") is not None


def test_words_on_counters_have_a_white_edge() -> None:
    """A unit's label is painted over a white edge, plain labels are not."""
    unit, plain = drawn(Text((1, 2), "CHI", "unit-label", 5), Text((1, 2), "note", "label", 5)).iter(f"{NS}text")
    assert (unit.get("paint-order"), unit.get("text-anchor")) == ("stroke", "middle")
    assert plain.get("paint-order") is None


def test_lines_grow_with_the_picture() -> None:
    """Stroke widths are a share of the longer side, so that a picture in hexes and one in pixels look alike."""
    widths = []
    for side in (10.0, 100.0, 1000.0):
        root = ET.fromstring(to_svg(Scene("k", "t", "d", (0, 0, side, side), [Line([(0, 0), (1, 1)], "edge-sticky")])))
        widths.append(float(next(root.iter(f"{NS}path")).get("stroke-width", "0")))
    assert all(small * 10 == pytest.approx(large) for small, large in pairwise(widths))


def test_shapes_that_look_alike_share_a_group() -> None:
    """Paint is named once for a run of like shapes, and the order of painting stays: a group ends where another role begins."""
    root = drawn(Circle((1, 1), 1, "mine"), Circle((5, 5), 1, "mine"), Circle((9, 9), 1, "planet"), Circle((9, 9), 1, "mine"))
    parts = [(element.tag.removeprefix(NS), element.get("class"), len(element)) for element in root[3:]]
    assert parts == [("g", "role-mine", 2), ("circle", "role-planet", 0), ("circle", "role-mine", 0)]
    assert {circle.get("fill") for circle in root[3]} == {None}


def test_a_grid_is_one_path_that_draws_each_edge_once() -> None:
    """Two neighbouring outlines without titles share their edge; words between them would part them."""
    neighbour = [(x + 20, y) for x, y in SQUARE]
    root = drawn(Polygon(SQUARE, "grid"), Polygon(neighbour, "grid"))
    paths = list(root.iter(f"{NS}path"))
    assert len(paths) == 1
    assert len(str(paths[0].get("d")).replace("M", " ").replace("l", " ").split()) == 7 + str(paths[0].get("d")).count("M")
    assert list(root.iter(f"{NS}polygon")) == []


SHIP: list[Shape] = [
    Line([(0, 0), (20, 20)], "trail", "way of SR1", unit="SR1"),
    Polygon(SQUARE, "side-1", "SR1 Stingray, hex 0304", unit="SR1"),
    Text((20, 40), "SR1", "unit-label", 8, unit="SR1"),
]


def test_what_belongs_to_a_unit_says_so() -> None:
    """Counter, label and track of a unit bear its id; the mail's picture has no links."""
    root = drawn(*SHIP, Circle((60, 60), 4, "mine", "mine M1"))
    (group,) = root.findall(f"{NS}g[@data-unit='SR1']")
    assert [element.tag.removeprefix(NS) for element in group] == ["polyline", "polygon", "text"]
    assert list(root.iter(f"{NS}a")) == []
    assert root.get("role") == "img"


def test_on_a_page_each_unit_is_one_link_to_its_row() -> None:
    """The counter is the link, not its track; it keeps its title as its name. An image with links in it is a group."""
    root = ET.fromstring(to_page_svg(scene(*SHIP)))
    (link,) = root.iter(f"{NS}a")
    assert (link.get("href"), link.get("class")) == ("#map-row-SR1", "unit")
    assert [title.text for title in link.iter(f"{NS}title")] == ["SR1 Stingray, hex 0304"]
    assert root.get("role") == "group"
    assert ET.fromstring(to_page_svg(scene(Polygon(SQUARE, "box")))).get("role") == "img"


def test_marked_units_are_ringed() -> None:
    """A ring around the counter, below counter and name but above what came before; a unit that is not there is no error."""
    root = ET.fromstring(to_svg(scene(*SHIP), marked={"SR1", "TF9"}))
    parts = list(root.iter())
    edge, ring = (next(part for part in parts if part.get("class") == role) for role in ("role-marked-edge", "role-marked"))
    places = [parts.index(part) for part in (edge, ring, *root.iter(f"{NS}polygon"), *root.iter(f"{NS}text"))]
    assert places == sorted(places)
    assert (ring.get("cx"), ring.get("cy")) == ("20", "20")
    assert float(str(ring.get("r"))) > 10
    assert to_svg(scene(*SHIP)) == to_svg(scene(*SHIP), marked={"TF9"})


def test_places_are_rounded_to_what_can_be_seen() -> None:
    """A picture 2 units wide needs four digits, one 20000 wide none."""
    for side, said in ((2.0, "0.3333"), (200.0, "0.33"), (2000.0, "0.3"), (20000.0, "0")):
        root = ET.fromstring(to_svg(Scene("k", "t", "d", (0, 0, side, side), [Circle((1 / 3, 1 / 3), 1, "mine")])))
        circle = root.find(f"{NS}circle")
        assert circle is not None and circle.get("cx") == said
