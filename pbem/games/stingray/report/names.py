"""What units are called beside their ids, and what each has lost."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.game.report_parts import UnitLoss
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Vessel


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    return {vessel.id: vessel.name or vessel.printed.title for vessel in known.vessels.values()}


def lost(known: State) -> Mapping[str, UnitLoss]:
    """STG-RAM.7: damage points of the vessels that this reader sees; a vessel that is out of play has lost all."""
    return {id: _lost(vessel) for id, vessel in known.vessels.items()}


def _lost(vessel: Vessel) -> UnitLoss:
    points, damage = vessel.printed.points, vessel.damage
    return UnitLoss(damage, f"{damage} of {points} damage points") if vessel.afloat else UnitLoss(points, vessel.fate)
