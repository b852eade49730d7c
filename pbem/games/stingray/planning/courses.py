"""Where a vessel may be led in its next move: all legal plans, by how near they come to a hex."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from pbem.core.geometry.hexes import Hex, distance, off_bearing, off_edge, step
from pbem.games.stingray.model.order_parts import Item
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.plan import clamp, crosses_obstacle, speed_limits, track
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Vessel

WAYS: dict[Item, int] = {"S": 1, "P": -1}


class Course(NamedTuple):
    """Where a plan ends; `away` from the hex that was asked for, `off` by how many twelfths of a circle its bow misses it."""

    away: int
    off: int
    turns: int
    speed: int
    items: tuple[Item, ...]
    hex: Hex
    facing: int


def courses(known: State, vessel: Vessel, goal: Hex, nearest: int = 0) -> Iterator[Course]:
    """Legal plans that meet neither rock nor edge, the nearest first; each place and facing once. `nearest` is near enough."""
    seen: set[tuple[Hex, int]] = set()
    for course in sorted(_all(known, vessel, goal, nearest), key=lambda course: course[:4]):
        end = course.hex, course.facing
        if end not in seen and _legal(known, vessel, Plan(course.items)):
            seen.add(end)
            yield course


def _all(known: State, vessel: Vessel, goal: Hex, nearest: int) -> Iterator[Course]:
    """STG-MOV.6, STG-SUP.2: up to so many turns, or one shift of an SS, before, between and after the hexes."""
    shifts = vessel.vessel_class == "SS"
    limits = speed_limits(vessel, known.next_move, known.options)
    for speed in range(limits.least, limits.most + 1):
        ahead = speed - shifts
        for number in range((1 if shifts else vessel.printed.turns) + 1):
            hexes = speed if not number else ahead
            for places in combinations_with_replacement(range(hexes + 1), number) if hexes >= 0 else ():
                for ways in product(WAYS, repeat=number):
                    hex, facing = _end(vessel, places, ways, hexes, shifts)
                    away = max(nearest, distance(hex, goal))
                    yield Course(away, off_bearing(hex, facing, goal), number, speed, _items(places, ways, hexes), hex, facing)


def _end(vessel: Vessel, places: tuple[int, ...], ways: tuple[Item, ...], hexes: int, shifts: bool) -> tuple[Hex, int]:
    """Hexes ahead between the turns, which come after so many of them."""
    hex, facing, done = vessel.hex, vessel.facing, 0
    for place, way in zip(places, ways, strict=True):
        hex, done = step(hex, facing, place - done), place
        if shifts:
            hex = step(hex, facing + WAYS[way])
        else:
            facing = (facing + WAYS[way]) % 6
    return step(hex, facing, hexes - done), facing


def _items(places: tuple[int, ...], ways: tuple[Item, ...], hexes: int) -> tuple[Item, ...]:
    found: list[Item] = []
    done = 0
    for place, way in zip(places, ways, strict=True):
        found += [place - done, way] if place > done else [way]
        done = place
    return (*found, hexes - done) if hexes > done else tuple(found)


def _legal(known: State, vessel: Vessel, plan: Plan) -> bool:
    clamped = clamp(vessel, plan, known.next_move, known.options)
    if clamped.faults or clamped.plan != plan or crosses_obstacle(vessel, plan, known):
        return False
    return not any(off_edge(place.hex, known.columns, known.rows) for place in track(vessel, plan))
