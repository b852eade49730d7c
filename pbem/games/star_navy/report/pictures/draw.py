"""Pictures for a reader: the map first, then a record sheet for each console they may see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.scene import Scene
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.report.pictures.map_scene import draw_map
from pbem.games.star_navy.report.pictures.sheet_scene import draw_sheet


def draw(known: State) -> Iterator[Scene]:
    """Own ships' sheets before those of others, which only `screen=off` and the end of the game open (SN-16.1, 16.5)."""
    yield draw_map(known)
    own = [*known.mine(), *(ship for ship in known.friends() if ship.seat != known.reader)]
    others = [ship for ship in known.living() if ship not in own]
    yield from (draw_sheet(known, ship) for ship in [*own, *others] if ship.console_if_known)
