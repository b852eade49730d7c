"""The two sides on a map as colour-blind eyes see them: far from each other in hue, and seen on sea and space."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from pbem.present.palette import LOOKS, dark
from tests.present.colours import contrast

Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""On linear light, by Machado, Oliveira and Fernandes (2009), full severity."""
GROUNDS = ("sea", "sea-deep", "sea-deeper", "shoal", "shoal-top", "space")
APART = 40.0
"""CIE 1976: 2.3 is just noticed, 40 is another colour at a glance."""


def linear(colour: str) -> list[float]:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def seen(colour: str, eyes: Matrix) -> str:
    light = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in eyes]
    coded = [12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in light]
    return "#" + "".join(f"{round(255 * c):02X}" for c in coded)


def lab(colour: str) -> tuple[float, float, float]:
    r, g, b = linear(colour)
    whole = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b
    x, y, z = (
        c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116
        for c in (*whole, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("mode", [str, dark], ids=["light", "dark"])
def test_colour_blind_eyes_tell_the_sides_apart(eyes: str, mode: Callable[[str], str]) -> None:
    """Another colour at a glance, and 3 : 1 against every ground of a map: the fill, or the outline."""
    sides = [LOOKS["side-1"], LOOKS["side-2"]]
    one, other = (seen(mode(side.fill), EYES[eyes]) for side in sides)
    assert math.dist(lab(one), lab(other)) >= APART
    grounds = [seen(mode(LOOKS[ground].fill), EYES[eyes]) for ground in GROUNDS]
    for paints in ([seen(mode(colour), EYES[eyes]) for colour in (side.fill, side.stroke)] for side in sides):
        assert min(max(contrast(paint, ground) for paint in paints) for ground in grounds) >= 3


def test_this_measure_finds_colours_that_are_alike() -> None:
    """Red and green of the same brightness are one colour without the cones for it."""
    red, green = (seen(colour, EYES["deuteranopia"]) for colour in ("#B05030", "#6F7A30"))
    assert math.dist(lab(red), lab(green)) < APART
