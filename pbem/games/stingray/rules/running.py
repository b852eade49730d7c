"""STG-FUE.4: how a fish without fuel runs for its home edge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from pbem.core.geometry.hexes import Hex, column_row, off_edge
from pbem.games.stingray.model.order_parts import Item
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.plan import (
    clamp,
    crosses_obstacle,
    plan_speed,
    plan_text,
    speed_limits,
    straight,
    track,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES
from pbem.games.stingray.model.vessel import Vessel


def running_plan(vessel: Vessel, state: State, move: int) -> Plan:
    """STG-FUE.4: nearest the home edge, then faster, fewer turns, ASCII order; the slowest straight one if all meet rocks."""

    def merit(plan: Plan) -> tuple[int, int, int, str]:
        left = _left(_end(vessel, plan, state), state, state.home_edge)
        return left, -plan_speed(vessel.vessel_class, plan), plan.turns, plan_text(plan)

    safe = [plan for plan in _legal_plans(vessel, state, move) if not crosses_obstacle(vessel, plan, state)]
    return min(safe, key=merit) if safe else straight(speed_limits(vessel, move, state.options).least)


def _legal_plans(vessel: Vessel, state: State, move: int) -> Iterator[Plan]:
    limits = speed_limits(vessel, move, state.options)
    for speed in range(limits.least, limits.most + 1):
        for turns in range(CLASSES[vessel.vessel_class].turns + 1):
            for after, ways in product(combinations_with_replacement(range(speed + 1), turns), product("SP", repeat=turns)):
                plan = _written(speed, after, ways)
                if not clamp(vessel, plan, move, state.options).faults:
                    yield plan


def _written(speed: int, after: tuple[int, ...], ways: tuple[str, ...]) -> Plan:
    """The plan of `speed` hexes with a turn each `way` after so many of them."""
    items: list[Item] = []
    done = 0
    for hexes, way in zip(after, ways, strict=True):
        items += [hexes - done] if hexes > done else []
        items.append("S" if way == "S" else "P")
        done = hexes
    return Plan((*items, speed - done) if speed > done else tuple(items))


def _end(vessel: Vessel, plan: Plan, state: State) -> Hex:
    """Where the plan ends: on the map, or the first hex beyond it."""
    end = vessel.hex
    for place in track(vessel, plan):
        end = place.hex
        if off_edge(end, state.columns, state.rows):
            break
    return end


def _left(hex: Hex, state: State, edge: str) -> int:
    """Hex rows or columns left to the home edge; -1 beyond it."""
    column, row = column_row(hex)
    return {"N": row - 1, "S": state.rows - row, "W": column - 1, "E": state.columns - column}[edge]
