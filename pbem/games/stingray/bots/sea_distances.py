"""How far it is by water: around the rocks, for those who have no player to see it."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from pbem.core.geometry.hexes import DIRECTIONS, Hex, at, off_edge, step
from pbem.games.stingray.model.state import State

FAR = 99
"""Where no way leads."""


def sea_distances(goal: str | Hex, known: State) -> dict[Hex, int]:
    """Hexes by water from every hex of the map to a hex, or to the row or column along an edge."""
    return _distances(goal, known.columns, known.rows, frozenset(known.obstacles))


@lru_cache(maxsize=256)
def _distances(goal: str | Hex, columns: int, rows: int, obstacles: frozenset[Hex]) -> dict[Hex, int]:
    water = {at(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)} - obstacles
    if isinstance(goal, str):
        direction = DIRECTIONS.index({"E": "NE", "W": "NW"}.get(goal, goal))
        shore = [hex for hex in water if off_edge(step(hex, direction), columns, rows) == goal]
    else:
        shore = [goal]
    found = dict.fromkeys(shore, 0)
    queue = deque(shore)
    while queue:
        hex = queue.popleft()
        for neighbour in (step(hex, direction) for direction in range(6)):
            if neighbour in water and neighbour not in found:
                found[neighbour] = found[hex] + 1
                queue.append(neighbour)
    return found
