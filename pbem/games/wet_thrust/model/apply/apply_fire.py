"""What the events of `events.wet_thrust.firing` do to the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.wet_thrust import firing
from pbem.core.geometry.tabletop import spot
from pbem.games.wet_thrust.model.apply.apply_common import score
from pbem.games.wet_thrust.model.state import FireMark, State
from pbem.games.wet_thrust.model.units import Shot

RAIDED = ("MM", "CV")
"""WT-5.6: firing at one of these is remembered."""


def _raid(state: State, by: str, target: str) -> None:
    """WT-5.6: she has fired at a merchantman or carrier."""
    prey = state.ships.get(target)
    if by in state.ships and prey and prey.printed.type in RAIDED and by not in state.raiding:
        state.raiding.append(by)


def _german_control(state: State, event: firing.GermanControl) -> None:
    """WT-7.10."""
    if ship := state.ships.get(event.ship):
        ship.sheet.german = event.modifier


def _guns_fired(state: State, event: firing.GunsFired) -> None:
    """WT-7.6: the level at which she fired at this target, and when; WT-7.12: and whether she hit."""
    if ship := state.ships.get(event.ship):
        ship.ladder.pop(event.target, None)  # the ladder is kept in the order of fire: the last turn's first salvo counts (6.1)
        ship.ladder[event.target] = Shot(event.level, state.turn, event.symbols > 0)
    origin, aim = spot(event.origin), spot(event.aim)
    state.marks.append(FireMark("guns", event.ship, event.target, origin, aim, event.symbols, event.points))
    score(state, event.ship, event.target, event.points)
    _raid(state, event.ship, event.target)


def _torpedoes_fired(state: State, event: firing.TorpedoesFired) -> None:
    """WT-23.4: what an unseen boat scores all learn by TorpedoesStruck. WT-5.6 is of ships, and so of what is seen."""
    ship = state.ships.get(event.by)
    unseen_by_enemy = ship.side if ship and not event.seen else ""
    origin, aim = spot(event.origin), spot(event.aim)
    state.marks.append(FireMark("torpedoes", event.by, event.target, origin, aim, event.hits, event.points, unseen_by_enemy))
    if event.seen:
        score(state, event.by, event.target, event.points)
        _salvo(state, ship.side if ship else "", event.points)
        _raid(state, event.by, event.target)


def _torpedoes_struck(state: State, event: firing.TorpedoesStruck) -> None:
    aim = spot(event.aim)
    state.marks.append(FireMark("torpedoes", "", event.target, aim, aim, event.hits, event.points))
    score(state, "", event.target, event.points)
    target = state.ships.get(event.target)
    _salvo(state, state.enemy(target.side) if target else "", event.points)


def _salvo(state: State, side: str, points: int) -> None:
    """Scenario S7: a salvo of a vessel that has done damage; bombers' do not count."""
    if side and points:
        state.torpedo_salvos[side] = state.torpedo_salvos.get(side, 0) + 1


def _launcher_emptied(state: State, event: firing.LauncherEmptied) -> None:
    """WT-10.4."""
    if ship := state.ships.get(event.ship):
        launcher = ship.printed.launchers[event.launcher]
        ship.sheet.used[event.launcher] = 1 + launcher.reloads - event.loads
        ship.sheet.ready[event.launcher] = event.ready


def _depth_charged(state: State, event: firing.DepthCharged) -> None:
    origin, aim = spot(event.origin), spot(event.aim)
    state.marks.append(FireMark("charges", event.ship, event.target, origin, aim, event.hits, event.points))
    score(state, event.ship, event.target, event.points)


FIRE_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    firing.GermanControl: _german_control,
    firing.GunsFired: _guns_fired,
    firing.TorpedoesFired: _torpedoes_fired,
    firing.TorpedoesStruck: _torpedoes_struck,
    firing.LauncherEmptied: _launcher_emptied,
    firing.DepthCharged: _depth_charged,
}
