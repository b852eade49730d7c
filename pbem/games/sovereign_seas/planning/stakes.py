"""What is at stake in each roll, by the functions that resolve it: for the tables of luck.

Salvos and rams are their attacker's. Where a hit falls and what it breaks is the struck ship's own: no face of these is better
than another. A strike alone is worth nothing: what counts is what a pool of strikes comes to.
"""

from __future__ import annotations

from collections.abc import Callable

from events.sovereign_seas.battle import SalvoFired
from pbem.core.dice.stakes import Score, Stake, Throw
from pbem.core.state.staking import Kind, stake_of
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import RAM_NEEDED, effective_hits
from pbem.games.sovereign_seas.model.turn_scratch import strike_faces
from pbem.games.sovereign_seas.rules.combat.gunnery import base_hits
from pbem.games.sovereign_seas.rules.sailing.ram import effect


def stake(state: State, throw: Throw) -> Stake:
    """What was at stake in a roll, as whoever knows this state could tell right before it."""
    return stake_of(KINDS, state, throw)


def _own(state: State, throw: Throw) -> str:
    """The seat of the ship named first."""
    return state.ships[throw.words[1]].seat


def _side(state: State, throw: Throw) -> str:
    return throw.words[1]


def _pool(state: State, unit: str, result: Callable[[int], int]) -> Score:
    """SSL-C.1: strikes are added up, and their number is what a table is read by."""
    return Score(unit, tuple(int(face in strike_faces(state)) for face in range(1, 7)), result)


def _salvo(state: State, throw: Throw) -> Score | None:
    """SSL-J2.9, SSL-J2.10: effective hits, by the strikes needed at this range."""
    fired = throw.outcome(SalvoFired, ship=throw.words[1], target=throw.words[-1])
    if fired is None:
        return None
    return _pool(state, "hits", lambda strikes: effective_hits(base_hits(strikes, fired.needed), fired.code, state.options))


def _ram(state: State, throw: Throw) -> Score:
    """SSL-J1.4."""
    return _pool(state, "successes", lambda strikes: strikes >= RAM_NEEDED)


def _ram_effect(state: State, throw: Throw) -> Score:
    """SSL-J1.5: hits on the target, by the attacker's speed."""
    speed = state.ships[throw.words[1]].speed
    return _pool(state, "hits", lambda strikes: effect(strikes, speed))


KINDS: dict[str, Kind[State]] = {
    "ADV": Kind("advantage", _side),
    "TO_HIT": Kind("salvos", _own, _salvo),
    "LOC": Kind("where hits fall", _own),
    "CRIT": Kind("critical hits suffered", _own),
    "CT": Kind("turns out of command", _own),
    "RUD_DIR": Kind("side of rudder jams", _own),
    "RUD_DUR": Kind("turns of rudder jams", _own),
    "RAM_PICK": Kind("whom to ram", _own),
    "RAM_HIT": Kind("rams that hit", _own, _ram),
    "RAM_EFFECT": Kind("effect of rams", _own, _ram_effect),
}
"""By the first word of a purpose."""
