"""Pictures for a reader: the map first, then the control logs, own ships first, three in a picture."""

from __future__ import annotations

from collections.abc import Iterator

from events.sovereign_seas import battle, sailing
from pbem.core.drawing.scene import Scene
from pbem.games.sovereign_seas.model.apply import TELLING
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.panels import in_order
from pbem.games.sovereign_seas.report.pictures.map_scene import draw_map
from pbem.games.sovereign_seas.report.pictures.sheet_scene import draw_logs

TOGETHER = 3
"""Logs in one picture."""
OFF_MAP = TELLING | {sailing.Advantage, battle.OpenedFire, battle.Located, battle.HullMarked, battle.FactorsLost}
"""What is written in the logs alone; a gun that is lost is not here, because the map shades where guns bear."""


def draw(known: State) -> Iterator[Scene]:
    """Section 9: the map and a log for each ship in play."""
    yield draw_map(known)
    ships = in_order(known)
    groups = [[ship for ship in ships if (ship.side == known.side) is own] for own in (True, False)]
    for group in groups:
        yield from (draw_logs(known, group[n : n + TOGETHER]) for n in range(0, len(group), TOGETHER))
