"""A whole state made of what one reader knows: turns can be played from it."""

from __future__ import annotations

from pbem.campaign.model.state import Battle, State
from pbem.campaign.rules import forces
from pbem.core.state.codec import copy


def guess(known: State) -> State:
    """What the reader knows, completed. Of other sides: points as they began with, units as they were told of last.

    What they have sent to a battle are those that CMP-5.10 sends. Battles of which the reader has not heard are not fought.
    """
    state = copy(known)
    state.reader = None
    for side in state.file.sides:
        state.purses.setdefault(side.id, side.points)
        state.scores.setdefault(side.id, 0.0)
    for battle in state.waiting:
        _man(state, battle)
    state.fighting = bool(state.waiting)
    return state


def _man(state: State, battle: Battle) -> None:
    for side in battle.sides:
        if side not in battle.forces and not state.brings(battle, side).printed:
            units = forces.sent(state.node_of(battle), side, [], forces.at_hand(state, side, ()))
            battle.forces[side] = [unit.unit for unit in units]
            for unit in units:
                unit.where = "battle"
