"""A turn in which ships are where a test puts them, for gunnery and damage without the rest of the turn.

    played = GunneryStep({"BC1": ("1010", "N", 0), "FB1": ("1310", "N", 6)}, "6/10 2/5")
    gunnery.step(played.scratch)

Dice are pools: `k/n` is a roll of n dice with k strikes, and every one of them must be rolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from events.base import Draft, Event
from events.platform import Rolled
from pbem.core.game.turn import Turn
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.orders import ShipOrders
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.combat.attack import Attack
from pbem.games.sovereign_seas.rules.combat.hits import inflict
from tests.rulebook.sovereign_seas.builders.fleet import change, state_with

E = TypeVar("E", bound=Event)


class Pools:
    """Dice whose rolls are given as pools: each roll must be of just as many dice as its pool."""

    def __init__(self, pools: str) -> None:
        self.left = [tuple(map(int, each.split("/"))) for each in pools.split()]

    def throw(self, audience: str, number: int, purpose: str, n: int, sides: int) -> list[int]:
        """The next pool: ones are strikes, twos are not."""
        assert self.left, f"no pool left for {purpose} ({n} dice)"
        strikes, dice = self.left.pop(0)
        assert (dice, 6) == (n, sides), f"{purpose}: {n} dice, not {dice}"
        return [1] * strikes + [2] * (dice - strikes)


class GunneryStep:
    """One impulse of a turn. `orders` by ship; the others have their defaults."""

    def __init__(
        self,
        ships: Mapping[str, tuple[str, str, int]],
        dice: str = "",
        orders: Mapping[str, ShipOrders] | None = None,
        *,
        advantage: str = "british",
        turn: int = 1,
        impulse: int = 1,
        **options: Any,
    ) -> None:
        self.state: State = state_with(ships, turn, **options)
        self.state.advantage = advantage
        self.dice = Pools(dice)
        self.turn: Turn[State] = Turn(SOVEREIGN_SEAS.rules.apply, self.state, self.dice, turn)
        given = {ship: ShipOrders() for ship in self.state.ships} | dict(orders or {})
        sequence = {side: [ship.id for ship in self.state.active(side)] for side in SIDES}
        self.scratch = TurnScratch(self.turn, given, sequence, impulse)

    def __getitem__(self, ship: str) -> Ship:
        return self.state.ships[ship]

    def hit(self, target: str, n: int, letter: str | None = "G", step: int | None = 3, by: str = "") -> None:
        """So many hits from a half-step, with no gun fired; all dice must be used."""
        inflict(self.scratch, Attack(by or next(iter(self.state.ships)), target, letter, step), n)
        self.spent()

    def spent(self) -> None:
        """No die is left."""
        assert self.dice.left == []

    def told(self, kind: type[E]) -> list[E]:
        """The events of a type, in order."""
        return [draft.event for draft in self.turn.drafts if isinstance(draft.event, kind)]

    def drafts(self, kind: type[Event]) -> list[Draft]:
        """With clause and audience."""
        return [draft for draft in self.turn.drafts if isinstance(draft.event, kind)]

    def rolls(self) -> list[str]:
        """What dice were rolled for, in order."""
        return [roll.purpose for roll in self.told(Rolled)]


def struck(ship: str, n: int, dice: str, letter: str | None = "G", step: int | None = 3, **options: Any) -> GunneryStep:
    """One ship, at 1010 heading N in turn 1 unless told otherwise, after n hits. `changes` are fields of her log."""
    changes: dict[str, Any] = options.pop("changes", {})
    orders: ShipOrders = options.pop("orders", ShipOrders())
    played = GunneryStep({ship: ("1010", "N", 6)}, dice, {ship: orders}, **options)
    change(played[ship], **changes)
    played.hit(ship, n, letter, step)
    return played
