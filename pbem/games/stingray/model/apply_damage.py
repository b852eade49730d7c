"""What damage, repair and housekeeping do to the state: see `apply.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.stingray import damage, upkeep
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import READY
from pbem.games.stingray.model.vessel import Launcher


def _damaged(state: State, event: damage.Damaged) -> None:
    state.vessels[event.vessel].damage = event.total


def _special_hit(state: State, event: damage.SpecialHit) -> None:
    """STG-SPH.4: a BATTERY hit empties the batteries."""
    vessel = state.vessels[event.vessel]
    vessel.specials[event.system] = event.level
    if event.system == "BATTERY":
        vessel.battery = 0


def _tube_destroyed(state: State, event: damage.TubeDestroyed) -> None:
    """STG-SPH.5: for good, with what is in it."""
    vessel = state.vessels[event.vessel]
    load = vessel.launchers[event.tube].load
    if load:
        vessel.stores[load] -= 1
    vessel.launchers[event.tube] = Launcher("", destroyed=True)
    vessel.specials.pop(f"TUBE{event.tube}", None)


def _crew_hurt(state: State, event: damage.CrewHurt) -> None:
    state.vessels[event.vessel].injuries = event.injuries


def _fuel_lost(state: State, event: damage.FuelLost) -> None:
    state.vessels[event.vessel].fuel = event.fuel


def _tanks_hit(state: State, event: damage.TanksHit) -> None:
    """The fuel and the vessel are lost by events of their own."""


def _sank(state: State, event: damage.Sank) -> None:
    vessel = state.vessels[event.vessel]
    vessel.fate, vessel.airborne = ("exploded" if event.how == "exploded" else "sunk"), False
    vessel.lost = state.move


def _repair_tried(state: State, event: damage.RepairTried) -> None:
    specials = state.vessels[event.vessel].specials
    specials.pop(event.system, None)
    if event.level:
        specials[event.system] = event.level


def _fuel_paid(state: State, event: upkeep.FuelPaid) -> None:
    state.vessels[event.vessel].fuel = event.fuel


def _broke_off(state: State, event: upkeep.BrokeOff) -> None:
    state.vessels[event.vessel].broken_off = True


def _power_stored(state: State, event: upkeep.PowerStored) -> None:
    vessel = state.vessels[event.vessel]
    vessel.power.stored, vessel.power.wasted, vessel.battery = event.stored, event.wasted, event.battery


def _tube_loaded(state: State, event: upkeep.TubeLoaded) -> None:
    state.vessels[event.vessel].launchers[event.tube] = Launcher(event.weapon)


def _reloaded(state: State, event: upkeep.Reloaded) -> None:
    state.vessels[event.vessel].launchers[event.launcher] = Launcher(READY)


def _suits_changed(state: State, event: upkeep.SuitsChanged) -> None:
    state.vessels[event.vessel].suited = event.suited


def _move_logged(state: State, event: upkeep.MoveLogged) -> None:
    vessel = state.vessels[event.vessel]
    vessel.speed, vessel.since_turn = event.speed, event.since_turn
    vessel.accelerated, vessel.slowed, vessel.shifted = event.accelerated, event.slowed, event.shifted


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    damage.Damaged: _damaged,
    damage.SpecialHit: _special_hit,
    damage.TubeDestroyed: _tube_destroyed,
    damage.CrewHurt: _crew_hurt,
    damage.FuelLost: _fuel_lost,
    damage.TanksHit: _tanks_hit,
    damage.Sank: _sank,
    damage.RepairTried: _repair_tried,
    upkeep.FuelPaid: _fuel_paid,
    upkeep.BrokeOff: _broke_off,
    upkeep.PowerStored: _power_stored,
    upkeep.TubeLoaded: _tube_loaded,
    upkeep.Reloaded: _reloaded,
    upkeep.SuitsChanged: _suits_changed,
    upkeep.MoveLogged: _move_logged,
}
