"""What cannot be done in this move: empty tubes, damaged systems, nothing in store (5.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.geometry.hexes import DIRECTIONS, distance, label, step
from pbem.core.texts.envelope import IllegalOrder
from pbem.games.stingray.model.orders import (
    Aim,
    Arming,
    Code,
    Decoy,
    Launch,
    Leap,
    Load,
    Loadout,
    Message,
    Order,
    Over,
    Plan,
    Prep,
    Reload,
    Repair,
    Scan,
    Setting,
    Steer,
    Switch,
)
from pbem.games.stingray.model.plan import plan_speed
from pbem.games.stingray.model.tables import CODE_RANGE, DECOY, MINE
from pbem.games.stingray.orders.helm import check_leap, check_over, check_plan
from pbem.games.stingray.orders.launches import check_aim, check_launch, check_prep
from pbem.games.stingray.orders.order_context import WEAPONS, OrderContext, setup_open
from pbem.games.stingray.orders.stock import in_reserve
from pbem.games.stingray.rules.legal import RUNNING

OUTAGES = {
    "COMMS": "Comms are damaged: no HQ link",
    "NAV": "Nav aids are damaged: no satellite fix",
}


def check_now(context: OrderContext, order: Order) -> Order:
    """The order as it is, if it can be carried out in this move as far as its seat can know. Raises `IllegalOrder`.

    STG-FUE.3: a fish that has broken off neither steers nor launches.
    """
    if context.vessel.broken_off and isinstance(order, RUNNING):
        raise IllegalOrder(f"{context.vessel.id} has broken off: it runs for its home edge and launches nothing")
    check = _CHECKS.get(type(order))
    return check(context, order) if check else order


# ---------------------------------------------------------------- set-up


def _arming(context: OrderContext, order: Arming) -> Order:
    """STG-MK7.2: fixed before move 1."""
    if not setup_open(context.known):
        raise IllegalOrder(f"ARMING is fixed at the start of the game (yours is {context.vessel.arming})")
    return order


def _loadout(context: OrderContext, order: Loadout) -> Order:
    """STG-LAU.9: before move 1, from store; STG-CAM.4: into a tube that is not out of action."""
    if not setup_open(context.known):
        raise IllegalOrder("LOADOUT is for the start of the game", "Write LOAD 1 WITH MK61.")
    held = {name: context.tube(name).load for name in context.vessel.launchers} | dict(order.tubes)
    for name, weapon in order.tubes:
        if weapon and not context.vessel.whole(name):
            raise IllegalOrder(f"Tube {name} is {'destroyed' if context.vessel.launchers[name].destroyed else 'damaged'}")
        carried = context.vessel.stores.get(weapon, 0)
        if weapon and list(held.values()).count(weapon) > carried:
            raise IllegalOrder(f"{context.vessel.id} carries {carried} {WEAPONS[weapon]} only")
    return order


# ---------------------------------------------------------------- weapons


def _load(context: OrderContext, order: Load) -> Order:
    """STG-LAU.6: into a whole tube that is empty at the start of the move; STG-LAU.9: from store."""
    tube, vessel = context.tube(order.tube), context.vessel
    if tube.destroyed:
        raise IllegalOrder(f"Tube {order.tube} is destroyed")
    if vessel.launcher_out(order.tube):
        raise IllegalOrder(f"Tube {order.tube} is damaged")
    if tube.load and not context.tubes_unknown:
        raise IllegalOrder(f"Tube {order.tube} already holds a {WEAPONS[tube.load]}")
    in_tubes = [context.tube(name).load for name in vessel.launchers]
    used = in_tubes.count(order.weapon) + sum(load.weapon == order.weapon for load in context.of(Load))
    if vessel.stores.get(order.weapon, 0) <= used:
        others = [weapon for weapon in WEAPONS if in_reserve(vessel, weapon) > 0]
        instead = f"Write LOAD {order.tube} WITH {' or '.join(others)}." if others else ""
        raise IllegalOrder(f"No {WEAPONS[order.weapon]}{'s' if order.weapon == MINE else ''} left", instead)
    return order


def _reload(context: OrderContext, order: Reload) -> Order:
    """STG-LAU.2: an empty, whole nostril, and something to put into it."""
    if order.nostril == "OFF":
        return order
    name, launcher = order.nostril.capitalize(), context.vessel.launchers[order.nostril]
    if context.vessel.launcher_out(order.nostril):
        raise IllegalOrder(f"{name} nostril is damaged")
    if launcher.load:
        raise IllegalOrder(f"{name} nostril is loaded")
    if not context.vessel.stores.get(order.nostril, 0) + context.vessel.stores.get(MINE, 0):
        raise IllegalOrder(f"No missiles left for the {order.nostril.lower()} nostril")
    return order


def _decoy(context: OrderContext, order: Decoy) -> Order:
    """STG-DEC.3, STG-DEC.4, STG-SPH.7: in store; an SS one a move, from a whole launcher, not into rock."""
    vessel, before = context.vessel, len(context.of(Decoy))
    if vessel.out(DECOY):
        raise IllegalOrder("Decoy launcher is damaged")
    if vessel.vessel_class == "SS" and before:
        raise IllegalOrder(f"{vessel.id} launches one decoy a move")
    if vessel.stores.get(DECOY, 0) <= before:
        raise IllegalOrder("No SonaDecoys left")
    if order.where and not (order.window or order.within):
        zone = order.where.isdigit()
        direction = vessel.facing + int(order.where) - 1 if zone else DIRECTIONS.index(order.where)
        hex = step(vessel.hex, direction)
        if hex in context.known.obstacles:
            raise IllegalOrder(f"{label(hex)} is an obstacle; a decoy needs open water")
    return order


def _steer(context: OrderContext, order: Steer) -> Order:
    """STG-M61.4, STG-M61.5: an own Mk61 under way, with lock."""
    missiles = {missile.name: missile for missile in context.known.guided(context.vessel)}
    missile = missiles.get(order.missile)
    if missile is None:
        listed = ", ".join(missiles) or "none"
        raise IllegalOrder(f"{order.missile} is no Mk61 of {context.vessel.id} in the water", f"There is {listed}.")
    if not missile.lock:
        raise IllegalOrder(f"{order.missile} has lost lock and cannot be steered")
    return order


def _code(context: OrderContext, order: Code) -> Order:
    """STG-MIN.5: a mine of one's own side, within 3 hexes of the Stingray at the window."""
    mine = context.known.mines.get(order.mine)
    if mine is None or mine.side != context.vessel.side:
        raise IllegalOrder(f"{order.mine} is not one of ours")
    away = distance(context.vessel.hex, mine.hex)
    if away > CODE_RANGE:
        far = f"{order.mine} is {away} hexes away at the start; codes reach {CODE_RANGE}"
        if not order.window:
            raise IllegalOrder(far, f"Write MINE {order.mine} {'ON' if order.on else 'OFF'} IN PHASE n to send it later.")
        context.notes.append(f"{far}.")
    return order


