"""What became of filed orders: which lines stand below which order, in every game, and none that the report does not have."""

from __future__ import annotations

import pytest

from pbem.games import GAMES
from pbem.service.context import NoSuchGame, NoSuchSeat, ServiceContext
from pbem.service.games import opening
from pbem.service.reports.filing_outcome import filing_outcome, unit_outcome
from pbem.service.reports.replay import Step, turn_steps
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from tests.conftest import HandClock
from tests.kit.samples import reader


def step(number: int, text: str, *units: str) -> Step:
    return Step(number, "", text, "", [], list(units))


STEPS = [
    step(1, "AA: FIRE F AT BB WITHIN 3 comes to nothing", "AA", "BB"),
    step(2, "AA fires at CC: a hit", "AA", "CC"),
    step(3, "CC fires at AA: a miss", "CC", "AA"),
    step(4, "AA moves 3", "AA"),
    step(5, "AAA moves 3", "AAA"),
    step(6, "aa  turn l lapses", "AA"),
]


def test_which_lines_stand_below_an_order() -> None:
    """Those that quote it; else those that begin with its unit and name another that the order names. The rest is below all."""
    orders = ["FIRE F AT BB", "FIRE F AT BB WITHIN 3", "FIRE AT CC", "TURN L", "WAIT"]
    found = unit_outcome("AA", "Alpha", orders, STEPS)
    below = {order.text: [line.number for line in order.lines] for order in found.orders}
    # Only the longer of two orders is quoted by line 1; the shorter finds no line of its own.
    assert below == {"FIRE F AT BB": [], "FIRE F AT BB WITHIN 3": [1], "FIRE AT CC": [2], "TURN L": [6], "WAIT": []}
    assert [line.number for line in found.others] == [3, 4]


def test_a_unit_that_no_line_is_about() -> None:
    """Nothing is below it, and nothing of a unit whose name begins alike."""
    found = unit_outcome("A", "", ["MOVE 3"], STEPS)
    assert found.orders[0].lines == [] and found.others == []


@pytest.mark.parametrize("key", list(GAMES))
def test_in_every_game_each_line_about_a_unit_stands_once(context: ServiceContext, clock: HandClock, key: str) -> None:
    """Bots play: below the orders and below the unit are just those lines of the seat's own report that name the unit."""
    scenario, seat = reader(key)
    game = GAMES[key]
    bot = next(iter(game.planning.bots))
    seats = [each.id for each in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
    stream = opening.open_game(context, key, scenario, players={each: f"bot:{bot}" for each in seats})
    told = 0
    for turn in range(1, 4):
        tick(context)
        clock.advance(24)
        for entry in filings_of(context, stream, seat, turn):
            outcome = filing_outcome(context, stream, turn, seat, way_in(context, entry).filing)
            assert outcome.counted and [way.channel for way in outcome.ways] == ["bot"]
            report = turn_steps(context, stream, turn, seat).steps
            for unit in outcome.units:
                placed = [*unit.others, *(line for order in unit.orders for line in order.lines)]
                assert all(line in report for line in placed)
                assert {line.number for line in placed} >= {each.number for each in report if unit.unit in each.units}
                told += len(placed)
    assert told


def test_what_is_not_there(context: ServiceContext) -> None:
    """A game, a seat, a filing: one sentence each."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    with pytest.raises(NoSuchGame, match="there is no game 'g9'"):
        filing_outcome(context, "g9", 1, "blue", "0" * 16)
    with pytest.raises(NoSuchSeat, match="has no seat 'green'"):
        filing_outcome(context, stream, 1, "green", "0" * 16)
    with pytest.raises(NoSuchGame, match="for turn 1 of g1 blue has filed nothing with this seal"):
        filing_outcome(context, stream, 1, "blue", "0" * 16)
