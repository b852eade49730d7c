"""The pictures of a campaign, as far as their reader knows it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.state import State
from pbem.campaign.report.fleet_panels import fleets_of
from pbem.campaign.report.pictures.fleet_scene import draw_fleet
from pbem.campaign.report.pictures.graph_scene import draw_graph
from pbem.campaign.report.pictures.pairing_scene import draw_pairing
from pbem.core.drawing.scene import Scene


def draw(known: State) -> Iterator[Scene]:
    """The map, then the record sheets of the reader's fleets; of all, if they have none or the campaign is over."""
    yield draw_pairing(known) if known.file.pairing else draw_graph(known)
    for side in [known.side] if known.side and not known.over else known.sides:
        for fleet, units in fleets_of(known, side).items():
            yield draw_fleet(known, side, fleet, units)
