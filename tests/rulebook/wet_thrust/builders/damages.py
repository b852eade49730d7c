"""Ships on which damage is done without the rest of a turn.

    played = DamageStep("HOO BIS", [6, 4], orders={"HOO": ShipOrders(lose=("A1",))})
    extra.bomb(played.scratch, played["HOO"])

All ships lie at one place, course 12, speed 4. Dice are faces in the order of the rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from events.base import Draft, Event
from events.platform import Rolled
from pbem.games.wet_thrust.model.orders import ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Vessel
from tests.rulebook.wet_thrust.builders.ships import rolled, scratch, spent_dice, state_with, told

E = TypeVar("E", bound=Event)


class DamageStep:
    """`ships` by id; `orders` by ship, the others have their defaults; `options` as `state_with` has them."""

    def __init__(
        self,
        ships: str,
        dice: Sequence[int] = (),
        *,
        turn: int = 1,
        orders: Mapping[str, ShipOrders] | None = None,
        **options: Any,
    ) -> None:
        self.state: State = state_with({ship: ((0, 0), 12, 4) for ship in ships.split()}, turn, **options)
        self.scratch = scratch(self.state, orders, dice)
        self.drafts: list[Draft] = self.scratch.turn.drafts

    def __getitem__(self, ship: str) -> Vessel:
        return self.state.ships[ship]

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
