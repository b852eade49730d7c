"""SSL-K: where hits fall, and what they do there (HITS of section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from events.base import EVERYONE
from events.sovereign_seas.battle import GunLost, Located, NoEffect, PassedOn, SevereDamage
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import LOCATIONS, Battery, ceil_div
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.combat import critical, lose
from pbem.games.sovereign_seas.rules.combat.attack import Attack, hull_points, victim

LOCATION_DICE = 5


@dataclass
class _Blow:
    """An attack while its hits are resolved: `taken` of them had an effect."""

    scratch: TurnScratch
    attack: Attack
    ship: Ship
    severe: bool = False
    taken: int = 0


def inflict(scratch: TurnScratch, attack: Attack, n: int) -> None:
    """SSL-K.1: each hit is located and resolved before the next. SSL-K.4: those left over when she sinks are not rolled."""
    blow = _Blow(scratch, attack, victim(scratch, attack))
    for _ in range(n):
        if not blow.ship.active:
            return
        blow.taken += _hit(blow)
    if blow.severe and blow.ship.active:
        _severe(blow, n)


def _hit(blow: _Blow) -> bool:
    """SSL-K.3: a location that is missing, destroyed or out of reach passes the hit on: T to B, B to H. Was it marked off?"""
    scratch, ship = blow.scratch, blow.ship
    strikes = scratch.strikes(LOCATION_DICE, f"LOC {ship.id}", "SSL-K.1", EVERYONE)
    location = LOCATIONS[strikes]
    scratch.tell_all(Located(ship.id, strikes, location), "SSL-K.1")
    if location == "*":
        blow.severe |= critical.apply(scratch, blow.attack, blow.severe)
        return True
    turrets = lose.reachable(ship, blow.attack, "T") if location == "T" else []
    batteries = lose.reachable(ship, blow.attack, "B") if location in ("T", "B") else []
    struck = "T" if turrets else "B" if batteries else "H"
    if struck != location:
        scratch.tell_log(PassedOn(ship.id, location, struck), "SSL-K.3", ship)
    if turrets:
        return _turret(blow, lose.turret(scratch, ship, turrets))
    if batteries:
        return _battery(blow, lose.battery(scratch, ship, blow.attack, batteries))
    return _hull(blow)


def _turret(blow: _Blow, part: Battery) -> bool:
    """SSL-L1.3: destroyed, and a hull point whatever the hull's armour."""
    if not blow.attack.pierces(part.armour):
        return _kept_out(blow, part.id, part.armour)
    blow.scratch.tell_log(GunLost(blow.ship.id, part.id, turret=True), "SSL-L1.3", blow.ship)
    hull_points(blow.scratch, blow.attack, 1, "SSL-L1.3")
    return True


def _battery(blow: _Blow, part: Battery) -> bool:
    """SSL-L2.2: destroyed, and a hull point if the shot beats the hull's armour too. SSL-L2.3: or nothing happens."""
    if not blow.attack.pierces(part.armour):
        return _kept_out(blow, part.id, part.armour)
    blow.scratch.tell_log(GunLost(blow.ship.id, part.id, turret=False), "SSL-L2.2", blow.ship)
    if blow.attack.pierces(blow.ship.printed.hull_armour):
        hull_points(blow.scratch, blow.attack, 1, "SSL-L2.2")
    return True


def _hull(blow: _Blow) -> bool:
    """SSL-L3.1."""
    armour = blow.ship.printed.hull_armour
    if not blow.attack.pierces(armour):
        return _kept_out(blow, "hull", armour)
    hull_points(blow.scratch, blow.attack, 1, "SSL-L3.1")
    return True


def _kept_out(blow: _Blow, part: str, armour: str, rule: str = "SSL-K.2") -> bool:
    """SSL-K.2: no effect, and the hit does not move on."""
    blow.scratch.tell_log(NoEffect(blow.ship.id, part, blow.attack.letter or "", armour), rule, blow.ship)
    return False


def _severe(blow: _Blow, n: int) -> None:
    """SSL-L5.8: half as many hull points as hits, rounded up.

    Option `severe_base` says which hits count, `severe_penetrates` whether the hull's armour can hold.
    """
    state, ship = blow.scratch.state, blow.ship
    if state.opt("severe_penetrates") == "on" and not blow.attack.pierces(ship.printed.hull_armour):
        _kept_out(blow, "hull", ship.printed.hull_armour, "SSL-L5.8")
        return
    points = ceil_div(blow.taken if state.opt("severe_base") == "taken" else n, 2)
    blow.scratch.tell_log(SevereDamage(ship.id, points), "SSL-L5.8", ship)
    hull_points(blow.scratch, blow.attack, points, "SSL-L5.8")
