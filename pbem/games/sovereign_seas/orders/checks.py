"""What is wrong with an order that can be read: unknown ships, destroyed batteries, impossible numbers (5.3).

Only what the admiral may know is looked at: their own logs, and which enemies are in play.
"""

from __future__ import annotations

from pbem.core.geometry.hexes import Hex, label
from pbem.core.texts.envelope import IllegalOrder, suggest
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.order_parts import AIMS, NEAREST
from pbem.games.sovereign_seas.model.orders import (
    FLEET,
    CarryOn,
    Close,
    Concede,
    Condition,
    Enter,
    Fire,
    Follow,
    Keep,
    Line,
    Lose,
    Move,
    Open,
    Order,
    PlaceShip,
    RamHer,
    Seq,
    Speed,
    Steer,
    SteerTo,
    Take,
    When,
)
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.orders.gun_checks import check_fire, check_lose, check_open
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.rules.sailing.speed import commanded, ordered, span

FIXED = Speed | Move | When | Steer
"""SSL-L5.5: what a ship out of command takes no order of."""
OF_FLEET = (Seq, Enter, Take, Concede)
SET_UP = (PlaceShip, Enter, Take)
MOST_GAP = 12


class ReplacedOrder(IllegalOrder):
    """An order that cannot be taken as it was written; `instead` is taken in its place."""

    def __init__(self, reason: str, legal: str, instead: Order) -> None:
        super().__init__(reason, legal)
        self.instead = instead


def check_ship(context: OrderContext, ship: Ship, order: Line) -> None:
    """Raises `IllegalOrder` for an order that a ship may not be given now."""
    if isinstance(order, OF_FLEET):
        text = order_text(order)
        raise IllegalOrder(f"{text.split()[0]} goes into the {FLEET} block", f"Write {FLEET}: {text}.")
    check_stage(context, order)
    if isinstance(order, FIXED) and not commanded(ship, context.state.next_turn):
        until = ship.log.command_until
        raise IllegalOrder(f"out of command until the end of game turn {until}: speed and course are fixed; order ignored")
    _check(context, ship, order)


def _check(context: OrderContext, ship: Ship, order: Line) -> None:
    match order:
        case Speed():
            _check_speed(context, ship, order)
        case Move():
            _check_move(context, order)
        case When():
            _check_condition(context, order.condition)
            _check_steer(context, ship, order.steer)
        case Open():
            check_open(order, context.state.impulses)
        case Fire():
            check_fire([ship], order)
            check_targets(context, order)
        case Lose():
            check_lose([ship], order)
        case PlaceShip():
            check_hex(context, order.hex)
        case SteerTo() | Close() | Keep() | RamHer() | Follow():
            _check_steer(context, ship, order)


def check_stage(context: OrderContext, order: Line) -> None:
    """SSL-E.1: before turn 1 only what the set-up asks for is taken, afterwards none of it."""
    if not context.state.stages:
        if isinstance(order, SET_UP):
            raise IllegalOrder("set-up is over")
    elif not isinstance(order, {"PLACE": PlaceShip, "ENTER": Enter, "TAKE": Take}.get(context.task, CarryOn)):
        early = "not at this set-up deadline" if isinstance(order, SET_UP) else "orders for game turn 1 come after the set-up"
        raise IllegalOrder(f"{early}; {f'now only {context.task}' if context.task else 'nothing is asked of you now'}")


# ---------------------------------------------------------------- names


def check_own(context: OrderContext, id: str) -> None:
    """An own ship in play."""
    own = context.fleet
    if id not in own:
        raise IllegalOrder(f"no own ship {id}; yours: {', '.join(own)}", suggest(id, own))


def check_foe(context: OrderContext, id: str) -> None:
    """An enemy in play, or a word that means one."""
    foes = context.foes
    if id not in foes and id not in AIMS:
        raise IllegalOrder(f"no enemy {id} in play; enemies: {', '.join(foes) or 'none'}", suggest(id, foes))


def check_targets(context: OrderContext, order: Fire) -> None:
    """Enemies in play, or words that mean some."""
    for target in order.targets:
        check_foe(context, target)


def check_hex(context: OrderContext, hex: Hex) -> None:
    """A hex of the map."""
    if not context.state.on_map(hex):
        last = f"{context.state.columns:02d}{context.state.rows:02d}"
        raise IllegalOrder(f"hex {label(hex)} is off the map (0101..{last})")


# ---------------------------------------------------------------- speed and helm


def _check_speed(context: OrderContext, ship: Ship, order: Speed) -> None:
    """SSL-X.10, SSL-H.2 to H.5: within the span; what lies outside becomes the nearest legal speed."""
    if order.kind == "MATCH":
        check_own(context, order.ship)
        if order.ship == ship.id:
            raise IllegalOrder("cannot match itself")
        return
    limits = span(ship, context.state.options, out_of_command=False)
    wanted = ordered(order, ship, limits)
    clamped = limits.clamp(wanted)
    if clamped == wanted:
        return
    printed = ship.printed
    if wanted == 0:
        decel = printed.deceleration(context.state.options)
        reason = f"cannot stop: at {ship.speed}, decel {decel}, lowest speed this turn is {limits.least}"
    else:
        may = f"with Accl {printed.acceleration} it may order {limits.least}..{limits.most} (max {ship.maximum})"
        reason = f"cannot go to {wanted}: at {ship.speed} {may}"
    instead = Speed(number=clamped)
    raise ReplacedOrder(reason, f"What stands: {order_text(instead)}.", instead)


def _check_move(context: OrderContext, order: Move) -> None:
    """SSL-X.7: a segment for each impulse at most."""
    if len(order.segments) > context.state.impulses:
        raise IllegalOrder(f"MOVE has {len(order.segments)} segments: a turn has impulses 1..{context.state.impulses}")


def _check_steer(context: OrderContext, ship: Ship, order: Steer) -> None:
    """SSL-X.6, SSL-X.8: hexes on the map, enemies and friends in play."""
    match order:
        case SteerTo():
            check_hex(context, order.hex)
        case RamHer() if order.target in context.fleet:
            raise IllegalOrder(f"cannot ram {order.target}: own ship; use AVOID NONE to allow collisions")
        case Close() | Keep() | RamHer():
            check_foe(context, order.target)
        case Follow():
            check_own(context, order.ship)
            if order.ship == ship.id:
                raise IllegalOrder("cannot follow itself")
            if not 1 <= order.gap <= MOST_GAP:
                raise IllegalOrder(f"GAP {order.gap}: a gap is 1..{MOST_GAP}")


def _check_condition(context: OrderContext, condition: Condition) -> None:
    """SSL-X.9."""
    match condition.kind:
        case "IMP" if not 1 <= condition.number <= context.state.impulses:
            raise IllegalOrder(f"WHEN IMP {condition.number}: a turn has impulses 1..{context.state.impulses}")
        case "RANGE" if condition.target != NEAREST:
            check_foe(context, condition.target)
        case "SUNK" if not context.known(condition.target):
            check_foe(context, condition.target)
