"""The kernel that all rules share: roll the dice that were handed in, and emit events.

State changes only because an emitted event was applied; so what the resolver saw and what a replay shows cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from events.base import Draft, Event
from events.platform import Rolled
from pbem.core.dice.fair_dice import Dice

S = TypeVar("S")


@dataclass
class Turn(Generic[S]):
    """One turn being resolved. `apply` is the rules' own; `drafts` collects what happened, in order."""

    apply: Callable[[S, Event], None]
    state: S
    dice: Dice
    number: int
    drafts: list[Draft] = field(default_factory=list)
    _phase: str = ""
    _rolls: dict[str, int] = field(default_factory=dict)

    def phase(self, name: str) -> None:
        """Everything from here on happens in this phase."""
        self._phase = name

    def emit(self, event: Event, rule: str, audience: str) -> None:
        """Record that `event` happened because of clause `rule`, for `audience` to know, and apply it."""
        self.drafts.append(Draft(event, self.number, self._phase, rule, audience))
        self.apply(self.state, event)

    def roll(self, n: int, sides: int, purpose: str, rule: str, audience: str) -> list[int]:
        """Roll `n` dice with `sides` sides and record the faces. Zero dice are not rolled.

        `purpose` says what for and between whom, in the words of the rule book; `audience` must be `EVERYONE`, `NOBODY`,
        a side, a crew or a seat, because each of these has its own sealed keys.
        """
        if n <= 0:
            return []
        number = self._rolls.get(audience, 0)
        self._rolls[audience] = number + 1
        faces = self.dice.throw(audience, number, purpose, n, sides)
        self.drafts.append(Draft(Rolled(purpose, sides, faces, number), self.number, self._phase, rule, audience))
        return faces
