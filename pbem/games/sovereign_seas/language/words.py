"""Orders as canonical words: what `grammar.py` reads back as the same orders."""

from __future__ import annotations

from functools import lru_cache, singledispatch

from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.sovereign_seas.model.orders import (
    Avoid,
    CarryOn,
    CircleRound,
    Clear,
    Close,
    Concede,
    Condition,
    Course,
    Enter,
    Exit,
    Fire,
    FleetOrder,
    Follow,
    Hold,
    Keep,
    Lose,
    Move,
    Open,
    OpenCondition,
    Order,
    PlaceShip,
    RamHer,
    Seq,
    Speed,
    Steer,
    SteerTo,
    Straight,
    Take,
    When,
)

KINDS: dict[type, str] = {
    CarryOn: "CARRY ON",
    Concede: "CONCEDE",
    Enter: "ENTER",
    Take: "TAKE",
    Seq: "SEQ",
    PlaceShip: "PLACE",
    Speed: "SPEED",
    Move: "MOVE",
    Hold: "HOLD",
    **dict.fromkeys((Straight, Course, CircleRound, SteerTo, Close, Keep, RamHer, Follow), "STEER"),
    When: "WHEN",
    Avoid: "AVOID",
    Exit: "EXIT",
    Open: "OPEN",
    Fire: "FIRE",
    Lose: "LOSE",
}
"""Kinds of orders, in the order in which a sheet lists them."""
STANDING = frozenset(("STEER", "WHEN", "AVOID", "EXIT", "OPEN", "FIRE", "LOSE", "SEQ"))
"""SSL-X.2: kinds that stay in force until replaced or cleared; the others are for one turn."""

JAMMED = {"L": "left", "R": "right", "S": "straight"}
"""How a rudder is jammed."""


def kind_of(order: Order | FleetOrder) -> str:
    """Its kind, as `CLEAR` and SSL-X.2 name it."""
    return KINDS[type(order)]


@lru_cache(maxsize=4096)
def order_text(order: Order | FleetOrder | Clear) -> str:
    """One order, as a line of a sheet."""
    return _text(order)


@singledispatch
def _text(order: object) -> str:
    raise TypeError(f"{order!r} is no order")


# ---------------------------------------------------------------- speed and helm


@_text.register
def _speed(order: Speed) -> str:
    match order.kind:
        case "TO":
            return f"SPEED {order.number}"
        case "BY":
            return f"SPEED {order.number:+d}"
        case "MATCH":
            return f"SPEED MATCH {order.ship}"
        case kind:
            return f"SPEED {kind}"


@_text.register
def _move(order: Move) -> str:
    return f"MOVE {'|'.join(segment or '-' for segment in order.segments)}"


@_text.register
def _straight(order: Straight) -> str:
    return "STRAIGHT"


@_text.register
def _course(order: Course) -> str:
    return f"COURSE {DIRECTIONS[order.heading]}{f' BY {order.by}' if order.by else ''}"


@_text.register
def _circle(order: CircleRound) -> str:
    return f"CIRCLE {order.side}"


@_text.register
def _steer_to(order: SteerTo) -> str:
    return f"STEER {label(order.hex)}"


@_text.register
def _close(order: Close) -> str:
    return f"CLOSE {order.target}"


@_text.register
def _keep(order: Keep) -> str:
    return f"KEEP {order.range} {order.target}"


@_text.register
def _ram(order: RamHer) -> str:
    return f"RAM {order.target}"


@_text.register
def _follow(order: Follow) -> str:
    return f"FOLLOW {order.ship} GAP {order.gap}"


@_text.register
def _when(order: When) -> str:
    return f"WHEN {_condition(order.condition)} DO {_text(order.steer)}"


def _condition(condition: Condition) -> str:
    match condition.kind:
        case "RANGE":
            return f"RANGE {condition.target} {condition.op} {condition.number}"
        case "IMP":
            return f"IMP {condition.number}"
        case "HULL" | "MAXSPEED" as kind:
            return f"{kind} <= {condition.number}"
        case "SUNK":
            return f"SUNK {condition.target}"
        case kind:
            return kind


@_text.register
def _avoid(order: Avoid) -> str:
    return f"AVOID {order.who}"


@_text.register
def _exit(order: Exit) -> str:
    return f"EXIT {'ON' if order.on else 'OFF'}"


# ---------------------------------------------------------------- guns


@_text.register
def _open(order: Open) -> str:
    return f"OPEN {open_text(order)}"


def open_text(order: Open) -> str:
    """When she opens fire: `RANGE 4 PEN`."""
    conditions = " ".join(map(_open_condition, order.conditions)) or "ANY"
    return f"{conditions} STRICT" if order.strict else conditions


def _open_condition(condition: OpenCondition) -> str:
    match condition.kind:
        case "IMP":
            last = f"-{condition.last}" if condition.last != condition.number else ""
            return f"IMP {condition.number}{last}"
        case "PEN":
            return "PEN"
        case kind:
            return f"{kind} {condition.number}"


@_text.register
def _hold(order: Hold) -> str:
    return "HOLD FIRE"


@_text.register
def _fire(order: Fire) -> str:
    only = " ONLY" if order.only else ""
    return f"FIRE {', '.join(order.group)} AT {', '.join(order.targets)}{only}"


@_text.register
def _lose(order: Lose) -> str:
    return f"LOSE {order.policy or ', '.join(order.batteries)}"


# ---------------------------------------------------------------- set-up and the fleet


@_text.register
def _place(order: PlaceShip) -> str:
    speed = "" if order.speed is None else f" SPEED {order.speed}"
    return f"PLACE {label(order.hex)} {DIRECTIONS[order.heading]}{speed}"


@_text.register
def _seq(order: Seq) -> str:
    return f"SEQ {' '.join(order.ships)}"


@_text.register
def _enter(order: Enter) -> str:
    return f"ENTER {order.edge}"


@_text.register
def _take(order: Take) -> str:
    return f"TAKE {', '.join(f'{number} {unit}' for unit, number in order.ships)}"


@_text.register
def _concede(order: Concede) -> str:
    return "CONCEDE"


@_text.register
def _carry_on(order: CarryOn) -> str:
    return "CARRY ON"


@_text.register
def _clear(order: Clear) -> str:
    return f"CLEAR {order.what}"


def helm_text(order: Steer | Move) -> str:
    """How she steers, for the receipt: the letters of a plan by impulse, or the steering order."""
    return " ".join(segment or "-" for segment in order.segments) if isinstance(order, Move) else _text(order)
