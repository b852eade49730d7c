"""The state of a game of Sovereign Seas Lite: plain mutable data that only `apply.py` changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from events.base import EVERYONE
from pbem.core.geometry.hexes import Hex, on_map
from pbem.games.sovereign_seas.model.tables import BRITISH, CLASSES, FRENCH, Battery, ShipClass

Fate = Literal["afloat", "sunk", "left"]
Jam = Literal["", "L", "R", "S"]


@dataclass(frozen=True)
class Place:
    """Where a ship was in an impulse of this turn (0: as it began)."""

    impulse: int
    hex: Hex
    heading: int


@dataclass
class Ship:
    """One ship and her control log. `count` is hexes since her last turn of heading (SSL-I2.1)."""

    id: str
    ship_class: str
    side: str
    seat: str
    hex: Hex
    heading: int
    speed: int
    count: int
    hidden: bool = False
    """SSL-Y.3: known to her own side only."""
    fate: Fate = "afloat"
    fired: bool = False
    marked: int = 0
    """Hull circles marked off, from the bow."""
    lost: int = 0
    """Speed factors marked off, from the left."""
    gone: list[str] = field(default_factory=list)
    """Batteries and turrets destroyed, as they were."""
    tower_lost: bool = False
    command_until: int = 0
    """SSL-L5.12: out of command up to the end of this turn; 0: in command."""
    jam: Jam = ""
    jam_until: int = 0
    hits: dict[str, int] = field(default_factory=dict)
    """Location letters scored on her: what everybody has seen, whatever it did."""
    trail: list[Hex] = field(default_factory=list)
    """SSL-X.6: the last hexes she has left, the latest last."""
    track: list[Place] = field(default_factory=list)
    """This turn's way."""
    standing: list[str] = field(default_factory=list)
    """Standing orders, canonical lines."""

    @property
    def printed(self) -> ShipClass:
        """The fresh log."""
        return CLASSES[self.ship_class]

    @property
    def active(self) -> bool:
        """Neither sunk nor off the map."""
        return self.fate == "afloat"

    @property
    def maximum(self) -> int:
        """SSL-L4.2: the leftmost speed factor left; 0 without one."""
        return self.printed.maximum(self.lost)

    @property
    def circles_left(self) -> int:
        """Hull circles not marked."""
        return self.printed.circles - self.marked

    def living(self) -> list[Battery]:
        """Batteries and turrets not destroyed, in natural id order."""
        return [battery for battery in self.printed.guns.values() if battery.id not in self.gone]


@dataclass(frozen=True)
class Shot:
    """For the map and the log: a salvo of the last turn."""

    impulse: int
    ship: str
    target: str
    code: str
    guns: int
    range: int
    hits: int
    origin: Hex
    aim: Hex


@dataclass(frozen=True)
class Ram:
    """For the map: a ram attack of the last turn."""

    impulse: int
    attacker: str
    target: str
    hex: Hex
    hit: bool


@dataclass
class State:
    """A whole game. `ships` are in natural id order; `turn` is the last turn begun (0 before)."""

    scenario: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    columns: int = 60
    rows: int = 50
    limit: int = 24
    stages: list[dict[str, str]] = field(default_factory=list)
    """Set-up deadlines still to come, the present one first: side -> ENTER, PLACE or TAKE."""
    entry: str = ""
    """SSL-O3.1: the edge from which the British enter."""
    turn: int = 0
    advantage: str = ""
    strikes: dict[str, int] = field(default_factory=dict)
    """SSL-G.1: of the deciding ADV roll."""
    ships: dict[str, Ship] = field(default_factory=dict)
    strength: dict[str, int] = field(default_factory=dict)
    """Ships that each side began with."""
    fleet: dict[str, list[str]] = field(default_factory=dict)
    """Standing lines of the FLEET block, by seat."""
    silence: dict[str, int] = field(default_factory=dict)
    """SSL-Z.2: by side."""
    shots: list[Shot] = field(default_factory=list)
    rams: list[Ram] = field(default_factory=list)
    over: bool = False
    winners: list[str] = field(default_factory=list)
    level: str = ""
    verdict: str = ""

    def opt(self, name: str) -> str:
        """An option that is a word."""
        return str(self.options[name])

    def number(self, name: str) -> int:
        """An option that is a number."""
        return int(self.options[name])

    @property
    def next_turn(self) -> int:
        """The turn that is ordered next."""
        return self.turn + 1

    @property
    def stage(self) -> dict[str, str]:
        """The set-up deadline at hand; empty when turns are played."""
        return self.stages[0] if self.stages else {}

    @property
    def impulses(self) -> int:
        """Impulses of a turn."""
        return self.number("impulses")

    def active(self, side: str = "") -> Iterator[Ship]:
        """Ships neither sunk nor off the map, of one side or of both, in natural id order."""
        for ship in list(self.ships.values()):
            if ship.active and side in ("", ship.side):
                yield ship

    def of_seat(self, seat: str) -> list[Ship]:
        """The active ships of an admiral."""
        return [ship for ship in self.ships.values() if ship.active and ship.seat == seat]

    def senior(self, side: str) -> str:
        """SSL-X.16: the side's senior admiral."""
        return next(seat for seat, its in self.seats.items() if its == side)

    def log_of(self, ship: Ship) -> str:
        """SSL-Y.1, SSL-Y.5: the audience of what her log suffers."""
        return ship.side if self.opt("hidden_logs") == "on" else EVERYONE

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex?"""
        return on_map(hex, self.columns, self.rows)


def enemy(side: str) -> str:
    """The other side."""
    return FRENCH if side == BRITISH else BRITISH
