"""Dry runs of every game: their words are on no other words and on no ship, in the trial and over the reader's map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest

from pbem.core.drawing.labels import Label, Rectangle
from pbem.core.drawing.plan_words import place_over
from pbem.core.drawing.scene import Point, Polygon, Shape, Text
from tests.kit.playing import GAMES, by_bot, chance_from, mixed_bots, play_turn
from tests.kit.playing import open_play as opened
from tests.kit.samples import busy
from tests.kit.test_busy_maps import OWN_PLACE, frame, overlap

MAPS = ("star_navy", "stingray", "sovereign_seas", "wet_thrust")
BUSY = [(key, busy(key)[-1]) for key in MAPS]
MANY = [(key, scenario) for key in MAPS for scenario in GAMES[key].scenarios]
ROUNDED = 0.6
"""Scene units by which words may touch: places are rounded, and a hull has a thin nose."""


def inner(text: Text) -> Rectangle:
    left, top, right, bottom = frame(text)
    return left + ROUNDED, top + ROUNDED, right - ROUNDED, bottom - ROUNDED


def faults(words: Sequence[Text], shapes: Sequence[Shape]) -> list[tuple[str, str]]:
    """Which of these words are on each other, on other words in the picture, or on a ship, now or at the end."""
    others = [shape for shape in shapes if isinstance(shape, Text) and shape.anchor == "middle" and shape not in words]
    pairs = [*combinations(words, 2), *((one, other) for one in words for other in others)]
    found = [(one.text, other.text) for one, other in pairs if overlap(inner(one), inner(other))]
    hulls = [s for s in shapes if isinstance(s, Polygon) and s.title and s.role.startswith(("side-", "plan-end"))]
    for word, hull in ((word, hull) for word in words for hull in hulls):
        left, top, right, bottom = inner(word)
        if any(left < x < right and top < y < bottom for x, y in outline(hull)):
            found.append((word.text, f"{hull.role} {hull.unit}"))
    return found


def outline(hull: Polygon) -> Iterator[Point]:
    """Places close to each other along it."""
    for (x0, y0), (x1, y1) in pairwise([*hull.points, hull.points[0]]):
        steps = int(max(abs(x1 - x0), abs(y1 - y0)) / 2) + 1
        yield from ((x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps) for k in range(steps))


def check(key: str, scenario: str, turns: Sequence[int]) -> int:
    """Look at the dry runs of two seats before these turns; how many words of plans there were."""
    game, seen = GAMES[key], 0
    played, orders = opened(game, scenario, {}, "plans"), by_bot(mixed_bots(game, scenario))
    bot = next(iter(game.planning.bots.values()))
    for turn in range(1, max(turns) + 1):
        for seat in [seat for seat in played.readers if seat][:2] if turn in turns and not played.over else ():
            known = played.known(seat)
            sheet = game.orders.read(known, seat, bot(known, chance_from(seat)), game.orders.sheet(known, seat)).sheet
            preview, scene = game.planning.preview(known, sheet), next(iter(game.report.draw(known)))
            trial = [s for s in preview.scene.shapes if isinstance(s, Text) and s.role not in (*OWN_PLACE, "title")]
            assert faults(trial, preview.scene.shapes) == [], f"{scenario}, turn {turn}, {seat}"
            laid = [shape for shape in place_over(scene, preview.plan, preview.words) if isinstance(shape, Text)]
            assert faults(laid, [*scene.shapes, *preview.plan]) == [], f"{scenario}, turn {turn}, {seat}, over the map"
            assert {text.text for text in laid} <= _wordings(preview.words)
            seen += len(laid)
        if not played.over:
            play_turn(played, orders, "plans", turn)
    return seen


def _wordings(labels: Sequence[Label]) -> set[str]:
    shorter = [label.instead for label in labels if label.instead]
    return {label.text for label in (*labels, *shorter)}


@pytest.mark.parametrize(("key", "scenario"), BUSY)
def test_words_of_a_dry_run_keep_apart(key: str, scenario: str) -> None:
    """In the busiest scenario of each game."""
    assert check(key, scenario, (2, 4))


@pytest.mark.deep
@pytest.mark.parametrize(("key", "scenario"), MANY)
def test_words_of_many_dry_runs_keep_apart(key: str, scenario: str) -> None:
    """In every scenario, on the turns in which the sides meet."""
    check(key, scenario, (1, 2, 3, 5, 7))
