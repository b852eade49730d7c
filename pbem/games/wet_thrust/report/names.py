"""What units are called beside their ids."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.wet_thrust.model.view import View
from pbem.games.wet_thrust.report.phrases import AIRCRAFT


def names(view: View) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    squadrons = {squadron.id: f"{AIRCRAFT[squadron.kind]}s" for squadron in view.squadrons.values()}
    return {ship.id: ship.name for ship in view.ships.values()} | squadrons
