"""WT-2.1: where a game is by the rule book's own count: the same words in every report, request, table and title."""

from __future__ import annotations

from pbem.core.game.report_parts import GameTurns
from pbem.games.wet_thrust.model.state import State


def game_turn(turn: int, limit: int) -> str:
    """The rule book's own count, the same words everywhere."""
    return f"game turn {turn} of {limit}"


def turns(state: State) -> GameTurns:
    """WT-2.1: game turns."""
    played = game_turn(state.turn, state.limit) if state.turn else ""
    return GameTurns(played, "" if state.over else game_turn(state.next_turn, state.limit))
