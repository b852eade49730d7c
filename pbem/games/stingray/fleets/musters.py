"""STG-CAM.6: what a battle has made of every vessel."""

from __future__ import annotations

from pbem.core.fleets.fleet_units import Fate, Muster, UnitEnd
from pbem.games.stingray.fleets.sheets import lacking
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import SIDES
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.victory import is_lost


def muster(state: State) -> Muster:
    """STG-CAM.6: every vessel, and the victory points of both sides (STG-VIC.1)."""
    units = {vessel.id: _end(state, vessel) for vessel in state.vessels.values()}
    return Muster(units, {side: float(state.scores.get(side, 0)) for side in SIDES})


def _end(state: State, vessel: Vessel) -> UnitEnd:
    fate: Fate = "lost" if is_lost(vessel) else "left" if vessel.fate == "exited" else "present"
    return UnitEnd(vessel.vessel_class, vessel.side, fate, _how(state, vessel), lacking(vessel))


def _how(state: State, vessel: Vessel) -> str:
    if vessel.fate in ("sunk", "exploded"):
        return vessel.fate
    if vessel.crew_dead:
        return "its crew is dead"
    if vessel.fate == "exited":
        return f"left by the {vessel.exit_edge} edge"
    if vessel.broken_off:
        return "broken off, out of fuel"
    return "robbed" if state.robbed and vessel.vessel_class == "SS" else "in play"
