"""STG-LAU.4 and section 5: which target a launch order fires at in a window. All is measured from the launcher's head."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.geometry.hexes import Hex, distance
from pbem.games.stingray.model.geometry import dead_ahead, in_arc, in_rear_arc, range_to, sees
from pbem.games.stingray.model.order_parts import Condition
from pbem.games.stingray.model.orders import ANY, Launch
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MINE, MK61, RUN
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.systems.sensors import held, holds
from pbem.games.stingray.rules.turn_scratch import TurnScratch


def find_target(scratch: TurnScratch, vessel: Vessel, launch: Launch, weapon: str, named: str) -> Vessel | None:
    """The vessel `named`, if it is held and parameters and conditions are met. ANY: the nearest such enemy."""
    state = scratch.state
    if named == ANY:
        enemies = [v for v in state.afloat() if v.side != vessel.side]
        fitting = [v for v in _fitting(state, vessel, launch, weapon, enemies) if holds(state, vessel, v)]
    else:
        target = held(scratch, vessel, named)
        fitting = _fitting(state, vessel, launch, weapon, [target]) if target else []
    return min(fitting, key=lambda v: range_to(vessel.hex, v.body), default=None)


def _fitting(state: State, vessel: Vessel, launch: Launch, weapon: str, targets: list[Vessel]) -> list[Vessel]:
    """Conditions come first: they are mostly narrower than the parameters."""
    for condition in launch.conditions:
        targets = [v for v in targets if meets(state, vessel, condition, v)]
    return [v for v in targets if in_parameters(state, vessel, weapon, v)]


def in_parameters(state: State, vessel: Vessel, weapon: str, target: Vessel) -> bool:
    """STG-LAU.4: within the weapon's run, for sonar missiles in the forward arc, for a Mk61 in line of sight. Mines: none."""
    if weapon == MINE:
        return True
    for hex in target.body:
        near = distance(vessel.hex, hex) <= RUN[weapon]
        if near and (sees(vessel.hex, hex, state.obstacles) if weapon == MK61 else in_arc(vessel.facing, vessel.hex, hex)):
            return True
    return False


def meets(state: State, vessel: Vessel, condition: Condition, target: Vessel | None) -> bool:
    """Section 5; STG-HEX.7: one hex of a MegaFish is enough. A blind shot has no target: only CLEAR can hold for it."""
    if condition.kind == "CLEAR":
        reach = range_to(vessel.hex, target.body) if target else condition.high
        return _clear(state, vessel, reach)
    if target is None:
        return False
    if condition.kind == "BEHIND":
        return any([in_rear_arc(target.facing, target.hex, hex) for hex in vessel.body])
    test = _TESTS[condition.kind]
    return any([test(vessel, condition, hex) for hex in target.body])


def _clear(state: State, vessel: Vessel, reach: int) -> bool:
    """CLEAR: nothing of its own side in its forward arc as near as the target."""
    friends = [v for v in state.of_side(vessel.side) if v.afloat and v is not vessel]
    near = [hex for friend in friends for hex in friend.body if distance(vessel.hex, hex) <= reach]
    return not any([in_arc(vessel.facing, vessel.hex, hex) for hex in near])


_TESTS: dict[str, Callable[[Vessel, Condition, Hex], bool]] = {
    "ARC": lambda vessel, condition, hex: in_arc(vessel.facing, vessel.hex, hex),
    "RANGE": lambda vessel, condition, hex: condition.low <= distance(vessel.hex, hex) <= condition.high,
    "AHEAD": lambda vessel, condition, hex: dead_ahead(vessel.facing, vessel.hex, hex),
}
