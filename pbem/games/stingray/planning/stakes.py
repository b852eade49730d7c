"""What is at stake in each roll, by the functions that resolve it: for the tables of luck.

A missile's attack is the luck of whoever launched it, though the attacked crew rolls; while the game goes on nobody is told
both. A meeting with a mine, a leap and a repair are the crew's own. What a hit breaks is the struck crew's; no face of these is
better than another, and so it is with the dice of two crews that are held against each other.
"""

from __future__ import annotations

from events.stingray.damage import RepairTried
from events.stingray.movement import LeapTried
from events.stingray.weapons import Attacked, AttackMade
from pbem.core.dice.stakes import Score, Stake, Throw, counted
from pbem.core.state.staking import Kind, stake_of
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS
from pbem.games.stingray.rules.spies import SUCCESS
from pbem.games.stingray.rules.weapons.mines import detonates

PIP = 10
"""STG-FUE.1: AKG."""


def stake(state: State, throw: Throw) -> Stake:
    """What was at stake in a roll, as whoever knows this state could tell right before it."""
    return stake_of(KINDS, state, throw)


def _crew(state: State, throw: Throw) -> str:
    """Nearly all dice are a crew's, and seen by it alone."""
    return throw.audience


def _table(state: State, throw: Throw) -> str:
    return ""


def _spies(state: State, throw: Throw) -> str:
    return AQUAPHIBIANS


def _launcher(state: State, throw: Throw) -> str:
    """The crew of the vessel that launched the missile; "" for a reader who is not told which it was."""
    made = throw.outcome(AttackMade, vessel=throw.words[1])
    missile = state.missiles.get(made.missile) if made else None
    return state.vessels[missile.launcher].crew if missile else ""


def _attack(state: State, throw: Throw) -> Score | None:
    """STG-MK7.8, STG-M61.7: the number needed has the shield and the penalty of the launcher's crew in it."""
    told = throw.outcome(Attacked, vessel=throw.words[1])
    return counted("hits", 6, lambda die: die >= told.needed) if told else None


def _mine(state: State, throw: Throw) -> Score:
    """STG-MIN.3: a mine that does not go off."""
    penalty = state.vessels[throw.words[1]].penalty
    return counted("successes", 6, lambda die: not detonates(die, penalty))


def _leap(state: State, throw: Throw) -> Score | None:
    """STG-LEP.2."""
    told = throw.outcome(LeapTried, vessel=throw.words[1])
    return counted("successes", 6, lambda die: die <= told.needed) if told else None


def _repair(state: State, throw: Throw) -> Score | None:
    """STG-REP.2."""
    told = throw.outcome(RepairTried, vessel=throw.words[1])
    return counted("successes", 6, lambda die: die >= told.needed) if told else None


def _sabotage(state: State, throw: Throw) -> Score:
    """STG-SPY.3."""
    return counted("successes", 6, lambda die: die >= SUCCESS)


def _obstacle(state: State, throw: Throw) -> Score:
    """STG-OBS.2: damage points."""
    return counted("points", 6, lambda die: die, less=True)


def _fuel(state: State, throw: Throw) -> Score:
    """STG-FUE.1."""
    return counted("AKG", 6, lambda die: PIP * die)


KINDS: dict[str, Kind[State]] = {
    "homing-hit": Kind("sonar missiles to hit", _launcher, _attack),
    "unguided": Kind("unguided missiles to hit", _launcher, _attack),
    "mk61-hit": Kind("Mk61 to hit", _launcher, _attack),
    "accidental": Kind("Mk61 to hit by accident", _launcher, _attack),
    "mine": Kind("meeting mines", _crew, _mine),
    "leap": Kind("leaps", _crew, _leap),
    "repair": Kind("repairs", _crew, _repair),
    "obstacle": Kind("damage by obstacles", _crew, _obstacle),
    "fuel": Kind("fuel at the start", _crew, _fuel),
    "collision": Kind("meeting other vessels", _crew),
    "dmg-fish": Kind("damage taken", _crew),
    "dmg-terr": Kind("damage taken", _crew),
    "special-stingray": Kind("system hit", _crew),
    "special-supersub": Kind("system hit", _crew),
    "mega-explode": Kind("burning tanks", _crew),
    "mega-launcher": Kind("nostril hit", _crew),
    "spy:": Kind("sabotage", _spies, _sabotage),
    "tie": Kind("which sound a missile seeks", _table),
    "ram-off": Kind("who rams whom", _table),
}
"""By the first word of a purpose."""
