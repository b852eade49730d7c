"""Battles of a campaign: forces to begin with, and games that begin with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Berth, Force, Forces
from pbem.core.fleets.fleet_units import Lacks, Unit
from pbem.core.game.protocol import Fleets
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.fleets.sheets import SHEETS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import SIDES
from tests.kit.playing import Played, WatchedTurn, chance_from, readers

SCENARIOS = list(STINGRAY.scenarios)
ONE_OF_EACH = {"SR": "new-toy", "SS": "tanker-run", "TF": "new-toy", "MF": "new-toy"}
"""By class, a scenario in which there is one."""


def fleets() -> Fleets[State]:
    """What a campaign asks of the game."""
    assert STINGRAY.fleets is not None
    return STINGRAY.fleets


def berths(scenario: str) -> list[Berth]:
    """Those of a scenario with its own options."""
    return list(fleets().berths(scenario, STINGRAY.scenarios.options(scenario, {})))


def deployed(scenario: str, forces: Forces, seed: str = "fleets", **options: Any) -> Played:
    """The opening position with these forces."""
    turn = WatchedTurn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded(f"{seed} set-up"), 0)
    fleets().deploy(turn, scenario, STINGRAY.scenarios.options(scenario, options), forces)
    return Played(STINGRAY, turn.state, readers(STINGRAY, scenario, options), drafts=turn.drafts, written=turn.written)


def forces_of(scenario: str, lacks: Mapping[str, Lacks] | None = None, strangers: bool = False) -> dict[str, Force]:
    """A unit for each berth, as new but for what it `lacks`, by the berth's id. `strangers` have other ids where they may."""
    found: dict[str, list[Unit]] = {side: [] for side in SIDES}
    for number, berth in enumerate(berths(scenario)):
        unit = Unit(berth.id, berth.printed.unit_class, f"The {berth.id} of the line", dict((lacks or {}).get(berth.id, {})))
        found[berth.side].append(replace(unit, id=f"{unit.unit_class}{20 + number}") if strangers and not berth.named else unit)
    return {side: Force(units) for side, units in found.items()}


def units_of(forces: Forces) -> dict[str, Unit]:
    """All that were sent, by id."""
    return {unit.id: unit for force in forces.values() for unit in force.units}


def worn(unit_class: str, seed: str, heavily: bool = True) -> Lacks:
    """Something of everything, by chance; `heavily`: up to all of it, else no hull and a third of the rest at most."""
    chance = chance_from(seed)
    found: dict[str, int] = {}
    for item, sheet in SHEETS[unit_class].items.items():
        most = sheet.most if heavily else 0 if item == "hull" else sheet.most // 3
        if lacks := chance(most + 1):
            found[item] = lacks
    return found


def each_item() -> Iterator[tuple[str, str, int]]:
    """(class, item, so many): each item of each class, once and all of it."""
    for unit_class, sheet in SHEETS.items():
        for item, kind in sheet.items.items():
            yield from ((unit_class, item, lacks) for lacks in sorted({1, kind.most}))
