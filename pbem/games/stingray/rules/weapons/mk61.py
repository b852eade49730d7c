"""STG-M61: the Sting Mk61A3, guided by its Stingray to one target as long as it is in the missile's line of sight."""

from __future__ import annotations

from events.stingray.weapons import LockLost, LockRegained, WaypointPassed
from pbem.core.geometry.hexes import Hex, bearing
from pbem.core.geometry.hexes import step as next_hex
from pbem.games.stingray.model.geometry import heading_change, nearest, sees
from pbem.games.stingray.model.state import Missile, State
from pbem.games.stingray.model.tables import HEXES_A_PHASE, MK61
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons.missiles import Attack, report, spend, strike, swim, under_way

TO_HIT, BY_ACCIDENT = 3, 6
"""Table 2.3."""


def step(scratch: TurnScratch, missile: Missile, phase: int) -> None:
    """Step 3b: two hexes (STG-M61.1)."""
    for _ in range(HEXES_A_PHASE[MK61]):
        if under_way(scratch, missile):
            _one_hex(scratch, missile, phase)


def _one_hex(scratch: TurnScratch, missile: Missile, phase: int) -> None:
    """STG-M61.7: a target in its hex is attacked before it moves, which costs no hex; else one hex and what is there."""
    target = _locked(scratch, missile)
    if target is not None and missile.hex in target.body:
        if _attack(scratch, missile, target, phase):
            return
        target = None
    heading = missile.heading if target is None else _course(scratch, missile, target)
    if not swim(scratch, missile, phase, heading, missile.target):
        return
    _pass_waypoint(scratch, missile)
    _enter(scratch, missile, target, phase)
    spend(scratch, missile, phase, "STG-M61.1")


# ---------------------------------------------------------------- lock


def _visible(state: State, origin: Hex, vessel: Vessel) -> list[Hex]:
    """STG-HEX.7: the hexes of a vessel in line of sight."""
    return [hex for hex in vessel.body if sees(origin, hex, state.obstacles)]


def lock_fault(state: State, missile: Missile) -> str:
    """STG-M61.4: why a Mk61 cannot be guided to its target now; "" if it can.

    Its crew cannot tell a target that is out of play from one behind a rock (section 7), so both are a loss of sight.
    """
    target, launcher = state.vessels[missile.target], state.vessels[missile.launcher]
    if not launcher.fit:
        return "launcher gone"
    return "" if target.afloat and _visible(state, missile.hex, target) else "sight"


def drop_locks(scratch: TurnScratch) -> None:
    """Step 6: nothing moves between this and the next step of a missile, so all that would then lose lock lose it here.

    If only targets out of play were looked for, the moment of the loss would tell of them.
    """
    for missile in list(scratch.state.missiles.values()):
        if missile.kind == MK61 and missile.lock and (fault := lock_fault(scratch.state, missile)):
            report(scratch, missile, LockLost(missile.id, fault), "STG-M61.4")


def _locked(scratch: TurnScratch, missile: Missile) -> Vessel | None:
    """STG-M61.4: the target if it has lock. Lost is lost, unless option `mk61-reacquire`, and never after a missed attack."""
    state = scratch.state
    fault = lock_fault(state, missile)
    if missile.lock and fault:
        report(scratch, missile, LockLost(missile.id, fault), "STG-M61.4")
    elif not missile.lock and not fault and _may_reacquire(state, missile):
        report(scratch, missile, LockRegained(missile.id), "STG-M61.4")
    return state.vessels[missile.target] if missile.lock else None


def _may_reacquire(state: State, missile: Missile) -> bool:
    return state.opt("mk61-reacquire") == "on" and missile.target not in missile.missed


# ---------------------------------------------------------------- path


def _course(scratch: TurnScratch, missile: Missile, target: Vessel) -> int:
    """STG-M61.5: the direction of its next hex; STG-M61.6: any, turns are unlimited."""
    _pass_waypoint(scratch, missile)
    point = missile.via[0] if missile.via else nearest(missile.hex, _visible(scratch.state, missile.hex, target))
    i, a, b = bearing(missile.hex, point)
    directions = {i: a, (i + 1) % 6: b} if b else {i: a}
    steps = [(direction, component) for direction, component in directions.items() if _open(scratch.state, missile, direction)]
    if len(steps) < 2:
        return steps[0][0] if steps else missile.heading
    return min(steps, key=lambda s: (*_drawbacks(scratch.state, missile, target, s[0]), -s[1], *_turn(missile, s[0])))[0]


def _open(state: State, missile: Missile, direction: int) -> bool:
    hex = next_hex(missile.hex, direction)
    return state.on_map(hex) and hex not in state.obstacles


def _drawbacks(state: State, missile: Missile, target: Vessel, direction: int) -> tuple[bool, bool, bool]:
    """STG-M61.5: sight lost, a vessel of the launching side there, a vessel other than the target there."""
    hex = next_hex(missile.hex, direction)
    there = state.there(hex)
    friends = any([v.side == missile.side for v in there])
    return not _visible(state, hex, target), friends, any([v.id != target.id for v in there])


def _turn(missile: Missile, direction: int) -> tuple[int, int]:
    """STG-M61.5: the smaller change of heading, then the lower direction number."""
    return heading_change(direction, missile.heading), direction


def _pass_waypoint(scratch: TurnScratch, missile: Missile) -> None:
    """STG-M61.5: a waypoint is removed when entered."""
    while missile.via and missile.via[0] == missile.hex:
        report(scratch, missile, WaypointPassed(missile.id), "STG-M61.5")


# ---------------------------------------------------------------- attacks


def _penalty(scratch: TurnScratch, missile: Missile) -> int:
    """STG-CRW.2: the firing Stingray's present crew penalty."""
    return scratch.state.vessels[missile.launcher].penalty


def _enter(scratch: TurnScratch, missile: Missile, target: Vessel | None, phase: int) -> None:
    """STG-M61.8: first every other vessel in the hex is rolled for, then the target is attacked (STG-M61.7)."""
    for vessel in scratch.state.there(missile.hex):
        if vessel is not target and under_way(scratch, missile):
            _accident(scratch, missile, vessel, phase)
    if target is not None and missile.hex in target.body and under_way(scratch, missile):
        _attack(scratch, missile, target, phase)


def _attack(scratch: TurnScratch, missile: Missile, target: Vessel, phase: int) -> bool:
    """STG-M61.7: even in the air (STG-LEP.8). After a miss the lock is lost and there is no second attack."""
    hit = strike(scratch, missile, target, phase, Attack("mk61", TO_HIT + _penalty(scratch, missile), "STG-M61.7"))
    if not hit:
        report(scratch, missile, LockLost(missile.id, "missed"), "STG-M61.7")
    return hit


def _accident(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int) -> None:
    """STG-M61.8: one roll for each vessel; not for one in the air (STG-LEP.8), nor a target already missed."""
    passed = scratch.state.umpire.passed.get(missile.id, ())
    if vessel.airborne or vessel.id in passed or vessel.id in missile.missed:
        return
    strike(scratch, missile, vessel, phase, Attack("accidental", BY_ACCIDENT + _penalty(scratch, missile), "STG-M61.8"))


def contact(scratch: TurnScratch, missile: Missile, vessel: Vessel, phase: int) -> None:
    """STG-M61.9: `vessel` has moved into the missile's hex."""
    if vessel.id == missile.target and _locked(scratch, missile):
        _attack(scratch, missile, vessel, phase)
    else:
        _accident(scratch, missile, vessel, phase)
