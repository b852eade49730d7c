"""What units are called beside their ids."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.phrases import name_of


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    return {ship.id: name_of(ship) for ship in known.ships.values()}
