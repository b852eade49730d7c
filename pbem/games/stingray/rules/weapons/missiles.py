"""What sonar missiles and Mk61 have in common: swimming a hex, attacking a vessel, ending.

A Mk61 is known to its launcher's crew, a sonar missile to nobody; an attacked crew knows what came at it, and its die.
"""

from __future__ import annotations

from typing import NamedTuple

from events.base import NOBODY, Event
from events.stingray.weapons import Attacked, AttackMade, MissileGone, MissileMoved
from pbem.core.geometry.hexes import label, step
from pbem.games.stingray.model.state import Missile
from pbem.games.stingray.model.tables import MK61, RUN
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import Cause, Hit, Sound, TurnScratch

CAUSES: dict[str, Cause] = {"MK61": "MK61", "MK7": "MK7", "TERROR": "TERROR"}


def follower(kind: str, launcher: Vessel) -> str:
    """Section 7: a Mk61 is followed by its launcher's crew, a sonar missile is forgotten once fired."""
    return launcher.crew if kind == MK61 else NOBODY


def report(scratch: TurnScratch, missile: Missile, event: Event, rule: str) -> None:
    """To those who follow the missile."""
    scratch.turn.emit(event, rule, follower(missile.kind, scratch.state.vessels[missile.launcher]))


def under_way(scratch: TurnScratch, missile: Missile) -> bool:
    """Is it still in the water?"""
    return missile.id in scratch.state.missiles


def end(scratch: TurnScratch, missile: Missile, phase: int, why: str, rule: str) -> None:
    """It is gone."""
    report(scratch, missile, MissileGone(missile.id, phase, why, label(missile.hex)), rule)


def swim(scratch: TurnScratch, missile: Missile, phase: int, heading: int, target: str) -> bool:
    """One hex (STG-MOV.3). STG-MOV.11: lost off the map; STG-OBS.3: destroyed on an obstacle. True if it swims on."""
    hex = step(missile.hex, heading)
    if not scratch.state.on_map(hex):
        end(scratch, missile, phase, "edge", "STG-MOV.11")
        return False
    report(scratch, missile, MissileMoved(missile.id, phase, label(hex), heading, target), "STG-MOV.3")
    if hex in scratch.state.obstacles:
        end(scratch, missile, phase, "obstacle", "STG-OBS.3")
        return False
    return True


def spend(scratch: TurnScratch, missile: Missile, phase: int, rule: str) -> None:
    """After the checks of the last hex of its run it is gone."""
    if under_way(scratch, missile) and missile.run >= RUN[missile.kind]:
        end(scratch, missile, phase, "spent", rule)


class Attack(NamedTuple):
    """How a missile attacks, and what its die must show: that includes the crew penalty (STG-CRW.2)."""

    how: str
    needed: int
    rule: str


def strike(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int, attack: Attack) -> bool:
    """Roll the die of an attack. STG-SEQ.3: a hit is only recorded."""
    how, needed, rule = attack
    purpose = {"homing": "homing-hit", "mk61": "mk61-hit"}.get(how, how)
    rolled = scratch.die(f"{purpose} {vessel.id}", rule, vessel.crew)
    hit = rolled >= needed
    told = Attacked(vessel.id, phase, missile.kind, how, missile.heading, rolled, needed, hit)
    scratch.tell(told, rule, vessel)
    scratch.hide(AttackMade(missile.id, vessel.id, how, hit), rule)
    if hit:
        scratch.hits.append(Hit(vessel.id, CAUSES[missile.kind], phase, missile.hex))
        scratch.sounds.append(Sound("explosion", missile.hex, phase))
        # The launcher's crew hears that its Mk61 exploded; the clause of the attack would say on whom.
        end(scratch, missile, phase, "exploded", "STG-SEQ.3")
    return hit
