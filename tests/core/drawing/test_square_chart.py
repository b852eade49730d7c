"""A board of squares on paper."""

from __future__ import annotations

import math

from pbem.core.drawing.scene import Circle, Line, Polygon, Text
from pbem.core.drawing.square_chart import EDGE, SQUARE, board, box, corners, counter, mark, point_of, track
from pbem.core.geometry.squares import neighbours, parse_name


def test_neighbours_are_one_square_apart_and_share_a_side() -> None:
    """Middles lie `SQUARE` apart, rows go down, and two of the four corners are the neighbour's too."""
    here = parse_name("C7")
    for there in neighbours(here, corners=False):
        assert math.dist(point_of(here), point_of(there)) == SQUARE
        assert len(set(corners(here)) & set(corners(there))) == 2
    assert point_of(parse_name("C8"))[1] > point_of(here)[1] and point_of(parse_name("D7"))[0] > point_of(here)[0]


def test_a_middle_is_in_the_middle_of_its_corners() -> None:
    """Clockwise from the upper left, where A1 begins at the scene's origin."""
    assert corners(parse_name("A1")) == [(0, 0), (SQUARE, 0), (SQUARE, SQUARE), (0, SQUARE)]
    assert track([parse_name("A1"), parse_name("B2")]) == [(SQUARE / 2, SQUARE / 2), (SQUARE * 1.5, SQUARE * 1.5)]


def test_a_board_has_its_grid_and_names_within_its_box() -> None:
    """The ground in the role that was asked for, all lines from edge to edge, each name at two edges."""
    ground, *rest = board(4, 3, "land")
    assert ground == Polygon([(0, 0), (4 * SQUARE, 0), (4 * SQUARE, 3 * SQUARE), (0, 3 * SQUARE)], "land")
    assert len([line for line in rest if isinstance(line, Line)]) == 5 + 4
    words = [text for text in rest if isinstance(text, Text)]
    assert sorted(text.text for text in words) == sorted(2 * [*"ABCD", *"123"])
    left, top, width, height = box(4, 3)
    assert (left, top, width, height) == (-EDGE, -EDGE, 4 * SQUARE + 2 * EDGE, 3 * SQUARE + 2 * EDGE)
    assert all(left < x < left + width and top < y < top + height for x, y in (text.at for text in words))
    assert not any(0 < x < 4 * SQUARE and 0 < y < 3 * SQUARE for x, y in (text.at for text in words))


def test_counters_and_marks_are_within_their_square() -> None:
    """A counter is of its unit, with its id upon it; a mark is larger, so that both can be seen in one square."""
    circle, words = counter(parse_name("B2"), "side-1", "B1", "B1 Narwhal in B2")
    around = mark(parse_name("B2"), "contact-old", "contact in B2")
    assert isinstance(circle, Circle) and isinstance(words, Text)
    assert circle.centre == around.centre == point_of(parse_name("B2")) and circle.radius < around.radius < SQUARE / 2
    assert (circle.unit, words.unit, words.text, around.unit) == ("B1", "B1", "B1", "")
