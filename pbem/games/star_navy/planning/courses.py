"""Where a ship may be led in the turns of a cycle that are left: every turn that its console can pay for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.core.geometry.hexes import Hex, distance, step
from pbem.games.star_navy.language.stored import stored_chain
from pbem.games.star_navy.model.geometry import around
from pbem.games.star_navy.model.orders import TurnShip
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import MOVE_CHART, TURNS

WAYS = (("", 0), ("L", -1), ("R", 1))


@dataclass(frozen=True)
class Course:
    """Where a ship has come after the move of a turn, by the turns that were ordered until then: number and L or R."""

    turn: int
    hex: Hex
    heading: int
    orders: tuple[tuple[int, str], ...] = ()
    risky: bool = False
    """It enters asteroids or sets off a mine."""

    @property
    def text(self) -> str:
        """As it is written into the block of the ship."""
        return "; ".join(f"T{turn} TURN {way}" if way else f"T{turn} NOTHING" for turn, way in self.orders)


def courses(known: State, ship: Ship) -> Iterator[Course]:
    """Every hex that it comes to, by the fewest turns for each hex and heading; SN-4.1: turn by turn."""
    first = known.next_turn[1]
    risky = frozenset(known.asteroids).union(*(around(mine.hex) for mine in known.mines))
    able, cost = ship.console, ship.turn_cost
    most = TURNS if not cost else min(able.energy, able.free_thrusters) // cost
    now = [Course(first, ship.hex, ship.heading)]
    for turn in range(first, TURNS + 1):
        moved = [there for each in now if (there := _moved(known, ship, replace(each, turn=turn), risky))]
        yield from moved
        now = list(_turned(moved, most, _turns_anyway(ship, turn)))


def _moved(known: State, ship: Ship, course: Course, risky: frozenset[Hex]) -> Course | None:
    """SN-4.2; SN-13.1, SN-13.11: None where planet or edge destroy it; SN-13.9: a sticky edge holds it."""
    if course.turn not in MOVE_CHART[ship.console.speed]:
        return course
    goal = step(course.hex, course.heading)
    if goal in known.planets or (known.edge == "solid" and not known.on_map(goal)):
        return None
    if known.edge == "sticky" and not known.on_map(goal):
        return course
    return replace(course, hex=goal, risky=course.risky or goal in risky)


def _turned(moved: list[Course], most: int, anyway: bool) -> Iterator[Course]:
    """After each command that may be given; NOTHING has to be written where a stored command would turn the ship."""
    seen: set[tuple[Hex, int, int]] = set()
    for word, change in WAYS:
        for course in moved:
            orders = (*course.orders, (course.turn, word)) if word or anyway else course.orders
            made = sum(bool(way) for _, way in orders)
            there = course.hex, (course.heading + change) % 6, made
            if made <= most and there not in seen:
                seen.add(there)
                yield replace(course, heading=there[1], orders=orders)


def _turns_anyway(ship: Ship, turn: int) -> bool:
    text = ship.stored.slots.get(f"T{turn}", ship.stored.standing)
    return bool(text) and any(isinstance(alternative.command, TurnShip) for alternative in stored_chain(text))


def best(found: list[Course], goal: Hex, now: int, nearest: int = 0) -> list[Course]:
    """Those that come there, or else nearest to it if that is nearer than `now`: each end once, the safest and soonest first.

    Nearer than `nearest` is no better.
    """
    ranked = sorted(((max(nearest, distance(course.hex, goal)), course) for course in found), key=_rank)
    least = ranked[0][0] if ranked else now
    if least >= now:
        return []
    ends: dict[tuple[Hex, int], Course] = {}
    for away, course in ranked:
        if away == least:
            ends.setdefault((course.hex, course.heading), course)
    return list(ends.values())


def _rank(pair: tuple[int, Course]) -> tuple[int, bool, int, int, str]:
    away, course = pair
    return away, course.risky, course.turn, len(course.orders), course.text
