"""Pictures for a reader: the map first, then a picture of every control sheet that they may see, their own first."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.scene import Scene
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.report.panels import in_order
from pbem.games.wet_thrust.report.pictures.map_scene import draw_map
from pbem.games.wet_thrust.report.pictures.sheet_scene import draw_sheet


def draw(known: State) -> Iterator[Scene]:
    """Section 9."""
    yield draw_map(known)
    yield from (draw_sheet(known, ship, ship.sheet) for ship in in_order(known) if ship.sheet_if_known)
