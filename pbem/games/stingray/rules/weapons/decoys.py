"""STG-DEC: SonaDecoys go into the water at a window."""

from __future__ import annotations

from events.stingray.orders import OrderLapsed
from events.stingray.weapons import DecoyDropped
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label, step
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.geometry import range_to
from pbem.games.stingray.model.orders import Decoy, VesselOrders
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import DECOY, SONAR_KINDS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch


def drop(scratch: TurnScratch, vessel: Vessel, orders: VesselOrders, window: int) -> None:
    """STG-DEC.5: the decoys whose moment is this window."""
    for decoy in [d for d in orders.decoys if _due(scratch.state, vessel, d, window)]:
        orders.decoys.remove(decoy)
        why = _refusal(scratch, vessel, decoy)
        if why:
            scratch.tell(OrderLapsed(vessel.id, order_text(decoy), why), _rule(vessel), vessel)
        else:
            _drop(scratch, vessel, decoy, window)


def _due(state: State, vessel: Vessel, decoy: Decoy, window: int) -> bool:
    """STG-DEC.5: its window, or the first one with a sonar missile near enough, one's own side's included."""
    if not decoy.within:
        return decoy.window == window
    return any(m.kind in SONAR_KINDS and range_to(m.hex, vessel.body) <= decoy.within for m in state.missiles.values())


def _refusal(scratch: TurnScratch, vessel: Vessel, decoy: Decoy) -> str:
    """Why it cannot be dropped; "" if it can. STG-SPH.7: no decoys from a damaged launcher."""
    if vessel.stores.get(DECOY, 0) < 1:
        return "no SonaDecoys left"
    if vessel.out(DECOY):
        return "the decoy launcher is damaged"
    if vessel.vessel_class != "SS":
        return ""
    if (vessel.id, DECOY) in scratch.fired:
        return "one decoy a move"
    hex = _berth(vessel, decoy)
    if not scratch.state.on_map(hex):
        return "off the map"
    return f"{label(hex)} is an obstacle" if hex in scratch.state.obstacles else ""


def _berth(vessel: Vessel, decoy: Decoy) -> Hex:
    """STG-DEC.3: a Stingray's own hex; STG-DEC.4: beside a SuperSub, by map direction or by zone from its facing."""
    if vessel.vessel_class != "SS":
        return vessel.hex
    if decoy.where in DIRECTIONS:
        return step(vessel.hex, DIRECTIONS.index(decoy.where))
    return step(vessel.hex, vessel.facing + int(decoy.where) - 1)


def _drop(scratch: TurnScratch, vessel: Vessel, decoy: Decoy, window: int) -> None:
    """STG-DEC.1: it sounds there for the rest of the move."""
    scratch.fired.add((vessel.id, DECOY))
    scratch.tell(DecoyDropped(vessel.id, label(_berth(vessel, decoy)), window), _rule(vessel), vessel)


def _rule(vessel: Vessel) -> str:
    return "STG-DEC.4" if vessel.vessel_class == "SS" else "STG-DEC.3"
