"""Positions of refit turns in which the made-up campaign may be: for tests of whatever is offered in any of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pbem.campaign.model.state import State
from tests.rulebook.campaign.made_up import CLASSES, FILE, REFITS, campaign


def positions() -> Iterator[State]:
    """Fresh, poor, with fog, without scouts and new units, and with units damaged, lost, away and moved at random."""
    yield campaign()
    yield campaign(replace(FILE, fog=True))
    yield campaign(replace(FILE, refits=replace(REFITS, scouts=0, new=0, costs={"*": 0})))
    for seed in range(12):
        yield _worn(campaign(), Random(seed))


def _worn(state: State, chance: Random) -> State:
    state.purses["blue"] = chance.choice([0, 1, 3, 40])
    for unit in state.units.values():
        items = CLASSES[unit.unit_class].items
        unit.lacks = {item: chance.randint(1, items[item].most) for item in items if chance.random() < 0.5}
        unit.where = chance.choice(["port", "port", "port", "lost", "taken"])
        unit.fleet = chance.choice(["1ST", "2ND", "AUX"])
        unit.commander = chance.choice(["", unit.commander])
    state.open_nodes = chance.sample(state.open_nodes, chance.randint(1, 4))
    return state
