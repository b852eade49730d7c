"""What is wrong with an order that can be read (5.2): only what the admiral may know is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.texts.envelope import IllegalOrder
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.control_sheet import Sheet, kind_of
from pbem.games.wet_thrust.model.order_parts import MAIN, Plot
from pbem.games.wet_thrust.model.orders import (
    FLEET,
    ITEMS,
    Aim,
    Asw,
    AtWill,
    Challenge,
    Cover,
    Depth,
    Disengage,
    Fire,
    FireOrder,
    Flak,
    HoldFire,
    Launch,
    LayScreen,
    Lose,
    MakeSmoke,
    Merge,
    Order,
    RamHer,
    Repair,
    Torp,
)
from pbem.games.wet_thrust.model.tables import SMOKERS
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.orders.air_checks import FLIERS, check_aim, check_launch, check_merge
from pbem.games.wet_thrust.orders.gun_checks import check_asw, check_fire, check_lose, check_torp
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.orders.plot_checks import check_plot
from pbem.games.wet_thrust.rules.combat.repair import KINDS

LASTING = {"DC": "DC boxes", "MG": "magazines", "R": "aircraft", "F": "aircraft", "DB": "aircraft", "T": "aircraft"}
LASTING_WORDS = {"DC": "DC boxes", "MAGAZINE": "magazines", "FUEL": "fuel boxes", "FU": "fuel boxes", "FIRE": "fires"}
"""WT-16.7: what is never repaired; fires are fought without an order."""
AIR = {"fog": "fog", "storm": "a storm", "gale": "a gale"}
NAMES = {"deep": "already deep", "periscope": "already at periscope depth", "surfaced": "already surfaced"}
LEGAL_DEPTHS = {
    "deep": "PERISCOPE, SILENT",
    "periscope": "DIVE, CRASH DIVE, SURFACE",
    "surfaced": "DIVE, CRASH DIVE, PERISCOPE",
}


class ReplacedOrder(IllegalOrder):
    """An order that cannot be taken as it was written; `instead` is taken in its place."""

    def __init__(self, reason: str, legal: str, instead: Order) -> None:
        super().__init__(reason, legal)
        self.instead = instead


def check_order(context: OrderContext, unit: str, order: Order, others: Sequence[Order] = ()) -> Order:
    """The order as it would be in force, beside the `others` of its kind in the same mail. Raises `IllegalOrder`."""
    if unit == FLEET:
        check_fleet(context, order)
    elif squadron := context.state.squadrons.get(unit):
        check_aim(context, squadron, order)
    else:
        return check_ship(context, context.state.ships[unit], order, others)
    return order


class NoCommand(IllegalOrder):
    """A ship takes no orders at all: to say so once is enough."""


def check_ship(context: OrderContext, ship: Vessel, order: Order, others: Sequence[Order]) -> Order:
    """The same of a ship."""
    if not ship.sheet.commanded(context.turn):
        raise NoCommand("bridge out, no launch" if isinstance(order, Launch) else _repeats(context, ship))
    if isinstance(order, FireOrder):
        raise IllegalOrder(f"FIREORDER goes into the {FLEET} block", f"Write {FLEET}: {order_text(order)}.")
    if isinstance(order, Aim):
        kinds = FLIERS[type(order)]
        planes = [id for id, each in context.squadrons().items() if each.carrier == ship.id and each.kind in kinds]
        text = order_text(order)
        legal = f"Write {planes[0]}: {text}." if planes else ""
        raise IllegalOrder(f"{text.split()[0]} is for aircraft; it goes into a squadron's block", legal)
    check = _CHECKS.get(type(order))
    return (check(context, ship, order, others) if check else None) or order


def _repeats(context: OrderContext, ship: Vessel) -> str:
    """WT-15.1, WT-15.4: until when she repeats her last orders. WT-15.5: either of two bridges will do."""
    sheet = ship.sheet
    since = f" since game turn {sheet.bridge_out}" if sheet.bridge_out else ""
    repaired = f"{'a' if sheet.count('SB') else 'the'} bridge is repaired"
    until = f"game turn {sheet.takes_over}" if sheet.takes_over > context.turn else repaired
    return f"bridge out{since}; she repeats her last orders until {until}"


# ---------------------------------------------------------------- under way


def _ram(context: OrderContext, ship: Vessel, order: RamHer, others: Sequence[Order]) -> None:
    """WT-5.5: destroyers; what is on the surface, or at periscope depth and held."""
    if ship.printed.type != "DD":
        raise IllegalOrder("only destroyers ram")
    contact = context.contacts().get(order.target)
    if contact and contact.mode == "deep":
        raise IllegalOrder(f"{order.target} is deep; she cannot be rammed")
    context.check_foe(order.target, contacts=True)


def _depth(context: OrderContext, ship: Vessel, order: Depth, others: Sequence[Order]) -> None:
    """WT-18.6, WT-18.7, WT-18.8: one step at a time."""
    if not ship.printed.boat:
        raise IllegalOrder("only submarines dive")
    reached = {"deep": ("DIVE", "CRASH"), "periscope": ("PERISCOPE",), "surfaced": ("SURFACE",)}
    if order.what in reached.get(ship.mode, ()):
        raise IllegalOrder(NAMES[ship.mode], f"Legal: {LEGAL_DEPTHS[ship.mode]}.")
    if order.what == "SILENT" and ship.mode != "deep":
        raise IllegalOrder("SILENT only when deep (or with CRASH DIVE)")
    if order.what == "SURFACE" and ship.mode == "deep":
        raise IllegalOrder("SURFACE from deep takes PERISCOPE first")


# ---------------------------------------------------------------- smoke, breaking contact


def _smoke(context: OrderContext, ship: Vessel, order: Order, others: Sequence[Order]) -> None:
    """WT-20.1, WT-20.2; that other types make smoke with DISENGAGE is looked at when the whole block is read."""
    if ship.printed.boat:
        raise IllegalOrder("submarines make no smoke")
    if not context.state.weather.smoke:
        raise IllegalOrder(f"no smoke in {AIR[context.state.weather_name]}")
    if isinstance(order, LayScreen) and ship.printed.type not in SMOKERS:
        raise IllegalOrder(
            f"a {ship.printed.type} may make smoke only with DISENGAGE", f"Screens are for {', '.join(SMOKERS)}."
        )


def lone_smoke(context: OrderContext, unit: str, disengages: bool) -> IllegalOrder | None:
    """WT-20.2: why a ship may not make the smoke that she has been ordered, unless she `disengages`."""
    kind = context.state.ships[unit].printed.type
    return None if disengages or kind in SMOKERS else IllegalOrder(f"a {kind} may make smoke only with DISENGAGE")


def _disengage(context: OrderContext, ship: Vessel, order: Disengage, others: Sequence[Order]) -> None:
    """WT-21.1: surface ships. WT-6.8: not while she recovers a plane; option `recon_bar`."""
    if not ship.visible:
        raise IllegalOrder("submarines below the surface do not disengage")
    bar = context.state.opt("recon_bar")
    for plane in context.state.planes(ship.id):
        name = plane.id.rpartition("-")[2]
        if plane.place == "alongside" or (bar == "game" and plane.moored):
            raise IllegalOrder(f"{'recovering' if plane.place == 'alongside' else 'has recovered'} {name}, may not disengage")
        if bar == "aloft" and plane.airborne:
            raise IllegalOrder(f"{name} is in the air, may not disengage")


# ---------------------------------------------------------------- damage control, air defence


def _repair(context: OrderContext, ship: Vessel, order: Repair, others: Sequence[Order]) -> None:
    """WT-16.5, WT-16.7: what cannot be repaired is struck off the list, the rest counts."""
    for item in order.items:
        if fault := _item_fault(ship.sheet, item):
            rest = tuple(other for other in order.items if other != item)
            raise ReplacedOrder(*fault, Repair(rest)) if rest else IllegalOrder(*fault)


def _item_fault(sheet: Sheet, item: str) -> tuple[str, str] | None:
    kind = kind_of(item)
    if item == "HOLE" or any(map(sheet.count, KINDS.get("GUNS" if item == MAIN else item, ()))):
        return None
    if item in sheet.holes:
        return (f"{item} cannot be closed", "") if sheet.holes[item].kind == 19 else _beyond(sheet, item)
    lasting = LASTING_WORDS.get(item.rstrip("S")) or (LASTING.get(kind) if item in sheet.printed.all_systems else None)
    if lasting:
        return f"{lasting} cannot be repaired", ""
    if item in sheet.printed.all_systems:
        return _beyond(sheet, item)
    return f"{item} is no system of hers", f"Legal: {', '.join(dict.fromkeys(ITEMS.values()))}, or an id like RU1."


def _beyond(sheet: Sheet, item: str) -> tuple[str, str] | None:
    return (f"{item} is beyond repair", "") if item in sheet.beyond else None


def _flak(context: OrderContext, ship: Vessel, order: Flak, others: Sequence[Order]) -> None:
    """5.2: enemy squadrons in the air."""
    if not ship.sheet.count("PD") + ship.sheet.count("AD"):
        raise IllegalOrder("no anti-aircraft systems")
    for name in order.squadrons:
        context.check_enemy_squadron(name)


def _cover(context: OrderContext, ship: Vessel, order: Cover, others: Sequence[Order]) -> None:
    """WT-14.3: area defence covers friends."""
    if not ship.sheet.count("AD"):
        raise IllegalOrder("no area defence" if ship.sheet.count("PD") else "no anti-aircraft systems")
    if order.ship:
        context.check_friend(order.ship)


_CHECKS: dict[type, Callable[[OrderContext, Vessel, Any, Sequence[Any]], Order | None]] = {
    Plot: check_plot,
    RamHer: _ram,
    Depth: _depth,
    MakeSmoke: _smoke,
    LayScreen: _smoke,
    Disengage: _disengage,
    Fire: check_fire,
    Torp: check_torp,
    Asw: check_asw,
    Lose: check_lose,
    Repair: _repair,
    Launch: check_launch,
    Merge: check_merge,
    Flak: _flak,
    Cover: _cover,
}


# ---------------------------------------------------------------- the fleet


def check_fleet(context: OrderContext, order: Order) -> None:
    """5.1: FIREORDER, CHALLENGE and FIRE AT WILL or HOLD FIRE for the whole side."""
    if not isinstance(order, FireOrder | Challenge | AtWill | HoldFire):
        head = order_text(order).split()[0]
        raise IllegalOrder(f"{head} is no order for the fleet", "Legal: FIREORDER, CHALLENGE, FIRE AT WILL, HOLD FIRE.")
    if isinstance(order, FireOrder):
        for id in order.ships:
            if id not in context.friends():
                raise IllegalOrder(f"{id} is not yours", f"Yours: {', '.join(context.friends())}.")
