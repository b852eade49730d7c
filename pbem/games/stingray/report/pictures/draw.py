"""Pictures for a reader: the map first, then the record sheets of the vessels they may see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.scene import Scene
from pbem.games.stingray.model.view import View
from pbem.games.stingray.report.panels import ABREAST
from pbem.games.stingray.report.pictures.map_scene import draw_map
from pbem.games.stingray.report.pictures.sheet_scene import draw_sheet, draw_shoal


def draw(view: View) -> Iterator[Scene]:
    """Section 9: a sheet for each Stingray and SuperSub, fish up to three abreast; after the end those of all."""
    yield draw_map(view)
    fish = [vessel for vessel in view.vessels.values() if vessel.printed.fish]
    yield from (draw_sheet(view, vessel) for vessel in view.vessels.values() if not vessel.printed.fish)
    yield from (draw_shoal(view, fish[n : n + ABREAST]) for n in range(0, len(fish), ABREAST))
