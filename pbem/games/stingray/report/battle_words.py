"""What is told of launches, missiles, movement, encounters and damage; `tell.py` has the rest and the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.stingray import contacts, damage, movement, orders, weapons
from pbem.core.game.phrases import count, join_words
from pbem.games.stingray.model.orders import ANY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CREW_DEAD, MINE, MK61, PLANT
from pbem.games.stingray.report.record_sheet import facing_word, reckoned, system_name

Teller = Callable[[Any, State], "str | None"]

MISSILES = {"MK61": "a Sting Mk61", "MK7": "a Sting Mk7", "TERROR": "a Terror Missile", "": "a missile"}
LOCK_LOST = {
    "sight": "it has no line of sight to its target",
    "missed": "it has missed",
    "launcher gone": "its launcher guides it no longer",
}
GONE = {
    "exploded": "hits something in {} and explodes",
    "decoyed": "is taken in by a SonaDecoy in {}",
    "spent": "has run its distance and is spent in {}",
    "obstacle": "is destroyed on the obstacle in {}",
    "edge": "runs off the map from {}",
}
UNKNOWN = "another vessel"
"""Whom a fish without comms has met (STG-COM.4)."""
EFFECTS = {
    "BATTERY": "all stored power is lost, nothing can be stored or drawn",
    "STEERING": "no change of course",
    "SONAR": "no scanning",
    "COMMS": "no comms with HQ",
    "NAV": "no satellite fix",
    "DECOY": "no decoy launches",
    "LAUNCHER": "no firing",
    "PORT": "no firing from it",
    "STARBOARD": "no firing from it",
    "FUEL": "fuel use is doubled",
    "TUBE1": "no launch from it",
    "TUBE2": "no launch from it",
}
"""D1, D2, D4 and D5 in words."""


# ---------------------------------------------------------------- words


def needs(needed: int) -> str:
    """What the die must show, or more."""
    return "needs 6" if needed == 6 else f"needs {needed} or more"


def launcher_name(name: str) -> str:
    """A tube, a nostril, or a Terror Fish's only launcher."""
    if name in ("1", "2"):
        return f"tube {name}"
    return "its launcher" if name == "LAUNCHER" else f"its {system_name(name)}"


def own_hex(hex: str, known: State, *ids: str) -> str:
    """STG-NAV.2: where vessels of the reader are: the doubt of one without a fix is that of all."""
    lost = (known.vessels[id] for id in ids if id in known.vessels and not known.vessels[id].fix)
    return reckoned(next(lost, None), hex)


def sound_words(what: str, times: int) -> str:
    """`an explosion`, `3 explosions`, `a vessel breaking up`."""
    if what == "explosion":
        return "an explosion" if times == 1 else f"{times} explosions"
    return "a vessel breaking up" if times == 1 else f"{times} vessels breaking up"


def silent(event: Event, known: State) -> None:
    """Bookkeeping: the sheets, the lists and the map show it."""


# ---------------------------------------------------------------- windows


def _mine_switched(event: weapons.MineSwitched, known: State) -> str:
    return f"mine {event.mine} is switched {'on' if event.active else 'off'}"


def _code_failed(event: weapons.CodeFailed, known: State) -> str:
    return f"{event.vessel} sends the code of {event.mine}: no mine answers, the APU is lost"


def _decoy_dropped(event: weapons.DecoyDropped, known: State) -> str:
    return f"{event.vessel} drops a SonaDecoy in {own_hex(event.hex, known, event.vessel)}"


def _launched(event: weapons.Launched, known: State) -> str:
    """Only a Mk61 is named: nobody hears of a homing missile again."""
    source = f"{event.vessel} launches"
    if event.weapon == MINE:
        return f"{source} a SonaMine from {launcher_name(event.launcher)}"
    name = f" ({event.item})" if event.weapon == MK61 else ""
    aim = "blind" if not event.target else "at an enemy" if event.target == ANY else f"at {event.target}"
    via = f" via {' '.join(event.via)}" if event.via else ""
    hex = own_hex(event.hex, known, event.vessel)
    place = f"from {launcher_name(event.launcher)} in {hex}, heading {facing_word(event.heading)}"
    return f"{source} {MISSILES[event.weapon]}{name} {place}, {aim}{via}"


def _mine_laid(event: weapons.MineLaid, known: State) -> str:
    return f"mine {event.mine} lies in {event.hex}, active"


def _order_lapsed(event: orders.OrderLapsed, known: State) -> str:
    return f"{event.vessel} {event.order} lapses: {event.why}"


# ---------------------------------------------------------------- phases


