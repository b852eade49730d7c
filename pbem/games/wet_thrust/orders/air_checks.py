"""What is wrong with orders for aircraft: launches and merges of a carrier, aims of squadrons (5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.geometry.tabletop import MIL, number_text
from pbem.core.texts.envelope import IllegalOrder
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.orders import (
    Cap,
    Escort,
    Go,
    Intercept,
    Launch,
    Merge,
    Orbit,
    Order,
    Recover,
    Return,
    Spotting,
    Strike,
)
from pbem.games.wet_thrust.model.tables import TORPEDO_RANGE
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.rules.air.launch import CATAPULT, DECK

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FAR = 999 * MIL
"""Ruling W9: GO up to 999 inches from the middle."""
FLIERS: dict[type, tuple[str, ...]] = {
    Strike: ("T", "DB", "B"),
    **dict.fromkeys((Cap, Escort, Intercept), ("F",)),
    **dict.fromkeys((Spotting, Recover), ("R",)),
    **dict.fromkeys((Return, Go, Orbit), ("T", "DB", "B", "F", "R")),
}
"""Kinds of aircraft by aim."""
LEGAL = {
    "F": "Legal: CAP, ESCORT, INTERCEPT, GO, RETURN.",
    "R": "Legal: SPOT, RECOVER, GO, ORBIT, RETURN.",
    "": "Legal: ATTACK, GO, ORBIT, RETURN.",
}
"""Aims by kind of aircraft; "" are all that attack ships."""


def called(id: str, carrier: str) -> str:
    """Ruling W3: `T1` of ARK's own `ARK-T1`; another carrier's by its whole id."""
    return id.removeprefix(f"{carrier}-")


# ---------------------------------------------------------------- on deck


def check_launch(context: OrderContext, ship: Vessel, order: Launch, others: Sequence[Order]) -> None:
    """5.2, WT-11.5, WT-6.3: squadrons ready aboard; two a turn, one plane from a ship that is no carrier."""
    for id in order.squadrons:
        squadron = _aboard(context, ship, id)
        if squadron.deck.ready > context.turn:
            raise IllegalOrder(
                f"{called(id, ship.id)} rearms until game turn {squadron.deck.ready - 1}",
                f"Legal: from game turn {squadron.deck.ready}.",
            )
    given, most = len(order.squadrons), DECK if ship.printed.carrier else CATAPULT
    if given > most:
        there = [each for each in context.state.aboard(ship.id) if each.place == "aboard" and each.deck.ready <= context.turn]
        ready = [called(each.id, ship.id) for each in sorted(there, key=lambda each: each.index)]
        what = "squadrons" if ship.printed.carrier else "planes"
        number = NUMBERS[given] if given < len(NUMBERS) else str(given)
        legal = f"Legal: any {NUMBERS[most]} of {', '.join(ready)}."
        raise IllegalOrder(f"{number} {what}; {NUMBERS[most]} a turn", legal)


def _aboard(context: OrderContext, ship: Vessel, id: str) -> Squadron:
    """A squadron or plane aboard this ship. Raises `IllegalOrder`."""
    squadron = context.state.squadrons.get(id)
    name = called(id, ship.id)
    if squadron is None or squadron.side != context.side or squadron.place == "gone":
        hers = [called(each.id, ship.id) for each in context.state.aboard(ship.id)]
        raise IllegalOrder(f"no squadron {name}", f"Aboard: {', '.join(hers) or 'none'}.")
    if squadron.place == "aboard" and squadron.home == ship.id:
        return squadron
    where = {"air": "in the air", "alongside": "alongside", "waiting": "not here yet"}
    raise IllegalOrder(f"{name} is {where.get(squadron.place, f'aboard {squadron.home}')}")


def check_merge(context: OrderContext, ship: Vessel, order: Merge, others: Sequence[Order]) -> None:
    """5.2, WT-11.13: two of one type, aboard the same carrier."""
    one, other = _aboard(context, ship, order.squadron), _aboard(context, ship, order.into)
    if one is other:
        raise IllegalOrder(f"{called(one.id, ship.id)} into itself")
    if one.kind != other.kind:
        raise IllegalOrder(f"{called(one.id, ship.id)} and {called(other.id, ship.id)} are different types")
    if one.kind == "R":
        raise IllegalOrder("R are single planes; squadrons merge")


# ---------------------------------------------------------------- aims


def check_aim(context: OrderContext, squadron: Squadron, order: Order) -> None:
    """5.2: what this kind of aircraft does, where it is and with what it has left. Raises `IllegalOrder`."""
    if type(order) not in FLIERS:
        raise IllegalOrder(f"{order_text(order).split()[0]} is no order for aircraft", _legal(squadron))
    if isinstance(order, Strike):
        _check_strike(squadron, order)
    elif squadron.kind not in FLIERS[type(order)]:
        who = "fighters" if FLIERS[type(order)] == ("F",) else "reconnaissance planes"
        raise IllegalOrder(f"only {who}", _legal(squadron))
    _check_spent(squadron, order)
    _check_where(context, squadron, order)
    _check_names(context, squadron, order)


def _legal(squadron: Squadron) -> str:
    return LEGAL.get(squadron.kind, LEGAL[""])


def _check_strike(squadron: Squadron, order: Strike) -> None:
    """WT-12.1, WT-6.2: who attacks; WT-13.2: at what range and from where."""
    if squadron.kind not in FLIERS[Strike]:
        who = "fighters" if squadron.kind == "F" else "reconnaissance planes"
        raise IllegalOrder(f"{who} cannot attack ships", _legal(squadron))
    if order.range is not None:
        if squadron.kind != "T":
            raise IllegalOrder("RANGE is for torpedo bombers")
        if not 0 < order.range <= TORPEDO_RANGE:
            why = "is no range" if not order.range else f"is beyond {TORPEDO_RANGE}"
            raise IllegalOrder(f"RANGE {number_text(order.range)} {why}", f"Legal: up to {TORPEDO_RANGE}.")
    if order.side and squadron.kind != "T":
        raise IllegalOrder("FROM is for torpedo bombers")


def _check_spent(squadron: Squadron, order: Order) -> None:
    """WT-11.10: a spent squadron returns."""
    if squadron.deck.spent and not isinstance(order, Return):
        raise IllegalOrder("mission done, returning" if squadron.kind == "F" else "load gone, returning")


def _check_where(context: OrderContext, squadron: Squadron, order: Order) -> None:
    """5.2: in the air, or such that it can be launched; to fly home it must be in the air."""
    if squadron.place == "alongside":
        raise IllegalOrder(f"alongside {squadron.home}, being taken aboard")
    if squadron.place == "aboard" and squadron.deck.ready > context.turn:
        raise IllegalOrder(f"on deck, rearming until game turn {squadron.deck.ready - 1}")
    if squadron.place == "aboard" and isinstance(order, Return | Recover):
        raise IllegalOrder(
            f"on deck of {squadron.home}", f"Legal: {squadron.home}: LAUNCH {called(squadron.id, squadron.home)}."
        )


def _check_names(context: OrderContext, squadron: Squadron, order: Order) -> None:
    """Enemies in sight, friends in play."""
    match order:
        case Strike():
            _check_ships(context, order.targets)
        case Spotting():
            _check_ships(context, [order.target])
        case Intercept():
            for name in order.squadrons:
                context.check_enemy_squadron(name)
        case Escort():
            _check_friend(context, squadron, order.squadron)
        case Go() if max(map(abs, order.spot)) > FAR:
            raise IllegalOrder("GO too far", "Legal: up to 999 inches east and north.")


def _check_ships(context: OrderContext, names: Iterable[str]) -> None:
    """WT-13.1: on the surface."""
    for name in names:
        context.check_foe(name, contacts=False)


def _check_friend(context: OrderContext, squadron: Squadron, id: str) -> None:
    """WT-12.5: another squadron of the side."""
    friends = [each.id for each in context.state.squadrons.values() if each.side == context.side and each.place != "gone"]
    if id == squadron.id or id not in friends:
        others = [each for each in friends if each != squadron.id]
        raise IllegalOrder(f"no squadron {id} to escort", f"Yours: {', '.join(others) or 'none'}.")
