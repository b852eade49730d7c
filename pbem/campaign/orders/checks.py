"""What a side may order now, by what it knows (CMP-5, CMP-6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.campaign.language.places import can_be_scouted
from pbem.campaign.model.classes import class_of
from pbem.campaign.model.orders import Assign, Order, Refuse, Repair, Replace, Scout, Transfer, TransferCommander
from pbem.campaign.model.state import CampaignUnit
from pbem.campaign.orders.force_checks import checked_force, checked_refusal
from pbem.campaign.orders.order_context import OrderContext, near
from pbem.core.texts.envelope import IllegalOrder


def checked(context: OrderContext, order: Order) -> Order:
    """The order with its names as the campaign writes them. Raises `IllegalOrder`."""
    return CHECKS[type(order)](context, order)


def _repair(context: OrderContext, order: Repair) -> Order:
    """CMP-5.1: of what is lacking, and no stores."""
    unit = context.at_hand(order.unit)
    items = class_of(unit).items
    if order.item:
        _check_item(unit, order.item)
        if items[order.item].store:
            write = f"REPLACE {unit.id} {order.item}"
            raise IllegalOrder(f"{order.item} are stores, which are not repaired (CMP-5.1)", f"Write {write}.")
        _check_lacks(unit, order.item)
    elif all(items[item].store for item in unit.lacks):
        legal = f"Write REPLACE {unit.id} for her stores." if unit.lacks else ""
        raise IllegalOrder(f"{unit.id} lacks nothing that is repaired", legal)
    return Repair(unit.id, order.boxes, order.item)


def _replace(context: OrderContext, order: Replace) -> Order:
    """CMP-5.2: stores that are lacking; CMP-5.3: a lost unit."""
    unit = context.unit(order.unit)
    if unit.where == "lost":
        return _new_unit(context, unit, order)
    context.at_hand(order.unit)
    items = class_of(unit).items
    stores = [item for item in items if items[item].store]
    if order.item:
        _check_item(unit, order.item)
        if not items[order.item].store:
            raise IllegalOrder(f"{order.item} is repaired, not replaced", f"Write REPAIR {unit.id} {order.item}.")
        _check_lacks(unit, order.item)
    elif order.number is not None:
        raise IllegalOrder("it is not said of which stores", _stores_words(stores))
    elif order.everything and not unit.lacks:
        raise IllegalOrder(f"{unit.id} lacks nothing")
    elif not order.everything and not any(item in unit.lacks for item in stores):
        legal = f"REPAIR {unit.id}, or REPLACE {unit.id} ALL, repairs her." if unit.lacks else ""
        raise IllegalOrder(f"{unit.id} lacks no stores", legal)
    return Replace(unit.id, order.item, order.number, order.everything)


def _new_unit(context: OrderContext, unit: CampaignUnit, order: Replace) -> Order:
    """CMP-5.3."""
    refits = context.state.file.refits
    if refits is None or not refits.new:
        raise IllegalOrder(f"{unit.id} is lost, and lost units are not replaced in this campaign (CMP-5.3)")
    if order.item or order.number is not None or order.everything:
        raise IllegalOrder(f"{unit.id} is lost; a new one comes with all she has", f"Write REPLACE {unit.id}.")
    return Replace(unit.id)


def _stores_words(stores: list[str]) -> str:
    return f"Name one of her stores: {', '.join(stores)}." if stores else "She has no stores."


def _check_item(unit: CampaignUnit, item: str) -> None:
    of = class_of(unit)
    if item not in of.items:
        legal = near(item, list(of.items), f"{unit.unit_class} has")
        raise IllegalOrder(f"{unit.id} has no {item}", legal)


def _check_lacks(unit: CampaignUnit, item: str) -> None:
    if not unit.lacks.get(item):
        lacks = ", ".join(f"{number} {other}" for other, number in unit.lacks.items())
        raise IllegalOrder(f"{unit.id} lacks no {item}", f"She lacks {lacks or 'nothing'}.")


def _transfer(context: OrderContext, order: Transfer) -> Order:
    """CMP-5.4."""
    fleet = context.fleet(order.fleet)
    units = [context.at_hand(name) for name in order.units]
    for unit in units:
        if unit.fleet == fleet:
            others = [each for each in context.fleets() if each != fleet]
            raise IllegalOrder(f"{unit.id} is in {fleet} already", f"Other fleets are {', '.join(others)}." if others else "")
    return Transfer(tuple(unit.id for unit in units), fleet)


def _commander(context: OrderContext, order: TransferCommander) -> Order:
    """CMP-5.4."""
    unit, to = context.at_hand(order.unit), context.at_hand(order.other)
    if unit.id == to.id:
        raise IllegalOrder(f"{unit.id} is named twice", "Name two units.")
    if not unit.commander:
        legal = f"Write TRANSFER COMMANDER {to.id} TO {unit.id}." if to.commander else ""
        raise IllegalOrder(f"{unit.id} has no commander", legal)
    return TransferCommander(unit.id, to.id)


def _scout(context: OrderContext, order: Scout) -> Order:
    """CMP-6.1: against a force that somebody sends."""
    refits = context.state.file.refits
    if refits is None or not refits.scouts:
        raise IllegalOrder("there are no scouts in this campaign (CMP-6.1)")
    node = context.node(order.battle)
    where = context.battle(node.id)
    if not can_be_scouted(node, context.side):
        raise IllegalOrder(f"the enemy in {where} has the units of the scenario, which everybody knows")
    if node.id in context.scouted:
        raise IllegalOrder(f"{where} is scouted already")
    return Scout(node.id)


CHECKS: Mapping[type[Order], Callable[[OrderContext, Any], Order]] = {
    Repair: _repair,
    Replace: _replace,
    Transfer: _transfer,
    TransferCommander: _commander,
    Assign: checked_force,
    Refuse: checked_refusal,
    Scout: _scout,
}
