"""What the states of all games have in common, and how a part is asked for that its reader may never have been shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class Unknown(LookupError):
    """A part was asked for that this reader was never shown: a programmer's mistake. Reports ask `..._if_known` first."""


def shown(part: T | None, what: str) -> T:
    """A part that may be hidden. Raises `Unknown` for one that its reader was never shown."""
    if part is None:
        raise Unknown(f"{what} was never shown to the reader of this state")
    return part


@dataclass
class GameState:
    """A whole game, or what one reader knows of it: the state that the events fold into which they were shown."""

    reader: str | None = field(default=None, metadata={"json": None})
    """The seat that knows this; None for a spectator, and in the whole state."""
    scenario: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    """Seat -> side."""
    over: bool = False
    winners: list[str] = field(default_factory=list)
    verdict: str = ""

    def opt(self, name: str) -> str:
        """An option that is a word."""
        return str(self.options[name])

    def number(self, name: str) -> int:
        """An option that is a whole number."""
        return int(self.options[name])

    @property
    def side(self) -> str:
        """The reader's side; "" of a spectator, and of the whole state."""
        return "" if self.reader is None else self.seats.get(self.reader, "")
