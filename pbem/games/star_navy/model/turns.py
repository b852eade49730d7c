"""SN-3.1, SN-15.1: where a game is, by the rule book's own count, in the words that all reports use."""

from __future__ import annotations

from pbem.core.game.report_parts import GameTurns
from pbem.games.star_navy.model.state import State, absolute
from pbem.games.star_navy.model.tables import TURNS


def played(state: State) -> str:
    """The turn or cycle that the position is the end of; "" before the first."""
    if not state.cycle:
        return ""
    whole = state.over or state.turn == TURNS
    if state.by_cycle and whole:
        return _of_cycle(state.limit, state.cycle, 1)
    return _of_turn(state.limit, state.cycle, state.turn)


def coming(state: State) -> str:
    """The turn or cycle that orders are wanted for; "" when the game is over."""
    if state.over:
        return ""
    words = _of_cycle if state.by_cycle else _of_turn
    return words(state.limit, *state.next_turn)


def _of_turn(limit: int, cycle: int, turn: int) -> str:
    return f"game turn {absolute(cycle, turn)} of {limit} (cycle {cycle}, turn {turn})"


def _of_cycle(limit: int, cycle: int, first: int) -> str:
    start, end = absolute(cycle, first), max(absolute(cycle, first), min(absolute(cycle, TURNS), limit))
    turns = f"game turns {start} to {end}" if end > start else f"game turn {start}"
    return f"cycle {cycle} of {-(-limit // TURNS)} ({turns} of {limit})"


def turns(state: State) -> GameTurns:
    """SN-3.1: turns of the whole game, and where in its cycle each of them is."""
    return GameTurns(played(state), coming(state))
