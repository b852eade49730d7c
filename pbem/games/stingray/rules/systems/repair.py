"""STG-REP: repairs by vessels that lie still (step 5)."""

from __future__ import annotations

from events.stingray.damage import RepairTried
from pbem.games.stingray.model.orders import Repair
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch

NOSTRILS = ["PORT", "STARBOARD"]


def step(scratch: TurnScratch) -> None:
    """STG-REP.1: in vessel order, whoever has moved no hex, struck nothing and has a living crew; STG-REP.3: one attempt."""
    for vessel in scratch.state.afloat():
        still = vessel.scheduled == 0 and vessel.id not in scratch.struck
        if still and not vessel.crew_dead and (system := _chosen(scratch, vessel)):
            _try(scratch, vessel, system)


def _chosen(scratch: TurnScratch, vessel: Vessel) -> str:
    """The first system on its list that was out when the move began; section 6: those not named follow in default order.

    STG-REP.4: destroyed tubes are no longer among the specials; injuries, fuel and damage points never were.
    """
    order = scratch.orders[vessel.id].repair
    if order == Repair():
        return ""
    named = [system for name in (order.systems if order else ()) for system in _expanded(vessel, name)]
    before = scratch.specials_at_start[vessel.id]
    wanted = (*named, *vessel.printed.repairs)
    return next((system for system in wanted if before.get(system) and vessel.out(system)), "")


def _expanded(vessel: Vessel, system: str) -> list[str]:
    return NOSTRILS if system == "LAUNCHER" and vessel.vessel_class == "MF" else [system]


def _try(scratch: TurnScratch, vessel: Vessel, system: str) -> None:
    """STG-REP.2: the class's number, more by the crew penalty; REACTOR and ENGINES come back one step at a time."""
    needed = vessel.printed.repair + vessel.penalty
    rolled = scratch.die(f"repair {vessel.id} {system}", "STG-REP.2", vessel.crew)
    level = vessel.specials[system] - (rolled >= needed)
    scratch.tell(RepairTried(vessel.id, system, rolled, needed, rolled >= needed, level), "STG-REP.2", vessel)
