"""WT-15, WT-4.3: what a ship does whose admiral cannot reach her, or that does not answer her helm.

WT-15.6: fire control has no part in command: a carrier without any launches and recovers as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from pbem.core.texts.envelope import of_kind
from pbem.games.wet_thrust.language.words import order_text, read_lines
from pbem.games.wet_thrust.model.order_parts import BLANK, Plot, plot_text
from pbem.games.wet_thrust.model.orders import ANY, Asw, AtWill, Fire, HoldFire, ShipOrder, ShipOrders, Torp
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import OrderBook, Vessel

X = TypeVar("X")


def in_force(state: State, ship: Vessel, orders: ShipOrders) -> ShipOrders:
    """WT-15.1: out of command she repeats what she did. WT-15.4, WT-15.5: in command again, she does as she is told.

    WT-4.3: without a rudder the turns of her plot are not hers to choose.
    """
    if not ship.sheet.commanded(state.turn):
        orders = repeated(ship.book, orders)
    return orders if ship.sheet.steers() else replace(orders, plot=jammed(ship.book, orders.plot))


def repeated(book: OrderBook, orders: ShipOrders) -> ShipOrders:
    """WT-15.2: plot and fire orders of the last turn in command, as written; the helm cuts what is not legal any more.

    WT-15.3: air defence goes on by her standing orders, damage control by itself; she launches nothing.
    """
    last = read_lines(book.last)
    return ShipOrders(
        plot=_first(last, Plot, Plot()),
        fire=of_kind(last, Fire),
        hold=bool(of_kind(last, HoldFire)),
        priority=_first(last, AtWill, AtWill()).priority,
        torp=of_kind(last, Torp),
        asw=_first(last, Asw, Asw(ANY)).target,
        challenge=orders.challenge,
        lose=orders.lose,
        flak=orders.flak,
        cover=orders.cover,
        commanded=False,
    )


def jammed(book: OrderBook, plot: Plot) -> Plot:
    """WT-4.3: the turns of the turn in which the last rudder went; A and D stay free, E does not."""
    helm = _first(read_lines((book.helm,)) if book.helm else (), Plot, Plot())
    return replace(plot, port=helm.port, starboard=helm.starboard, first=helm.first, evasive=False)


def kept(orders: ShipOrders) -> list[str]:
    """WT-15.2: the lines that she will repeat should her bridge go; what is default is left out."""
    return [order_text(order) for order in _repeatable(orders)]


def _repeatable(orders: ShipOrders) -> Iterator[ShipOrder]:
    """Plot, guns, torpedoes, depth charges: not smoke, launches, disengaging or rams."""
    if plot_text(orders.plot) != BLANK:
        yield orders.plot
    yield from orders.fire
    if orders.hold:
        yield HoldFire()
    elif orders.priority:
        yield AtWill(orders.priority)
    yield from orders.torp
    if orders.asw != ANY:
        yield Asw(orders.asw)


def _first(orders: Sequence[object], kind: type[X], default: X) -> X:
    return next(iter(of_kind(orders, kind)), default)
