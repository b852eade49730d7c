"""Whose orders are read, and what they know: their own ships, and which enemies are in play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.games.sovereign_seas.model.state import Ship, State, enemy


@dataclass(frozen=True)
class OrderContext:
    """An admiral with the state before them, which does not change while their mail is read."""

    state: State
    seat: str

    @property
    def side(self) -> str:
        """The side they fight for."""
        return self.state.seats[self.seat]

    @property
    def senior(self) -> str:
        """SSL-X.16: their side's senior admiral."""
        return self.state.senior(self.side)

    @property
    def task(self) -> str:
        """What the set-up deadline at hand asks of their side: PLACE, ENTER or TAKE, else ""."""
        return self.state.stage.get(self.side, "")

    def mine(self) -> dict[str, Ship]:
        """The ships they order."""
        return {ship.id: ship for ship in self.state.of_seat(self.seat)}

    @cached_property
    def fleet(self) -> dict[str, Ship]:
        """Their side's ships in play."""
        return {ship.id: ship for ship in self.state.active(self.side)}

    @cached_property
    def foes(self) -> list[str]:
        """Enemies in play that they know of (SSL-Y.3)."""
        return [ship.id for ship in self.state.active(enemy(self.side))]

    def known(self, id: str) -> bool:
        """Is or was there such a ship, as far as they know?"""
        return id in self.state.ships
