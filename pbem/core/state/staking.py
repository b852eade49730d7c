"""How a game says what is at stake in its rolls: a table from the first word of a purpose to words, unit owner and score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pbem.core.dice.stakes import Score, Stake, Throw, no_stake
from pbem.core.state.game_state import Unknown

S = TypeVar("S")


def faces_only(state: object, throw: Throw) -> Score | None:
    """Of a roll of which no face is better than another, or of which that depends on what came later."""
    return None


@dataclass(frozen=True)
class Kind(Generic[S]):
    """A kind of roll: its purpose in words, whose luck it is (a seat, crew or side), and what counts in it.

    A score is asked for in the state before the roll. It is None, or raises `Unknown`, where the reader of this state was not
    shown what it depends on.
    """

    purpose: str
    by: Callable[[S, Throw], str]
    score: Callable[[S, Throw], Score | None] = faces_only


def stake_of(kinds: Mapping[str, Kind[S]], state: S, throw: Throw) -> Stake:
    """What was at stake in a roll. A purpose that is not in the table, as of rules of long ago, is told by its faces."""
    kind = kinds.get(throw.words[0])
    if kind is None:
        return no_stake(state, throw)
    by = kind.by(state, throw)
    try:
        return Stake(kind.purpose, by, kind.score(state, throw))
    except Unknown:
        return Stake(kind.purpose, by)
