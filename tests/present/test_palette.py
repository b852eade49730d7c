"""Colours that can be seen and words that can be read, on white paper and on a dark page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.present.palette import DEFAULT, LOOKS, NONE, dark
from pbem.present.stylesheet import role_css
from tests.present.colours import contrast

Mode = Callable[[str], str]
GROUNDS = ("paper", "sea", "space")
ON_THEIR_FILL = {"air-F", "air-DB", "air-T", "air-B"}
"""Roles whose letters are on the counter itself."""
AT_SEA = {
    "shoal",
    "shoal-top",
    "sea-deep",
    "sea-deeper",
    "wake",
    "deckhouse",
    "turret",
    "funnel",
    "spar",
    "roundel",
    "smoke-edge",
}
"""What gives the sea depth, and what is on hulls and wings that can be seen themselves."""
SKY = {"star", "star-bright", "planet-shade", "planet-limb", "emblem", "flash", "hit", "thrust"}
"""Light and shade on what can be seen without them; emblems are seen on hulls."""
DECORATION = {*GROUNDS, "grid", "grid-fine", "ring", "panel", "marked-edge", *AT_SEA, *SKY}
"""Nothing is lost when these are not seen: grids repeat their numbers, panels and edges only set off what is in them."""
WASH = 0.6
"""Areas thinner than this are washes: their edges, labels or legends tell what they do."""


def light(colour: str) -> str:
    return colour


@pytest.fixture(params=[light, dark], ids=["light", "dark"])
def mode(request: pytest.FixtureRequest) -> Mode:
    found: Mode = request.param
    return found


def test_every_colour_has_its_dark_counterpart() -> None:
    """No role is left in its light colours on a dark page."""
    for looks in (*LOOKS.values(), DEFAULT):
        assert all(dark(colour) for colour in (looks.fill, looks.stroke, looks.text))


def test_words_can_be_read(mode: Mode) -> None:
    """Words of every role have 4.5 : 1 on paper, sea and space, or on their counter."""
    worst = {}
    for role, looks in LOOKS.items():
        grounds = [looks.fill] if role in ON_THEIR_FILL else [LOOKS[ground].fill for ground in GROUNDS]
        worst[role] = min(contrast(mode(looks.text), mode(ground)) for ground in grounds)
    assert {role: found for role, found in worst.items() if found < 4.5} == {}


def test_marks_can_be_seen(mode: Mode) -> None:
    """Fill or outline of every mark has 3 : 1 on paper, sea and space."""
    grounds = [mode(LOOKS[ground].fill) for ground in GROUNDS]
    worst = {}
    for role in set(LOOKS) - DECORATION:
        looks = LOOKS[role]
        paints = [mode(colour) for colour in (looks.fill, looks.stroke) if colour != NONE]
        if looks.opacity >= WASH and paints:
            worst[role] = min(max(contrast(paint, ground) for paint in paints) for ground in grounds)
    assert worst and {role: found for role, found in worst.items() if found < 3} == {}


def test_the_two_sides_differ_in_brightness_too(mode: Mode) -> None:
    """A reader who sees no hues still tells the first two sides' fills apart by more than nothing; their shapes do the rest."""
    assert contrast(mode(LOOKS["side-1"].fill), mode(LOOKS["side-2"].fill)) > 1.1


def test_the_style_sheet_darkens_every_role() -> None:
    """One rule for the shapes and one for the words of each role; only for dark screens, so that paper stays white."""
    css = role_css()
    assert css.startswith("@media screen and (prefers-color-scheme: dark) {")
    for role, looks in LOOKS.items():
        assert f".picture .word-{role} {{ fill: {dark(looks.text)};" in css
        assert f".picture .role-{role} {{ " in css
    assert f".picture .role-fire-head {{ fill: {dark(LOOKS['fire'].stroke)};" in css


def test_the_style_sheet_fills_no_line() -> None:
    """A line whose role has a fill for its counters stays a line: the last rule wins."""
    screen, paper = role_css().split("@media print")
    assert screen.rstrip().endswith('.picture [fill="none"] { fill: none; }\n}')
    assert paper.rstrip().endswith('.picture .night [fill="none"] { fill: none; }\n}')
