"""Ships on which damage is done without the rest of a turn.

    played = DamageStep("HOO BIS", [6, 4], orders={"HOO": ShipOrders(lose=("A1",))})
    extra.bomb(played.scratch, played["HOO"])

All ships lie at one place, course 12, speed 4. Dice are faces in the order of the rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.wet_thrust.model.orders import ShipOrders
from pbem.games.wet_thrust.model.units import Vessel
from tests.rulebook.wet_thrust.builders.ships import Step, state_with


class DamageStep(Step):
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
        self.state = state_with({ship: ((0, 0), 12, 4) for ship in ships.split()}, turn, **options)
        self.begin(orders, dice)

    def __getitem__(self, ship: str) -> Vessel:
        return self.state.ships[ship]
