"""What is wrong with an order whatever the moment: wrong vessel, unknown names, impossible numbers (5.2).

Standing orders are checked so far only: whether they can be carried out is for each move to show.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbem.core.geometry.hexes import Hex, label, off_edge
from pbem.core.texts.envelope import IllegalOrder, suggest
from pbem.games.stingray.language.hints import stranger
from pbem.games.stingray.language.lines import head, order_text
from pbem.games.stingray.model.orders import (
    ANY,
    ITEMS,
    Aim,
    Arming,
    Decoy,
    Launch,
    Load,
    Loadout,
    Message,
    Order,
    Over,
    Pass,
    Plan,
    Prep,
    Priority,
    Ram,
    Repair,
    Scan,
    Setting,
    Standing,
    Steer,
    Store,
)
from pbem.games.stingray.model.tables import BATTERY, DECOY, MAX_ARMING, MAX_SCAN, MINE, MK61, PLANT
from pbem.games.stingray.orders.order_context import OrderContext
from pbem.games.stingray.orders.stock import never, spare
from pbem.games.stingray.rules.demand import scan_cost
from pbem.games.stingray.rules.legal import RUNNING, side_of

UNIT = re.compile("(?:SR|SS|TF|MF)[0-9]{1,3}")
PLANT_NOISE = re.compile(r"U[0-9]{1,4}")
HQ = "HQ"
MOST_TEXT = 200
SAY_WHERE = "Say where: N NE SE S SW NW or zone 1-6"
WHICH = {
    "SR": ("Say which tube: LAUNCH STING 1 or LAUNCH STING 2", ("1", "2")),
    "TF": ("A Terror Fish has one launcher: LAUNCH AT <id>", ("LAUNCHER",)),
    "MF": ("Say which nostril: LAUNCH PORT or LAUNCH STARBOARD", ("PORT", "STARBOARD")),
}


def check_kind(context: OrderContext, order: Order) -> Order:
    """The order as it will be in force, if vessels of this class can be given it at all (STG-SUP.4: an SS has decoys only).

    Raises `IllegalOrder`.
    """
    vessel = context.vessel
    if isinstance(order, Launch) and vessel.vessel_class == "SS":
        raise IllegalOrder(f"{vessel.id} is unarmed but for SonaDecoys", "Write LAUNCH DECOY NE.")
    if fault := stranger(vessel.vessel_class, vessel.id, head(order)):
        raise IllegalOrder(fault)
    check = _CHECKS.get(type(order))
    return check(context, order) if check else order


def check_standing(context: OrderContext, order: Standing) -> Standing:
    """STG-SEA.1: what may be repeated every move. Raises `IllegalOrder`."""
    inner = order.order
    if isinstance(inner, Plan | Over):
        raise IllegalOrder("Movement cannot be a standing order")
    if isinstance(inner, Arming | Loadout | Pass | Steer):
        raise IllegalOrder(f"{head(inner)} cannot be a standing order")
    if inner == Prep(""):
        raise IllegalOrder("A standing PREP must name its tube", "Write STANDING PREP STING 1.")
    standing = Standing(check_kind(context, inner))
    in_force = order_text(standing) in context.vessel.standing.get(context.seat, ())
    if not in_force and (why := _never(context, standing.order)):
        raise IllegalOrder(why)
    return standing


def _never(context: OrderContext, order: Order) -> str:
    """What no later move can make possible again: stores are not filled up, destroyed tubes not mended (STG-REP.4)."""
    vessel = context.vessel
    if vessel.broken_off and isinstance(order, RUNNING):
        return f"{vessel.id} has broken off: it runs for its home edge and launches nothing"
    match order:
        case Decoy():
            return "" if vessel.stores.get(DECOY, 0) else "No SonaDecoys left"
        case Launch():
            return never(vessel, order.launcher, MINE if order.mine else "")
        case Load():
            return never(vessel, order.tube, order.weapon) or spare(vessel, order.weapon)
        case Prep():
            return never(vessel, order.tube, MK61)
    return ""


# ---------------------------------------------------------------- names


def check_target(context: OrderContext, target: str) -> None:
    """An id, ANY or a plant noise. Whether it is held is for the move to show (STG-SCN.8)."""
    if target != ANY and not UNIT.fullmatch(target) and not PLANT_NOISE.fullmatch(target):
        raise unknown(context, target)


def unknown(context: OrderContext, target: str) -> IllegalOrder:
    """5.2: a target that is on no list."""
    contacts = context.contacts()
    listed = f"your contacts are {', '.join(contacts)}" if contacts else "you have no contacts"
    return IllegalOrder(f"Unknown target {target}; {listed}", suggest(target, contacts))


def _check_hexes(context: OrderContext, hexes: tuple[Hex, ...]) -> None:
    """Waypoints lie in open water."""
    for hex in hexes:
        if off_edge(hex, context.known.columns, context.known.rows):
            raise IllegalOrder(f"{label(hex)} is not on the map")
        if hex in context.known.obstacles:
            raise IllegalOrder(f"{label(hex)} is an obstacle")


def _ram(context: OrderContext, order: Ram) -> Order:
    """STG-RAM.3: an enemy, or ANY."""
    if order.target == ANY:
        return order
    if not UNIT.fullmatch(order.target):
        raise unknown(context, order.target)
    if side_of(order.target) == context.vessel.side:
        raise IllegalOrder(f"RAM refused: {order.target} is on your side")
    return order


def _message(context: OrderContext, order: Message) -> Order:
    """STG-COM.1 to STG-COM.4: to a vessel of one's side; a Stingray or SuperSub also to HQ."""
    if len(order.text) > MOST_TEXT:
        raise IllegalOrder(f"a message may have {MOST_TEXT} characters; this one has {len(order.text)}")
    if order.to == HQ and context.vessel.printed.fish:
        raise IllegalOrder("HQ is Marineville; it does not answer fish")
    if order.to != HQ and not UNIT.fullmatch(order.to):
        raise IllegalOrder(f"{order.to} is neither a vessel nor HQ")
    if order.to != HQ and side_of(order.to) != context.vessel.side:
        raise IllegalOrder(f"{order.to} is not on your side")
    return order


