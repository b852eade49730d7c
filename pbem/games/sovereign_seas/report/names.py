"""What units are called beside their ids, and what each has lost."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.game.report_parts import UnitLoss
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.report.phrases import name_of


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    return {ship.id: name_of(ship) for ship in known.ships.values()}


def lost(known: State) -> Mapping[str, UnitLoss]:
    """SSL-D.1: hull circles, of a hidden log as far as hits were seen; a ship that is sunk or off the map has lost all."""
    return {ship.id: _lost(ship) for ship in known.ships.values()}


def _lost(ship: Ship) -> UnitLoss:
    circles, marked = ship.printed.circles, ship.log_seen.marked
    return UnitLoss(marked, f"{marked} of {circles} hull circles") if ship.active else UnitLoss(circles, ship.fate)
