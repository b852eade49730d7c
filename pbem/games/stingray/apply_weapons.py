"""What launches, missiles, mines and decoys do to the state: see `apply.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events import stingray as ev
from events.base import Event
from pbem.games.stingray.geometry import hex_of
from pbem.games.stingray.state import Launcher, Mine, Missile, State
from pbem.games.stingray.tables import DECOY, MINE, MK61, TERROR


def _mine_switched(state: State, event: ev.MineSwitched) -> None:
    state.mines[event.mine].active = event.active


def _decoy_dropped(state: State, event: ev.DecoyDropped) -> None:
    state.vessels[event.vessel].stores[DECOY] -= 1
    state.decoys.append(hex_of(event.hex))


def _launched(state: State, event: ev.Launched) -> None:
    """STG-LAU.5: the missile is in the launcher's hex; a mine laid is an event of its own, for its whole side."""
    vessel = state.vessels[event.vessel]
    vessel.launchers[event.launcher] = Launcher("")
    # An MF's missiles are counted by nostril (table 2.1).
    store = event.launcher if event.weapon == TERROR and TERROR not in vessel.stores else event.weapon
    vessel.stores[store] -= 1
    if event.weapon == MINE:
        return
    vessel.launched += 1
    hex = hex_of(event.hex)
    state.missiles[event.item] = Missile(
        id=event.item,
        kind=event.weapon,
        launcher=event.vessel,
        side=vessel.side,
        hex=hex,
        heading=event.heading,
        arming=0 if event.weapon == MK61 else vessel.arming,
        target=event.target if event.weapon == MK61 else "",
        penalty=event.penalty,
        lock=event.weapon == MK61,
        via=[hex_of(x) for x in event.via],
        track=[hex],
        track_phases=[event.window],
    )


def _mine_laid(state: State, event: ev.MineLaid) -> None:
    state.mines[event.mine] = Mine(event.mine, event.side, hex_of(event.hex))
    state.mines_laid[event.side] = state.mines_laid.get(event.side, 0) + 1


def _missile_moved(state: State, event: ev.MissileMoved) -> None:
    """STG-M61.2: a Mk61's target never changes."""
    missile = state.missiles[event.missile]
    missile.hex, missile.heading = hex_of(event.hex), event.heading
    missile.run += 1
    missile.track.append(missile.hex)
    missile.track_phases.append(event.phase)
    if missile.kind != MK61:
        missile.target = event.target


def _seeker_tied(state: State, event: ev.SeekerTied) -> None:
    missile = state.missiles[event.missile]
    missile.tie, missile.target = list(event.among), event.target


def _waypoint_passed(state: State, event: ev.WaypointPassed) -> None:
    del state.missiles[event.missile].via[0]


def _missile_steered(state: State, event: ev.MissileSteered) -> None:
    state.missiles[event.missile].via = [hex_of(x) for x in event.via]


def _lock_lost(state: State, event: ev.LockLost) -> None:
    state.missiles[event.missile].lock = False


def _lock_regained(state: State, event: ev.LockRegained) -> None:
    state.missiles[event.missile].lock = True


def _attack_made(state: State, event: ev.AttackMade) -> None:
    """STG-MK7.4, STG-M61.8: rolled for once; STG-MK7.9, STG-M61.7: missed, and not attacked again."""
    missile = state.missiles[event.missile]
    if event.how in ("unguided", "accidental"):
        missile.passed.append(event.vessel)
    elif not event.hit:
        missile.missed.append(event.vessel)


def _target_evaded(state: State, event: ev.TargetEvaded) -> None:
    missile = state.missiles[event.missile]
    missile.evaded.append(event.vessel)
    missile.target = ""


def _missile_gone(state: State, event: ev.MissileGone) -> None:
    del state.missiles[event.missile]


def _mine_gone(state: State, event: ev.MineGone) -> None:
    del state.mines[event.mine]


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    ev.MineSwitched: _mine_switched,
    ev.DecoyDropped: _decoy_dropped,
    ev.Launched: _launched,
    ev.MineLaid: _mine_laid,
    ev.MissileMoved: _missile_moved,
    ev.SeekerTied: _seeker_tied,
    ev.WaypointPassed: _waypoint_passed,
    ev.MissileSteered: _missile_steered,
    ev.LockLost: _lock_lost,
    ev.LockRegained: _lock_regained,
    ev.AttackMade: _attack_made,
    ev.TargetEvaded: _target_evaded,
    ev.MissileGone: _missile_gone,
    ev.MineGone: _mine_gone,
}
