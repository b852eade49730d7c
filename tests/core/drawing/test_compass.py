"""The rose of directions beside the hex maps."""

from __future__ import annotations

from pbem.core.drawing.compass import compass
from pbem.core.drawing.scene import Line, Text
from pbem.core.geometry.hexes import DIRECTIONS


def test_six_directions_clockwise_from_the_top() -> None:
    """N is at the top and has the arrow; the names are outside their rays."""
    shapes = list(compass((100.0, 50.0), 10.0))
    assert [shape.text for shape in shapes if isinstance(shape, Text)] == list(DIRECTIONS)
    rays = [shape for shape in shapes if isinstance(shape, Line)]
    assert rays[0].points == ((100.0, 47.5), (100.0, 40.0))
    assert [ray.arrow for ray in rays] == [True, False, False, False, False, False]
    assert rays[1].points[1][0] > 100.0 and rays[5].points[1][0] < 100.0
