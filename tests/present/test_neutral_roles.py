"""A game draws with neutral roles without a change in the present room."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pbem.core.drawing.roles import NEUTRAL
from pbem.core.drawing.scene import Circle, Polygon, Scene, Text
from pbem.present.legend import is_counter, legend, meaning
from pbem.present.palette import LOOKS
from pbem.present.pixels.png import to_png
from pbem.present.svg import to_svg

BACKGROUND = {"sea", "space", "grid", "grid-label", "map-edge", "unit-label", "label", "note", "title", "panel"}
"""Roles that need no words in a legend: grounds, grids and words themselves."""
COUNTERS = {"side-1", "side-2", "side-1-old", "side-2-old", "unit", "unit-old", "contact", "contact-old", "wreck", "plan-end"}


@pytest.mark.parametrize("role", NEUTRAL)
def test_a_neutral_role_has_looks_and_words(role: str) -> None:
    """Its own looks, and words in the legend unless it is a ground or a word."""
    assert role in LOOKS and NEUTRAL[role]
    assert bool(meaning(role)) is (role not in BACKGROUND)
    assert is_counter(role) is (role in COUNTERS)


def test_a_picture_of_all_neutral_roles_is_painted() -> None:
    """SVG, PNG and legend take every one of them, as an area with a title and as words."""
    shapes = [
        shape
        for number, role in enumerate(NEUTRAL)
        for shape in (
            Polygon([(number, 0), (number + 1, 0), (number, 9)], role, f"a {role}"),
            Circle((number, 20), 2, role),
            Text((number, 40), role, role, 3),
        )
    ]
    scene = Scene("all", "All", "All neutral roles.", (0, 0, 60, 60), shapes)
    drawn = ElementTree.fromstring(to_svg(scene))
    classes = {part.get("class", "") for part in drawn.iter()}
    assert {f"role-{role}" for role in NEUTRAL} | {f"word-{role}" for role in NEUTRAL} <= classes
    assert to_png(scene, 300).startswith(b"\x89PNG")
    assert {entry.role for entry in legend(scene)} == set(NEUTRAL) - BACKGROUND
