"""What is asked of a ship by rules that work on ships and on what a reader sees of them alike."""

from __future__ import annotations

from typing import Protocol

from pbem.core.geometry.hexes import Hex
from pbem.games.sovereign_seas.model.tables import Battery, ShipClass


class Vessel(Protocol):
    """`state.Ship` and `view.ShipView` both answer. Of a log that is hidden the view answers as if it were fresh."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def hex(self) -> Hex: ...
    @property
    def heading(self) -> int:
        """0-5 from N clockwise."""
        ...

    @property
    def speed(self) -> int: ...
    @property
    def count(self) -> int:
        """SSL-I2.1: hexes since her last turn of heading."""
        ...

    @property
    def active(self) -> bool:
        """Neither sunk nor off the map."""
        ...

    @property
    def printed(self) -> ShipClass:
        """Her fresh log."""
        ...

    @property
    def maximum(self) -> int:
        """SSL-D1.3, SSL-L4.2: the first entry of her speed track that is left."""
        ...

    @property
    def circles_left(self) -> int:
        """Hull circles not marked."""
        ...

    def living(self) -> list[Battery]:
        """Batteries not destroyed, in natural id order."""
        ...
