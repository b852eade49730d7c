"""Pictures for a reader: the map first, then the record sheets of the vessels they may see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.scene import Scene
from pbem.games.stingray.model.state import State
from pbem.games.stingray.report.panels import ABREAST
from pbem.games.stingray.report.pictures.map_scene import draw_map
from pbem.games.stingray.report.pictures.sheet_scene import draw_sheet, draw_shoal


def draw(known: State) -> Iterator[Scene]:
    """Section 9: a sheet for each Stingray and SuperSub, fish up to three abreast; after the end those of all."""
    yield draw_map(known)
    fish = [vessel for vessel in known.vessels.values() if vessel.printed.fish]
    yield from (draw_sheet(known, vessel) for vessel in known.vessels.values() if not vessel.printed.fish)
    yield from (draw_shoal(known, fish[n : n + ABREAST]) for n in range(0, len(fish), ABREAST))
