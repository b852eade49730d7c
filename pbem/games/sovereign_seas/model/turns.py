"""SSL-F.1: where a game is by the rule book's own count: the same words in every report, request, table and title."""

from __future__ import annotations

from pbem.core.game.report_parts import GameTurns
from pbem.games.sovereign_seas.model.state import State

SET_UP = "set-up"


def game_turn(turn: int, limit: int) -> str:
    """The rule book's own count, the same words everywhere."""
    return f"game turn {turn} of {limit}"


def turns(state: State) -> GameTurns:
    """SSL-F.1: game turns, after a set-up where there is one."""
    following = SET_UP if state.stage else game_turn(state.next_turn, state.limit)
    played = game_turn(state.turn, state.limit) if state.turn else ""
    return GameTurns(played, "" if state.over else following)
