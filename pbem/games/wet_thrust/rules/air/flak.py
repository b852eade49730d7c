"""Step 5.2: anti-aircraft fire (WT-14), before the attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from events.wet_thrust.flying import FlakFired
from pbem.core.geometry.tabletop import distance, within
from pbem.games.wet_thrust.model.tables import FLAK_KILLS, FLAK_LESS, kills
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.air.fighters import shoot_down
from pbem.games.wet_thrust.rules.air.flights import attacks

REACH = 6
"""WT-14.2, WT-14.3: inches."""
TYPES = ("CV", "BB", "BC", "CA", "CL", "MM", "DD", "SS")
"""WT-14.4: which friend is covered first."""
KINDS = ("T", "DB", "B", "R", "F")
"""WT-14.4: which of equally strong squadrons is fired at first."""
Coming = Sequence[tuple[Squadron, str]]
"""Attackers and the ships that they attack, and planes with "", in unit order."""
Targets = Mapping[str, list[Vessel]]
"""Squadrons that may be fired at, in unit order, with the ships that they threaten."""


def step(scratch: TurnScratch) -> None:
    """WT-14.4: ships in unit order, each with point defence first. WT-14.1: a working fire control is needed, no bridge."""
    targets = {each.squadron: each.target for each in attacks(scratch)}
    coming = [(each, targets.get(each.id, "")) for each in scratch.state.flying() if each.id in targets or each.kind == "R"]
    for ship in scratch.state.afloat():
        if ship.visible and ship.sheet.controls:
            for kind, targets_of in (("PD", _point_targets), ("AD", _area_targets)):
                if systems := ship.sheet.working(kind):
                    _defend(scratch, ship, systems, targets_of(scratch, ship, coming))


def _defend(scratch: TurnScratch, ship: Vessel, systems: Sequence[str], targets: Targets) -> None:
    """WT-14.4: each system fires once, if there is anything left to fire at."""
    for system in systems:
        left = {id: ships for id, ships in targets.items() if scratch.state.squadrons[id].airborne}
        _fire(scratch, ship, system, left)


def _fire(scratch: TurnScratch, ship: Vessel, system: str, targets: Targets) -> None:
    """WT-14.5: the die, less against B and R."""
    squadron = _choice(scratch, ship, targets)
    if squadron is None:
        return
    die = scratch.open_roll(1, 6, f"aa_fire {ship.id} {system} at {squadron.id}", "WT-14.5")[0]
    if squadron.kind in ("B", "R"):
        die += FLAK_LESS
    number = kills([die], FLAK_KILLS)
    scratch.tell(FlakFired(ship.id, system, squadron.id, die, number, min(number, squadron.aircraft)), "WT-14.5")
    shoot_down(scratch, squadron, number, "WT-14.5")


def _point_targets(scratch: TurnScratch, ship: Vessel, coming: Coming) -> Targets:
    """WT-14.2: attackers of the ship herself from within 6 inches, but no land-based bombers."""
    attackers = [each for each, target in coming if target == ship.id and each.kind != "B"]
    return {each.id: [ship] for each in attackers if within(each.at, ship.at, REACH)}


def _area_targets(scratch: TurnScratch, ship: Vessel, coming: Coming) -> Targets:
    """WT-14.3: attackers of the ship at any distance and of friends within 6 inches of her; planes within 6 inches of these."""
    friends = [each for each in scratch.state.afloat(ship.side) if each.visible and within(each.at, ship.at, REACH)]
    found: dict[str, list[Vessel]] = {}
    for enemy, target in coming:
        threatened = [each for each in friends if _threatens(enemy, target, each)]
        if threatened:
            found[enemy.id] = threatened
    return found


def _threatens(enemy: Squadron, target: str, ship: Vessel) -> bool:
    """WT-14.3: planes whomever they come near, others the ship that they attack."""
    if enemy.kind == "R":
        return enemy.side != ship.side and within(ship.at, enemy.at, REACH)
    return ship.id == target


def _choice(scratch: TurnScratch, ship: Vessel, targets: Targets) -> Squadron | None:
    """WT-14.4: the first of AA that may be fired at; else the strongest of those that threaten the ship to be covered."""
    if not targets:
        return None
    orders = scratch.orders_of(ship)
    named = next((id for id in orders.flak if id in targets), "")
    if named:
        return scratch.state.squadrons[named]
    threatened = {each.id: each for ships in targets.values() for each in ships}
    covered = min(threatened.values(), key=lambda each: _rank(ship, each, orders.cover))
    group = [scratch.state.squadrons[id] for id, ships in targets.items() if any(ship is covered for ship in ships)]
    return min(group, key=lambda each: (-each.aircraft, KINDS.index(each.kind)))


def _rank(ship: Vessel, friend: Vessel, cover: str) -> tuple[bool, bool, int, float, int]:
    """WT-14.4: whom area defence covers first: COVER, the ship herself, then by type, then the nearest."""
    kind = TYPES.index(friend.printed.type)
    return friend.id != cover, friend.id != ship.id, kind, distance(ship.at, friend.at), friend.index
