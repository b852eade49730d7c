"""Pictures for a reader: the map first, then a record sheet for each console they may see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.scene import Scene
from pbem.games.star_navy.model.view import View
from pbem.games.star_navy.report.pictures.map_scene import draw_map
from pbem.games.star_navy.report.pictures.sheet_scene import draw_sheet


def draw(view: View) -> Iterator[Scene]:
    """Own ships' sheets before those of others, which only `screen=off` and the end of the game open (SN-16.1, 16.5)."""
    yield draw_map(view)
    own = [*view.mine(), *(ship for ship in view.friends() if ship.seat != view.seat)]
    others = [ship for ship in view.living() if ship not in own]
    yield from (draw_sheet(view, ship, ship.console) for ship in [*own, *others] if ship.console)
