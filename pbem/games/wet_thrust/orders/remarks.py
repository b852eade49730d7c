"""Remarks for the receipt: what the orders of an admiral come to, from what they know (5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pbem.core.geometry.tabletop import inches, number_text
from pbem.core.texts.envelope import of_kind
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.order_parts import MAIN, Plot
from pbem.games.wet_thrust.model.orders import FLEET, Launch, Recover, ShipOrders
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.orders.air_checks import called
from pbem.games.wet_thrust.orders.filing import Filing
from pbem.games.wet_thrust.orders.order_context import OrderContext
from pbem.games.wet_thrust.rules.combat.aim import batteries
from pbem.games.wet_thrust.rules.command import jammed, repeated
from pbem.games.wet_thrust.rules.helm import Steering, legal_speeds, steer, way
from pbem.games.wet_thrust.rules.lock import merge

REPLACED = "the orders of your earlier mail are replaced"
DEPTHS = {"DIVE": "dives when she has moved", "PERISCOPE": "goes to periscope depth when she has moved"}
DEPTHS |= {"SURFACE": "surfaces when she has moved", "SILENT": "runs silent", "CRASH": "crash-dives first"}


def notes(context: OrderContext, filings: Mapping[str, Filing]) -> list[str]:
    """5.2: for every unit what it will do; for those without orders what they do by themselves (6.2)."""
    fleet = filings[FLEET].lines if FLEET in filings else context.state.fleet.get(context.side, [])
    found: list[str] = []
    for id, ship in context.ships().items():
        filing = filings[id]
        found += [f"{id}: {words}" for words in _ship(context, ship, filing, merge(filing.lines, fleet))]
    launched = [id for filing in filings.values() for order in of_kind(filing.orders, Launch) for id in order.squadrons]
    for id, squadron in context.squadrons().items():
        found += [f"{id}: {words}" for words in _squadron(context, squadron, filings, id in launched)]
    return found + [f"{FLEET}: {REPLACED}" for filing in filings.values() if filing.unit == FLEET and filing.replaced]


# ---------------------------------------------------------------- ships


def _ship(context: OrderContext, ship: Vessel, filing: Filing, orders: ShipOrders) -> Iterator[str]:
    """What she does, and what goes with it."""
    commanded = ship.sheet.commanded(context.turn)
    orders = orders if commanded else repeated(ship.book, orders)
    plot = orders.plot if ship.sheet.steers() else jammed(ship.book, orders.plot)
    silent = orders.depth is not None and orders.depth.what == "SILENT"
    steering, _, cut = steer(ship, plot, Fraction(0) if silent else None)
    begins = "bridge out, she repeats her last orders: " if not commanded else "" if filing.lines else "no orders: "
    parts = [begins + _move(ship, steering), *_fighting(ship, orders), *_deep(ship, orders)]
    yield "; ".join(parts)
    if cut and not silent:
        yield cut
    if steering.barred and (guns := batteries(ship.sheet, (MAIN,))):
        yield f"a disruptive turn: {', '.join(guns)} may not fire this turn"
    for given in of_kind(filing.orders, Plot):
        yield from _speed_check(given, steering)
    if orders.disengage:
        yield from _full_speed(ship, plot, steering)
    if orders.launch:
        names = ", ".join(called(id, ship.id) for id in orders.launch)
        yield f"launches {names}{'; nothing lands on her this turn' if ship.printed.carrier else ''}"
    if filing.replaced:
        yield REPLACED


def _move(ship: Vessel, steering: Steering) -> str:
    """`speed 8, course 7, ends at 12.4, -31.7`."""
    path, course = way(ship.at, ship.course, steering)
    evading = "evading, " if steering.evasive else ""
    return f"{evading}speed {number_text(steering.speed)}, course {course}, ends at {_place(path.end)}"


def _place(spot: tuple[int, int]) -> str:
    return f"{inches(spot[0])}, {inches(spot[1])}"


def _fighting(ship: Vessel, orders: ShipOrders) -> list[str]:
    """6.1: her guns, if she may use any."""
    if not ship.visible or not ship.sheet.working(*GUN_CLASSES):
        return []
    if orders.fire:
        return ["fires as ordered"]
    will = f"fires at will ({' > '.join(orders.priority)})" if orders.priority else "fires at will"
    return ["holds fire" if orders.hold else will]


def _deep(ship: Vessel, orders: ShipOrders) -> list[str]:
    """WT-18.7, WT-18.8."""
    if orders.depth is None:
        return []
    words = DEPTHS[orders.depth.what]
    slower = ship.sheet.top(below=True)
    if orders.depth.what == "CRASH" and ship.visible:
        words += f"; if that succeeds, at most speed {number_text(slower)}"
    return [words]


def _speed_check(plot: Plot, steering: Steering) -> Iterator[str]:
    """WT-2.4: SPEED is a check; the plot counts."""
    if plot.speed is not None and plot.speed != steering.speed:
        gives = number_text(steering.speed)
        yield f"SPEED {number_text(plot.speed)}, but the plot gives {gives}. Nothing changed; correct one of them."


def _full_speed(ship: Vessel, plot: Plot, steering: Steering) -> Iterator[str]:
    """WT-21.2: accepted, but the attempt will fail."""
    most = legal_speeds(ship)[1]
    if steering.speed < most:
        needs = number_text(most - min(ship.speed, ship.top))
        slower = plot.decelerate or (plot.most == "D")
        gave = (
            f"{number_text(plot.decelerate)}D" if plot.decelerate else "MAXD" if slower else f"{number_text(plot.accelerate)}A"
        )
        yield f"to disengage plot full speed: needs {needs}A (speed {number_text(most)}). You gave {gave}."


# ---------------------------------------------------------------- aircraft


def _squadron(context: OrderContext, squadron: Squadron, filings: Mapping[str, Filing], launched: bool) -> Iterator[str]:
    """What a squadron does by its aim, or without one (6.2); of one aboard only what is not plain."""
    filing = filings[squadron.id]
    aim = order_text(filing.orders[-1]) if filing.lines else ""
    if squadron.place == "aboard":
        if launched and not aim:
            yield f"takes off without an aim and stays at {squadron.home}"
        elif aim and not launched:
            yield f"stays aboard {squadron.home}, which does not launch it; {aim} waits"
    elif squadron.airborne:
        yield aim or ("returns" if squadron.deck.spent else "no orders: orbits, and returns in time")
    if of_kind(filing.orders, Recover):
        yield from _recovery(context, squadron, filings)
    if filing.replaced:
        yield REPLACED


def _recovery(context: OrderContext, squadron: Squadron, filings: Mapping[str, Filing]) -> Iterator[str]:
    """WT-6.6: accepted; it does nothing until she stops. WT-6.7: on a carrier a plane simply lands."""
    ship = context.state.ships.get(squadron.carrier)
    if ship is None or ship.printed.carrier or ship.id not in filings:
        return
    orders = merge(filings[ship.id].lines, ())
    speed = steer(ship, orders.plot)[0].speed
    if speed:
        yield f"RECOVER needs {ship.id} stopped; her speed is {number_text(speed)}."