def _leap_tried(event: movement.LeapTried, known: State) -> str:
    """STG-LEP.2."""
    failed = "it stays in the water" if event.reason == "evade" else "it does not clear the obstacle"
    result = "clear of the water" if event.success else failed
    needs = f"needs {event.needed} or less" if event.needed > 1 else "needs 1" if event.needed == 1 else "cannot succeed"
    what = "leaps to evade a missile" if event.reason == "evade" else "leaps over the obstacle"
    return f"{event.vessel} {what}: rolled {event.rolled} ({needs}) - {result}"


def _missile_moved(event: weapons.MissileMoved, known: State) -> str | None:
    """A Mk61's way is on the sheet and the map; that of the others is told when nothing is hidden any more."""
    if not known.whole:
        return None
    seeks = f", seeking {event.target}" if event.target else ""
    return f"missile {event.missile} runs to {event.hex}, heading {facing_word(event.heading)}{seeks}"


def _seeker_tied(event: weapons.SeekerTied, known: State) -> str:
    return f"missile {event.missile} hears {join_words(event.among)} equally near; the die chooses {event.target}"


def _waypoint_passed(event: weapons.WaypointPassed, known: State) -> str:
    return f"missile {event.missile} has passed its waypoint"


def _missile_steered(event: weapons.MissileSteered, known: State) -> str:
    return f"missile {event.missile} is steered {'via ' + ' '.join(event.via) if event.via else 'directly to its target'}"


def _lock_lost(event: weapons.LockLost, known: State) -> str:
    return f"missile {event.missile} has lost its lock: {LOCK_LOST.get(event.why, event.why)}"


def _lock_regained(event: weapons.LockRegained, known: State) -> str:
    return f"missile {event.missile} sees its target again and has its lock back"


def _attack_made(event: weapons.AttackMade, known: State) -> str:
    return f"missile {event.missile} {'hits' if event.hit else 'misses'} {event.vessel} ({event.how})"


def _attacked(event: weapons.Attacked, known: State) -> str:
    """Unguided and accidental missiles pass by; the others come for their target."""
    comes = "passes" if event.how in ("unguided", "accidental") else "attacks"
    weapon = MISSILES[event.weapon]
    head = f"{weapon} heading {facing_word(event.heading)} {comes} {event.vessel}"
    return f"{head}: rolled {event.rolled} ({needs(event.needed)}) - {'a hit' if event.hit else 'a miss'}"


def _target_evaded(event: weapons.TargetEvaded, known: State) -> str:
    return f"{event.vessel} has shaken off missile {event.missile}"


def _missile_gone(event: weapons.MissileGone, known: State) -> str:
    return f"missile {event.missile} {GONE[event.why].format(event.hex)}"


def _moved(event: movement.Moved, known: State) -> str | None:
    """The sheet gives the track; only what happens above the water is news."""
    return f"{event.vessel} flies to {own_hex(event.hex, known, event.vessel)}" if event.airborne else None


def _struck(event: movement.Struck, known: State) -> str:
    return f"{event.vessel} strikes the obstacle in {event.obstacle} and lies in {own_hex(event.hex, known, event.vessel)}"


def _exited(event: movement.Exited, known: State) -> str:
    return f"{event.vessel} leaves the map by the {event.edge} edge"


def _mine_met(event: weapons.MineMet, known: State) -> str:
    result = "it explodes" if event.exploded else "it stays quiet"
    return f"{event.vessel} enters mined hex {own_hex(event.hex, known, event.vessel)}: rolled {event.rolled} - {result}"


def _mine_blast(event: weapons.MineBlast, known: State) -> str:
    return f"a mine goes off under {event.vessel} in {own_hex(event.hex, known, event.vessel)}"


def _mine_gone(event: weapons.MineGone, known: State) -> str:
    return f"mine {event.mine} has gone off"


def _encountered(event: movement.Encountered, known: State) -> str:
    """STG-RAM.2: both crews know both dice."""
    results = {"passed": "they pass each other", "collision": "they collide", "ram": f"{event.rammer or UNKNOWN} rams"}
    place = own_hex(event.hex, known, event.first, event.second)
    faces = f", rolled {' and '.join(str(face) for face in event.faces)}" if event.faces else ""
    return f"{event.first or UNKNOWN} and {event.second or UNKNOWN} meet in {place}{faces}: {results[event.result]}"


def _landed(event: movement.Landed, known: State) -> str:
    return f"{event.vessel} is back in the water"


# ---------------------------------------------------------------- assessment


