"""Launches, decoys, missiles under way, attacks and mines."""

from __future__ import annotations

from events.base import Event, event


@event("stingray.decoy_dropped", to="its crew")
class DecoyDropped(Event):
    """A SonaDecoy sounds in `hex` for the rest of the move."""

    vessel: str
    hex: str
    window: int


@event("stingray.launched", to="its crew")
class Launched(Event):
    """A weapon left a launcher. `item`: the missile's or mine's id; `target`: "" for a blind shot; `heading`: as it faced."""

    vessel: str
    launcher: str
    weapon: str
    item: str
    target: str
    hex: str
    heading: int
    via: list[str]
    window: int


@event("stingray.missile_started", to="the missile's followers")
class MissileStarted(Event):
    """A missile is in the water, in its launcher's hex. `target`: a Mk61's; `penalty`: that of the launcher's crew."""

    missile: str
    kind: str
    launcher: str
    hex: str
    heading: int
    arming: int
    target: str
    penalty: int
    via: list[str]
    window: int


@event("stingray.missile_moved", to="the missile's followers")
class MissileMoved(Event):
    """A missile swam one hex; `target` is a vessel, `D1` (first decoy of the move) or "" when it seeks none."""

    missile: str
    phase: int
    hex: str
    heading: int
    target: str


@event("stingray.seeker_tied", to="nobody")
class SeekerTied(Event):
    """Several sources were equally near; the dice chose one."""

    missile: str
    among: list[str]
    target: str


@event("stingray.waypoint_passed", to="the missile's followers")
class WaypointPassed(Event):
    """A Mk61 has swum its first waypoint."""

    missile: str


@event("stingray.missile_steered", to="the missile's followers")
class MissileSteered(Event):
    """New waypoints for a Mk61 under way; none: direct."""

    missile: str
    via: list[str]


@event("stingray.lock_lost", to="the missile's followers")
class LockLost(Event):
    """A Mk61 has lost its target: sight (also if that is out of play), missed, or launcher gone."""

    missile: str
    why: str


@event("stingray.lock_regained", to="the missile's followers")
class LockRegained(Event):
    """A Mk61 sees its target again (option `mk61-reacquire`)."""

    missile: str


@event("stingray.attack_made", to="nobody")
class AttackMade(Event):
    """The missile's side of an attack. `how` is homing, unguided, mk61 or accidental."""

    missile: str
    vessel: str
    how: str
    hit: bool


@event("stingray.attacked", to="its crew")
class Attacked(Event):
    """What the attacked crew knows of it: `weapon` MK7, TERROR or MK61, `heading` it came on, the face and what was needed."""

    vessel: str
    phase: int
    weapon: str
    how: str
    heading: int
    rolled: int
    needed: int
    hit: bool


@event("stingray.target_evaded", to="nobody")
class TargetEvaded(Event):
    """A leap has shaken off a homing missile."""

    missile: str
    vessel: str


@event("stingray.missile_gone", to="the missile's followers")
class MissileGone(Event):
    """`why` is exploded, decoyed, spent, obstacle or edge; `hex` is the last one that it was in."""

    missile: str
    phase: int
    why: str
    hex: str


@event("stingray.mine_laid", to="the side")
class MineLaid(Event):
    """A mine of `side` lies in `hex`, active."""

    mine: str
    side: str
    hex: str


@event("stingray.mine_switched", to="the mine's side")
class MineSwitched(Event):
    """A Terrainian mine heard its code."""

    mine: str
    active: bool


@event("stingray.code_failed", to="its crew")
class CodeFailed(Event):
    """A code was sent and no mine answered; the APU is lost."""

    vessel: str
    mine: str


@event("stingray.mine_met", to="its crew")
class MineMet(Event):
    """A vessel entered a mined hex and rolled for one mine there."""

    vessel: str
    phase: int
    hex: str
    rolled: int
    exploded: bool


@event("stingray.mine_blast", to="its crew")
class MineBlast(Event):
    """A mine went off under a vessel."""

    vessel: str
    phase: int
    hex: str


@event("stingray.mine_gone", to="the mine's side")
class MineGone(Event):
    """A mine of one's own has gone off."""

    mine: str
