"""Kinds of orders, and the orders that canonical lines are, remembered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from pbem.core.orders.remembered import Remembered
from pbem.games.wet_thrust.model.order_parts import Plot, Words
from pbem.games.wet_thrust.model.orders import (
    LANGUAGE,
    Aim,
    AtWill,
    Cover,
    Depth,
    Flak,
    HoldFire,
    Lose,
    Order,
    Repair,
    Torp,
    TorpHold,
)

KINDS = {
    **{shape.order: shape.heads[0] for shape in LANGUAGE.shapes if shape.heads},
    **{HoldFire: "GUNS", AtWill: "GUNS", TorpHold: "TORP HOLD", Depth: "DEPTH"},
    **dict.fromkeys(get_args(Aim), "AIM"),
}
"""By type, mostly the first word. HOLD FIRE and FIRE AT WILL replace each other (ruling W7)."""
TORP_WITHIN = "TORP WITHIN"
"""The kind of a TORP that stays in force until it is fired."""
SLOTS = (
    *("FIREORDER", "PLOT", "RAM", "DEPTH", "SMOKE", "SCREEN", "DISENGAGE", "FIRE", "GUNS", "TORP HOLD", "TORP", TORP_WITHIN),
    *("ASW", "DC", "CHALLENGE", "LAUNCH", "MERGE", "LOSE", "AA", "COVER", "AIM"),
)
"""Kinds of orders, in the order in which a sheet lists them."""
STANDING = frozenset(("GUNS", TORP_WITHIN, "ASW", "DC", "CHALLENGE", "LOSE", "AA", "COVER", "AIM", "FIREORDER"))
"""5.2: kinds that stay in force until changed; the others are for one turn."""


def kind_of(order: Order) -> str:
    """Its kind: orders of one kind replace each other."""
    return TORP_WITHIN if isinstance(order, Torp) and order.within is not None else KINDS[type(order)]


NONE = (Repair(()), Lose(()), Flak(()), Cover(""))


def clears(order: Order) -> bool:
    """DC NONE, LOSE NONE, AA NONE, COVER NONE: after its turn nothing of that kind is in force."""
    return order in NONE


def is_standing(order: Order) -> bool:
    """Is it in force until it is changed?"""
    return kind_of(order) in STANDING and not clears(order)


def read(text: str, unit: str = "") -> Order:
    """One line of a ship, a squadron or the fleet; `unit` tells whose short symbols (`T1`) are meant.

    Raises `UnreadableOrder`: with a reason, or without one and perhaps with a hint in `legal`.
    """
    return LANGUAGE.whole(Words(text, unit))


stored: Remembered[str, Order] = Remembered(LANGUAGE.line)
"""The order that a canonical line is. Raises `UnreadableOrder` for one that is none."""


def read_lines(lines: Iterable[str]) -> list[Order]:
    """The canonical lines of one unit of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""
    return [stored(line) for line in lines]


def order_text(order: Order) -> str:
    """One order, as a line of a sheet."""
    return LANGUAGE.write(order)


def kept(order: Order) -> str:
    """The same of an order that comes into force, and will be read from there; the speed that a plot expects is not told."""
    text = order_text(order)
    if not isinstance(order, Plot) or order.speed is None:
        stored.keep(text, order)
    return text
