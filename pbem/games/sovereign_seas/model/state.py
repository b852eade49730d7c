"""The state of a game of Sovereign Seas Lite, the whole or what one reader knows of it: data that only `apply.py` changes.

A reader's state is what the events fold into that they were shown. What may be hidden is None until an event shown to them
fills it: a ship's log (SSL-Y.5) and her standing orders (SSL-Y.2). Ships of which they were not told are not in it (SSL-Y.3).
In the whole state nothing is None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from events.base import EVERYONE
from events.shapes import Id, Range
from pbem.core.geometry.hexes import Direction, Hex, OffMapHex, on_map
from pbem.core.state.game_state import GameState, shown
from pbem.games.sovereign_seas.model.scenario import OPENINGS, Task
from pbem.games.sovereign_seas.model.tables import BRITISH, CLASSES, FRENCH, Battery, Location, ShipClass

Fate = Literal["afloat", "sunk", "left"]
Jam = Literal["", "L", "R", "S"]
JAMMED = {"L": "left", "R": "right", "S": "straight"}
"""How a rudder is jammed."""
Level = Literal["", "marginal", "major", "decisive"]
Edge = Literal["", "N", "E", "S", "W"]
Count = Annotated[int, Range(0)]
MapSize = Annotated[int, Range(1, 99)]
"""As many columns or rows as labels can name."""


@dataclass(frozen=True)
class Place:
    """Where a ship was in an impulse of this turn (0: as it began)."""

    impulse: Count
    hex: Hex
    heading: Direction


@dataclass
class Log:
    """What a control log has suffered (SSL-D.1); a fresh one as it is made."""

    marked: Count = 0
    """Hull circles marked off, from the bow."""
    lost: Count = 0
    """Speed factors marked off, from the left: one for each slash that `marked` has crossed (SSL-L4.1), and `engine`."""
    engine: Count = 0
    """How many speed factors funnel and boiler hits have cost; the slashes that `marked` has crossed cost the others."""
    gone: list[str] = field(default_factory=list)
    """Batteries and turrets destroyed, as they were."""
    tower_lost: bool = False
    """Is the conning tower destroyed?"""
    command_until: Count = 0
    """SSL-L5.12: out of command up to the end of this turn; 0: in command."""
    jam: Jam = ""
    """SSL-L5.6: the rudder is jammed left, right or straight; "": whole."""
    jam_until: Count = 0
    """Jammed up to the end of this turn."""


@dataclass
class Ship:
    """One ship."""

    id: Id
    ship_class: str
    """Her printed log: a class of 2.2, or the variants `Bellerophon/page2` and `Defense/eleven`."""
    side: str
    """`british` or `french`, as her class."""
    seat: str
    """SSL-A.1: the admiral who orders her."""
    hex: Hex
    """Where she is, or was last."""
    heading: Direction
    """Where her bow points."""
    speed: Annotated[int, Range(0, 14)]
    """SSL-H.1: her current speed."""
    count: Count
    """SSL-I2.1: hexes since her last turn of heading."""
    name: str = ""
    """SSL-CAM.1: her own, where she has one."""
    fate: Fate = "afloat"
    """In play, sunk, or off the map."""
    fired: bool = False
    """SSL-J2.3: has she fired in this turn?"""
    hits: dict[Location, Count] = field(default_factory=dict)
    """Location letters scored on her: what everybody has seen, whatever it did."""
    trail: list[OffMapHex] = field(default_factory=list)
    """SSL-X.6: the last hexes she has left, the latest last."""
    track: list[Place] = field(default_factory=list)
    """Her way in the last turn."""
    log_if_known: Log | None = field(default=None, metadata={"json": "log"})
    """SSL-Y.5: her control log, for those who may see it."""
    standing_if_known: list[str] | None = field(default=None, metadata={"json": "standing"})
    """SSL-Y.2: standing orders, canonical lines, for her own side."""

    @property
    def log(self) -> Log:
        """Her control log. Raises `Unknown` where it is hidden."""
        return self.log_if_known or shown(self.log_if_known, f"the log of {self.id}")

    @property
    def standing(self) -> list[str]:
        """Her standing orders. Raises `Unknown` where they are hidden."""
        return shown(self.standing_if_known, f"the standing orders of {self.id}")

    @property
    def log_seen(self) -> Log:
        """Her log; of a hidden one what her enemies take it for: each hit seen has cost a hull circle (SSL-Y.5, ruling S58)."""
        return self.log_if_known or Log(marked=min(sum(self.hits.values()), self.printed.circles))

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
        """SSL-L4.2: the leftmost speed factor left, as far as it is seen; 0 without one."""
        return self.printed.maximum(self.log_seen.lost)

    @property
    def circles_left(self) -> int:
        """Hull circles not marked, as far as it is seen."""
        return self.printed.circles - self.log_seen.marked

    def living(self) -> list[Battery]:
        """Batteries and turrets not seen to be destroyed, in natural id order."""
        gone = self.log_seen.gone
        return [battery for battery in self.printed.guns.values() if battery.id not in gone]


@dataclass(frozen=True)
class Shot:
    """For the map and the log: a salvo of the last turn."""

    impulse: Count
    ship: str
    target: str
    code: str
    guns: Count
    range: Count
    hits: Count
    origin: Hex
    aim: Hex


@dataclass(frozen=True)
class Ram:
    """For the map: a ram attack of the last turn."""

    impulse: Count
    attacker: str
    target: str
    hex: Hex
    hit: bool


@dataclass
class State(GameState):
    """A game."""

    columns: MapSize = 60
    """SSL-E.2: size of the map."""
    rows: MapSize = 50
    """SSL-E.2: size of the map."""
    limit: Annotated[int, Range(1)] = 24
    """SSL-E.3: the last turn."""
    stages: list[dict[str, Task]] = field(default_factory=list)
    """Set-up deadlines still to come, the present one first: side -> ENTER, PLACE or TAKE."""
    entry: Edge = ""
    """SSL-O3.1: the edge from which the British enter; "" for those who have not been told (SSL-Y.3)."""
    turn: Count = 0
    """The last turn begun; 0 before."""
    advantage: str = ""
    """SSL-G.1: the side that has been advantaged in the last turn; "" before the first."""
    strikes: dict[str, Count] = field(default_factory=dict)
    """SSL-G.1: by side, of the ADV roll that decided."""
    ships: dict[str, Ship] = field(default_factory=dict)
    """In natural id order (2.1)."""
    strength: dict[str, Count] = field(default_factory=dict)
    """By side, ships that it began with, as far as they are known (SSL-O1.2)."""
    fleet: dict[str, list[str]] = field(default_factory=dict)
    """SSL-Y.2: standing lines of the FLEET block, by seat, for its own side."""
    silence: dict[str, Count] = field(default_factory=dict)
    """SSL-Z.2: by side, turns running without a mail."""
    shots: list[Shot] = field(default_factory=list)
    """Salvos of the last turn."""
    rams: list[Ram] = field(default_factory=list)
    """Rams of the last turn."""
    level: Level = ""
    """Of the victory; "" where there is none."""

    @property
    def next_turn(self) -> int:
        """The turn that is ordered next."""
        return self.turn + 1

    @property
    def stage(self) -> dict[str, Task]:
        """The set-up deadline at hand; empty when turns are played."""
        return self.stages[0] if self.stages else {}

    @property
    def impulses(self) -> int:
        """Impulses of a turn."""
        return self.number("impulses")

    def active(self, side: str = "") -> list[Ship]:
        """Ships neither sunk nor off the map, of one side or of both, in natural id order."""
        return [ship for ship in self.ships.values() if ship.fate == "afloat" and (not side or ship.side == side)]

    def of_seat(self, seat: str | None) -> list[Ship]:
        """The active ships of an admiral."""
        return [ship for ship in self.ships.values() if ship.active and ship.seat == seat]

    def mine(self) -> list[Ship]:
        """The reader's own active ships."""
        return self.of_seat(self.reader)

    def senior(self, side: str) -> str:
        """SSL-X.16: the side's senior admiral."""
        return next(seat for seat, its in self.seats.items() if its == side)

    @property
    def is_senior(self) -> bool:
        """SSL-X.16: is the reader their side's senior admiral?"""
        return self.side != "" and self.reader == self.senior(self.side)

    def fleet_lines(self, side: str) -> list[str]:
        """The standing lines of a side's FLEET block, as far as they are known; none of no side."""
        return self.fleet.get(self.senior(side), []) if side else []

    def sight_of(self, side: str) -> str:
        """SSL-Y.3: who sees a side's ships: everybody; of a convoy's British their own side, until the set-up is closed."""
        return side if side == BRITISH and self.stages and OPENINGS[self.scenario].entry else EVERYONE

    def log_of(self, side: str) -> str:
        """SSL-Y.1, SSL-Y.5: who sees what the logs of a side's ships suffer."""
        return side if self.opt("hidden_logs") == "on" else self.sight_of(side)

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex?"""
        return on_map(hex, self.columns, self.rows)


def enemy(side: str) -> str:
    """The other side."""
    return FRENCH if side == BRITISH else BRITISH
