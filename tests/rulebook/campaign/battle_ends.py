"""What the service writes into a campaign before it plays a battle turn: a legal end of a battle, drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events.base import Event
from events.campaign.battles import BattleOpened, Outcome
from pbem.campaign.model.audiences import battle_audience
from pbem.campaign.model.classes import classes
from pbem.campaign.model.state import Battle, State
from pbem.campaign.rules.taking_over import BattleEnd, fielded, report_of
from pbem.core.fleets.fleet_units import Deed, Fate, Muster, Unit, UnitEnd
from pbem.core.game.protocol import Chance

OUTCOMES: tuple[Outcome, ...] = ("won", "won", "won", "drawn", "refused", "not played")
FATES: tuple[Fate, ...] = ("present", "present", "present", "left", "captured", "lost")


def battle_end(state: Any, chance: Chance) -> Iterator[tuple[Event, str]]:
    """Events and their audiences: one of the battles that a campaign waits for has ended. None of any other game."""
    if not isinstance(state, State) or state.over or not state.waiting:
        return
    battle = state.waiting[chance(len(state.waiting))]
    audience = battle_audience(state, battle.number)
    yield BattleOpened(battle.number, f"g{battle.number}"), audience
    yield report_of(state, battle, _end(state, battle, chance)), audience


def _end(state: State, battle: Battle, chance: Chance) -> BattleEnd:
    sides = list(battle.sides.values())
    outcome = OUTCOMES[chance(len(OUTCOMES))]
    winners = [sides[chance(len(sides))]] if outcome in ("won", "refused") else []
    ends: dict[str, UnitEnd] = {}
    deeds = []
    for side, force in battle.forces.items():
        enemies = [other for other in sides if other != battle.sides[side]]
        for unit in force:
            ends[unit.id] = _unit_end(state, unit, battle.sides[side], enemies, chance)
            deeds += [Deed(unit.id, "hit", "X1"), Deed(unit.id, "kill", f"X{chance(9)}")][: chance(3)]
    points = {side: float(chance(40)) for side in sides}
    return BattleEnd(
        f"g{battle.number}", "ab", outcome, winners, "It is over.", Muster(ends, points), deeds, fielded(state, battle)
    )


def _unit_end(state: State, unit: Unit, side: str, enemies: list[str], chance: Chance) -> UnitEnd:
    """It lacks at least what it lacked before."""
    fate = FATES[chance(len(FATES))]
    items = classes(state.units[unit.id].book)[unit.unit_class].items
    lacks = {item: unit.lacks.get(item, 0) for item in items}
    for item, printed in items.items():
        lacks[item] += chance(printed.most - lacks[item] + 1) * (chance(3) == 0)
    has = enemies[chance(len(enemies))] if fate == "captured" else side
    return UnitEnd(unit.unit_class, has, fate, "by lot", {item: number for item, number in lacks.items() if number})
