"""WT-2.1: where a game is by the rule book's own count: the same words in every report, request, table and title."""

from __future__ import annotations

from pbem.core.game.report_parts import GameTurns, game_turns
from pbem.games.wet_thrust.model.state import State


def game_turn(turn: int, limit: int) -> str:
    """The rule book's own count, the same words everywhere."""
    return f"game turn {turn} of {limit}"


def turns(state: State) -> GameTurns:
    """WT-2.1: game turns."""
    return game_turns(state.turn, state.limit, state.over)
