"""Section 3 step 0: which orders of a vessel cannot be carried out as the move begins, and why, in words for its crew.

Orders are checked when they are filed; this is for what has changed since (set-up, standing orders, two seats together) and
looks at nothing but the vessel itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.stingray.model.orders import (
    Aim,
    Code,
    Decoy,
    Launch,
    Leap,
    Load,
    Order,
    Over,
    Plan,
    Prep,
    Priority,
    Ram,
    Scan,
    Setting,
    Steer,
    Switch,
    VesselOrders,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES, MAX_SCAN, MINE, MK61, TERRAINIANS, TERROR
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.demand import scan_cost

SR_ONLY = (Aim, Code, Load, Prep, Priority, Scan, Setting, Steer)
RUNNING = (Plan, Over, Leap, Launch, Decoy)
"""STG-FUE.3: what a fish that has broken off no longer does as ordered."""


def refusal(state: State, vessel: Vessel, order: Order, taken: VesselOrders) -> str:
    """Why an order cannot be carried out beside those already `taken`; "" if it can."""
    if isinstance(order, SR_ONLY) and vessel.vessel_class != "SR":
        return f"{vessel.id} is no Stingray"
    if vessel.broken_off and isinstance(order, RUNNING):
        return f"{vessel.id} has broken off"
    check = _CHECKS.get(type(order))
    return check(state, vessel, order, taken) if check else ""


# ---------------------------------------------------------------- movement


def _leap(state: State, vessel: Vessel, order: Leap, taken: VesselOrders) -> str:
    if state.opt("leap-evade") == "off":
        return "there is no evading leap in this game"
    return "one leap a move: OVER is ordered too" if taken.over else ""


def _ram(state: State, vessel: Vessel, order: Ram, taken: VesselOrders) -> str:
    """STG-RAM.3: enemies only; by its class, which its name tells."""
    return f"{order.target} is on your side" if side_of(order.target) == vessel.side else ""


def side_of(id: str) -> str:
    """The side that a vessel's name tells; "" for U1 and what is no name."""
    printed = CLASSES.get(id[:2])
    return printed.side if printed else ""


# ---------------------------------------------------------------- weapons


def _launch(state: State, vessel: Vessel, order: Launch, taken: VesselOrders) -> str:
    """STG-LAU.1, STG-LAU.2, STG-LAU.6, STG-LAU.10."""
    names = [order.launcher] if order.launcher else list(vessel.launchers)
    whys = [_launcher(vessel, name) for name in names]
    if not whys or all(whys):
        return whys[0] if whys else f"{vessel.id} has no launcher"
    if vessel.printed.fish:
        store = MINE if order.mine else order.launcher if vessel.vessel_class == "MF" else TERROR
        return "" if vessel.stores.get(store) else f"no {'mines' if order.mine else 'missiles'} left"
    aimed = any(aim.tube in ("", order.launcher) for aim in taken.aims)
    untold = vessel.launchers[order.launcher].load == MK61 and not order.target and not aimed
    return "a Mk61 needs a target" if untold else ""


def _launcher(vessel: Vessel, name: str) -> str:
    launcher = vessel.launchers.get(name)
    called = f"tube {name}" if name.isdigit() else f"the {name.lower()} nostril" if name != "LAUNCHER" else "the launcher"
    if launcher is None:
        return f"{vessel.id} has no such launcher"
    if launcher.destroyed or vessel.out(f"TUBE{name}" if name.isdigit() else name):
        return f"{called} is out of action"
    return "" if launcher.load else f"{called} is empty"


def _decoy(state: State, vessel: Vessel, order: Decoy, taken: VesselOrders) -> str:
    """STG-DEC.3, STG-DEC.4."""
    if vessel.stores.get("DECOY", 0) <= len(taken.decoys):
        return "no SonaDecoys left"
    if vessel.vessel_class != "SS":
        return ""
    if vessel.out("DECOY"):
        return "the decoy launcher is damaged"
    return "one decoy a move" if taken.decoys else "" if order.where else "it is not said where"


