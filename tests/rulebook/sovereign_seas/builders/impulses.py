"""Ships under way for a few impulses, without the other phases of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from events.base import Draft, Event
from events.sovereign_seas.sailing import Stepped
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.geometry.hexes import DIRECTIONS
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.orders import Avoid, Move, ShipOrders, Speed, Steer, When
from pbem.games.sovereign_seas.model.state import Ship
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.model.turn_scratch import TurnScratch
from pbem.games.sovereign_seas.rules.sailing import move, speed, when
from tests.rulebook.sovereign_seas.builders.fleet import change, pool, rolled, state_with, told, turn_of

E = TypeVar("E", bound=Event)


def faces(dice: str) -> Iterator[int]:
    """The faces of `3/5 0/5`, pools with so many strikes; `=2` is one die."""
    for roll in dice.split():
        strikes, _, n = roll.partition("/")
        yield from pool(int(n), int(strikes)) if n else [int(roll.removeprefix("="))]


class Passage:
    """Ships by id (hex, heading, speed); `sail(1, 2)` plays these impulses up to the rams, with exactly these dice."""

    def __init__(
        self,
        ships: Mapping[str, tuple[str, str, int]],
        dice: str = "",
        orders: Mapping[str, ShipOrders] | None = None,
        *,
        advantage: str = "british",
        turn: int = 1,
        **options: Any,
    ) -> None:
        self.state = state_with(ships, turn, **options)
        self.state.advantage = advantage
        self.turn = turn_of(self.state, faces(dice), turn)
        given = {ship: ShipOrders() for ship in self.state.ships} | dict(orders or {})
        self.scratch = TurnScratch(self.turn, given, {side: [ship.id for ship in self.state.active(side)] for side in SIDES}, 1)

    def __getitem__(self, ship: str) -> Ship:
        return self.state.ships[ship]

    def told(self, kind: type[E]) -> list[E]:
        """The events of a type, in order."""
        return told(self.turn.drafts, kind)

    def drafts(self, kind: type[Event]) -> list[Draft]:
        """With clause and audience."""
        return [draft for draft in self.turn.drafts if type(draft.event) is kind]

    def rolls(self) -> list[str]:
        """What dice were rolled for, in order."""
        return rolled(self.turn.drafts)

    def spent(self) -> None:
        """No die is left."""
        assert cast(ScriptedDice, self.turn.dice).left == []

    def sail(self, *impulses: int) -> Passage:
        """Each impulse's start, WHEN lines, movement; all dice must be used."""
        for impulse in impulses or range(1, self.state.impulses + 1):
            self.scratch.impulse = impulse
            speed.drop(self.scratch)
            when.step(self.scratch)
            move.step(self.scratch)
        self.spent()
        return self

    def way(self, ship: str) -> list[str]:
        """Hex and heading after each of her steps."""
        return [f"{e.hex} {DIRECTIONS[e.heading]}" for e in self.told(Stepped) if e.ship == ship]

    def letters(self, ship: str) -> str:
        """Helm letters sailed, impulses between bars."""
        steps = [e for e in self.told(Stepped) if e.ship == ship]
        return "|".join("".join(e.letter for e in steps if e.impulse == i) for i in range(1, self.state.impulses + 1))

    def at(self, ship: str) -> str:
        """Hex and heading as they are."""
        return f"{label_of(self[ship].hex)} {DIRECTIONS[self[ship].heading]}"

    def damage(self, ship: str, **log: Any) -> Passage:
        """Fields of her log as a test wants them."""
        change(self[ship], **log)
        return self


def plan(letters: str) -> Move:
    """`F|RF|FF|RF`, with or without bars."""
    return Move(tuple(letters.split("|")))


def orders(steer: Steer | None = None, *when: When, **others: Any) -> ShipOrders:
    """Standing steering, WHEN lines and whatever else, `move` and `avoid` in words, `speed` a number."""
    if "move" in others:
        others["move"] = plan(others["move"])
    if "avoid" in others:
        others["avoid"] = Avoid(others["avoid"])
    if "speed" in others:
        others["speed"] = Speed("TO", others["speed"])
    if steer:
        others["steer"] = steer
    return ShipOrders(when=when, **others)


def one(ship: str, place: str, own: ShipOrders | None = None, **options: Any) -> Passage:
    """One ship, e.g. `1010 N 7`, and an enemy far away."""
    hex, heading, speed = place.split()
    far = "FV5" if ship.startswith("B") else "BV5"
    return Passage({ship: (hex, heading, int(speed)), far: ("5848", "N", 0)}, orders={ship: own or ShipOrders()}, **options)
