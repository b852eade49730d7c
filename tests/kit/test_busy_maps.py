"""Maps of all scenarios on hexes, and busy ones at sea: no words on other words or on a ship; all own names are there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.core.drawing.labels import Rectangle, width_of
from pbem.core.drawing.scene import Polygon, Scene, Text
from pbem.present.svg import to_map_svg
from tests.kit.playing import GAMES, by_bot, mixed_bots, play
from tests.kit.samples import busy

BUSY = [(key, scenario) for key in ("sovereign_seas", "wet_thrust") for scenario in busy(key)]
BUSY += [
    (key, scenario) for key in ("star_navy", "stingray") for scenario in GAMES[key].scenarios if "balanced" not in scenario
]
OWN_PLACE = ("grid-label", "grid-label-between", "label", "note")
"""Words at the edges and of the signs in the corner."""


def frame(text: Text) -> Rectangle:
    half, (x, y) = width_of(text.text, text.size) / 2, text.at
    return x - half, y - text.size * 0.75, x + half, y


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def names_of(scene: Scene) -> list[Text]:
    return [shape for shape in scene.shapes if isinstance(shape, Text) and shape.role not in OWN_PLACE]


@pytest.mark.parametrize(("key", "scenario"), BUSY)
@pytest.mark.parametrize("turns", [3, 6])
def test_words_of_a_busy_map_keep_apart(key: str, scenario: str, turns: int) -> None:
    game = GAMES[key]
    played = play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), "busy", turns)
    seat = next(seat for seat in played.readers if seat)
    known = played.known(seat)
    scene = next(iter(game.report.draw(known)))
    names = names_of(scene)
    frames = [(text.text, frame(text)) for text in names]
    assert [(one, other) for n, (one, a) in enumerate(frames) for other, b in frames[:n] if overlap(a, b)] == []
    hulls = [shape for shape in scene.shapes if isinstance(shape, Polygon) and shape.role.startswith("side-") and shape.title]
    points = [point for hull in hulls for point in hull.points]
    covered = [name for name, box in frames if any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)]
    assert covered == []
    assert {hull.unit for hull in hulls} <= {text.unit for text in names}


@pytest.mark.parametrize(("key", "scenario"), [(key, scenario) for key, scenario in BUSY if key in ("star_navy", "stingray")])
def test_a_map_from_far_has_few_words_and_any_has_few_parts(key: str, scenario: str) -> None:
    """What the style sheet hides from far is left out: at most 50 words; and 2,000 elements at most, with all hex numbers."""
    game = GAMES[key]
    played = play(game, scenario, {}, by_bot(mixed_bots(game, scenario)), "far", 2)
    for seat in played.readers:
        svg = ElementTree.fromstring(to_map_svg(next(iter(game.report.draw(played.known(seat))))))
        assert len(list(svg.iter())) <= 2000
        for parent in list(svg.iter()):
            for child in list(parent):
                if child.get("class") in hidden_from_far():
                    parent.remove(child)
        assert len(list(svg.iter("{http://www.w3.org/2000/svg}text"))) <= 50


def hidden_from_far() -> set[str]:
    """Classes that are not displayed on a map that is seen small."""
    css = (Path(__file__).parents[2] / "pbem" / "web" / "static" / "map.css").read_text()
    words = re.search(r"svg\.far :is\((\.word-[^)]*)\) { display: none; }", css)
    assert words and "svg:not(.near) .near-only { display: none; }" in css
    return {"near-only", *(name.strip(" .") for name in words[1].split(","))}
