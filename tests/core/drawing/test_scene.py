"""Shapes are values: equal ones are one thing, and what is worked out of them stands in no JSON."""

from __future__ import annotations

from pbem.core.drawing.scene import Circle, Copies, Line, Polygon, Shape, Text
from pbem.core.state.codec import dump

PLACES = [(0.0, 0.0), (1.0, 2.0)]
SHAPES: list[Shape] = [
    Line(PLACES, "grid"),
    Polygon(PLACES, "sea"),
    Circle((1.0, 1.0), 2.0, "rock"),
    Text((1.0, 1.0), "SR1", "label", 1.0),
    Copies(PLACES, ((0.0, 0.0),), "grid"),
]


def test_the_hash_of_a_shape_is_no_part_of_its_json() -> None:
    """It differs from process to process, so no answer of the API may hang on it."""
    before = dump(SHAPES)
    assert len({*SHAPES, *SHAPES}) == len(SHAPES)
    assert dump(SHAPES) == before and "hash" not in str(before)
