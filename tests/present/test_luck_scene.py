"""The course of luck as a picture: what is in it, where, and in words."""

from __future__ import annotations

from xml.etree import ElementTree

from pbem.core.drawing.scene import Circle, Line, Polygon, Text
from pbem.present.luck_scene import HEIGHT, WIDTH, Course, luck_scene
from pbem.present.svg import to_svg

POINTS = [Course(2, -0.5, 1.0), Course(3, 0.5, 1.5), Course(9, 1.5, 2.0)]


def test_the_picture_has_the_line_the_band_and_numbers() -> None:
    """A point for each turn that mattered, from left to right and up for better; all inside the box, and valid SVG."""
    scene = luck_scene("luck-blue", "The luck of blue", "Hits more than expected", POINTS)
    points = [shape.centre for shape in scene.shapes if isinstance(shape, Circle)]
    assert [x for x, _ in points] == sorted(x for x, _ in points) and points[0][1] > points[1][1] > points[2][1]
    (band,) = (shape for shape in scene.shapes if isinstance(shape, Polygon))
    (line,) = (shape for shape in scene.shapes if isinstance(shape, Line) and shape.role == "track-1")
    for x, y in [*points, *band.points, *line.points]:
        assert 0 <= x <= WIDTH and 0 <= y <= HEIGHT
    words = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    assert {"0", "+1", "-1", "turn", "2", "8"} <= set(words)
    svg = ElementTree.fromstring(to_svg(scene))
    assert svg.findtext("{*}title") == "The luck of blue"
    assert "turn 9: +1.5 (95 of 100: 2.0)" in (svg.findtext("{*}desc") or "")


def test_nothing_happens_between_turns_without_dice() -> None:
    """The line is level from turn 3 to turn 8, and moves in turn 9."""
    scene = luck_scene("k", "t", "u", POINTS)
    (line,) = (shape for shape in scene.shapes if isinstance(shape, Line) and shape.role == "track-1")
    assert line.points[-3][1] == line.points[-2][1] != line.points[-1][1]


def test_one_roll_in_the_set_up_and_great_numbers_fit() -> None:
    """A single point in turn 0, and sums of thousands: still a picture of some lines."""
    for points in ([Course(0, -30.0, 40.0)], [Course(1, 9000.0, 20.0), Course(400, -12000.0, 20.0)]):
        scene = luck_scene("k", "t", "u", points)
        assert 3 <= sum(isinstance(shape, Text) for shape in scene.shapes) < 40
        assert to_svg(scene).startswith("<svg")
