"""Battles that are opened with the units of a campaign, for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Berth, Force, Forces, misfits
from pbem.core.fleets.fleet_units import Lacks, Unit, UnitClass, counted
from pbem.core.game.protocol import Fleets
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.state import State
from tests.kit.playing import Played, WatchedTurn, readers

assert WET_THRUST.fleets
FLEETS: Fleets[State] = WET_THRUST.fleets
CLASSES = FLEETS.classes()


def berths_of(scenario: str) -> Sequence[Berth]:
    """With the scenario's own options."""
    return FLEETS.berths(scenario, WET_THRUST.scenarios.options(scenario, {}))


def battle(scenario: str, forces: Forces, seed: str = "battle", **options: Any) -> Played:
    """A battle at its opening."""
    found = WET_THRUST.scenarios.options(scenario, options)
    assert not misfits(berths_of(scenario), forces, CLASSES)
    turn = WatchedTurn(WET_THRUST.rules.apply, WET_THRUST.rules.blank(), seeded(seed), 0)
    FLEETS.deploy(turn, scenario, found, forces)
    return Played(WET_THRUST, turn.state, readers(WET_THRUST, scenario, options), drafts=turn.drafts, written=turn.written)


def with_unit(scenario: str, unit: Unit, side: str = "") -> Forces:
    """The scenario's forces, but with this unit in the first place that takes it."""
    berth = next(each for each in berths_of(scenario) if each.takes(unit) and side in ("", each.side))
    keeps = [each.id for each in berths_of(scenario) if each.side == berth.side and each.id != berth.id]
    return {berth.side: Force([unit], keeps)}


def worn(scenario: str, chance: random.Random, share: float, renamed: bool = False) -> dict[str, Force]:
    """Both sides' units with a random part of about every other item gone, at most this share of it.

    If `renamed` those that need not be there by their ids have others.
    """
    found: dict[str, Force] = {}
    for at, berth in enumerate(berths_of(scenario)):
        unit = replace(berth.printed, id=f"XQ{at}") if renamed and not berth.named else berth.printed
        force = found.setdefault(berth.side, Force([]))
        lacks = random_lacks(CLASSES[unit.unit_class], chance, share)
        found[berth.side] = Force([*force.units, Unit(unit.id, unit.unit_class, unit.name, lacks)])
    return found


def random_lacks(of: UnitClass, chance: random.Random, share: float = 1) -> Lacks:
    """Up to this share of every item, rounded up."""
    most = {item: -(-int(each.most * share * 100) // 100) for item, each in of.items.items()}
    return counted({item: chance.randint(0, number) * chance.randint(0, 1) for item, number in most.items()}, of)


def units_of(forces: Mapping[str, Force]) -> dict[str, Unit]:
    """By id."""
    return {unit.id: unit for force in forces.values() for unit in force.units}
