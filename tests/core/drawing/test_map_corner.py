"""Directions and scale in a corner of a map."""

from __future__ import annotations

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.map_corner import free_corner, hex_signs
from pbem.core.drawing.scene import Line, Polygon, Text

BOX = (0.0, 0.0, 800.0, 600.0)


def test_the_corner_is_the_one_with_most_room() -> None:
    """The lower right one, unless something is there; where something is in each, the one that is farthest from it."""
    assert free_corner(BOX, (50, 40), [(400.0, 300.0)]) == (750, 560)
    assert free_corner(BOX, (50, 40), [(740.0, 570.0)]) == (50, 40)
    crowd = [(750.0, 560.0), (50.0, 40.0), (50.0, 560.0), (790.0, 50.0)]
    assert free_corner(BOX, (50, 40), crowd) == (750, 40)


def test_signs_of_a_hex_map_stay_in_their_corner() -> None:
    """The six directions above a bar as long as it says, all within the part of the map that is kept free for them."""
    corner, signs = hex_signs(BOX, 4, 120.0, 12.0, [(700.0, 100.0)])
    left, top, right, bottom = corner
    words = [sign for sign in signs if isinstance(sign, Text)]
    assert [text.text for text in words] == ["N", "NE", "SE", "S", "SW", "NW", "4 hexes"]
    points = [text.at for text in words]
    points += [point for sign in signs if isinstance(sign, Line | Polygon) for point in sign.points]
    assert all(left <= x <= right and top <= y <= bottom for x, y in points)
    bar = [x for sign in signs if isinstance(sign, Polygon) for x, _ in sign.points]
    assert max(bar) - min(bar) == 4 * HEX
