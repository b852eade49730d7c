"""What is at stake in each roll, for the tables of luck."""

from __future__ import annotations

from pbem.campaign.model.state import State
from pbem.core.dice.stakes import Score, Stake, Throw, counted
from pbem.core.state.staking import Kind, stake_of


def stake(state: State, throw: Throw) -> Stake:
    """What was at stake in a roll, as whoever knows this state could tell right before it."""
    return stake_of(KINDS, state, throw)


def _scouts(state: State, throw: Throw) -> Score | None:
    """CMP-6.2: a find, if anybody was there."""
    refits = state.file.refits
    return counted("finds", 6, lambda face: face >= refits.found) if refits else None


KINDS: dict[str, Kind[State]] = {
    "scouts": Kind("scouts", lambda state, throw: throw.words[2], _scouts),
    "lot": Kind("lots of pairings", lambda state, throw: ""),
}
"""By the first word of a purpose."""
