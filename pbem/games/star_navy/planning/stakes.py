"""What is at stake in each roll, by the functions that resolve it: for the tables of luck.

A volley's dice are its shooter's, boarding dice those of whose marines roll. Where a hit falls and what it breaks is the struck
ship's own: no face of these is better than another.
"""

from __future__ import annotations

from pbem.core.dice.stakes import Score, Stake, Throw, counted
from pbem.core.state.staking import Kind, stake_of
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules.boarding import kills, shields_to_beat
from pbem.games.star_navy.rules.fire import cannon_points, torpedo_hits


def stake(state: State, throw: Throw) -> Stake:
    """What was at stake in a roll, as whoever knows this state could tell right before it."""
    return stake_of(KINDS, state, throw)


def _ship(state: State, throw: Throw, word: int = 1) -> Ship:
    return state.ships[throw.words[word]]


def _own(state: State, throw: Throw) -> str:
    """The seat that commands the ship named first."""
    return _ship(state, throw).seat


def _struck(state: State, throw: Throw) -> str:
    """The seat that commands the ship named last."""
    return _ship(state, throw, -1).seat


def _torpedoes(state: State, throw: Throw) -> Score:
    """SN-7.10: by the target's marked speed, which is behind its screen."""
    speed = _ship(state, throw, -1).console.speed
    return counted("hits", 6, lambda die: torpedo_hits(die, speed))


def _cannons(state: State, throw: Throw) -> Score:
    """SN-7.13, SN-7.16: all dice are added up before the wear is taken off."""
    wear = len(throw.rolled.faces) * _ship(state, throw).console.sections[throw.words[2]].wear
    return Score("points", tuple(range(1, 7)), lambda total: cannon_points([total], wear))


def _attempt(state: State, throw: Throw) -> Score:
    """SN-9.4: by the target's shields, which are behind its screen."""
    shields = shields_to_beat(state, _ship(state, throw), _ship(state, throw, -1))
    return counted("successes", 6, lambda die: die > shields)


def _marines(state: State, throw: Throw) -> Score:
    """SN-9.6: the dice that show a kill, also beyond the enemy's number."""
    return counted("kills", 6, lambda die: kills([die]))


def _jump(state: State, throw: Throw) -> Score:
    """SN-11.2."""
    active = _ship(state, throw).console.isds_active
    return counted("successes", 6, lambda die: die <= active)


KINDS: dict[str, Kind[State]] = {
    "torpedo_hit": Kind("torpedoes to hit", _own, _torpedoes),
    "cannon_damage": Kind("damage of cannons", _own, _cannons),
    "laser_section": Kind("section hit by lasers", _own),
    "torpedo_section": Kind("section hit by torpedoes", _own),
    "pulser_section": Kind("section hit by pulsers", _own),
    "cannon_section": Kind("section hit by cannons", _own),
    "damage_column": Kind("column of damage taken", _own),
    "mine_section": Kind("section struck by mines", _struck),
    "asteroid_section": Kind("section struck by asteroids", _own),
    "board_order": Kind("order of boardings", _own),
    "board_attempt": Kind("getting aboard", _own, _attempt),
    "board_attack": Kind("marines attacking", _own, _marines),
    "board_defend": Kind("marines defending", _own, _marines),
    "jump_attempt": Kind("jumps", _own, _jump),
    "jump_direction": Kind("direction of jump slides", _own),
    "jump_distance": Kind("length of jump slides", _own),
}
"""By the first word of a purpose."""
