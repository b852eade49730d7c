"""STG-FUE.4: how a fish without fuel runs for its home edge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from pbem.core.geometry.hexes import Hex, column_row, off_edge
from pbem.games.stingray.model.orders import Item, Plan
from pbem.games.stingray.model.plan import (
    Hull,
    Sea,
    clamp,
    crosses_obstacle,
    plan_speed,
    plan_text,
    speed_limits,
    straight,
    track,
)
from pbem.games.stingray.model.tables import CLASSES


def running_plan(hull: Hull, sea: Sea, home_edge: str) -> Plan:
    """STG-FUE.4: nearest the home edge, then faster, fewer turns, ASCII order; the slowest straight one if all meet rocks."""

    def merit(plan: Plan) -> tuple[int, int, int, str]:
        left = _left(_end(hull, plan, sea), sea, home_edge)
        return left, -plan_speed(hull.vessel_class, plan), plan.turns, plan_text(plan)

    safe = [plan for plan in _legal_plans(hull, sea) if not crosses_obstacle(hull, plan, sea)]
    return min(safe, key=merit) if safe else straight(speed_limits(hull, sea.next_move, sea.options).least)


def _legal_plans(hull: Hull, sea: Sea) -> Iterator[Plan]:
    limits = speed_limits(hull, sea.next_move, sea.options)
    for speed in range(limits.least, limits.most + 1):
        for turns in range(CLASSES[hull.vessel_class].turns + 1):
            for after, ways in product(combinations_with_replacement(range(speed + 1), turns), product("SP", repeat=turns)):
                plan = _written(speed, after, ways)
                if not clamp(hull, plan, sea.next_move, sea.options).faults:
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


def _end(hull: Hull, plan: Plan, sea: Sea) -> Hex:
    """Where the plan ends: on the map, or the first hex beyond it."""
    end = hull.hex
    for place in track(hull, plan):
        end = place.hex
        if off_edge(end, sea.columns, sea.rows):
            break
    return end


def _left(hex: Hex, sea: Sea, edge: str) -> int:
    """Hex rows or columns left to the home edge; -1 beyond it."""
    column, row = column_row(hex)
    return {"N": row - 1, "S": sea.rows - row, "W": column - 1, "E": sea.columns - column}[edge]
