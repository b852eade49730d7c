"""SSL-L1.2, SSL-L2.1, SSL-X.14: which of the parts that a blow can reach is hit. The owner chooses, by their LOSE order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pbem.games.sovereign_seas.model.geometry import ARCS
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import ARMOUR, RANK, Battery, Options, firepower
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.combat.attack import Attack


def reachable(ship: Ship, attack: Attack, location: Literal["T", "B"]) -> list[Battery]:
    """SSL-L1.1, SSL-L2.1: living parts whose arc bears on the attacker, at any range; in the same hex all of them."""
    step, gone = attack.from_step, ship.log.gone
    return [b for b in ship.printed.parts[location] if b.id not in gone and (step is None or step in ARCS[b.arc])]


def battery(scratch: TurnScratch, ship: Ship, attack: Attack, eligible: Sequence[Battery]) -> Battery:
    """SSL-X.14: the first of the LOSE list, else by the policy. SSL-L2.3: it may be one that keeps the shot out."""
    orders = scratch.orders_of(ship)
    if listed := [each for id in orders.lose for each in eligible if each.id == id]:
        return listed[0]
    options = scratch.state.options
    thick = [each for each in eligible if not attack.pierces(each.armour)] if orders.policy == "ARMOUR" else []
    return min(thick or eligible, key=lambda each: _worth(each, options))


def turret(scratch: TurnScratch, ship: Ship, eligible: Sequence[Battery]) -> Battery:
    """SSL-L1.2: the weakest by armour, then firepower; of like ones the first of the LOSE list, else in natural id order."""
    options, listed = scratch.state.options, scratch.orders_of(ship).lose

    def order(each: Battery) -> tuple[int, int, int, int]:
        chosen = listed.index(each.id) if each.id in listed else len(listed)
        return ARMOUR.index(each.armour), firepower(each.code, options), chosen, each.place

    return min(eligible, key=order)


def _worth(each: Battery, options: Options) -> tuple[int, int, int, int]:
    """SSL-X.14: the least is given up: firepower, gun rank, half-steps in the arc, natural id."""
    return firepower(each.code, options), -RANK[each.code], len(ARCS[each.arc]), each.place
