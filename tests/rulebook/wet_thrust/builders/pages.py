"""The pages of this game, for tests that hold them against the code, and the positions that they speak of."""

from __future__ import annotations

from typing import Any

from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.state import State
from tests.kit.pages import SPAN, chapter, page, rows, samples
from tests.rulebook.wet_thrust.builders.ships import airborne

__all__ = ["ORDERS", "PLAYING", "RULES", "SPAN", "carriers", "chapter", "opened", "rows", "samples"]

ORDERS, RULES, PLAYING = page("orders/wet_thrust"), page("rules/wet_thrust"), page("playing")


def opened(key: str, **options: Any) -> State:
    """A scenario's opening position."""
    turn = Turn(WET_THRUST.rules.apply, WET_THRUST.rules.blank(), ScriptedDice(()), 0)
    WET_THRUST.rules.setup(turn, key, WET_THRUST.scenarios.options(key, options))
    return turn.state


def carriers() -> State:
    """Two carriers after turn 2, on which Graf Zeppelin launched her fighters."""
    state = opened("two-carriers")
    state.turn = 2
    for id in ("GRZ-F1", "GRZ-F2"):
        airborne(state, id, (10, 60))
    return state
