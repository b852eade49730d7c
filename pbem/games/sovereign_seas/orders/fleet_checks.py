"""Orders of the FLEET block (SSL-X.16): who gives them, and what they name."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.texts.envelope import IllegalOrder
from pbem.games.sovereign_seas.language.lines import order_text
from pbem.games.sovereign_seas.model.orders import (
    FLEET,
    SHARED,
    CarryOn,
    Clear,
    Concede,
    Enter,
    Fire,
    Line,
    Lose,
    Open,
    Seq,
    Take,
)
from pbem.games.sovereign_seas.model.scenario import buyable, cost, span_of_points
from pbem.games.sovereign_seas.model.tables import BRITISH, OF_A_TYPE
from pbem.games.sovereign_seas.orders.checks import check_own, check_stage, check_targets
from pbem.games.sovereign_seas.orders.gun_checks import check_fire, check_lose, check_open
from pbem.games.sovereign_seas.orders.order_context import OrderContext

TAKEN = (Seq, Enter, Take, Concede, *SHARED)
CLEARED = ("OPEN", "FIRE", "LOSE", "ALL")


def check_fleet(context: OrderContext, order: Line) -> None:
    """Raises `IllegalOrder` for an order that the fleet may not be given now."""
    if isinstance(order, CarryOn):
        return
    if context.seat != context.senior:
        raise IllegalOrder(f"only the senior admiral ({context.senior}) gives {FLEET} orders")
    if not isinstance(order, TAKEN):
        word = order_text(order).split()[0]
        raise IllegalOrder(
            f"{word} is given ship by ship", f"{FLEET} takes SEQ, OPEN, AVOID, FIRE, LOSE, CLEAR, CONCEDE, CARRY ON."
        )
    if isinstance(order, Enter) and context.side != BRITISH:
        raise IllegalOrder("only the British choose an entry side")
    check_stage(context, order)
    _check_names(context, order)


def _check_names(context: OrderContext, order: Line) -> None:
    match order:
        case Seq():
            _check_once(order.ships)
            for id in order.ships:
                check_own(context, id)
        case Take():
            _check_once([unit for unit, _ in order.ships])
            _check_take(context, order)
        case Open():
            check_open(order, context.state.impulses)
        case Fire():
            check_fire(list(context.fleet.values()), order)
            check_targets(context, order)
        case Lose():
            check_lose(list(context.fleet.values()), order)
        case Clear() if order.what not in CLEARED:
            raise IllegalOrder(f"CLEAR what? {FLEET} has {', '.join(CLEARED[:-1])} or {CLEARED[-1]}")


def _check_once(named: Sequence[str]) -> None:
    """SSL-X.15, SSL-O6.1: each ship or type once."""
    for name in named:
        if named.count(name) > 1:
            raise IllegalOrder(f"{name} named twice")


def _check_take(context: OrderContext, order: Take) -> None:
    """SSL-O6.1: own types, five of each at most, for the points of the game."""
    options = context.state.options
    types = buyable(context.side, options)
    for letters, number in order.ships:
        if letters not in types:
            raise IllegalOrder(f"no type {letters} to take; yours: {', '.join(types)}")
        if number > OF_A_TYPE:
            raise IllegalOrder(f"{number} {letters}: there are {OF_A_TYPE} of a type")
    points, (least, most) = cost(dict(order.ships), context.side, options), span_of_points(options)
    if not least <= points <= most:
        raise IllegalOrder(f"comes to {points} points; a fleet costs {least} to {most}")
