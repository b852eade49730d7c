"""Positions and short cuts for the tests of the order language."""

from __future__ import annotations

from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet, Parsed
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.state import State
from tests.rulebook.star_navy.builders.known import known


def position(scenario: str = "first-blood", pace: str = "turn", cycle: int = 1, turn: int = 4) -> State:
    """A scenario's opening position, told that this turn of this cycle was the last one played (0, 0: none yet)."""
    opened = Turn(STAR_NAVY.rules.apply, STAR_NAVY.rules.blank(), ScriptedDice([]), 0)
    STAR_NAVY.rules.setup(opened, scenario, STAR_NAVY.scenarios.options(scenario, {"pace": pace}))
    opened.state.cycle, opened.state.turn = cycle, turn
    return opened.state


def mailed(state: State, text: str, before: OrderSheet | None = None, seat: str = "blue") -> Parsed:
    """A mail of a seat, over nothing or over the current orders."""
    return STAR_NAVY.orders.read(known(state, seat), seat, text, before or OrderSheet())


def current_orders(text: str, ship: str = "BIS", state: State | None = None, before: OrderSheet | None = None) -> list[str]:
    """The current orders of one ship after a mail that has no problems."""
    parsed = mailed(state or position(), text, before)
    assert [str(p) for p in parsed.problems] == []
    return parsed.sheet.units[ship]


def reasons(text: str, state: State | None = None, before: OrderSheet | None = None) -> list[str]:
    """Why the orders of a mail were rejected, in the order of its lines."""
    return [p.reason for p in mailed(state or position(), text, before).problems]
