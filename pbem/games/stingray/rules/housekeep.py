"""Step 6, HOUSEKEEP: locks, fuel, stored power, loading, suits, life support, and the record of the move."""

from __future__ import annotations

from events.stingray.damage import CrewHurt
from events.stingray.upkeep import BrokeOff, FuelPaid, MoveLogged, PowerStored, Reloaded, SuitsChanged, TubeLoaded
from pbem.games.stingray.model.plan import Step
from pbem.games.stingray.model.tables import BATTERY, MINE, TERROR
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons.mk61 import drop_locks


def step(scratch: TurnScratch) -> None:
    """Everything that is settled at the end of a move, in the order of section 3."""
    drop_locks(scratch)
    keep(scratch)


def keep(scratch: TurnScratch) -> None:
    """All of it but the locks of missiles: what each vessel sees to itself."""
    afloat = scratch.state.afloat()
    for vessel in afloat:
        if vessel.printed.fish:
            _fuel(scratch, vessel)
        elif vessel.vessel_class == "SR":
            _store(scratch, vessel)
    for vessel in afloat:
        if not vessel.crew_dead:
            _load(scratch, vessel)
            _reload(scratch, vessel)
            _life_support(scratch, vessel)
            _suits(scratch, vessel)
    for vessel in afloat:
        _log(scratch, vessel)


# ---------------------------------------------------------------- fuel and power


def _fuel(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-FUE.2: 1 AKG cruising, 2 flat out (STG-MOV.10), twice that with FUEL damaged; STG-FUE.3: at 0 it breaks off."""
    rate = 0 if vessel.ordered == 0 else 1 if vessel.ordered <= vessel.printed.cruise else 2
    owed = rate * (2 if vessel.out("FUEL") else 1)
    if paid := min(owed, vessel.fuel):
        scratch.tell(FuelPaid(vessel.id, paid, vessel.fuel - paid), "STG-FUE.2", vessel)
    if vessel.fuel == 0 and not vessel.broken_off:
        scratch.tell(BrokeOff(vessel.id), "STG-FUE.3", vessel)


def _store(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-POW.4: what the plant made and nothing used, up to STORE and a full charge; STG-SPH.4: not in damaged batteries."""
    surplus = max(0, vessel.power.output - sum(vessel.power.items.values()))
    wanted = scratch.orders[vessel.id].store
    room = 0 if vessel.out("BATTERY") else BATTERY - vessel.battery
    stored = min(surplus, room, surplus if wanted is None else wanted)
    if surplus:
        event = PowerStored(vessel.id, stored, surplus - stored, vessel.battery + stored)
        scratch.tell(event, "STG-POW.4", vessel)


# ---------------------------------------------------------------- launchers


def _whole(scratch: TurnScratch, vessel: Vessel, system: str) -> bool:
    """Was it undamaged when the move began? What it took since then hinders the next move."""
    return not scratch.specials_at_start[vessel.id].get(system)


def _load(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-LAU.6: LOAD is complete, if the tube was empty and whole when the move began and the store holds the weapon."""
    for load in scratch.orders[vessel.id].loads:
        tube = vessel.launchers[load.tube]
        ready = (vessel.id, load.tube) in scratch.empty_at_start and not tube.load and not tube.destroyed
        if ready and _whole(scratch, vessel, f"TUBE{load.tube}") and _in_store(vessel, load.weapon):
            scratch.tell(TubeLoaded(vessel.id, load.tube, load.weapon), "STG-LAU.6", vessel)


def _in_store(vessel: Vessel, weapon: str) -> bool:
    """STG-LAU.9: those in the tubes count against the stores."""
    return vessel.stores[weapon] > sum(tube.load == weapon for tube in vessel.launchers.values())


def _reload(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-LAU.1: a TF's launcher reloads in the whole move after it fired; STG-LAU.2: so do nostrils, unless RELOAD OFF."""
    if not vessel.printed.fish or scratch.orders[vessel.id].reload_off:
        return
    for name, launcher in vessel.launchers.items():
        empty = not launcher.load and (vessel.id, name) in scratch.empty_at_start
        if empty and _whole(scratch, vessel, name) and _anything_left(vessel, name):
            scratch.tell(Reloaded(vessel.id, name), "STG-LAU.1" if vessel.vessel_class == "TF" else "STG-LAU.2", vessel)


def _anything_left(vessel: Vessel, launcher: str) -> bool:
    """A missile, or a mine in its place; an MF's missiles are kept by nostril."""
    missiles = vessel.stores[launcher] if launcher in vessel.stores else vessel.stores[TERROR]
    return missiles + vessel.stores[MINE] > 0


# ---------------------------------------------------------------- the crew


def _life_support(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-POW.9: an unsuited crew without life support is hurt."""
    if vessel.vessel_class == "SR" and not vessel.power.items.get("LIFE") and not vessel.suited:
        scratch.tell(CrewHurt(vessel.id, vessel.injuries + 1, "life support"), "STG-POW.9", vessel)


def _suits(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-POW.8: the change is complete; from the next move on it counts."""
    wanted = scratch.orders[vessel.id].suits
    if wanted is not None and wanted != vessel.suited:
        scratch.tell(SuitsChanged(vessel.id, wanted), "STG-POW.8", vessel)


# ---------------------------------------------------------------- the record


def _log(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-MOV.12: the hexes scheduled, 0 after striking something."""
    done = scratch.steps[vessel.id]
    speed = 0 if vessel.id in scratch.struck else vessel.scheduled
    event = MoveLogged(vessel.id, speed, _since_turn(vessel, done), *_changes(vessel, done, scratch.state.move))
    scratch.tell(event, "STG-MOV.12", vessel)


def _changes(vessel: Vessel, done: list[Step], move: int) -> tuple[int, int, int]:
    """STG-SUP.1: the moves in which an SS last went faster, slowed and shifted. A strike is no slowing."""
    if vessel.vessel_class != "SS":
        return 0, 0, 0
    return (
        move if vessel.ordered > vessel.speed else vessel.accelerated,
        move if vessel.ordered < vessel.speed else vessel.slowed,
        move if any(step.kind in ("SHIFT S", "SHIFT P") for step in done) else vessel.shifted,
    )


def _since_turn(vessel: Vessel, done: list[Step]) -> int:
    """STG-MOV.7: hexes moved since its last turn."""
    since = vessel.since_turn
    for step in done:
        since = 0 if step.kind in ("S", "P") else since + 1
    return since
