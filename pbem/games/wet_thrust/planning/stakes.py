"""What is at stake in each roll, by the functions that resolve it: for the tables of luck.

An attack's dice are the attacker's. Systems that a ship loses, fires, repairs and dives are her own. What else damage brings
with it is told by its faces only.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from events.wet_thrust.firing import DepthCharged, GunsFired, TorpedoesFired
from events.wet_thrust.flying import Bombed, FlakFired
from events.wet_thrust.sailing import CrashDived, DisengageTried, NerveTested
from pbem.core.dice.stakes import Score, Stake, Throw, counted
from pbem.core.state.staking import Kind, stake_of
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import FIGHTER_KILLS, FLAK_KILLS, GUNNER_KILLS, RAM_NEEDED, kills, score
from pbem.games.wet_thrust.rules.air import bombing
from pbem.games.wet_thrust.rules.combat import charges, gunnery, repair, threshold, torpedo
from pbem.games.wet_thrust.rules.dives import DIVED, dive_result


def stake(state: State, throw: Throw) -> Stake:
    """What was at stake in a roll, as whoever knows this state could tell right before it."""
    return stake_of(KINDS, state, throw)


# ---------------------------------------------------------------- whose it is


def _own(state: State, throw: Throw) -> str:
    """The seat of the ship or squadron named first; "" for a reader who does not know it."""
    return _seat(state, throw.words[1])


def _seat(state: State, id: str) -> str:
    unit = state.ships.get(id) or state.squadrons.get(id)
    return unit.seat if unit else ""


def _torpedo_owner(state: State, throw: Throw) -> str:
    """WT-23.4: the dice of what an unseen salvo does are open, and do not say whose it was."""
    fired = _torpedoes_fired(throw)
    return _seat(state, fired.by) if fired else ""


def _torpedoes_fired(throw: Throw) -> TorpedoesFired | None:
    by = {"by": throw.words[1]} if throw.words[1] != "at" else {}
    return throw.outcome(TorpedoesFired, target=throw.words[-1], **by)


# ---------------------------------------------------------------- guns, torpedoes, depth charges


def _salvo(state: State, throw: Throw) -> Score:
    """WT-7.19: one hit symbol is enough."""
    each = counted("hits", 6, lambda die: gunnery.hit_symbols(state, [die]))
    return Score("hits", each.worth, lambda symbols: min(1, symbols))


def _gun_damage(state: State, throw: Throw) -> Score | None:
    """WT-8.2: by the armour that is hit."""
    fired = throw.outcome(GunsFired, ship=throw.words[1], target=throw.words[-1])
    return counted("points", 6, lambda die: score([die], fired.grade)) if fired else None


def _torpedoes(state: State, throw: Throw) -> Score | None:
    """WT-10.5."""
    fired = _torpedoes_fired(throw)
    return counted("hits", 6, lambda die: die <= fired.needed) if fired else None


def _torpedo_damage(state: State, throw: Throw) -> Score:
    """WT-10.8."""
    more = torpedo.added(state, state.ships[throw.words[-1]])
    return counted("points", 6, lambda die: max(0, die + more))


def _charged(throw: Throw) -> DepthCharged | None:
    return throw.outcome(DepthCharged, ship=throw.words[1], target=throw.words[-1])


def _charges(state: State, throw: Throw) -> Score | None:
    """WT-19.7."""
    run = _charged(throw)
    return counted("hits", 6, lambda die: die <= run.needed) if run else None


def _charge_damage(state: State, throw: Throw) -> Score | None:
    """WT-19.7: lessened by the range."""
    run = _charged(throw)
    return counted("points", 6, lambda die: charges.points_of([die], run.inches)) if run else None


# ---------------------------------------------------------------- in the air


def _bombs(state: State, throw: Throw) -> Score | None:
    """WT-13.3, WT-13.6."""
    dropped = throw.outcome(Bombed, squadron=throw.words[1], target=throw.words[-1])
    return counted("hits", 6, lambda die: die <= dropped.needed) if dropped else None


def _bomb_damage(state: State, throw: Throw) -> Score:
    """WT-13.4, WT-13.6."""
    attack = bombing.attack_of(state.squadrons[throw.words[1]])
    more = bombing.added(state, attack, state.ships[throw.words[-1]])
    return counted("points", throw.rolled.sides, lambda die: max(0, die + more))


def _shooting(table: tuple[int, ...]) -> Callable[[State, Throw], Score]:
    """WT-12.8, WT-12.9: aircraft shot down, also beyond the enemy's number."""
    return lambda state, throw: counted("kills", 6, lambda die: kills([die], table))


