"""Forces of a campaign for tests: with what they lack, deployed and mustered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Force, Forces, manned, misfits
from pbem.core.fleets.fleet_units import Unit, UnitClass
from pbem.core.game.turn import Turn
from pbem.core.game.unit_ids import natural
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.fleets import FLEETS
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import CLASSES
from tests.kit.playing import Chance, Played, readers

GAME_CLASSES: Mapping[str, UnitClass] = FLEETS.classes()


def deployed(key: str, forces: Forces, **options: Any) -> Turn[State]:
    """A battle opened with these forces, which the scenario can hold."""
    chosen = scenario.options(key, options)
    assert misfits(FLEETS.berths(key, chosen), forces, GAME_CLASSES) == []
    turn = Turn(apply, State(), seeded("fleets"), 0)
    FLEETS.deploy(turn, key, chosen, forces)
    return turn


def begun(key: str, forces: Forces, **options: Any) -> Played:
    """The same, to be played on with bots."""
    turn = deployed(key, forces, **options)
    return Played(SOVEREIGN_SEAS, turn.state, readers(SOVEREIGN_SEAS, key, options), drafts=turn.drafts)


def some_lacks(unit_class: str, chance: Chance, one_in: int = 3) -> dict[str, int]:
    """What a unit of a class may lack, in the order of its sheet."""
    return {item: 1 + chance(sheet.most) for item, sheet in GAME_CLASSES[unit_class].items.items() if chance(one_in) == 0}


def damaged(key: str, chance: Chance, **options: Any) -> dict[str, Force]:
    """All printed units of a scenario, under ids and names of their own, some of them damaged."""
    forces: dict[str, list[Unit]] = {}
    for berth in FLEETS.berths(key, scenario.options(key, options)):
        printed = berth.printed
        lacks = some_lacks(printed.unit_class, chance) if chance(2) else {}
        letters, number = natural(printed.id)
        id = printed.id if berth.named else f"{letters}{number + 10}"
        forces.setdefault(berth.side, []).append(Unit(id, printed.unit_class, f"Ship {printed.id}", lacks))
    return {side: Force(units) for side, units in forces.items()}


def as_deployed(key: str, forces: Forces, **options: Any) -> Sequence[Unit]:
    """The units that take part, printed ones too."""
    return list(manned(FLEETS.berths(key, scenario.options(key, options)), forces).values())


def duel(lacks: Mapping[str, int], unit_class: str, **options: Any) -> Turn[State]:
    """One ship of a class, number 9, that lacks so much, against a sound one."""
    log = CLASSES[unit_class]
    hero = Unit(f"{log.unit}9", unit_class, "Hero", dict(lacks))
    return deployed("bellerophon-ocean", {log.side: Force([hero])}, **options)
