"""STG-MK7: Sting Mk7 and Terror Missiles, which swim straight until armed and then seek the nearest sound."""

from __future__ import annotations

from typing import NamedTuple

from events.base import NOBODY
from events.stingray.weapons import SeekerTied
from pbem.core.geometry.hexes import Hex, distance
from pbem.games.stingray.model.geometry import heading_change, in_arc, sees, toward
from pbem.games.stingray.model.state import Missile, State
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons.missiles import Attack, end, spend, strike, swim, under_way

FROM_THE_REAR, SHIELDED, UNGUIDED = 3, 5, 6
"""Table 2.3: the die needed to hit an unshielded vessel or a Stingray from its rear, a Stingray otherwise, by chance."""


class Source(NamedTuple):
    """A sound in the water: a vessel, or a SonaDecoy (`D1` …), and the hex of it that is homed on."""

    id: str
    hex: Hex
    distance: int


Sounding = list[tuple[str, Hex]]
"""What makes a sound, vessels in vessel order and then decoys, and each of its hexes, the head first."""


# ---------------------------------------------------------------- sound sources


def is_source(state: State, vessel: Vessel) -> bool:
    """STG-MK7.5: of those in play, by speed and plant output as fixed for the move; STG-LEP.8: never in the air."""
    if vessel.airborne:
        return False
    if vessel.scheduled > 0 or vessel.vessel_class == "SS" or (vessel.vessel_class == "SR" and vessel.output > 0):
        return True
    return state.opt("stopped-is-silent") == "off"


def sounding(state: State) -> Sounding:
    """STG-MK7.5, STG-DEC.1: all sources; they stay the same and where they are while the missiles move (STG-SEQ.2)."""
    vessels = [(vessel.id, hex) for vessel in state.afloat() if is_source(state, vessel) for hex in vessel.body]
    return vessels + [(f"D{n}", hex) for n, hex in enumerate(state.decoys, 1)]


def _spared(state: State, missile: Missile) -> list[str]:
    """STG-MK7.9: a missed vessel is not attacked again (option `re-attack`); one that leapt clear never is (STG-LEP.7)."""
    return missile.evaded + missile.missed if state.opt("re-attack") == "off" else missile.evaded


def sources(state: State, missile: Missile, sounds: Sounding) -> list[Source]:
    """STG-MK7.6: what it may home on, by the nearer hex in its forward arc (STG-HEX.7). Friend, foe and launcher are alike.

    With option `sonar-los` that hex must be in line of sight.
    """
    origin, heading, spared = missile.hex, missile.heading, _spared(state, missile)
    in_sight = state.opt("sonar-los") == "on"
    found: dict[str, Source] = {}
    for id, hex in sounds:
        if not in_arc(heading, origin, hex) or id in spared:
            continue
        away = distance(origin, hex)
        nearer = id not in found or away < found[id].distance
        if nearer and (not in_sight or sees(origin, hex, state.obstacles)):
            found[id] = Source(id, hex, away)
    return list(found.values())


# ---------------------------------------------------------------- seeking


def _seek(scratch: TurnScratch, missile: Missile, sounds: Sounding) -> Source | None:
    """STG-MK7.6: the nearest source; STG-MK7.3: none before the arming distance is run."""
    if missile.run < missile.arming:
        return None
    found = sources(scratch.state, missile, sounds)
    if not found:
        return None
    nearest = min([source.distance for source in found])
    tied = [source for source in found if source.distance == nearest]
    return tied[0] if len(tied) == 1 else _among(scratch, missile, tied)


def _among(scratch: TurnScratch, missile: Missile, tied: list[Source]) -> Source:
    """STG-MK7.6: equally near sources. The present target stays, unless a decoy joins in (STG-DEC.2); a set is diced once."""
    ids = [source.id for source in tied]
    decoy = any(id.startswith("D") for id in ids)
    if missile.target in ids and (not decoy or missile.tie == ids):
        return tied[ids.index(missile.target)]
    face = scratch.die(f"tie {missile.id}: {', '.join(ids)}", "STG-MK7.6", NOBODY, len(ids))
    chosen = tied[face - 1]
    scratch.hide(SeekerTied(missile.id, ids, chosen.id), "STG-MK7.6")
    return chosen


def step(scratch: TurnScratch, missile: Missile, phase: int, sounds: Sounding) -> None:
    """Step 3b: pick a target, swim one hex toward it (STG-MK7.7) or straight on, attack what is there (STG-MK7.1)."""
    source = _seek(scratch, missile, sounds)
    heading = toward(missile.hex, source.hex, missile.heading) if source else missile.heading
    if not swim(scratch, missile, phase, heading, source.id if source else ""):
        return
    if source is None:
        _unguided(scratch, missile, phase)
    elif source.id not in scratch.state.vessels:
        _decoyed(scratch, missile, source, phase)
    elif missile.hex in scratch.state.vessels[source.id].body:
        _attack(scratch, missile, scratch.state.vessels[source.id], phase)
    spend(scratch, missile, phase, "STG-MK7.1")


# ---------------------------------------------------------------- attacks


def needed_to_hit(missile: Missile, vessel: Vessel) -> int:
    """STG-MK7.8: a Stingray is shielded except from its rear; the launcher's crew penalty at launch counts (STG-CRW.2)."""
    shielded = vessel.printed.shielded and heading_change(missile.heading, vessel.facing) > 1
    return (SHIELDED if shielded else FROM_THE_REAR) + missile.penalty


def _attack(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int) -> None:
    """STG-MK7.8; STG-MK7.9: after a miss it seeks on from the next hex."""
    strike(scratch, missile, vessel, phase, Attack("homing", needed_to_hit(missile, vessel), "STG-MK7.8"))


def _decoyed(scratch: TurnScratch, missile: Missile, source: Source, phase: int) -> None:
    """STG-MK7.10: used up in the decoy's hex; the decoy stays."""
    if missile.hex == source.hex:
        end(scratch, missile, phase, "decoyed", "STG-MK7.10")


def _unguided(scratch: TurnScratch, missile: Missile, phase: int) -> None:
    """STG-MK7.4: every vessel in the hex in vessel order, until one is hit."""
    for vessel in scratch.state.there(missile.hex):
        if under_way(scratch, missile):
            _chance(scratch, missile, vessel, phase)


def _chance(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int) -> None:
    """STG-MK7.4: once for each vessel; not for one in the air (STG-LEP.8), one that was missed, or the launcher at once."""
    state = scratch.state
    passed = state.umpire.passed.get(missile.id, ())
    at_launch = missile.run == 0 and vessel.id == missile.launcher
    if vessel.airborne or at_launch or vessel.id in passed or vessel.id in _spared(state, missile):
        return
    strike(scratch, missile, vessel, phase, Attack("unguided", UNGUIDED + missile.penalty, "STG-MK7.4"))


def contact(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int) -> None:
    """STG-MK7.11: `vessel` has moved into the missile's hex; one past its arming distance attacks it as its target."""
    armed = missile.run >= max(missile.arming, 1)
    if armed and is_source(scratch.state, vessel) and vessel.id not in _spared(scratch.state, missile):
        _attack(scratch, missile, vessel, phase)
    else:
        _chance(scratch, missile, vessel, phase)
