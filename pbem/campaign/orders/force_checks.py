"""Who may be sent to which battle (CMP-2.2, CMP-5.5, CMP-5.6)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.campaign.language.places import barred
from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.orders import Assign, Refuse
from pbem.campaign.model.state import CampaignUnit
from pbem.campaign.orders.order_context import OrderContext
from pbem.campaign.rules import forces
from pbem.core.game.phrases import count
from pbem.core.texts.envelope import IllegalOrder


def checked_force(context: OrderContext, order: Assign) -> Assign:
    """CMP-5.5: the order with its names as the campaign writes them. Raises `IllegalOrder`."""
    node = context.node(order.battle)
    brings, where = context.brings(node), context.battle(node.id)
    if brings.printed:
        raise IllegalOrder(f"your side plays {where} with the units of the scenario (CMP-2.3)")
    if node.id in context.refused:
        raise IllegalOrder(f"{where} is refused above", kind="ambiguous")
    names = {name: context.force(name) for name in order.force}
    units = list({unit.id: unit for found in names.values() for unit in found}.values())
    for unit in units:
        if why := barred(unit, node, brings):
            raise IllegalOrder(f"{unit.id} may not go to {where}: {why}")
    _check_places(context, node, units)
    return Assign(tuple(_spelled(context, name, found) for name, found in names.items()), node.id)


def _spelled(context: OrderContext, name: str, found: Sequence[CampaignUnit]) -> str:
    fleet = next((fleet for fleet in context.fleets() if fleet.casefold() == name.casefold()), "")
    return fleet or found[0].id


def checked_refusal(context: OrderContext, order: Refuse) -> Refuse:
    """CMP-5.6. Raises `IllegalOrder`."""
    node = context.node(order.battle)
    where = context.battle(node.id)
    if sent := [unit for unit, to in context.sent.items() if to == node.id]:
        raise IllegalOrder(f"{', '.join(sent)} {'is' if len(sent) == 1 else 'are'} sent to {where} above", kind="ambiguous")
    if node.id in context.refused:
        raise IllegalOrder(f"{where} is refused already")
    return Refuse(node.id)


def _check_places(context: OrderContext, node: Node, units: Sequence[CampaignUnit]) -> None:
    """CMP-2.2: at most as many as the file allows and as the scenario has places, with those that it cannot do without."""
    brings, where = context.brings(node), context.battle(node.id)
    before = [context.state.units[id] for id, to in context.sent.items() if to == node.id]
    together = list({unit.id: unit for unit in (*before, *units)}.values())
    if brings.most and len(together) > brings.most:
        there = f" beside {', '.join(unit.id for unit in before)}" if before else ""
        named = ", ".join(unit.id for unit in units)
        raise IllegalOrder(f"{where} takes at most {count(brings.most, 'unit')} of yours, not {named}{there}", "Name fewer.")
    going = forces.sent(node, context.side, together, forces.at_hand(context.state, context.side, context.sent))
    if left := [unit.id for unit in together if unit not in going]:
        must = [unit.id for unit in going if unit not in together]
        beside = f" beside {', '.join(must)}, without whom the scenario cannot be played" if must else ""
        raise IllegalOrder(f"{where} has no place for {', '.join(left)}{beside}", "Name fewer.")
