"""Sea room: can a ship that goes on from here stay on the map? (SSL-X.4, SSL-Z.1, ruling S20)"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pbem.core.geometry.hexes import Hex, column_row, on_map
from pbem.games.sovereign_seas.model.geometry import LETTERS, ahead, turned


class MapSize(NamedTuple):
    """How far the map reaches."""

    columns: int
    rows: int


def has_room(hex: Hex, heading: int, count: int, turn_hexes: int, size: MapSize) -> bool:
    """Is there a way on from this hex, within the turn rate, that does not leave the map? Other ships are not looked at.

    Three turns bring a ship about, so that a way of three turn rates and one hex more is enough.
    """
    hexes = 3 * turn_hexes + 1
    column, row = column_row(hex)
    if hexes < column <= size.columns - hexes and hexes < row <= size.rows - hexes:
        return True
    return _goes_on(hex, heading, min(count, turn_hexes), turn_hexes, size, hexes)


@lru_cache(maxsize=65536)
def _goes_on(hex: Hex, heading: int, count: int, turn_hexes: int, size: MapSize, hexes: int) -> bool:
    if not on_map(hex, *size):
        return False
    if hexes == 0:
        return True
    return any(
        _goes_on(
            ahead(hex, heading, letter),
            turned(heading, letter),
            min(count + 1, turn_hexes) if letter == "F" else 1,
            turn_hexes,
            size,
            hexes - 1,
        )
        for letter in (LETTERS if count >= turn_hexes else LETTERS[:1])
    )
