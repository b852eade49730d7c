"""What units are called beside their ids."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.star_navy.model.state import State


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    return {ship.id: ship.printed.name for ship in known.ships.values()}
