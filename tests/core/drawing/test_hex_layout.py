"""The sheet of a hex map, in rounded points."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.core.drawing import hex_chart
from pbem.core.drawing.hex_layout import box, corners, lattice, outline, point_of, star, unit
from pbem.core.drawing.scene import Point
from pbem.core.geometry.hexes import at


@pytest.mark.parametrize(("columns", "rows"), [(range(1, 7), range(1, 6)), (range(4, 8), range(3, 5))])
def test_the_grid_draws_every_side_once(columns: range, rows: range) -> None:
    """Of a whole map or a part of one, the lines of the grid and the outline together are the sides of all hexes."""

    def sides(points: list[Point]) -> set[frozenset[Point]]:
        return {frozenset(pair) for pair in pairwise(points)}

    edge = outline(columns, rows)
    drawn = sides([*edge, edge[0]])
    grid = lattice(columns, rows)
    for x, y in grid.places:
        drawn |= sides([(x + dx, y + dy) for dx, dy in grid.points])
    wanted = set()
    for column in columns:
        for row in rows:
            six = corners(at(column, row))
            wanted |= sides([*six, six[0]])

    def rough(found: set[frozenset[Point]]) -> set[frozenset[tuple[int, int]]]:
        return {frozenset((round(x / 5 + 0.13), round(y / 5 + 0.13)) for x, y in side) for side in found} - {frozenset()}

    assert {side for side in rough(drawn) if len(side) == 2} == {side for side in rough(wanted) if len(side) == 2}


def test_points_are_rounded() -> None:
    """To a tenth of a unit of where they are exactly."""
    (x, y), (exact_x, exact_y) = point_of(at(7, 8)), hex_chart.point_of(at(7, 8))
    assert (x, y) == (round(x, 1), round(y, 1)) == (round(exact_x, 1), round(exact_y, 1)) != (exact_x, exact_y)


def test_the_box_holds_every_corner_and_no_more() -> None:
    """Left, top, right, bottom of the hexes shown."""
    columns, rows = range(3, 6), range(2, 7)
    points = [point for column in columns for row in rows for point in corners(at(column, row))]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert box(columns, rows) == (min(xs), min(ys), max(xs), max(ys))


def test_directions_lie_sixty_degrees_apart() -> None:
    """N is up; halves lie between two directions of the grid."""
    assert unit(0) == pytest.approx((0.0, -1.0)) and unit(1.5) == pytest.approx((1.0, 0.0))


def test_a_star_has_eight_rays_and_eight_notches() -> None:
    """The first ray points right."""
    points = star((10.0, 10.0), 4.0, 0.5)
    assert len(points) == 16 and points[0] == (14.0, 10.0)
    assert points[8] == (6.0, 10.0) and points[1] == (11.8, 10.8)