def _prep(state: State, vessel: Vessel, order: Prep, taken: VesselOrders) -> str:
    """STG-LAU.6, STG-LAU.7."""
    if not order.tube:
        return "" if lowest_unarmed(vessel, taken) else "no tube holds an unarmed Mk61"
    if why := _launcher(vessel, order.tube):
        return why
    launcher = vessel.launchers[order.tube]
    if launcher.load != MK61:
        return f"tube {order.tube} holds no Mk61"
    return f"the Mk61 in tube {order.tube} is armed already" if launcher.armed or order.tube in taken.preps else ""


def lowest_unarmed(vessel: Vessel, taken: VesselOrders) -> str:
    """`PREP` without a number: the lowest tube with an unarmed Mk61; "" if there is none."""
    for name, launcher in vessel.launchers.items():
        if name not in taken.preps and launcher.load == MK61 and not launcher.armed and not _launcher(vessel, name):
            return name
    return ""


def _load(state: State, vessel: Vessel, order: Load, taken: VesselOrders) -> str:
    """STG-LAU.6; STG-LAU.9: what is in the tubes counts against the stores."""
    launcher = vessel.launchers.get(order.tube)
    if launcher is None:
        return f"{vessel.id} has no such tube"
    if launcher.load:
        return f"tube {order.tube} is loaded"
    if launcher.destroyed or vessel.out(f"TUBE{order.tube}"):
        return f"tube {order.tube} is out of action"
    loaded = sum(tube.load == order.weapon for tube in vessel.launchers.values())
    loading = sum(load.weapon == order.weapon for load in taken.loads)
    return "" if vessel.stores.get(order.weapon, 0) > loaded + loading else f"no {order.weapon} left"


def _code(state: State, vessel: Vessel, order: Code, taken: VesselOrders) -> str:
    """STG-MIN.5."""
    mine = state.mines.get(order.mine)
    return "" if mine and mine.side == TERRAINIANS else f"{order.mine} is not one of ours"


def _steer(state: State, vessel: Vessel, order: Steer, taken: VesselOrders) -> str:
    """Section 5: one's own, with lock."""
    missile = state.missiles.get(f"{vessel.id}-{order.missile}")
    guided = missile is not None and missile.kind == MK61 and missile.lock
    return "" if guided else f"{order.missile} is not under guidance"


# ---------------------------------------------------------------- power and gear


def _switch(state: State, vessel: Vessel, order: Switch, taken: VesselOrders) -> str:
    """STG-POW.8: life support off only in suits; a damaged system cannot be switched on."""
    if vessel.printed.fish or (vessel.vessel_class == "SS" and order.what in ("LIFE", "SUITS")):
        return f"{vessel.id} has no such switch"
    if order.what == "LIFE":
        return "the crew must be suited" if not order.on and not vessel.suited else ""
    if order.what == "SUITS":
        return f"the crew is {'already' if order.on else 'not'} suited" if order.on == vessel.suited else ""
    return f"{order.what} is damaged" if order.on and vessel.out(order.what) else ""


def _scan(state: State, vessel: Vessel, order: Scan, taken: VesselOrders) -> str:
    """STG-SCN.1, STG-SPH.4."""
    if vessel.out("SONAR") and order.zones:
        return "the sonar is damaged"
    cost = scan_cost(order)
    return f"SCAN costs {cost} APU; {MAX_SCAN} is the most" if cost > MAX_SCAN else ""


_CHECKS: Mapping[type, Callable[[State, Vessel, Any, VesselOrders], str]] = {
    Leap: _leap,
    Ram: _ram,
    Launch: _launch,
    Decoy: _decoy,
    Prep: _prep,
    Load: _load,
    Code: _code,
    Steer: _steer,
    Switch: _switch,
    Scan: _scan,
}
