"""The state of a Star Navy game: plain mutable data that only `apply.py` changes. What a reader knows is of the same type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from events.base import EVERYONE
from events.shapes import Range
from events.star_navy.opening import Edge
from pbem.core.geometry.hexes import Hex, OffMapHex, on_map
from pbem.core.state.game_state import GameState
from pbem.games.star_navy.model.ships import Count, Ship
from pbem.games.star_navy.model.tables import TURNS


@dataclass
class Mine:
    """A mine on the map. `number` gives its id M1, M2, …; `ship` laid it for `side`."""

    number: Count
    """Gives its id: `M1`, `M2`, ..."""
    hex: Hex
    """Where it lies."""
    ship: str
    """Who laid it."""
    side: str
    """For whom."""

    @property
    def id(self) -> str:
        """SN-7.18."""
        return f"M{self.number}"


@dataclass
class Volley:
    """For the map only: a volley of the last turn."""

    ship: str
    """Who fired."""
    target: str
    """At whom."""
    weapon: str
    """The letter of the weapon type."""
    points: Count
    """On all sections together, before absorption."""
    origin: OffMapHex
    """Where the ship was."""
    aim: OffMapHex
    """Where the target was."""


@dataclass
class State(GameState):
    """A game, or what `reader` knows of it."""

    columns: Annotated[int, Range(0, 99)] = 99
    """Of the map, or of the sheet under a floating one."""
    rows: Annotated[int, Range(0, 99)] = 99
    """The same."""
    edge: Edge = "floating"
    """SN-13.8."""
    planets: list[OffMapHex] = field(default_factory=list)
    """Terrain; a floating map may have pushed some off the sheet."""
    asteroids: list[OffMapHex] = field(default_factory=list)
    """The same."""
    region_value: Count = 3
    """SN-14.2."""
    limit: Count = 48
    """Turns after which the game ends."""
    cycle: Count = 0
    """Of the last turn begun; 0 before the first."""
    turn: Annotated[int, Range(0, 6)] = 0
    """The last turn begun; 0 before the first."""
    ships: dict[str, Ship] = field(default_factory=dict)
    """In roster order (section 3)."""
    mines: list[Mine] = field(default_factory=list)
    """Those on the map."""
    mines_laid: Count = 0
    """Mines laid so far; the next id is one higher."""
    mines_armed: Count = 0
    """SN-7.18: mines up to this number are armed: those that lay there when the last Move phase began."""
    scores: dict[str, int] = field(default_factory=dict)
    """Points by side, once they are awarded."""
    volleys: list[Volley] = field(default_factory=list)
    """For the map only: those of the last turn, with `pace=cycle` of the last cycle."""
    explosions: list[OffMapHex] = field(default_factory=list)
    """The same: where mines and ships went up."""

    @property
    def absolute_turn(self) -> int:
        """T, counted from 1 over all cycles; 0 before the first turn."""
        return absolute(self.cycle, self.turn)

    @property
    def next_turn(self) -> tuple[int, int]:
        """Cycle and turn that are ordered next."""
        if not self.cycle:
            return 1, 1
        return (self.cycle + 1, 1) if self.turn == TURNS else (self.cycle, self.turn + 1)

    @property
    def sides(self) -> list[str]:
        """In scenario order."""
        return list(dict.fromkeys(self.seats.values()))

    @property
    def by_cycle(self) -> bool:
        """SN-15.1: are orders given for a whole cycle?"""
        return bool(self.options.get("pace") == "cycle")

    def living(self) -> list[Ship]:
        """Ships on the map, in roster order."""
        return [s for s in self.ships.values() if s.fate == "on map"]

    def mine(self) -> list[Ship]:
        """The reader's own living ships."""
        return [s for s in self.living() if s.seat == self.reader]

    def friends(self) -> list[Ship]:
        """Living ships of the reader's side, their own among them."""
        return [s for s in self.living() if s.side == self.side]

    def enemies(self) -> list[Ship]:
        """Living ships of the other sides."""
        return [s for s in self.living() if s.side != self.side]

    def console_audience(self, ship: Ship) -> str:
        """SN-16.1, SN-16.4, SN-16.5: who sees what happens on this ship's console: its side; everyone with `screen=off`."""
        return EVERYONE if self.options["screen"] == "off" else ship.side

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex on the map (floating: on the sheet)?"""
        return on_map(hex, self.columns, self.rows)


def absolute(cycle: int, turn: int) -> int:
    """T = 6 (c - 1) + t; 0 before the first turn."""
    return TURNS * (cycle - 1) + turn if cycle else 0
