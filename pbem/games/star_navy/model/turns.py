"""SN-3.1, SN-15.1: where a game is, by the rule book's own count, in the words that all reports use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pbem.core.game.report_parts import GameTurns

TURNS = 6
"""Of a cycle."""


class Counted(Protocol):
    """What states and views know of time: `cycle` and `turn` are those of the last turn begun (0, 0 before)."""

    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def limit(self) -> int: ...
    @property
    def cycle(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def over(self) -> bool: ...


def played(game: Counted) -> str:
    """The turn or cycle that the position is the end of; "" before the first."""
    if not game.cycle:
        return ""
    whole = game.over or game.turn == TURNS
    if game.options.get("pace") == "cycle" and whole:
        return _of_cycle(game.limit, game.cycle, 1)
    return _of_turn(game.limit, game.cycle, game.turn)


def coming(game: Counted) -> str:
    """The turn or cycle that orders are wanted for; "" when the game is over."""
    if game.over:
        return ""
    cycle, turn = following(game.cycle, game.turn)
    words = _of_cycle if game.options.get("pace") == "cycle" else _of_turn
    return words(game.limit, cycle, turn)


def absolute(cycle: int, turn: int) -> int:
    """T = 6 (c - 1) + t; 0 before the first turn."""
    return TURNS * (cycle - 1) + turn if cycle else 0


def following(cycle: int, turn: int) -> tuple[int, int]:
    """Cycle and turn that come after these."""
    if cycle == 0:
        return 1, 1
    return (cycle + 1, 1) if turn == TURNS else (cycle, turn + 1)


def _of_turn(limit: int, cycle: int, turn: int) -> str:
    return f"game turn {absolute(cycle, turn)} of {limit} (cycle {cycle}, turn {turn})"


def _of_cycle(limit: int, cycle: int, first: int) -> str:
    start, end = absolute(cycle, first), max(absolute(cycle, first), min(absolute(cycle, TURNS), limit))
    turns = f"game turns {start} to {end}" if end > start else f"game turn {start}"
    return f"cycle {cycle} of {-(-limit // TURNS)} ({turns} of {limit})"


def turns(state: Counted) -> GameTurns:
    """SN-3.1: turns of the whole game, and where in its cycle each of them is."""
    return GameTurns(played(state), coming(state))
