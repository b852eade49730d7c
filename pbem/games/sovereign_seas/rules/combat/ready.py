"""SSL-X.12: is a ship ready to fire when her place comes?"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.geometry.hexes import distance
from pbem.games.sovereign_seas.language.targets import assign
from pbem.games.sovereign_seas.model.geometry import gun_range
from pbem.games.sovereign_seas.model.orders import Open, OpenCondition
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import MAX_RANGE, beats, letter_at
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch

ANY = (Open(),)
OUT_OF_RANGE = MAX_RANGE + 1


def ready(scratch: TurnScratch, ship: Ship) -> dict[str, str]:
    """SSL-X.12: targets by battery of a ship that is ready; empty when she isn't."""
    return aims(scratch, ship, chances(scratch, ship))


def chances(scratch: TurnScratch, ship: Ship) -> Sequence[Open]:
    """The OPEN lines by which a ship may be ready in this impulse: in the last one ANY, unless a line is STRICT.

    SSL-J2.3: she fires once a turn. Nobody moves while guns are fired: a line whose RANGE no enemy is within stays untrue.
    """
    orders, state = scratch.orders_of(ship), scratch.state
    if ship.fired or orders.hold or not ship.active:
        return ()
    if scratch.impulse == state.impulses and not any(line.strict for line in orders.open):
        return ANY
    timely = [line for line in orders.open if _in_time(scratch, line)]
    if not timely:
        return ()
    nearest = min((distance(ship.hex, foe.hex) for foe in state.active(enemy(ship.side))), default=OUT_OF_RANGE)
    return [line for line in timely if nearest <= _reach(line)]


def aims(scratch: TurnScratch, ship: Ship, chances: Sequence[Open]) -> dict[str, str]:
    """SSL-X.11: targets by battery if one of the lines is true; asked again each time: ships sink and batteries are lost."""
    if not (chances and ship.active):
        return {}
    state = scratch.state
    laid = assign(ship, scratch.orders_of(ship), state.active(enemy(ship.side)), state.options)
    return laid if any(_true(state, line, ship, laid) for line in chances) else {}


def _in_time(scratch: TurnScratch, line: Open) -> bool:
    """Is this an impulse that the line's IMP conditions, if any, allow?"""
    now = scratch.impulse
    return all(each.number <= now <= (each.last or each.number) for each in line.conditions if each.kind == "IMP")


def _reach(line: Open) -> int:
    """How near an enemy must be by the line's RANGE conditions."""
    return min((each.number for each in line.conditions if each.kind == "RANGE"), default=MAX_RANGE)


def _true(state: State, line: Open, ship: Ship, aims: dict[str, str]) -> bool:
    """SSL-X.12: with a target, and all conditions hold; none: ANY, always."""
    return bool(aims) and all(_holds(state, each, ship, aims) for each in line.conditions)


def _holds(state: State, condition: OpenCondition, ship: Ship, aims: dict[str, str]) -> bool:
    if condition.kind == "RANGE":
        return min(gun_range(ship.hex, state.ships[foe].hex) for foe in {*aims.values()}) <= condition.number
    if condition.kind == "PEN":
        return any(_penetrates(state, ship, battery, foe) for battery, foe in aims.items())
    return condition.kind == "IMP" or len(aims) >= condition.number


def _penetrates(state: State, ship: Ship, battery: str, foe: str) -> bool:
    """SSL-X.12: does this battery beat her target's hull armour?"""
    target = state.ships[foe]
    letter = letter_at(ship.printed.guns[battery].code, gun_range(ship.hex, target.hex), state.options)
    return beats(letter, target.printed.hull_armour)
