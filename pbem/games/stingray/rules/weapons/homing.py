"""STG-MK7: Sting Mk7 and Terror Missiles, which swim straight until armed and then seek the nearest sound."""

from __future__ import annotations

from typing import NamedTuple

from events.base import NOBODY
from events.stingray.weapons import SeekerTied
from pbem.core.geometry.hexes import Hex, distance
from pbem.games.stingray.model.geometry import Body, heading_change, in_arc, nearest, sees, toward
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


# ---------------------------------------------------------------- sound sources


def is_source(state: State, vessel: Vessel) -> bool:
    """STG-MK7.5: by speed and plant output as fixed for the move; STG-LEP.8: never in the air."""
    if not vessel.afloat or vessel.airborne:
        return False
    if vessel.scheduled > 0 or vessel.vessel_class == "SS" or (vessel.vessel_class == "SR" and vessel.output > 0):
        return True
    return state.opt("stopped-is-silent") == "off"


def _spared(state: State, missile: Missile, vessel: Vessel) -> bool:
    """STG-MK7.9: a missed vessel is not attacked again (option `re-attack`); one that leapt clear never is (STG-LEP.7)."""
    return vessel.id in missile.evaded or (vessel.id in missile.missed and state.opt("re-attack") == "off")


def _heard(state: State, missile: Missile, body: Body) -> list[Hex]:
    """STG-HEX.7: the hexes of a body in the missile's forward arc, and with option `sonar-los` in its line of sight."""
    ahead = [hex for hex in body if in_arc(missile.heading, missile.hex, hex)]
    if not ahead or state.opt("sonar-los") == "off":
        return ahead
    return [hex for hex in ahead if sees(missile.hex, hex, state.obstacles)]


def sources(state: State, missile: Missile) -> list[Source]:
    """STG-MK7.6: what it may home on, vessels in vessel order, then decoys (STG-DEC.1). Friend, foe and launcher are alike."""
    ahead = [(vessel, hexes) for vessel in state.afloat() if (hexes := _heard(state, missile, vessel.body))]
    heard = [(v.id, hexes) for v, hexes in ahead if is_source(state, v) and not _spared(state, missile, v)]
    heard += [(f"D{n}", hexes) for n, hex in enumerate(state.decoys, 1) if (hexes := _heard(state, missile, (hex,)))]
    nearest_of = [(id, nearest(missile.hex, hexes)) for id, hexes in heard]
    return [Source(id, hex, distance(missile.hex, hex)) for id, hex in nearest_of]


# ---------------------------------------------------------------- seeking


def _seek(scratch: TurnScratch, missile: Missile) -> Source | None:
    """STG-MK7.6: the nearest source; STG-MK7.3: none before the arming distance is run."""
    if missile.run < missile.arming:
        return None
    found = sources(scratch.state, missile)
    if not found:
        return None
    nearest = min(source.distance for source in found)
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


def step(scratch: TurnScratch, missile: Missile, phase: int) -> None:
    """Step 3b: pick a target, swim one hex toward it (STG-MK7.7) or straight on, attack what is there (STG-MK7.1)."""
    source = _seek(scratch, missile)
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
    if vessel.airborne or at_launch or vessel.id in passed or _spared(state, missile, vessel):
        return
    strike(scratch, missile, vessel, phase, Attack("unguided", UNGUIDED + missile.penalty, "STG-MK7.4"))


def contact(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int) -> None:
    """STG-MK7.11: `vessel` has moved into the missile's hex; one past its arming distance attacks it as its target."""
    armed = missile.run >= max(missile.arming, 1)
    if armed and is_source(scratch.state, vessel) and not _spared(scratch.state, missile, vessel):
        _attack(scratch, missile, vessel, phase)
    else:
        _chance(scratch, missile, vessel, phase)
