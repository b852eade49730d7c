"""Where a game is by the rule book's own count, moves: the same words in every report, request, table and title."""

from __future__ import annotations

from pbem.core.game.report_parts import GameTurns
from pbem.games.stingray.model.state import State


def move_of(move: int, limit: int) -> str:
    """`move 5 of 14`."""
    return f"move {move} of {limit}"


def turns(state: State) -> GameTurns:
    """STG-SEQ.1: moves; STG-SPY.1: with spies the set-up comes before them, as a deadline of its own that is no move."""
    played = move_of(state.move, state.limit) if state.move else ""
    following = "set-up" if state.setting_up else move_of(state.next_move, state.limit)
    return GameTurns(played, "" if state.over else following)
