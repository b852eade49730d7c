"""Lines of orders as data and back."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.campaign.model.order_parts import Words
from pbem.campaign.model.orders import LANGUAGE, Order
from pbem.core.orders.remembered import Remembered


def read(text: str) -> Order:
    """One line. Raises `UnreadableOrder`, without a reason where there is only to be said how such an order is written."""
    return LANGUAGE.whole(Words(text))


stored: Remembered[str, Order] = Remembered(LANGUAGE.line)
"""The order that a canonical line is. Raises `UnreadableOrder` for one that is none."""


def read_lines(lines: Iterable[str]) -> list[Order]:
    """The canonical lines of the FLEET block of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""
    return [stored(line) for line in lines]


def order_text(order: Order) -> str:
    """One order, as a line of a sheet."""
    return LANGUAGE.write(order)
