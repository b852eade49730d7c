"""What units are called beside their ids, and what each has lost."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.campaign.model.state import CampaignUnit, State
from pbem.campaign.report.phrases import at, lacks_words, sheet_of
from pbem.core.game.report_parts import UnitLoss

GONE = 100_000
"""More than a unit has boxes."""


def names(known: State) -> Mapping[str, str]:
    """By id, of all units: everybody knows them (CMP-9.2)."""
    return {unit.id: unit.name for unit in known.units.values()}


def lost(known: State) -> Mapping[str, UnitLoss]:
    """What each unit lacks, as its reader was told last; one that is gone has lost all."""
    return {unit.id: _lost(unit) for unit in known.units.values()}


def _lost(unit: CampaignUnit) -> UnitLoss:
    if unit.where in ("lost", "taken"):
        return UnitLoss(GONE, at(unit))
    return UnitLoss(sum(unit.lacks.values()), lacks_words(unit.lacks, sheet_of(unit)) or "nothing")
