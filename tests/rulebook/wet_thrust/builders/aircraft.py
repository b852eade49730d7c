"""Aircraft over the sea for one step of a turn, with aims and dice and nothing else.

    played = FlightStep({"ARK": ((0, 0), 12, 6), "BIS": ((0, 20), 3, 6)}, {"ARK-T1": (0, 8)}, {"ARK-T1": Strike(("BIS",))})
    flights.step(played.scratch)

Squadrons named are in the air since an earlier turn, all others aboard. It is turn 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.wet_thrust.opening import SquadronFormed
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.orders import Aim, ShipOrders
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from tests.rulebook.wet_thrust.builders.ships import Placement, Step, airborne, mils, state_with

TURN = 5


class FlightStep(Step):
    """`ships` and `squadrons` by id, places in inches; `orders` of both; `aircraft` left in squadrons that are not whole."""

    def __init__(
        self,
        ships: Mapping[str, Placement],
        squadrons: Mapping[str, tuple[float, float]] | None = None,
        orders: Mapping[str, ShipOrders | Aim] | None = None,
        dice: Iterable[int] = (),
        *,
        aircraft: Mapping[str, int] | None = None,
        bombers: tuple[float, float] | None = None,
        enters: int = TURN,
        **options: Any,
    ) -> None:
        self.state = state_with(ships, TURN, **options)
        if bombers is not None:
            formed = SquadronFormed("LB1", 99, "", "B", 6, "german", "de", enters, list(mils(*bombers)))
            apply(self.state, formed)
            self.state.squadrons["LB1"].standing_if_known = []
        for id, at in (squadrons or {}).items():
            airborne(self.state, id, at, launched=1)
        for id, left in (aircraft or {}).items():
            self.state.squadrons[id].aircraft = left
        self.begin(orders, dice)

    def __getitem__(self, squadron: str) -> Squadron:
        return self.state.squadrons[squadron]

    def ship(self, id: str) -> Vessel:
        """A ship as she is now."""
        return self.state.ships[id]

    def at(self, squadron: str) -> Spot:
        """Where it is."""
        return self[squadron].at
