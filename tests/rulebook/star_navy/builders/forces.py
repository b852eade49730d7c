"""Battles of a campaign: ships that come into a scenario as they are, and games played from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Berth, Force, Forces
from pbem.core.fleets.fleet_units import Lacks, Unit
from pbem.core.game.protocol import Chance
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.fleets import FLEETS
from pbem.games.star_navy.model.state import State
from tests.kit.playing import Played, WatchedTurn, readers

CLASSES = FLEETS.classes()


def berths(scenario: str, **given: Any) -> list[Berth]:
    """The places of a scenario."""
    return list(FLEETS.berths(scenario, STAR_NAVY.scenarios.options(scenario, given)))


def deployed(scenario: str, forces: Forces, seed: str = "", **given: Any) -> Played:
    """The opening position with these forces."""
    turn: WatchedTurn = WatchedTurn(STAR_NAVY.rules.apply, State(), seeded(seed), 0)
    FLEETS.deploy(turn, scenario, STAR_NAVY.scenarios.options(scenario, given), forces)
    return Played(STAR_NAVY, turn.state, readers(STAR_NAVY, scenario, given), drafts=turn.drafts, written=turn.written)


def duel(blue: Unit, red: Unit | None = None, scenario: str = "open-space", **given: Any) -> Played:
    """One ship against another, which is fresh if it is not given."""
    forces = {"BLUE": Force([blue]), "RED": Force([red or Unit("FOE", "CA")])}
    return deployed(scenario, forces, **given)


def any_lacks(unit_class: str, chance: Chance) -> Lacks:
    """Some of the sheet is missing, but never all integrity."""
    found = {}
    for item, of in CLASSES[unit_class].items.items():
        most = of.most - (item == "integrity")
        if missing := chance(most + 1) if chance(2) else 0:
            found[item] = missing
    return found


def any_forces(scenario: str, chance: Chance) -> dict[str, Force]:
    """For every place of a scenario a ship of any class, more or less damaged."""
    forces: dict[str, list[Unit]] = {}
    for number, berth in enumerate(berths(scenario), 1):
        unit_class = list(CLASSES)[chance(len(CLASSES))]
        unit = Unit(f"SHIP{number}", unit_class, "Name" * chance(2), any_lacks(unit_class, chance))
        forces.setdefault(berth.side, []).append(unit)
    return {side: Force(units) for side, units in forces.items()}


def units_of(forces: Mapping[str, Force]) -> dict[str, tuple[str, Unit]]:
    """By id, the side and the unit."""
    return {unit.id: (side, unit) for side, force in forces.items() for unit in force.units}
