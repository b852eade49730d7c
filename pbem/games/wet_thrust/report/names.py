"""What units are called beside their ids, and what each has lost."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.game.report_parts import UnitLoss
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Vessel
from pbem.games.wet_thrust.report.phrases import AIRCRAFT


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    squadrons = {squadron.id: f"{AIRCRAFT[squadron.kind]}s" for squadron in known.wings()}
    return {ship.id: ship.name for ship in known.seen()} | squadrons


def lost(known: State) -> Mapping[str, UnitLoss]:
    """WT-22.1: boxes of the control sheets that this reader sees; a ship that is lost or away has lost all."""
    return {ship.id: _lost(ship) for ship in known.seen() if ship.sheet_if_known}


def _lost(ship: Vessel) -> UnitLoss:
    boxes, marked = ship.printed.boxes, ship.sheet.marked
    return UnitLoss(marked, f"{marked} of {boxes} boxes") if ship.afloat else UnitLoss(boxes, ship.fate)
