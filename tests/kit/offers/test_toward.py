"""What a click on a map offers: orders that lead to a place or aim at it, understood and possible as they are; and the plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import dist

import pytest

from pbem.core.drawing.scene import Line, Point, Scene, Shape
from pbem.core.game.protocol import MOST_TOWARD, nothing_toward
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.texts.envelope import OrderSheet
from pbem.present.anchors import anchors, extent
from tests.kit.offers.test_offers import Offer, asked, filed, impossible
from tests.kit.playing import GAMES, Played, chance_from

POINTED = [key for key in GAMES if GAMES[key].planning.toward is not nothing_toward]
"""The games whose units can be led by pointing at the map."""
WITHOUT_WAYS = ("campaign",)
"""Games whose orders move nothing on the map, so that there is no plan to be drawn."""
WIDER = ("wet_thrust",)
"""Games whose trial may show more of the table than the map does."""
POSITIONS, PLACES, UNITS, TRIED = 24, 4, 6, 2
"""Of a game so many positions, with a seat each; of each so many places without a unit, and with one; clicks played out."""

pointed = pytest.mark.parametrize("key", POINTED)


def seats(key: str) -> list[tuple[str, Played, str]]:
    """Positions from the opening on, also those in which everything is used up, each with a seat that is asked for orders."""
    found = list(asked(key))
    return found[:: max(1, len(found) // POSITIONS)]


def map_of(at: Played, seat: str) -> Scene:
    """The map as the page shows it."""
    return next(iter(at.game.report.draw(at.known(seat))))


def targets(scene: Scene, name: str) -> Iterator[Target]:
    """What may be clicked at: some of the units on the map, and places all over it, also beyond its edge."""
    chance = chance_from(name)
    counters = list(anchors(scene).items())
    for unit, shape in counters[:: max(1, len(counters) // UNITS)]:
        left, top, right, bottom = extent(shape)
        yield Target(((left + right) / 2, (top + bottom) / 2), unit)
    left, top, width, height = scene.inner or scene.box
    for _ in range(PLACES):
        yield Target((left + width * chance(100) / 99, top + height * chance(100) / 99))
        if counters:
            yield Target(_beside([shape for _, shape in counters], chance(1000), width / 12))
    yield Target((left - 1e6, top - 1e6))


def _beside(shapes: Sequence[Shape], number: int, away: float) -> Point:
    """Near one of the units: further than a hex, nearer than most of the map."""
    left, top, _, _ = extent(shapes[number % len(shapes)])
    return left + away * (number % 7 - 3) / 3, top + away * (number % 5 - 2) / 2


def clicks(key: str) -> Iterator[tuple[str, Played, str, str, Target, Sequence[SuggestedOrder]]]:
    """Each seat's clicks: with no unit chosen, and with one of its own; and what is offered for them."""
    for name, at, seat in seats(key):
        units = at.game.rules.due(at.state)[seat].units
        for number, target in enumerate(targets(map_of(at, seat), f"{name} {seat}")):
            for unit in ("", *units[number % len(units) :][:1]) if units else ("",):
                found = at.game.planning.toward(at.known(seat), unit, target)
                yield f"{name}, {seat}, {unit or 'any unit'} to {target}", at, seat, unit, target, found


@pointed
def test_what_is_offered_for_a_place_is_understood(key: str) -> None:
    """For the unit that was chosen, none twice, few enough to be read; alone in its block each parses without a problem."""
    seen = 0
    for where, at, seat, unit, _, found in clicks(key):
        assert len(found) <= MOST_TOWARD, where
        assert max(Counter((each.unit, each.text) for each in found).values(), default=1) == 1, where
        for each in found:
            assert unit in ("", each.unit), where
            assert each.hint and "\n" not in each.text, f"{where}: {each}"
            problems = filed(at, seat, Offer(each.unit, each.text, each.group)).problems
            assert problems == [], f"{where}: {each.unit}: {each.text}: {problems[0]}"
            seen += 1
    assert seen > (UNITS if key in WITHOUT_WAYS else POSITIONS)


