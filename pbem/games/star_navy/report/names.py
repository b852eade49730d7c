"""What units are called beside their ids, and what each has lost."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.game.phrases import count
from pbem.core.game.report_parts import UnitLoss
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules.victory import components_lost

GONE = 1000
"""More than a ship has components."""


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    return {ship.id: ship.name or ship.printed.name for ship in known.ships.values()}


def lost(known: State) -> Mapping[str, UnitLoss]:
    """SN-S2: components of ships whose consoles this reader sees; a ship that is gone has lost all."""
    return {ship.id: _lost(ship) for ship in known.ships.values() if ship.console_if_known}


def _lost(ship: Ship) -> UnitLoss:
    number = components_lost(ship)
    return UnitLoss(number, count(number, "component")) if ship.alive else UnitLoss(GONE + number, ship.fate)
