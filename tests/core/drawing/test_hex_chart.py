"""A hex map on paper."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.core.drawing.hex_chart import HEX, SIDE, clip, corners, edge_line, hex_near, point_of
from pbem.core.drawing.scene import Point
from pbem.core.geometry.hexes import at, distance, step


def rough(points: list[Point]) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in points]


def test_neighbours_are_one_hex_apart_and_share_a_side() -> None:
    """Centres lie `HEX` apart, and two of the six corners are the neighbour's too."""
    here = at(4, 4)
    for direction in range(6):
        there = step(here, direction)
        (x0, y0), (x1, y1) = point_of(here), point_of(there)
        assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 == pytest.approx(HEX * distance(here, there))
        assert len(set(rough(corners(here))) & set(rough(corners(there)))) == 2


@pytest.mark.parametrize(
    ("columns", "rows"), [(range(1, 7), range(1, 6)), (range(3, 6), range(2, 9)), (range(2, 3), range(4, 5))]
)
def test_the_edges_go_round_the_map(columns: range, rows: range) -> None:
    """N, E, S and W one after the other close a line of sides of hexes that encloses exactly the map's hexes."""
    line = [point for edge in "NESW" for point in edge_line(edge, columns, rows)]
    round_trip = [pair for pair in pairwise([*line, line[0]]) if rough([pair[0]]) != rough([pair[1]])]
    assert all(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 == pytest.approx(SIDE) for (x0, y0), (x1, y1) in round_trip)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in round_trip) / 2
    assert area == pytest.approx(len(columns) * len(rows) * SIDE * HEX * 1.5)


def test_a_point_beside_the_edge_is_the_nearest_hex_of_the_map() -> None:
    """Within a hex of the edge; farther out it is a hex off the map, and on the map its own."""
    inside = {at(1, 1), at(2, 1)}
    x, y = point_of(at(1, 1))
    for away, meant in ((0.0, at(1, 1)), (0.45, at(1, 1)), (0.9, at(1, 1)), (2.0, at(1, -1))):
        assert hex_near((x, y - away * HEX), inside.__contains__) == meant


def test_clip() -> None:
    """Lines are cut at the frame, or left out."""
    box = (0.0, 0.0, 10.0, 10.0)
    assert clip((5, 5), (25, 5), box) == ((5, 5), (10, 5))
    assert clip((-5, 5), (5, 5), box) == ((0, 5), (5, 5))
    assert clip((20, 20), (30, 30), box) is None
    assert clip((20, 0), (20, 9), box) is None
