"""Helms that steer for something: CLOSE, RAM, STEER, FOLLOW, KEEP (SSL-X.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.core.geometry.hexes import Hex, distance
from pbem.games.sovereign_seas.model.geometry import Letter, ahead, off_bow, turned
from pbem.games.sovereign_seas.model.order_parts import NEAREST
from pbem.games.sovereign_seas.model.orders import Close, Follow, Keep, Move, RamHer, Steer, SteerTo
from pbem.games.sovereign_seas.model.state import Ship, State, enemy


class Aim(NamedTuple):
    """Where a homing helm steers, or what it keeps `away` from."""

    goal: Hex
    away: bool = False


def aim(state: State, ship: Ship, helm: Move | Steer) -> Aim | None:
    """SSL-X.6: the goal as it is now. None: the helm gives letters of its own, or F because there is nothing to steer for."""
    match helm:
        case SteerTo(hex):
            return Aim(hex)
        case Follow(leader, gap):
            return _wake(state, leader, gap)
        case Close(target) | RamHer(target):
            foe = opponent(state, ship, target)
            return Aim(foe.hex) if foe and foe.hex != ship.hex else None
        case Keep(range, target):
            foe = opponent(state, ship, target)
            return _keep(distance(ship.hex, foe.hex), range, foe.hex) if foe else None
        case _:
            return None


def _wake(state: State, leader: str, gap: int) -> Aim | None:
    """SSL-X.6: FOLLOW steers for the gap-th last hex that the leader has left."""
    ship = state.ships.get(leader)
    if ship is None or not ship.active:
        return None
    return Aim((ship.trail[-gap:] or [ship.hex])[0])


def _keep(now: int, wanted: int, goal: Hex) -> Aim | None:
    """SSL-X.6: KEEP closes when farther than wanted, draws off when nearer, and goes straight at the very range."""
    return None if now == wanted else Aim(goal, away=now < wanted)


def opponent(state: State, ship: Ship, target: str) -> Ship | None:
    """The enemy in play that an order names, or the nearest (of equals the first in natural id order)."""
    foes = state.active(enemy(ship.side))
    if target == NEAREST:
        return min(foes, key=lambda foe: distance(ship.hex, foe.hex), default=None)
    return next((foe for foe in foes if foe.id == target), None)


def best(ship: Ship, aim: Aim, letters: Iterable[Letter]) -> Letter:
    """SSL-X.6: the letter that brings her nearest, then with the goal least off the bow; `letters` are in order of ties.

    Drawing off, the letter that brings her farthest.
    """

    def merit(letter: Letter) -> tuple[int, int]:
        hex = ahead(ship.hex, ship.heading, letter)
        if aim.away:
            return -distance(hex, aim.goal), 0
        return distance(hex, aim.goal), off_bow(hex, turned(ship.heading, letter), aim.goal)

    return min(letters, key=merit)
