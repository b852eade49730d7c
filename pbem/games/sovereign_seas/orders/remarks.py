"""Remarks for the receipt: what the orders of an admiral come to (SSL-X.1: to them alone, from what their side knows)."""

from __future__ import annotations

from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.sovereign_seas.language.lines import helm_text, open_text, read_lines
from pbem.games.sovereign_seas.model.orders import FLEET, Concede, Enter, PlaceShip, ShipOrders, Take
from pbem.games.sovereign_seas.model.scenario import cost, span_of_points
from pbem.games.sovereign_seas.model.state import JAMMED, Ship
from pbem.games.sovereign_seas.model.tables import movement_points
from pbem.games.sovereign_seas.orders.filing import Filing, Filings
from pbem.games.sovereign_seas.orders.order_context import OrderContext
from pbem.games.sovereign_seas.orders.plans import Speeds
from pbem.games.sovereign_seas.rules.lock import merge
from pbem.games.sovereign_seas.rules.sailing.speed import commanded, span

REPLACED = "the orders of your earlier mail are replaced"


def notes(context: OrderContext, filings: Filings, speeds: Speeds) -> list[str]:
    """All there is to say of whoever was ordered."""
    fleet = filings[FLEET]
    taken = [ship for ship in context.mine().values() if filings[ship.id].accepted]
    found = [note for ship in taken for note in _ship_notes(context, ship, filings[ship.id], fleet, speeds)]
    return found + _fleet_notes(context, fleet)


def _ship_notes(context: OrderContext, ship: Ship, filing: Filing, fleet: Filing, speeds: Speeds) -> list[str]:
    """Of one ship whose orders were taken."""
    if context.state.stages:
        said = [_place(filing.order(PlaceShip))]
    else:
        lines = fleet.lines if context.seat == context.senior else context.state.fleet_lines(context.side)
        orders = merge(filing.lines, lines)
        said = [_sum(context, ship, orders, speeds(ship)), _jam(context, ship), *_surplus(context, ship, orders, speeds(ship))]
    said += [REPLACED] if filing.replaced else []
    return [f"{ship.id}: {sentence}" for sentence in said if sentence]


def _place(order: PlaceShip | None) -> str:
    if order is None:
        return ""
    speed = "" if order.speed is None else f" at speed {order.speed}"
    return f"begins in {label(order.hex)} heading {DIRECTIONS[order.heading]}{speed}"


def _sum(context: OrderContext, ship: Ship, orders: ShipOrders, speed: int) -> str:
    """`speed 7 of 5 to 8; helm F RF FF RF; opens fire RANGE 4 PEN`."""
    if commanded(ship, context.state.next_turn):
        limits = span(ship, context.state.options, out_of_command=False)
        match = f", as {orders.speed.ship}" if orders.speed and orders.speed.kind == "MATCH" else ""
        parts = [f"speed {speed} of {limits.least} to {limits.most}{match}", _helm(orders)]
    else:
        parts = [f"out of command until the end of game turn {ship.log.command_until}, speed {speed}, straight on"]
    return "; ".join([*parts, _fire(orders)])


def _helm(orders: ShipOrders) -> str:
    helm = helm_text(orders.move or orders.steer)
    lines = len(orders.when)
    return f"helm {helm}" + (f", unless one of {lines} WHEN lines comes true" if lines > 1 else ", or by WHEN" if lines else "")


def _fire(orders: ShipOrders) -> str:
    """SSL-X.12."""
    return "holds fire" if orders.hold else f"opens fire {' or '.join(map(open_text, orders.open))}"


def _jam(context: OrderContext, ship: Ship) -> str:
    """SSL-L5.7, SSL-X.3: the rudder comes before all orders."""
    log = ship.log
    if log.jam_until < context.state.next_turn:
        return ""
    return f"the rudder is jammed {JAMMED[log.jam]} until the end of game turn {log.jam_until}: it steers, whatever is ordered"


def _surplus(context: OrderContext, ship: Ship, orders: ShipOrders, speed: int) -> list[str]:
    """SSL-X.7: letters for which the speed gives no movement points."""
    plan = orders.move
    if plan is None or not commanded(ship, context.state.next_turn):
        return []
    if not plan.barred:
        return _dropped("plan", len("".join(plan.segments)), speed, speed)
    impulses = context.state.impulses
    points = [movement_points(speed, impulse, impulses) for impulse in range(1, impulses + 1)]
    pairs = zip(plan.segments, points, strict=False)
    return [note for n, (part, most) in enumerate(pairs, 1) for note in _dropped(f"impulse {n}", len(part), speed, most)]


def _dropped(what: str, letters: int, speed: int, used: int) -> list[str]:
    if letters <= used:
        return []
    rest = "the last is dropped" if letters - used == 1 else f"the last {letters - used} are dropped"
    return [f"{what} has {count(letters, 'letter')}, speed {speed} uses {used}; {rest}"]


# ---------------------------------------------------------------- the fleet


def _fleet_notes(context: OrderContext, fleet: Filing) -> list[str]:
    """What the FLEET block comes to, if it was given."""
    if not fleet.accepted:
        return []
    said: list[str] = []
    for order in read_lines(fleet.lines):
        match order:
            case Concede():
                said.append("you give up in this turn's end phase; CLEAR ALL takes it back")
            case Enter():
                said.append(f"the British enter from {order.edge}")
            case Take():
                points, most = (
                    cost(dict(order.ships), context.side, context.state.options),
                    span_of_points(context.state.options)[1],
                )
                said.append(f"{sum(number for _, number in order.ships)} ships for {points} of {most} points")
            case _:
                pass
    said += [REPLACED] if fleet.replaced else []
    return [f"{FLEET}: {sentence}" for sentence in said]
