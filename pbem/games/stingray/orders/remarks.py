"""Remarks for the receipt: what a vessel's orders come to, and what they run into. Only the seat's own orders count."""

from __future__ import annotations

from pbem.core.geometry.hexes import label
from pbem.games.stingray.language.lines import read_lines
from pbem.games.stingray.model.orders import Order, Plan, Setting, Standing
from pbem.games.stingray.model.plan import SHIFT, plan_speed, speed_limits
from pbem.games.stingray.orders.filing import PREFIX, Filing
from pbem.games.stingray.orders.helm import end_of, warnings
from pbem.games.stingray.orders.order_context import OrderContext
from pbem.games.stingray.rules.demand import asked_for, supply


def remarks(filing: Filing) -> list[str]:
    """All there is to say of one vessel whose orders were taken."""
    id = filing.context.vessel.id
    said = [_sum(filing), _engines(filing.context), *filing.notes, *warnings(filing.context)]
    if filing.replaced:
        said.append("the orders of your earlier mail are replaced.")
    if filing.standing:
        numbered = "; ".join(f"{n} {line.removeprefix(PREFIX)}" for n, line in enumerate(filing.standing, 1))
        said.append(f"standing orders: {numbered}.")
    return [f"{id}: {sentence}" for sentence in said if sentence]


def meetings(filings: list[Filing]) -> list[str]:
    """STG-RAM.1: vessels of one seat whose plans end in the same hex, if one of the plans is new."""
    ends = [(filing, set(end_of(filing.context))) for filing in filings] if len(filings) > 1 else []
    said: list[str] = []
    for n, (first, hexes) in enumerate(ends):
        for second, others in ends[n + 1 :]:
            if hexes & others and (first.context.of(Plan) or second.context.of(Plan)):
                where = ", ".join(sorted(label(hex) for hex in hexes & others))
                said.append(f"{first.context.vessel.id} and {second.context.vessel.id} both end in {where}: they may collide.")
    return said


def _sum(filing: Filing) -> str:
    """`SR1: speed 4 of 0 to 6; demands 7 APU of 6 + battery 5`."""
    context = filing.context
    vessel = context.vessel
    parts = [_speed(context)]
    if vessel.vessel_class == "SR" and not context.known.setting_up:
        parts.append(_power(context, filing))
    elif vessel.vessel_class == "SS" and vessel.shifted:
        parts.append(f"side shift from move {vessel.shifted + SHIFT + 1} on")
    elif vessel.printed.fish:
        parts.append(f"{vessel.fuel} AKG of fuel")
    said = "; ".join(part for part in parts if part)
    return f"{said}." if said else ""


def _speed(context: OrderContext) -> str:
    """STG-MOV.4: the speed ordered, or that of the NMR movement, and the limits."""
    plan = context.plan()
    if plan is None or context.known.setting_up:
        return ""
    limits = speed_limits(context.vessel, context.known.next_move, context.known.options)
    ordered = "" if context.of(Plan) else " without a movement order"
    return f"speed {plan_speed(context.vessel.vessel_class, plan)} of {limits.least} to {limits.most}{ordered}"


def _power(context: OrderContext, filing: Filing) -> str:
    """STG-POW.2, STG-SEA.4: what is demanded of plant and batteries."""
    vessel = context.vessel
    output, charge = supply(vessel, context.taken)
    demand = demanded(context, _running(filing))
    short = ", too little: what comes last by PRIORITY goes without" if demand > output + charge else ""
    who = "your own orders demand" if context.two_seats else "demands"
    return f"{who} {demand} APU of {output} + battery {charge}{short}"


def _engines(context: OrderContext) -> str:
    """STG-POW.7: ENGINES may pay for less than the plan, but not for less than the lowest legal speed."""
    plan = context.plan()
    paid = [order.number for order in context.of(Setting) if order.what == "ENGINES"]
    if plan is None or not paid:
        return ""
    least = speed_limits(context.vessel, context.known.next_move, context.known.options).least
    hexes, speed = max(paid[0], least), plan_speed(context.vessel.vessel_class, plan)
    return f"ENGINES {paid[0]} pays for {hexes} of {speed} hexes; the plan will be cut." if hexes < speed else ""


def _running(filing: Filing) -> list[Order]:
    """This move's orders, and standing orders of kinds that are not ordered again."""
    taken = filing.context.taken
    kinds = {type(order) for order in taken}
    repeated = [order.order for order in read_lines(tuple(filing.standing)) if isinstance(order, Standing)]
    return [*taken, *(order for order in repeated if type(order) not in kinds)]


def demanded(context: OrderContext, orders: list[Order]) -> int:
    """STG-POW.5: the hexes of the plan in force, or as many as ENGINES pays for; a Co-Pilot's count is without the helm."""
    plan = context.plan()
    hexes = plan_speed(context.vessel.vessel_class, plan) if plan is not None else 0
    engines = [order.number for order in orders if isinstance(order, Setting) and order.what == "ENGINES"]
    return sum({**asked_for(orders), "MOVE": min([hexes, *engines])}.values())
