"""SSL-X.12: is a ship ready to fire when her place comes?"""

from __future__ import annotations

from pbem.games.sovereign_seas.language.targets import assign
from pbem.games.sovereign_seas.model.geometry import gun_range
from pbem.games.sovereign_seas.model.orders import Open, OpenCondition
from pbem.games.sovereign_seas.model.state import Ship, State, enemy
from pbem.games.sovereign_seas.model.tables import MAX_RANGE, beats, letter_at
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch


def ready(scratch: TurnScratch, ship: Ship) -> dict[str, str]:
    """SSL-X.12: targets by battery of a ship that is ready; empty when she isn't. SSL-J2.3: she fires once a turn."""
    orders = scratch.orders_of(ship)
    if ship.fired or orders.hold or not ship.active:
        return {}
    timely = [line for line in orders.open if _in_time(scratch, line) and _in_range(scratch.state, ship, line)]
    last = scratch.impulse == scratch.state.impulses and not any(line.strict for line in orders.open)
    if not (timely or last):
        return {}
    laid = aims(scratch, ship)
    return laid if last or any(_true(scratch.state, line, ship, laid) for line in timely) else {}


def aims(scratch: TurnScratch, ship: Ship) -> dict[str, str]:
    """SSL-X.11, asked again each time: ships sink and batteries are lost between two places."""
    state = scratch.state
    return assign(ship, scratch.orders_of(ship), state.active(enemy(ship.side)), state.options)


def _in_time(scratch: TurnScratch, line: Open) -> bool:
    """Is this an impulse that the line's IMP conditions, if any, allow?"""
    spans = (each for each in line.conditions if each.kind == "IMP")
    return all(each.number <= scratch.impulse <= (each.last or each.number) for each in spans)


def _in_range(state: State, ship: Ship, line: Open) -> bool:
    """Is any enemy as near as the line's RANGE conditions ask? Without one it need not be worked out who is aimed at."""
    within = min((each.number for each in line.conditions if each.kind == "RANGE"), default=MAX_RANGE)
    return any(gun_range(ship.hex, foe.hex) <= within for foe in state.active(enemy(ship.side)))


def _true(state: State, line: Open, ship: Ship, aims: dict[str, str]) -> bool:
    """SSL-X.12: with a target, and all conditions hold; none: ANY, always."""
    return bool(aims) and all(_holds(state, each, ship, aims) for each in line.conditions)


def _holds(state: State, condition: OpenCondition, ship: Ship, aims: dict[str, str]) -> bool:
    if condition.kind == "RANGE":
        return min(gun_range(ship.hex, state.ships[foe].hex) for foe in aims.values()) <= condition.number
    if condition.kind == "PEN":
        return any(_penetrates(state, ship, battery, foe) for battery, foe in aims.items())
    return condition.kind == "IMP" or len(aims) >= condition.number


def _penetrates(state: State, ship: Ship, battery: str, foe: str) -> bool:
    """SSL-X.12: does this battery beat her target's hull armour?"""
    target = state.ships[foe]
    letter = letter_at(ship.printed.guns[battery].code, gun_range(ship.hex, target.hex), state.options)
    return beats(letter, target.printed.hull_armour)
