"""What damage, repair and housekeeping do to the state: see `apply.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events import stingray as ev
from events.base import Event
from pbem.games.stingray.state import Launcher, State
from pbem.games.stingray.tables import READY


def _damaged(state: State, event: ev.Damaged) -> None:
    state.vessels[event.vessel].damage = event.total


def _special_hit(state: State, event: ev.SpecialHit) -> None:
    """STG-SPH.4: a BATTERY hit empties the batteries."""
    vessel = state.vessels[event.vessel]
    vessel.specials[event.system] = event.level
    if event.system == "BATTERY":
        vessel.battery = 0


def _tube_destroyed(state: State, event: ev.TubeDestroyed) -> None:
    """STG-SPH.5: for good, with what is in it."""
    vessel = state.vessels[event.vessel]
    load = vessel.launchers[event.tube].load
    if load:
        vessel.stores[load] -= 1
    vessel.launchers[event.tube] = Launcher("", destroyed=True)
    vessel.specials.pop(f"TUBE{event.tube}", None)


def _crew_hurt(state: State, event: ev.CrewHurt) -> None:
    state.vessels[event.vessel].injuries = event.injuries


def _fuel_lost(state: State, event: ev.FuelLost) -> None:
    state.vessels[event.vessel].fuel = event.fuel


def _sank(state: State, event: ev.Sank) -> None:
    vessel = state.vessels[event.vessel]
    vessel.fate, vessel.airborne = ("exploded" if event.how == "exploded" else "sunk"), False


def _repair_tried(state: State, event: ev.RepairTried) -> None:
    specials = state.vessels[event.vessel].specials
    specials.pop(event.system, None)
    if event.level:
        specials[event.system] = event.level


def _fuel_paid(state: State, event: ev.FuelPaid) -> None:
    state.vessels[event.vessel].fuel = event.fuel


def _broke_off(state: State, event: ev.BrokeOff) -> None:
    state.vessels[event.vessel].broken_off = True


def _power_stored(state: State, event: ev.PowerStored) -> None:
    vessel = state.vessels[event.vessel]
    vessel.power.stored, vessel.power.wasted, vessel.battery = event.stored, event.wasted, event.battery


def _tube_loaded(state: State, event: ev.TubeLoaded) -> None:
    state.vessels[event.vessel].launchers[event.tube] = Launcher(event.weapon)


def _reloaded(state: State, event: ev.Reloaded) -> None:
    state.vessels[event.vessel].launchers[event.launcher] = Launcher(READY)


def _suits_changed(state: State, event: ev.SuitsChanged) -> None:
    state.vessels[event.vessel].suited = event.suited


def _move_logged(state: State, event: ev.MoveLogged) -> None:
    vessel = state.vessels[event.vessel]
    vessel.speed, vessel.since_turn = event.speed, event.since_turn
    vessel.accelerated, vessel.slowed, vessel.shifted = event.accelerated, event.slowed, event.shifted


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    ev.Damaged: _damaged,
    ev.SpecialHit: _special_hit,
    ev.TubeDestroyed: _tube_destroyed,
    ev.CrewHurt: _crew_hurt,
    ev.FuelLost: _fuel_lost,
    ev.Sank: _sank,
    ev.RepairTried: _repair_tried,
    ev.FuelPaid: _fuel_paid,
    ev.BrokeOff: _broke_off,
    ev.PowerStored: _power_stored,
    ev.TubeLoaded: _tube_loaded,
    ev.Reloaded: _reloaded,
    ev.SuitsChanged: _suits_changed,
    ev.MoveLogged: _move_logged,
}
