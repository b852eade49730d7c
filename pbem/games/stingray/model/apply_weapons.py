"""What launches, missiles, mines and decoys do to the state: see `apply.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from events.base import Event
from events.stingray import weapons
from pbem.games.stingray.model.geometry import hex_of
from pbem.games.stingray.model.state import Mine, Missile, MissileKind, State
from pbem.games.stingray.model.tables import DECOY, MINE, MK61, TERROR
from pbem.games.stingray.model.vessel import Launcher


def _mine_switched(state: State, event: weapons.MineSwitched) -> None:
    state.mines[event.mine].active = event.active


def _decoy_dropped(state: State, event: weapons.DecoyDropped) -> None:
    state.vessels[event.vessel].stores[DECOY] -= 1
    state.decoys.append(hex_of(event.hex))


def _launched(state: State, event: weapons.Launched) -> None:
    """The crew's side of it: a mine laid and a missile in the water are events of their own."""
    vessel = state.vessels[event.vessel]
    vessel.launchers[event.launcher] = Launcher("")
    # An MF's missiles are counted by nostril (table 2.1).
    store = event.launcher if event.weapon == TERROR and TERROR not in vessel.stores else event.weapon
    vessel.stores[store] -= 1
    vessel.launched += event.weapon != MINE


def _missile_started(state: State, event: weapons.MissileStarted) -> None:
    """STG-LAU.5."""
    hex, kind = hex_of(event.hex), cast(MissileKind, event.kind)
    state.missiles[event.missile] = Missile(
        id=event.missile,
        kind=kind,
        launcher=event.launcher,
        side=state.vessels[event.launcher].side,
        hex=hex,
        heading=event.heading,
        arming=event.arming,
        target=event.target,
        penalty=event.penalty,
        lock=event.kind == MK61,
        via=[hex_of(x) for x in event.via],
        track=[hex],
        track_phases=[event.window],
    )


def _mine_laid(state: State, event: weapons.MineLaid) -> None:
    state.mines[event.mine] = Mine(event.mine, event.side, hex_of(event.hex))
    state.mines_laid[event.side] += 1


def _missile_moved(state: State, event: weapons.MissileMoved) -> None:
    """STG-M61.2: a Mk61's target never changes."""
    missile = state.missiles[event.missile]
    missile.hex, missile.heading = hex_of(event.hex), event.heading
    missile.run += 1
    missile.track.append(missile.hex)
    missile.track_phases.append(event.phase)
    if missile.kind != MK61:
        missile.target = event.target


def _seeker_tied(state: State, event: weapons.SeekerTied) -> None:
    missile = state.missiles[event.missile]
    missile.tie, missile.target = list(event.among), event.target


def _waypoint_passed(state: State, event: weapons.WaypointPassed) -> None:
    del state.missiles[event.missile].via[0]


def _missile_steered(state: State, event: weapons.MissileSteered) -> None:
    state.missiles[event.missile].via = [hex_of(x) for x in event.via]


def _lock_lost(state: State, event: weapons.LockLost) -> None:
    """STG-M61.7: its crew is told of a miss too, and it is not aimed at that target again."""
    missile = state.missiles[event.missile]
    missile.lock = False
    if event.why == "missed":
        missile.missed.append(missile.target)


def _lock_regained(state: State, event: weapons.LockRegained) -> None:
    state.missiles[event.missile].lock = True


def _attack_made(state: State, event: weapons.AttackMade) -> None:
    """STG-MK7.4, STG-M61.8: rolled for once; STG-MK7.9: missed, and not attacked again (a Mk61 loses its lock)."""
    if event.how in ("unguided", "accidental"):
        state.umpire.passed.setdefault(event.missile, []).append(event.vessel)
    elif event.how == "homing" and not event.hit:
        state.missiles[event.missile].missed.append(event.vessel)


def _target_evaded(state: State, event: weapons.TargetEvaded) -> None:
    missile = state.missiles[event.missile]
    missile.evaded.append(event.vessel)
    missile.target = ""


def _missile_gone(state: State, event: weapons.MissileGone) -> None:
    del state.missiles[event.missile]
    if state.umpire_if_known:
        state.umpire.passed.pop(event.missile, None)


def _mine_gone(state: State, event: weapons.MineGone) -> None:
    del state.mines[event.mine]


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    weapons.MineSwitched: _mine_switched,
    weapons.DecoyDropped: _decoy_dropped,
    weapons.Launched: _launched,
    weapons.MissileStarted: _missile_started,
    weapons.MineLaid: _mine_laid,
    weapons.MissileMoved: _missile_moved,
    weapons.SeekerTied: _seeker_tied,
    weapons.WaypointPassed: _waypoint_passed,
    weapons.MissileSteered: _missile_steered,
    weapons.LockLost: _lock_lost,
    weapons.LockRegained: _lock_regained,
    weapons.AttackMade: _attack_made,
    weapons.TargetEvaded: _target_evaded,
    weapons.MissileGone: _missile_gone,
    weapons.MineGone: _mine_gone,
}
