"""Maps of all scenarios on hexes, and busy ones at sea: no words on other words or on a ship; all own names are there."""

from __future__ import annotations

import pytest

from pbem.core.drawing.labels import Rectangle, width_of
from pbem.core.drawing.scene import Polygon, Scene, Text
from tests.kit.playing import GAMES, by_bot, mixed_bots, play
from tests.kit.samples import busy

BUSY = [(key, scenario) for key in ("sovereign_seas", "wet_thrust") for scenario in busy(key)]
BUSY += [
    (key, scenario) for key in ("star_navy", "stingray") for scenario in GAMES[key].scenarios if "balanced" not in scenario
]
OWN_PLACE = ("grid-label", "label", "note")
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
