"""Arrowheads, what strikes a shape out, and dashes."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from pbem.core.drawing.scene import Circle, Point, Polygon
from pbem.present.strokes import arrowhead, crossing, dashes


def length(way: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(way))


def test_dashes_go_around_corners() -> None:
    """Six drawn, four left out: the pattern goes on after a corner, and what is left over at the end is drawn."""
    parts = list(dashes([(0, 0), (8, 0), (8, 15)], [6, 4]))
    assert parts == [[(0, 0), (6, 0)], [(8, 2), (8, 8)], [(8, 12), (8, 15)]]
    assert list(dashes([(0, 0), (4, 0), (4, 4)], [6, 4])) == [[(0, 0), (4, 0), (4, 2)]]


def test_a_pattern_may_have_many_lengths() -> None:
    """All lengths in turn, and again from the first."""
    assert [length(part) for part in dashes([(0, 0), (42, 0)], [12, 3, 3, 3])] == [12, 3, 12, 3]


@pytest.mark.parametrize("leg", [100.0, 10.0])
def test_an_arrowhead_is_never_longer_than_half_of_its_leg(leg: float) -> None:
    """It ends where the line ends."""
    tip, left, right = arrowhead([(0, 0), (leg, 0)], 1)
    assert tip == (leg, 0)
    assert leg - left[0] == leg - right[0] == min(12, leg / 2)
    assert left[1] == -right[1] != 0


def test_a_shape_is_struck_out_from_corner_to_corner() -> None:
    """A circle within its line."""
    square = Polygon([(0, 0), (2, 0), (2, 2), (0, 2)], "box-lost")
    assert crossing(square) == [((0, 0), (2, 2)), ((2, 0), (0, 2))]
    ends = [point for stroke in crossing(Circle((0, 0), 5, "box-lost")) for point in stroke]
    assert {round(math.hypot(*point), 9) for point in ends} == {5}
