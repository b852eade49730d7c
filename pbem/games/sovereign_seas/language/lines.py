"""Lines of orders as data and back, and the kinds of orders that exclude each other or stand together (SSL-X.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import get_args

from pbem.core.orders.language import DECLARED
from pbem.core.orders.remembered import Remembered
from pbem.games.sovereign_seas.model.order_parts import Words
from pbem.games.sovereign_seas.model.orders import LANGUAGE, FleetOrder, Line, Move, Open, Order, Steer

KINDS = {
    each: "STEER" if each in get_args(Steer) else DECLARED[each].usages[0].pattern.split()[0]
    for each in (*get_args(FleetOrder), *get_args(Order))
}
"""Kinds of orders, in the order in which a sheet lists them."""
STANDING = frozenset(("STEER", "WHEN", "AVOID", "EXIT", "OPEN", "FIRE", "LOSE", "SEQ"))
"""SSL-X.2: kinds that stay in force until replaced or cleared; the others are for one turn."""


def kind_of(order: Line) -> str:
    """Its kind, as `CLEAR` and SSL-X.2 name it."""
    return KINDS[type(order)]


def read(text: str, side: str = "") -> Line:
    """One line of a ship or of the fleet; `side` tells whose the printed counter names in it are.

    Raises `UnreadableOrder`: without a reason where nothing better is to be said than how such an order is written.
    """
    return LANGUAGE.whole(Words(text, side))


_line: Remembered[str, Line] = Remembered(LANGUAGE.line)


def read_lines(lines: Iterable[str]) -> list[Line]:
    """The canonical lines of one unit of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""
    return [_line(line) for line in lines]


@lru_cache(maxsize=4096)
def order_text(order: Line) -> str:
    """One order, as a line of a sheet."""
    text = LANGUAGE.write(order)
    _line.keep(text, order)
    return text


def open_text(order: Open) -> str:
    """When she opens fire: `RANGE 4 PEN`."""
    return order_text(order).removeprefix("OPEN ")


def helm_text(order: Steer | Move) -> str:
    """How she steers, for the receipt: the letters of a plan by impulse, or the steering order."""
    return order_text(order).removeprefix("MOVE ").replace("|", " ")
