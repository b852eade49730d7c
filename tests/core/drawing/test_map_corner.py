"""Directions and scale in a corner of a map."""

from __future__ import annotations

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.map_corner import free_corner, hex_signs
from pbem.core.drawing.scene import Line, Polygon, Text

BOX = (0.0, 0.0, 800.0, 600.0)


def test_the_corner_is_the_one_with_most_room() -> None:
    """Farthest from all that is on the map; without anything the upper right one."""
    assert free_corner(BOX, (50, 40), []) == (750, 40)
    assert free_corner(BOX, (50, 40), [(700.0, 100.0), (100.0, 100.0), (100.0, 500.0)]) == (750, 560)


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
