"""WT-24.6: what a battle has made of every vessel."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.fleets.fleet_units import Fate, Muster, UnitEnd
from pbem.games.wet_thrust.fleets.sheets import lacking
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.rules.victory import score

FATES: Mapping[str, Fate] = {"afloat": "present", "away": "left", "lost": "lost"}
"""Nothing is ever captured in this game."""


def muster(state: State) -> Muster:
    """WT-24.6: every vessel in unit order, and the points of section 8."""
    ships = state.in_order(state.ships.values())
    units = {ship.id: UnitEnd(ship.ship_class, ship.side, FATES[ship.fate], ship.fared, lacking(state, ship)) for ship in ships}
    return Muster(units, {side: float(points) for side, points in score(state).items()})
