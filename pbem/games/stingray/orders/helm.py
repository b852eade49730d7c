"""Movement orders at the desk: plans that are clamped, going over, leaping, ramming rocks unawares (5.2)."""

from __future__ import annotations

from pbem.core.geometry.hexes import Hex, label, off_edge
from pbem.core.texts.envelope import IllegalOrder
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.orders import Leap, Over, Plan
from pbem.games.stingray.model.plan import Place, clamp, crosses_obstacle, cut_for_over, plan_speed, track
from pbem.games.stingray.orders.order_context import OrderContext

LEAST_AFTER_CUT = 3
"""STG-LEP.5: with 2 hexes or less nothing leaps."""


def check_plan(context: OrderContext, order: Plan) -> Plan:
    """STG-MOV.4 to 9, STG-MOV.8: a plan beyond the limits is not lost but clamped, and the problem says what counts instead."""
    clamped = clamp(context.vessel, order, context.known.next_move, context.known.options)
    if clamped.faults:
        reason = " ".join(dict.fromkeys(clamped.faults)).removesuffix(".")
        context.faults.append(IllegalOrder(reason, f"What stands: {order_text(clamped.plan)}."))
    return clamped.plan


def check_over(context: OrderContext, order: Over) -> Over:
    """STG-LEP.3, STG-LEP.4, STG-LEP.5: an obstacle within the reduced track, straight across, open water beyond."""
    plan = context.plan()
    if plan is None:
        return order
    if not crosses_obstacle(context.vessel, plan, context.known):
        context.notes.append("OVER not used: no obstacle on the track.")
        return order
    speed = plan_speed(context.vessel.vessel_class, plan)
    left = max(0, speed - 2)
    if left < LEAST_AFTER_CUT:
        needed = f"at least {LEAST_AFTER_CUT} are needed (order 5 or 6)"
        raise IllegalOrder(f"OVER refused: speed {speed} leaves {left} hexes, {needed}")
    places = track(context.vessel, cut_for_over(context.vessel.vessel_class, plan))
    _check_crossing(context, places)
    if not any(place.hex in context.known.obstacles for place in places):
        context.notes.append(f"OVER cuts the move to {left} hexes, which end before the obstacle.")
    return order


def _check_crossing(context: OrderContext, places: list[Place]) -> None:
    obstacles = context.known.obstacles
    here = context.vessel.hex
    for place in places:
        if place.hex == here and here in obstacles:
            raise IllegalOrder(f"OVER refused: you turn on obstacle {label(here)}")
        here = place.hex
    if here in obstacles:
        raise IllegalOrder(f"OVER refused: the cut move ends on obstacle {label(here)}, not beyond it")


def check_leap(context: OrderContext, order: Leap) -> Leap:
    """STG-LEP.1, STG-LEP.7: under way, one leap a move, and only where the game is played with them."""
    if context.known.options.get("leap-evade") == "off":
        raise IllegalOrder("LEAP refused: in this game nothing leaps to evade")
    plan = context.plan()
    if plan is not None and plan_speed(context.vessel.vessel_class, plan) == 0:
        raise IllegalOrder(f"LEAP refused: {context.vessel.id} lies still")
    if context.of(Over):
        raise IllegalOrder("one leap a move: OVER is ordered too")
    return order


def warnings(context: OrderContext) -> list[str]:
    """STG-OBS.1, STG-MOV.11: what the plan runs into first: a known obstacle, or the edge of the map."""
    plan = context.sailed()
    if plan is None or not context.of(Plan):
        return []
    known = context.known
    for place in track(context.vessel, plan):
        if edge := off_edge(place.hex, known.columns, known.rows):
            return [f"leaves the map by its {edge} edge in phase {place.phase} and does not return."]
        if place.hex in known.obstacles and not context.of(Over):
            return [f"strikes obstacle {label(place.hex)} in phase {place.phase}."]
    return []


def end_of(context: OrderContext) -> tuple[Hex, ...]:
    """The hexes a vessel lies in when its plan is done; none where this seat does not know the plan."""
    plan = context.sailed()
    if plan is None:
        return ()
    places = track(context.vessel, plan)
    last = places[-1] if places else Place(0, context.vessel.hex, context.vessel.tail, context.vessel.facing)
    return (last.hex,) if last.tail is None else (last.hex, last.tail)
