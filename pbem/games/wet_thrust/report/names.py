"""What units are called beside their ids."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.report.phrases import AIRCRAFT


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    squadrons = {squadron.id: f"{AIRCRAFT[squadron.kind]}s" for squadron in known.wings()}
    return {ship.id: ship.name for ship in known.seen()} | squadrons
