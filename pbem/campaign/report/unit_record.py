"""A page for every unit: what there is of it, its commanders, and what each battle has made of it (CMP-3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.campaign.model.state import Battle, CampaignUnit, State
from pbem.campaign.report.phrases import ended, sheet_of


@dataclass(frozen=True)
class ItemChange:
    """What there was of an item before a battle, and what there is after it, of `most`."""

    item: str
    before: int
    after: int
    most: int

    @property
    def changed(self) -> bool:
        """Has the battle done anything to it?"""
        return self.before != self.after


@dataclass(frozen=True)
class UnitInBattle:
    """What a battle has made of a unit. `side` is who had it after it; `how` is in the rule book's words."""

    unit: CampaignUnit
    battle: Battle
    title: str
    ended: str
    side: str
    fate: str
    how: str
    items: list[ItemChange]


@dataclass(frozen=True)
class UnitRecord:
    """A unit with its class by name, its whole sheet, and its battles in order."""

    unit: CampaignUnit
    class_title: str
    sheet: list[ItemChange]
    battles: list[UnitInBattle]


def unit_record(known: State, id: str) -> UnitRecord:
    """Of one unit, as far as the reader knows. Raises KeyError for one that they do not know."""
    unit = known.units[id]
    battles = [in_battle(known, battle, id) for battle in known.battles.values() if battle.over and id in battle.units]
    return UnitRecord(unit, sheet_of(unit).title, items(unit, unit.lacks, unit.lacks), battles)


def in_battle(known: State, battle: Battle, id: str) -> UnitInBattle:
    """What an ended battle has made of a unit that was in it."""
    unit, report = known.units[id], battle.units[id]
    return UnitInBattle(
        unit,
        battle,
        known.node_of(battle).title,
        ended(known, battle.outcome, battle.winners),
        known.title_of(report["side"]),
        report["fate"],
        report["how"],
        items(unit, report["before"], report["after"]),
    )


def items(unit: CampaignUnit, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[ItemChange]:
    """The whole sheet of a unit, from what it lacked and lacks."""
    sheet = sheet_of(unit).items
    return [
        ItemChange(item, of.most - before.get(item, 0), of.most - after.get(item, 0), of.most) for item, of in sheet.items()
    ]
