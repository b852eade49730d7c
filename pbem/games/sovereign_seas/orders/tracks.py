"""Where ships may be in the turn to come: plans of helm letters, and the tracks that plans and homing helms make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.geometry.hexes import Hex, distance
from pbem.games.sovereign_seas.model.geometry import LETTERS, ahead, off_bow, turned
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import movement_points

BEYOND = 2
"""Impulses of the next turn that are looked at too, straight on."""
STARTS = 3
"""Places of a plan at which its first turn is tried."""
GAP = 2
"""Hexes from a line mate's stern to the bow that follows."""


@dataclass(frozen=True)
class Track:
    """A ship's way. `places`: hex and heading as the turn begins and after each impulse; `steps`: the hexes entered in each."""

    speed: int
    letters: str
    places: tuple[tuple[Hex, int], ...]
    steps: tuple[tuple[Hex, ...], ...]

    def during(self, impulse: int) -> tuple[Hex, ...]:
        """Wherever she may be met in an impulse."""
        return (self.places[impulse - 1][0], *self.steps[impulse - 1])

    def meets(self, follower: Track, impulse: int) -> bool:
        """SSL-I1.3: does this ship, which moves first, run into her follower in an impulse, or the follower into her?"""
        start, end = follower.places[impulse - 1][0], self.places[impulse][0]
        return start in self.steps[impulse - 1] or end in follower.steps[impulse - 1]

    def wake(self, ship: Ship, impulse: int) -> list[Hex]:
        """The hexes she has left by the end of an impulse, the latest last."""
        entered = [hex for steps in self.steps[:impulse] for hex in steps]
        return [*ship.trail, ship.hex, *entered][:-1]


Helm = Callable[[int, Hex, int], str]
"""(impulse, hex, heading) -> wanted letter, if a turn is allowed."""


def sail(ship: Ship, speed: int, impulses: int, helm: Helm) -> Track:
    """SSL-I1.1, SSL-I2.2: the track that a helm steers; the letters are those of this turn."""
    hex, heading, count, letters = ship.hex, ship.heading, ship.count, ""
    places, steps = [(hex, heading)], []
    for number in range(impulses + BEYOND):
        entered = []
        for _ in range(movement_points(speed, number % impulses + 1, impulses)):
            letter = helm(number + 1, hex, heading) if count >= ship.printed.turn_hexes and number < impulses else "F"
            hex, heading = ahead(hex, heading, letter), turned(heading, letter)
            count = count + 1 if letter == "F" else 1
            entered.append(hex)
            letters += letter if number < impulses else ""
        places.append((hex, heading))
        steps.append(tuple(entered))
    return Track(speed, letters, tuple(places), tuple(steps))


def by_letters(ship: Ship, speed: int, impulses: int, letters: str) -> Track:
    """SSL-X.7: a MOVE whose turns all come in time."""
    hex, heading = ship.hex, ship.heading
    places, steps, used = [(hex, heading)], [], 0
    for number in range(impulses + BEYOND):
        points = movement_points(speed, number % impulses + 1, impulses)
        entered = []
        for letter in letters[used : used + points].ljust(points, "F"):
            heading = turned(heading, letter)
            hex = ahead(hex, heading, "F")
            entered.append(hex)
        used += points
        places.append((hex, heading))
        steps.append(tuple(entered))
    return Track(speed, letters, tuple(places), tuple(steps))


def homing(ship: Ship, speed: int, impulses: int, goal: Callable[[int], Hex]) -> Track:
    """SSL-X.6: the track of a helm that homes on the goal of each impulse, nothing being in the way."""

    def helm(impulse: int, hex: Hex, heading: int) -> str:
        aim = goal(impulse)

        def merit(letter: str) -> tuple[int, int]:
            there = ahead(hex, heading, letter)
            return distance(there, aim), off_bow(there, turned(heading, letter), aim)

        return min(LETTERS, key=merit)

    return sail(ship, speed, impulses, helm)


def helpless(ship: Ship, turn: int) -> str:
    """SSL-L5.5, SSL-L5.7: the letter she must steer in a turn: of a jammed rudder, or F out of command; "" if she is free."""
    log = ship.log_seen
    if log.jam and log.jam_until >= turn:
        return "F" if log.jam == "S" else log.jam
    return "F" if log.command_until >= turn else ""


def expected(ship: Ship, turn: int, impulses: int) -> Track:
    """Where a ship goes that nobody orders: on as she goes now, round if her rudder is jammed."""
    letter = helpless(ship, turn) or "F"
    return sail(ship, min(ship.speed, ship.maximum), impulses, lambda *_: letter)


@lru_cache(maxsize=4096)
def helms(points: int, first: int, every: int) -> tuple[str, ...]:
    """Plans of up to two turns, and the full circles: `first` letters must be F, then one in `every` may turn."""
    starts = range(first, points, max(1, -(-(points - first) // STARTS)))
    plans: dict[str, None] = {"F" * points: None}
    for one in starts:
        for side in "LR":
            plans[_plan(points, {one: side})] = None
            for two in (one + every, one + 2 * every):
                if two < points:
                    plans |= {_plan(points, {one: side, two: other}): None for other in "LR"}
    for side in "LR":
        plans[_plan(points, dict.fromkeys(range(first, points, every), side))] = None
    return tuple(plans)


def _plan(points: int, turns: Mapping[int, str]) -> str:
    return "".join(turns.get(place, "F") for place in range(points))


def plans(ship: Ship, speed: int) -> tuple[str, ...]:
    """SSL-I2.1: the plans that a ship may sail at a speed."""
    every = ship.printed.turn_hexes
    return helms(speed, min(speed, max(0, every - ship.count)), every)