# ---------------------------------------------------------------- power, sensors, repair, words


def _setting(context: OrderContext, order: Setting) -> Order:
    """STG-POW.1, STG-SPH.3: no more than the plant gives now."""
    most = context.vessel.max_output
    if order.what == "POWER" and order.number > most:
        raise IllegalOrder(f"POWER {order.number} refused: reactor damaged, 0 to {most}")
    return order


def _switch(context: OrderContext, order: Switch) -> Order:
    """STG-POW.8 for life support and suits; STG-SPH.6 for comms and nav aids."""
    suited = context.vessel.suited
    if order.what == "LIFE" and not order.on and not suited:
        raise IllegalOrder("LIFE OFF refused: the crew must be suited (SUIT UP takes one move)")
    if order.what == "SUITS" and order.on == suited:
        raise IllegalOrder("Crew is already suited" if suited else "Crew is not suited")
    if order.what in OUTAGES and order.on and context.vessel.out(order.what):
        raise IllegalOrder(OUTAGES[order.what])
    return order


def _scan(context: OrderContext, order: Scan) -> Order:
    """STG-SPH.4: a damaged sonar searches nothing."""
    if order.zones and context.vessel.out("SONAR"):
        raise IllegalOrder("Sonar is damaged: no scan")
    return order


def _repair(context: OrderContext, order: Repair) -> Order:
    """STG-REP.1: only a vessel that lies still repairs."""
    plan = context.plan()
    if order.systems and (plan is None or plan_speed(context.vessel.vessel_class, plan) > 0):
        context.notes.append(f"REPAIR noted, but {context.vessel.id} must lie still: order HALT.")
    return order


def _message(context: OrderContext, order: Message) -> Order:
    """STG-COM.2, STG-SPH.6: HQ hears only with COMMS ON; STG-COM.4: a fish without comms is mute."""
    comms_out = context.vessel.out("COMMS")
    if comms_out and context.vessel.printed.fish:
        raise IllegalOrder(f"Comms of {context.vessel.id} are destroyed: it neither sends nor receives")
    if order.to == "HQ" and comms_out:
        raise IllegalOrder(OUTAGES["COMMS"])
    if order.to == "HQ" and Switch("COMMS", True) not in context.taken:
        context.notes.append(
            f"MSG HQ needs COMMS ON{' of your ' + context.other if context.foreign(Switch('COMMS', True)) else ''}."
        )
    return order


_CHECKS: dict[type, Callable[[OrderContext, Any], Order]] = {
    Arming: _arming,
    Loadout: _loadout,
    Plan: check_plan,
    Over: check_over,
    Leap: check_leap,
    Prep: check_prep,
    Aim: check_aim,
    Launch: check_launch,
    Load: _load,
    Reload: _reload,
    Decoy: _decoy,
    Steer: _steer,
    Code: _code,
    Setting: _setting,
    Switch: _switch,
    Scan: _scan,
    Repair: _repair,
    Message: _message,
}
RANK = {kind: rank for rank, kind in enumerate((Loadout, Plan, Over, Leap, Switch, Prep, Aim, Launch))}
"""Orders are checked in this sequence, whatever the mail's: some need others."""


def rank(order: object) -> int:
    """The place of an order in the sequence of checks."""
    return RANK.get(type(order), len(RANK))