def _damaged(event: damage.Damaged, known: State) -> str:
    """STG-DMG.1: the points, what did it, and the track afterwards."""
    vessel = known.vessels.get(event.vessel)
    track = f" of {vessel.printed.points}" if vessel else ""
    points = count(event.points, "damage point")
    return f"{event.vessel} takes {points} ({event.cause}), {event.total}{track} in all"


def _special_hit(event: damage.SpecialHit, known: State) -> str:
    """D1, D2, D4, D5."""
    cause = f" ({event.cause})" if event.cause else ""
    return f"{event.vessel} {system_name(event.system)} hit{cause}: {_effect(event, known)}"


def _effect(event: damage.SpecialHit, known: State) -> str:
    """STG-SPH.3, STG-SPH.7: steps of a Stingray, one for good of a SuperSub."""
    vessel = known.vessels.get(event.vessel)
    if vessel and vessel.vessel_class == "SS" and event.system == "REACTOR":
        return "maximum speed 1"
    if event.system == "REACTOR":
        return f"its plant gives {PLANT >> event.level} APU"
    if vessel and event.system == "ENGINES":
        return f"maximum speed {vessel.printed.top >> event.level}"
    if vessel and vessel.printed.fish and event.system == "COMMS":
        return "it neither reports nor hears"
    return EFFECTS.get(event.system, "out of action")


def _tube_destroyed(event: damage.TubeDestroyed, known: State) -> str:
    return f"the armed Mk61 in tube {event.tube} of {event.vessel} goes up: the tube is destroyed"


def _crew_hurt(event: damage.CrewHurt, known: State) -> str:
    """STG-CRW.1."""
    result = "the crew is dead" if event.injuries >= CREW_DEAD else f"-{event.injuries} on its rolls"
    return f"{event.vessel} has crew wounded ({event.cause}): {result}"


def _fuel_lost(event: damage.FuelLost, known: State) -> str:
    return f"{event.vessel} loses half its fuel: {event.fuel} AKG are left"


def _tanks_hit(event: damage.TanksHit, known: State) -> str:
    """STG-DMG.4."""
    if not event.rolled:
        return f"the tanks of {event.vessel} are hit ({event.cause}): they explode"
    result = "they explode" if event.exploded else "they hold"
    return f"the tanks of {event.vessel} are hit ({event.cause}): rolled {event.rolled} (explode on 1 or 2) - {result}"


def _sank(event: damage.Sank, known: State) -> str:
    return f"{event.vessel} {'explodes' if event.how == 'exploded' else 'sinks'} in {own_hex(event.hex, known, event.vessel)}"


def _noise_heard(event: contacts.NoiseHeard, known: State) -> str:
    """STG-SCN.6: the hex and the phase, not the cause."""
    hear = "hears" if len(event.vessels) == 1 else "hear"
    when = f" (phase {event.phase})" if event.phase else ""
    return f"{join_words(event.vessels)} {hear} {sound_words(event.what, event.times)} in {event.hex}{when}"


TELLERS: dict[type[Event], Teller] = {
    weapons.MineSwitched: _mine_switched,
    weapons.CodeFailed: _code_failed,
    weapons.DecoyDropped: _decoy_dropped,
    weapons.Launched: _launched,
    weapons.MissileStarted: silent,
    weapons.MineLaid: _mine_laid,
    orders.OrderLapsed: _order_lapsed,
    movement.LeapTried: _leap_tried,
    weapons.MissileMoved: _missile_moved,
    weapons.SeekerTied: _seeker_tied,
    weapons.WaypointPassed: _waypoint_passed,
    weapons.MissileSteered: _missile_steered,
    weapons.LockLost: _lock_lost,
    weapons.LockRegained: _lock_regained,
    weapons.AttackMade: _attack_made,
    weapons.Attacked: _attacked,
    weapons.TargetEvaded: _target_evaded,
    weapons.MissileGone: _missile_gone,
    movement.Moved: _moved,
    movement.Struck: _struck,
    movement.Exited: _exited,
    weapons.MineMet: _mine_met,
    weapons.MineBlast: _mine_blast,
    weapons.MineGone: _mine_gone,
    movement.Encountered: _encountered,
    movement.Landed: _landed,
    damage.Damaged: _damaged,
    damage.SpecialHit: _special_hit,
    damage.TubeDestroyed: _tube_destroyed,
    damage.CrewHurt: _crew_hurt,
    damage.FuelLost: _fuel_lost,
    damage.TanksHit: _tanks_hit,
    damage.Sank: _sank,
    contacts.NoiseHeard: _noise_heard,
}
