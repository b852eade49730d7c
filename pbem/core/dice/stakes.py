"""What was at stake in a roll: what for, for whom, and what each face was worth under the very modifiers rolled for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from events.base import EVERYONE, Event
from events.platform import Rolled

E = TypeVar("E", bound=Event)


class Throw(NamedTuple):
    """A roll with who may see it, and the next few events of the game after it: those that its reader may see."""

    rolled: Rolled
    audience: str
    then: Sequence[Event]

    @property
    def words(self) -> list[str]:
        """The words of its purpose."""
        return self.rolled.purpose.split()

    def outcome(self, kind: type[E], **said: object) -> E | None:
        """The first of the events after it that is of this kind and says so; None when none does."""
        of_kind = (event for event in self.then if isinstance(event, kind))
        return next((event for event in of_kind if all(getattr(event, name) == value for name, value in said.items())), None)


def as_it_is(total: int) -> int:
    """The result of a roll whose dice are added up, and no more."""
    return total


@dataclass(frozen=True)
class Score:
    """What counts in a roll. `worth[n - 1]` is what a die that shows n adds; `result` is what their sum comes to, in `unit`.

    `less`: for whoever rolled, less is better. It is asked for right before the roll and read at once: `result` may look into a
    state that goes on to change.
    """

    unit: str
    worth: tuple[int, ...]
    result: Callable[[int], int] = as_it_is
    less: bool = False

    def of(self, faces: Sequence[int]) -> int:
        """What these faces came to."""
        return self.result(sum(self.worth[face - 1] for face in faces))


@dataclass(frozen=True)
class Stake:
    """What a roll was for, in words that leave out between whom, and whose luck it is.

    `by` is a seat, crew or side; "": nobody's, as the weather. Without a `score` only the faces can be told.
    """

    purpose: str
    by: str = ""
    score: Score | None = None


def counted(unit: str, sides: int, value: Callable[[int], int], less: bool = False) -> Score:
    """Each die for itself: `value(face)` is what it counts, True and False as 1 and 0."""
    return Score(unit, tuple(int(value(face)) for face in range(1, sides + 1)), less=less)


def no_stake(state: object, throw: Throw) -> Stake:
    """Of a game that does not say what is at stake: faces only, for the only seat, crew or side that sees them."""
    alone = throw.audience != EVERYONE and "," not in throw.audience
    return Stake(throw.words[0].replace("_", " "), throw.audience if alone else "")
