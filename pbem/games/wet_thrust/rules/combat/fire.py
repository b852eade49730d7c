"""Step 4: the fire of ships."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.rules.combat import charges, gunnery, torpedo


def step(scratch: TurnScratch) -> None:
    """WT-7.1: one ship completes all her fire (guns, torpedoes, depth charges) before the next begins.

    WT-1.9: whatever is marked on a ship in this step, she still fires in it.
    """
    for ship in sequence(scratch):
        gunnery.fire(scratch, ship)
        torpedo.fire(scratch, ship)
        charges.fire(scratch, ship)


def sequence(scratch: TurnScratch) -> Iterator[Vessel]:
    """WT-7.1: each side's ships in its FIREORDER, the sides alternating, the first side of the scenario first.

    WT-23.4: boats below the surface fire after all others, so that the order of the salvos does not hint at them.
    """
    state = scratch.state
    queues = [[state.ships[id] for id in scratch.fire_order[side] if state.ships[id].afloat] for side in state.sides]
    seen = [[ship for ship in queue if ship.visible] for queue in queues]
    below = [[ship for ship in queue if not ship.visible] for queue in queues]
    return (ship for ships in (seen, below) for turn in zip_longest(*ships) for ship in turn if ship is not None)