def _flak(state: State, throw: Throw) -> Score | None:
    """WT-14.5: the die as it was read tells what was taken off."""
    fired = throw.outcome(FlakFired, ship=throw.words[1], squadron=throw.words[-1])
    if fired is None:
        return None
    more = fired.die - throw.rolled.faces[0]
    return counted("kills", 6, lambda die: kills([die + more], FLAK_KILLS))


# ---------------------------------------------------------------- a ship's own


def _threshold(state: State, throw: Throw) -> Score:
    """WT-9.4: systems lost. WT-17.1: a magazine, which rolls alone, adds its modifier."""
    ship, number, systems = state.ships[throw.words[1]], int(throw.words[2]), throw.words[3:]
    return counted("systems lost", 6, lambda die: threshold.goes(ship, systems[0], die, number), less=True)


def _fires(state: State, throw: Throw) -> Score:
    """WT-16.3: fires put out."""
    return counted("successes", 6, lambda die: die >= repair.OUT)


def _repair(state: State, throw: Throw) -> Score:
    """WT-16.6."""
    return counted("successes", 6, lambda die: die >= repair.REPAIRED)


def _dive(state: State, throw: Throw) -> Score | None:
    """WT-18.8: she is below, and afloat."""
    told = throw.outcome(CrashDived, ship=throw.words[1])
    if told is None:
        return None
    more = told.total - throw.rolled.faces[0]
    return counted("successes", 10, lambda die: dive_result(die + more) in DIVED)


def _nerve(state: State, throw: Throw) -> Score | None:
    """WT-5.6."""
    told = throw.outcome(NerveTested, ship=throw.words[1])
    return counted("successes", 6, lambda die: die + sum(told.modifiers.values()) >= RAM_NEEDED) if told else None


def _disengage(state: State, throw: Throw) -> Score | None:
    """WT-21.7."""
    told = throw.outcome(DisengageTried, ship=throw.words[1])
    return counted("successes", 6, lambda die: die <= Fraction(told.total)) if told else None


KINDS: dict[str, Kind[State]] = {
    "hit_dice": Kind("gun salvos to hit", _own, _salvo),
    "gun_damage": Kind("damage of gun salvos", _own, _gun_damage),
    "german_fc": Kind("fire control of German ships", _own),
    "torp_hit": Kind("torpedoes to hit", _own, _torpedoes),
    "torp_damage": Kind("damage of torpedoes", _torpedo_owner, _torpedo_damage),
    "as_hit": Kind("depth charges to hit", _own, _charges),
    "as_damage": Kind("damage of depth charges", _own, _charge_damage),
    "bomb_hit": Kind("bombs to hit", _own, _bombs),
    "bomb_damage": Kind("damage of bombs", _own, _bomb_damage),
    "fighter_fire": Kind("fighters firing", _own, _shooting(FIGHTER_KILLS)),
    "air_return": Kind("air gunners firing", _own, _shooting(GUNNER_KILLS)),
    "aa_fire": Kind("anti-aircraft fire", _own, _flak),
    "threshold": Kind("threshold checks", _own, _threshold),
    "boiler_hits": Kind("damage by boilers", _own),
    "boiler_fire": Kind("fires by boilers", _own),
    "magazine": Kind("damage by magazines", _own),
    "torp_extra": Kind("what else torpedoes did (T20)", _own),
    "bomb_extra": Kind("what else bombs did (B20)", _own),
    "extra_damage": Kind("more boxes by T20 and B20", _own),
    "fire_fight": Kind("fighting fires", _own, _fires),
    "repair": Kind("repairs", _own, _repair),
    "repair_mishap": Kind("mishaps at repairs", _own),
    "rearm": Kind("turns to rearm", _own),
    "crash_dive": Kind("crash dives", _own, _dive),
    "ram_nerve": Kind("nerve to ram", _own, _nerve),
    "collision": Kind("damage by collisions", _own),
    "disengage": Kind("disengaging", _own, _disengage),
}
"""By the first word of a purpose."""