# ---------------------------------------------------------------- weapons


def _launch(context: OrderContext, order: Launch) -> Order:
    """STG-LAU.3, STG-LAU.8: a launcher of this class; conditions need a target."""
    vessel = context.vessel
    say, launchers = WHICH[vessel.vessel_class]
    open_mine = order.mine and order.launcher == "" and vessel.printed.fish
    if not open_mine and order.launcher not in launchers:
        raise IllegalOrder(say)
    if order.mine and not vessel.printed.fish:
        raise IllegalOrder("Mines leave a Stingray by a tube", "Write LAUNCH STING 1 for the tube that holds the mine.")
    if order.via and vessel.printed.fish:
        raise IllegalOrder("VIA is for a Mk61; a Terror Missile finds its own way")
    if not order.target and any(condition.kind != "CLEAR" for condition in order.conditions):
        raise IllegalOrder("WHEN needs a target: add AT <id> or AT ANY")
    if order.target:
        check_target(context, order.target)
    _check_hexes(context, order.via)
    return order


def _decoy(context: OrderContext, order: Decoy) -> Order:
    """STG-DEC.3, STG-DEC.4: a SuperSub names an adjacent hex, a Stingray drops it in its own."""
    if order.window and order.within:
        raise IllegalOrder("A decoy is for a phase or for a missile", "Write DECOY IN PHASE 3 or DECOY IF MISSILE WITHIN 2.")
    if context.vessel.vessel_class == "SS" and not order.where:
        raise IllegalOrder(SAY_WHERE)
    if context.vessel.vessel_class == "SR" and order.where:
        raise IllegalOrder(f"{context.vessel.id} drops its decoys in its own hex", "Write DECOY without a direction.")
    return order


def _aim(context: OrderContext, order: Aim) -> Order:
    """STG-M61.2: one named target."""
    check_target(context, order.target)
    return order


def _steer(context: OrderContext, order: Steer) -> Order:
    """STG-M61.5: waypoints in open water."""
    _check_hexes(context, order.via)
    return order


# ---------------------------------------------------------------- power, sensors, repair


def _setting(context: OrderContext, order: Setting) -> Order:
    """STG-POW.1, STG-POW.3, STG-POW.4, STG-POW.5: the printed bounds."""
    most = BATTERY if order.what in ("BATTERY", "STORE") else PLANT
    if order.number > most:
        raise IllegalOrder(f"{order.what} {order.number} refused: 0 to {most}")
    return order


def _scan(context: OrderContext, order: Scan) -> Order:
    """STG-SCN.1: at most 6 APU."""
    if (cost := scan_cost(order)) > MAX_SCAN:
        raise IllegalOrder(f"SCAN costs {cost} APU; {MAX_SCAN} is the most")
    return order


def _repair(context: OrderContext, order: Repair) -> Order:
    """STG-REP.1: systems of this class; LAUNCHER means both nostrils of a MegaFish."""
    systems = context.vessel.printed.repairs
    named: list[str] = []
    for system in order.systems:
        both = system == "LAUNCHER" and context.vessel.vessel_class == "MF"
        named += ["PORT", "STARBOARD"] if both else [system]
    for system in named:
        if system not in systems:
            raise IllegalOrder(f"Unknown system {system}; use {' '.join(systems)}", suggest(system, systems))
    return replace(order, systems=tuple(dict.fromkeys(named)))


def _priority(context: OrderContext, order: Priority) -> Order:
    """STG-POW.6: names of items."""
    for item in order.items:
        if item not in ITEMS:
            raise IllegalOrder(f"Unknown item {item}; use {' '.join(ITEMS)}", suggest(item, ITEMS))
    return order


def _arming(context: OrderContext, order: Arming) -> Order:
    """STG-MK7.2: 0 to 10 hexes."""
    if order.hexes > MAX_ARMING:
        raise IllegalOrder(f"ARMING {order.hexes} refused: 0 to {MAX_ARMING}")
    return order


_CHECKS: dict[type, Callable[[OrderContext, Any], Order]] = {
    Ram: _ram,
    Message: _message,
    Launch: _launch,
    Decoy: _decoy,
    Aim: _aim,
    Steer: _steer,
    Setting: _setting,
    Store: _setting,
    Scan: _scan,
    Repair: _repair,
    Priority: _priority,
    Arming: _arming,
}
