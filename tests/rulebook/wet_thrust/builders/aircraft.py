"""Aircraft over the sea for one step of a turn, with aims and dice and nothing else.

    played = FlightStep({"ARK": ((0, 0), 12, 6), "BIS": ((0, 20), 3, 6)}, {"ARK-T1": (0, 8)}, {"ARK-T1": Strike(("BIS",))})
    flights.step(played.scratch)

Squadrons named are in the air since an earlier turn, all others aboard. It is turn 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from events.base import Draft, Event
from events.platform import Rolled
from events.wet_thrust.opening import SquadronFormed
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.orders import Aim, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from tests.rulebook.wet_thrust.builders.ships import Placement, airborne, mils, rolled, scratch, spent_dice, state_with, told

E = TypeVar("E", bound=Event)
TURN = 5


class FlightStep:
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
        self.state: State = state_with(ships, TURN, **options)
        if bombers is not None:
            formed = SquadronFormed("LB1", 99, "", "B", 6, "german", "de", enters, list(mils(*bombers)))
            apply(self.state, formed)
            self.state.squadrons["LB1"].standing_if_known = []
        for id, at in (squadrons or {}).items():
            airborne(self.state, id, at, launched=1)
        for id, left in (aircraft or {}).items():
            self.state.squadrons[id].aircraft = left
        self.scratch = scratch(self.state, orders, dice)
        self.drafts: list[Draft] = self.scratch.turn.drafts

    def __getitem__(self, squadron: str) -> Squadron:
        return self.state.squadrons[squadron]

    def ship(self, id: str) -> Vessel:
        """A ship as she is now."""
        return self.state.ships[id]

    def at(self, squadron: str) -> Spot:
        """Where it is."""
        return self[squadron].at

    def told(self, kind: type[E]) -> list[E]:
        """The events of a type, in order."""
        return told(self.drafts, kind)

    def why(self, kind: type[Event]) -> list[tuple[str, str]]:
        """Clause and audience of the events of a type."""
        return [(draft.rule, draft.audience) for draft in self.drafts if type(draft.event) is kind]

    def kinds(self) -> list[str]:
        """What happened, in order, dice left out."""
        return [type(draft.event).__name__ for draft in self.drafts if not isinstance(draft.event, Rolled)]

    def rolls(self) -> list[str]:
        """What was rolled for, in order; no die may be left over."""
        spent_dice(self.scratch)
        return rolled(self.drafts)