@pointed
def test_what_is_offered_for_a_place_is_possible(key: str) -> None:
    """Played out alone it does not lapse for a reason that was known when it was offered."""
    wrong = []
    for number, (where, at, seat, _, _, found) in enumerate(clicks(key)):
        for each in found[number % 3 :: 3][:TRIED] if number % 5 == 0 else ():
            offer = Offer(each.unit, each.text, each.group)
            wrong += [f"{where}: {each.unit}: {each.text}: {why}" for why in impossible(at, seat, offer)]
    assert wrong == []


@pointed
def test_a_click_shows_nothing_hidden_and_changes_nothing(key: str) -> None:
    """What one knows alone gives the same offers and the same plan, byte for byte, whoever was asked about before."""
    for where, at, seat, unit, target, found in islice(clicks(key), 0, None, 4):
        alone, before = at.kept(), repr(at.known(seat))
        for other in alone.readers:
            if other != seat and alone.game.rules.due(alone.state).get(other or ""):
                alone.game.planning.toward(alone.known(other), "", target)
        assert repr(alone.game.planning.toward(alone.known(seat), unit, target)) == repr(found), where
        assert repr(at.known(seat)) == before, where


@pointed
def test_nothing_is_offered_for_a_place_to_whoever_owes_no_orders(key: str) -> None:
    """A spectator; and nobody is offered orders for a unit of somebody else."""
    for name, at, seat in seats(key)[:6]:
        for target in targets(map_of(at, seat), name):
            assert list(at.game.planning.toward(at.known(None), "", target)) == []
            assert list(at.game.planning.toward(at.known(seat), "NOBODY", target)) == []


# ---------------------------------------------------------------- the plan


@pointed
def test_the_plan_is_what_the_trial_adds_to_the_map(key: str) -> None:
    """Each of its shapes is in the picture of the trial, which may show more of the sea: then all ways at one scale."""
    seen = 0
    for name, at, seat in seats(key):
        game, known = at.game, at.known(seat)
        for sheet in (game.orders.sheet(known, seat), game.orders.read(known, seat, *_by_bot(at, seat)).sheet):
            preview = game.planning.preview(known, sheet)
            drawn = [*preview.scene.shapes, *preview.scene.around]
            others = [shape for shape in preview.plan if shape not in drawn]
            assert others == [] or (key in WIDER and _at_one_scale(others, drawn)), f"{name}, {seat}"
            seen += bool(preview.plan)
    assert bool(seen) == (key not in WITHOUT_WAYS)


def _at_one_scale(shapes: Sequence[Shape], drawn: Sequence[Shape]) -> bool:
    """Whether all are drawn, and the ways all moved and enlarged alike (places are kept to a tenth)."""
    there = {_said(shape): shape for shape in drawn}
    ways = [(shape, there[_said(shape)]) for shape in shapes if shape.role == "plan"]
    pairs = [pair for way, other in ways for pair in zip(_points(way), _points(other), strict=True)]
    far = max((dist(at, pairs[0][0]) for at, _ in pairs), default=0)
    scale = max((dist(to, pairs[0][1]) for _, to in pairs), default=0) / far if far else 1
    moved = [(to[0] - scale * at[0], to[1] - scale * at[1]) for at, to in pairs]
    return {*map(_said, shapes)} <= {*there} and all(dist(each, moved[0]) < 0.2 + 0.2 * scale for each in moved)


def _said(shape: Shape) -> tuple[str, str, str]:
    """What a shape shows, wherever it is drawn."""
    return shape.role, getattr(shape, "title", ""), getattr(shape, "unit", "")


def _points(shape: Shape) -> Sequence[Point]:
    assert isinstance(shape, Line), "a way is a line"
    return shape.points


def _by_bot(at: Played, seat: str) -> tuple[str, OrderSheet]:
    """A bot's orders, over the current ones."""
    bot = next(iter(at.game.planning.bots.values()))
    return bot(at.known(seat), chance_from(seat)), at.game.orders.sheet(at.known(seat), seat)
