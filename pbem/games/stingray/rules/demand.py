"""What orders cost in APU before they are merged (table 2.5): for receipts, remarks, and what is offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.games.stingray.language.lines import read
from pbem.games.stingray.model.orders import (
    Cancel,
    Code,
    Decoy,
    Launch,
    Load,
    Order,
    Plan,
    Prep,
    Scan,
    Setting,
    Standing,
    Switch,
)
from pbem.games.stingray.model.plan import default_plan, plan_speed, speed_limits
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import BATTERY, DECOY, MAX_SCAN, MK61
from pbem.games.stingray.model.vessel import Vessel


def scan_cost(order: Scan) -> int:
    """STG-SCN.1: 1 APU a zone; at half range one APU serves two, an odd one pays in full."""
    halves = sum(half for _, half in order.zones)
    return len(order.zones) - halves + (halves + 1) // 2


def asked_for(orders: Collection[Order]) -> dict[str, int]:
    """APU that these orders of a Stingray cost, by item. A tube launches once, however many orders there are for it.

    Life support is on unless they say otherwise.
    """
    return {
        "LIFE": int(Switch("LIFE", False) not in orders),
        "MOVE": sum(plan_speed("SR", order) for order in orders if isinstance(order, Plan)),
        "PREP": sum(isinstance(order, Prep) for order in orders),
        "LAUNCH": len({order.launcher for order in orders if isinstance(order, Launch)}),
        "DECOY": sum(isinstance(order, Decoy) for order in orders),
        "SCAN": sum(scan_cost(order) for order in orders if isinstance(order, Scan)),
        "LOAD": sum(isinstance(order, Load) for order in orders),
        "MINE": sum(isinstance(order, Code) for order in orders),
        "COMMS": int(Switch("COMMS", True) in orders),
        "NAV": int(Switch("NAV", True) in orders),
    }


def most_wanted(state: State, vessel: Vessel) -> dict[str, int]:
    """The most that orders for an item can cost a Stingray."""
    tubes = vessel.launchers.values()
    return {
        "LIFE": 1,
        "MOVE": speed_limits(vessel, state.next_move, state.options).most,
        "PREP": sum(tube.load == MK61 and not tube.armed for tube in tubes),
        "LAUNCH": sum(tube.load != "" for tube in tubes),
        "DECOY": vessel.stores[DECOY],
        "SCAN": MAX_SCAN,
        "LOAD": sum(not tube.load and not tube.destroyed for tube in tubes),
        "MINE": sum(mine.side == vessel.side for mine in state.mines.values()),
        "COMMS": 1,
        "NAV": 1,
    }


def affordable(known: State, vessel: Vessel, text: str) -> bool:
    """Is there power for what these orders cost, beside the movement and the standing orders that run without them?"""
    given = _orders(text.split(";"))
    if vessel.vessel_class != "SR" or not _cost_something(given):
        return True
    kinds = {type(order) for order in given}
    standing = _orders(line for lines in vessel.standing.values() for line in lines)
    running = [*given, *(order for order in standing if type(order) not in kinds)]
    if Plan not in kinds:
        running.append(default_plan(vessel, known, known.next_move))
    return sum(asked_for(running).values()) + _unprepared(vessel, given) <= sum(supply(vessel, running))


def _orders(texts: Iterable[str]) -> list[Order]:
    lines = [line for text in texts for line in read(text.strip(), "SR")]
    orders = [line.order if isinstance(line, Standing) else line for line in lines]
    return [order for order in orders if not isinstance(order, Cancel)]


def _cost_something(orders: list[Order]) -> bool:
    cost = asked_for(orders)
    return any(isinstance(order, Setting) for order in orders) or sum(cost.values()) > cost["LIFE"]


def _unprepared(vessel: Vessel, orders: list[Order]) -> int:
    """Section 6: a Mk61 that is launched unarmed must be prepared as well."""
    prepared = {order.tube for order in orders if isinstance(order, Prep)}
    tubes = {order.launcher: vessel.launchers[order.launcher] for order in orders if isinstance(order, Launch)}
    return sum(tube.load == MK61 and not tube.armed and name not in prepared for name, tube in tubes.items())


def supply(vessel: Vessel | Vessel, orders: Collection[Order]) -> tuple[int, int]:
    """APU that the plant makes, and that the batteries may give, as far as these orders let them (STG-POW.1, STG-POW.3)."""
    given = {order.what: order.number for order in orders if isinstance(order, Setting)}
    charge = 0 if vessel.out("BATTERY") else min(vessel.battery, given.get("BATTERY", BATTERY))
    return min(given.get("POWER", vessel.max_output), vessel.max_output), charge
