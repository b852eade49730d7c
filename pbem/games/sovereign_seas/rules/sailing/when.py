"""Step 3b of section 3: WHEN lines, and what steers each ship in an impulse (SSL-X.3, SSL-X.9)."""

from __future__ import annotations

from events.sovereign_seas.sailing import WhenFired
from pbem.core.geometry.hexes import distance
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.orders import Condition, Move, Steer, When
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.sailing.helm import helpless
from pbem.games.sovereign_seas.rules.sailing.homing import opponent


def step(scratch: TurnScratch) -> None:
    """SSL-X.9: at an impulse's start, in natural id order. SSL-X.7: with bars each impulse has its own letters."""
    for ship in scratch.state.active():
        move = scratch.orders_of(ship).move
        if move and move.barred:
            scratch.used[ship.id] = 0
        scratch.helm[ship.id] = _source(scratch, ship)


def _source(scratch: TurnScratch, ship: Ship) -> Move | Steer:
    """SSL-X.3: WHEN, then MOVE, then the standing steering, which is STRAIGHT unless ordered otherwise (SSL-Z.1)."""
    orders = scratch.orders_of(ship)
    line = None if helpless(ship, scratch.state.turn) else _first_true(scratch, ship)
    if line:
        scratch.abandoned.add(ship.id)
        scratch.tell_side(WhenFired(ship.id, scratch.impulse, order_text(line)), "SSL-X.9", ship)
        return line.steer
    if orders.move and ship.id not in scratch.abandoned:
        return orders.move
    return orders.steer


def _first_true(scratch: TurnScratch, ship: Ship) -> When | None:
    """SSL-X.9: top down, the first line that is true."""
    return next((line for line in scratch.orders_of(ship).when if holds(scratch, ship, line.condition)), None)


def holds(scratch: TurnScratch, ship: Ship, condition: Condition) -> bool:
    """SSL-X.9: is it true now? Of a ship out of play no RANGE is."""
    match condition.kind:
        case "RANGE":
            return _in_range(scratch, ship, condition)
        case "IMP":
            return scratch.impulse >= condition.number
        case "HULL":
            return ship.circles_left <= condition.number
        case "MAXSPEED":
            return ship.maximum <= condition.number
        case "FIRED":
            return ship.fired
        case "SUNK":
            named = scratch.state.ships.get(condition.target)
            return named is not None and named.fate == "sunk"


def _in_range(scratch: TurnScratch, ship: Ship, condition: Condition) -> bool:
    foe = opponent(scratch.state, ship, condition.target)
    if foe is None:
        return False
    now = distance(ship.hex, foe.hex)
    return now <= condition.number if condition.op == "<=" else now >= condition.number
