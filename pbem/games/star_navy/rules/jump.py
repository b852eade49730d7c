"""SN-11: interstellar travel, step P6."""

from __future__ import annotations

from collections.abc import Mapping

from events.base import EVERYONE
from events.star_navy.engine import JumpAttempt, JumpLeft, JumpPlaced, JumpSlid, JumpSpeed
from events.star_navy.orders import OrderLapsed
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex, step
from pbem.games.star_navy.model.geometry import facing, label_of, section_by_die
from pbem.games.star_navy.model.orders import Jump
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules import move

SLIDES = 2


def travel(turn: Turn[State], jumps: Mapping[str, Jump]) -> None:
    """SN-11.1: attempts and placements in roster order; SN-11.5: then all slides; SN-11.9: then arrival."""
    turn.phase("Travel")
    placed = [ship for ship in turn.state.living() if ship.id in jumps and _attempt(turn, ship, jumps[ship.id])]
    for ship in placed:
        _slide(turn, ship)
    if placed and turn.state.opt("jump_hazards") != "off":
        move.arrive(turn, placed)


def _attempt(turn: Turn[State], ship: Ship, order: Jump) -> bool:
    """SN-11.2: the die must not exceed the active ISDs (SN-11.8: their only use). True if the ship was put in a new hex."""
    why = _barred(turn.state, ship, order)
    if why:
        turn.emit(OrderLapsed(ship.id, "JUMP", f"JUMP {ship.stored.slots['JUMP']}", why), "SN-15.13", ship.side)
        return False
    die = turn.roll(1, 6, f"jump_attempt {ship.id}", "SN-11.1", EVERYONE)[0]
    success = die <= ship.console.isds_active
    turn.emit(JumpAttempt(ship.id, die, success), "SN-11.2", EVERYONE)
    if not success:
        return False
    if order.hex is None:
        turn.emit(JumpLeft(ship.id), "SN-11.3", EVERYONE)
        return False
    turn.emit(JumpPlaced(ship.id, label_of(order.hex), order.facing), "SN-11.4", EVERYONE)
    turn.emit(JumpSpeed(ship.id, order.speed), "SN-11.4", turn.state.console_audience(ship))
    return True


def _barred(state: State, ship: Ship, order: Jump) -> str:
    """SN-10.8: not in asteroids; SN-11.1: with an active ISD; SN-11.4: to a hex of the map that is no planet."""
    if ship.hex in state.asteroids:
        return "ISDs do not work in asteroids"
    if not ship.console.isds_active:
        return "no ISD active"
    if order.hex is None:
        return ""
    if not state.on_map(order.hex):
        return f"{label_of(order.hex)} is not on the map"
    return f"{label_of(order.hex)} is a planet" if order.hex in state.planets else ""


def _slide(turn: Turn[State], ship: Ship) -> None:
    """SN-11.5: twice, a die for the direction and a die for the hexes; heading and speed stay."""
    way = [ship.hex]
    for n in range(1, SLIDES + 1):
        section = section_by_die(turn.roll(1, 6, f"jump_direction {ship.id}", "SN-11.5", EVERYONE)[0])
        most = turn.roll(1, 6, f"jump_distance {ship.id}", "SN-11.5", EVERYONE)[0]
        path = _path(turn.state, way[-1], facing(ship.heading, section), most)
        way += path
        rest = way[-1] if n < SLIDES else _rest(turn.state, way)
        turn.emit(JumpSlid(ship.id, section, len(path), label_of(rest)), "SN-11.5", EVERYONE)


def _path(state: State, start: Hex, direction: int, most: int) -> list[Hex]:
    """SN-11.6: it ends at the last hex of the map, whatever the edge; SN-11.7: what lies on the way is ignored."""
    path: list[Hex] = []
    for hexes in range(1, most + 1):
        hex = step(start, direction, hexes)
        if not state.on_map(hex):
            break
        path.append(hex)
    return path


def _rest(state: State, way: list[Hex]) -> Hex:
    """SN-11.9: with `jump_hazards=off` the last hex of the way that is no planet; the first one never is."""
    if state.opt("jump_hazards") != "off":
        return way[-1]
    return next(hex for hex in reversed(way) if hex not in state.planets)
