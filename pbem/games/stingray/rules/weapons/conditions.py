"""STG-LAU.4 and section 5: which target a launch order fires at in a window. All is measured from the launcher's head."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.core.geometry.hexes import Hex, distance
from pbem.games.stingray.model.geometry import dead_ahead, in_arc, in_rear_arc, range_to, sees
from pbem.games.stingray.model.order_parts import Condition
from pbem.games.stingray.model.orders import ANY, Launch
from pbem.games.stingray.model.state import State, enemy
from pbem.games.stingray.model.tables import MINE, MK61, RUN
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.systems.sensors import held, holds
from pbem.games.stingray.rules.turn_scratch import TurnScratch


def find_target(scratch: TurnScratch, vessel: Vessel, launch: Launch, weapon: str, named: str) -> Vessel | None:
    """The vessel `named`, if it is held and parameters and conditions are met. ANY: the nearest such enemy."""
    state = scratch.state
    if named != ANY:
        target = held(scratch, vessel, named)
        fits = target and meets(scratch, vessel, launch.conditions, target) and in_parameters(state, vessel, weapon, target)
        return target if fits else None
    # Conditions come first: they are mostly narrower than the parameters.
    meeting = [v for v in scratch.fleets[enemy(vessel.side)] if meets(scratch, vessel, launch.conditions, v)]
    fitting = [v for v in meeting if in_parameters(state, vessel, weapon, v) and holds(state, vessel, v)]
    return min(fitting, key=lambda v: range_to(vessel.hex, v.body), default=None)


def in_parameters(state: State, vessel: Vessel, weapon: str, target: Vessel) -> bool:
    """STG-LAU.4: within the weapon's run, for sonar missiles in the forward arc, for a Mk61 in line of sight. Mines: none."""
    if weapon == MINE:
        return True
    for hex in target.body:
        near = distance(vessel.hex, hex) <= RUN[weapon]
        if near and (sees(vessel.hex, hex, state.obstacles) if weapon == MK61 else in_arc(vessel.facing, vessel.hex, hex)):
            return True
    return False


def meets(scratch: TurnScratch, vessel: Vessel, conditions: Iterable[Condition], target: Vessel | None) -> bool:
    """Section 5; STG-HEX.7: one hex of a MegaFish is enough. A blind shot has no target: only CLEAR can hold for it."""
    for condition in conditions:
        if condition.kind == "CLEAR":
            met = _clear(scratch, vessel, range_to(vessel.hex, target.body) if target else condition.high)
        elif target is None:
            met = False
        elif condition.kind == "BEHIND":
            met = any([in_rear_arc(target.facing, target.hex, hex) for hex in vessel.body])
        else:
            test = _TESTS[condition.kind]
            met = test(vessel, condition, target.hex) or (target.tail is not None and test(vessel, condition, target.tail))
        if not met:
            return False
    return True


def _clear(scratch: TurnScratch, vessel: Vessel, reach: int) -> bool:
    """CLEAR: nothing of its own side in its forward arc as near as the target."""
    for friend in scratch.fleets[vessel.side]:
        for hex in friend.body:
            near = in_arc(vessel.facing, vessel.hex, hex) and distance(vessel.hex, hex) <= reach
            if near and friend is not vessel and friend.afloat:
                return False
    return True


_TESTS: dict[str, Callable[[Vessel, Condition, Hex], bool]] = {
    "ARC": lambda vessel, condition, hex: in_arc(vessel.facing, vessel.hex, hex),
    "RANGE": lambda vessel, condition, hex: condition.low <= distance(vessel.hex, hex) <= condition.high,
    "AHEAD": lambda vessel, condition, hex: dead_ahead(vessel.facing, vessel.hex, hex),
}
