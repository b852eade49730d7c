"""Chapter H: how fast a ship may be ordered to go, the speeds of a turn, and what damage takes from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from events.sovereign_seas.sailing import AutoDecel, SpeedSet
from pbem.games.sovereign_seas.model.orders import Speed
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import Options
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch


class Span(NamedTuple):
    """The speeds a ship may be ordered this turn, from `least` to `most`."""

    least: int
    most: int

    def clamp(self, speed: int) -> int:
        """SSL-X.10: the legal speed nearest to it."""
        return max(self.least, min(self.most, speed))


def base(ship: Ship) -> int:
    """SSL-H.5: limits are counted from the present speed, or the present maximum if that is less."""
    return min(ship.speed, ship.maximum)


def span(ship: Ship, options: Options, out_of_command: bool) -> Span:
    """SSL-H.2: up by the acceleration; SSL-H.3: not above the maximum; SSL-H.4: down by the deceleration, not below 0.

    SSL-L5.5: out of command she keeps her speed.
    """
    now = base(ship)
    if out_of_command:
        return Span(now, now)
    printed = ship.printed
    return Span(max(0, now - printed.deceleration(options)), min(now + printed.acceleration, ship.maximum))


def ordered(order: Speed, ship: Ship, span: Span) -> int:
    """What an order of SPEED asks for, legal or not. MATCH asks for another ship's speed and is not for this function."""
    if order.by is not None:
        return base(ship) + order.by
    match order.kind:
        case "TO":
            return order.number
        case "MAX":
            return span.most
        case "MIN":
            return span.least
        case _:
            return base(ship)


def commanded(ship: Ship, turn: int) -> bool:
    """SSL-L5.5, SSL-L5.12: may she change speed and heading by order in this turn?"""
    return ship.log.command_until < turn


def settle(scratch: TurnScratch) -> None:
    """SSL-H.1: step 2 of section 3: every ship's speed of the turn, from the orders alone, then all revealed together."""
    state, speeds = scratch.state, dict[str, int]()
    ships = {ship.id: ship for ship in state.active()}
    leaders = _leaders(scratch, ships)
    for ship in ships.values():
        _settle(ship, scratch, ships, leaders, speeds)
    for ship in ships.values():
        scratch.tell_all(SpeedSet(ship.id, ship.speed, speeds[ship.id]), "SSL-H.1")


def _leaders(scratch: TurnScratch, ships: Mapping[str, Ship]) -> dict[str, str]:
    """SSL-X.10: who MATCHes whom. Ships that match each other in a circle match nobody, and hold."""
    wanted = {id: order.ship for id in ships if (order := scratch.orders[id].speed) and order.kind == "MATCH"}
    found = {id: leader for id, leader in wanted.items() if leader in ships}
    return {id: leader for id, leader in found.items() if not in_circle(found, id)}


def in_circle(leaders: Mapping[str, str], start: str) -> bool:
    """Does the chain of leaders of `start` come back to it?"""
    here = start
    for _ in leaders:
        here = leaders.get(here, "")
        if here == start:
            return True
    return False


def _settle(
    ship: Ship, scratch: TurnScratch, ships: Mapping[str, Ship], leaders: Mapping[str, str], speeds: dict[str, int]
) -> int:
    """One ship's new speed, leaders before ships that MATCH them. SSL-Z.1: without an order she keeps her speed."""
    if ship.id not in speeds:
        limits = span(ship, scratch.state.options, not commanded(ship, scratch.state.turn))
        order = scratch.orders_of(ship).speed or Speed("HOLD")
        wanted = ordered(order, ship, limits)
        if ship.id in leaders:
            wanted = _settle(ships[leaders[ship.id]], scratch, ships, leaders, speeds)
        speeds[ship.id] = limits.clamp(wanted)
    return speeds[ship.id]


def drop(scratch: TurnScratch) -> None:
    """SSL-H.6: at an impulse's start whoever is faster than her maximum drops to it. SSL-H.7: that counts from now on."""
    for ship in scratch.state.active():
        if ship.speed > ship.maximum:
            scratch.tell_all(AutoDecel(ship.id, scratch.impulse, ship.speed, ship.maximum), "SSL-H.6")
