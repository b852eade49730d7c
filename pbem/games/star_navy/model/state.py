"""The state of a Star Navy game: plain mutable data that only `apply.py` changes.

What a reader knows of a game is of the same type. What is hidden hangs in two parts of a ship, its console and its stored
orders, which are None until an event shown to the reader fills them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from events.base import EVERYONE
from events.shapes import Id, Range
from events.star_navy.battle import Status
from events.star_navy.opening import Edge
from pbem.core.geometry.hexes import Direction, Hex, OffMapHex, on_map
from pbem.core.state.game_state import GameState, shown
from pbem.games.star_navy.model.tables import CLASSES, FRONT_HALF, REAR_HALF, SECTIONS, TURNS, ShipClass

READY: Final = "READY"
ACTIVE: Final = "ACTIVE"
RECOVER: Final = "RECOVER"
Fate = Literal["on map", "destroyed", "disengaged"]
Count = Annotated[int, Range(0)]


@dataclass
class Section:
    """SN-1.6, SN-1.11, SN-1.12: one outer section. `active` shields and `used` weapons; the rest counts what still exists."""

    weapon: str
    hulls: Count
    shields: Count
    weapons: Count
    capthr: Count
    active: Count
    status: Status = READY
    used: Count = 0
    wear: Annotated[int, Range(0, 2)] = 0
    """SN-7.16: of cannons."""


@dataclass
class Console:
    """SN-16.4: what is behind a ship's screen."""

    speed: Annotated[int, Range(0, 6)]
    engines: Count
    engine_energy: Count
    capacitor_energy: Count
    isds: Count
    marines: Count
    integrity: Count
    mines: Count
    sections: dict[str, Section]
    thrusters_used: Count = 0
    isds_active: Count = 0
    isd_status: Status = READY
    marine_status: Status = READY
    marines_used: Count = 0
    speed_steps: Count = 0
    """SN-10.9: steps of speed changed so far in this Engine phase."""

    @property
    def energy(self) -> int:
        """SN-1.8: all energy at hand."""
        return self.capacitor_energy + self.engine_energy

    @property
    def capacitors(self) -> int:
        """Existing capacitors."""
        return sum([self.sections[s].capthr for s in FRONT_HALF])

    @property
    def thrusters(self) -> int:
        """Existing thrusters."""
        return sum([self.sections[s].capthr for s in REAR_HALF])

    @property
    def free_thrusters(self) -> int:
        """SN-1.12."""
        return self.thrusters - self.thrusters_used


@dataclass
class Stored:
    """SN-15.2: what is stored for a ship: orders by slot, the standing chain, the policies."""

    slots: dict[str, str] = field(default_factory=dict)
    standing: str = ""
    policies: dict[str, str] = field(default_factory=dict)


@dataclass
class LastDamage:
    """SN-14.4: a side's points in the last step in which it damaged a ship. Later steps have higher numbers."""

    step: Count
    points: Count


@dataclass
class Ship:
    """One ship as it lies on the table, and what is hidden of it. `side` and `seat` command it now."""

    id: Id
    ship_class: str = field(metadata={"json": "class"})
    original_side: str
    """It counts for victory."""
    side: str
    seat: str
    hex: OffMapHex
    heading: Direction
    zone: Count
    setup_hex: Hex
    fate: Fate = "on map"
    seen_weapons: dict[str, str] = field(default_factory=dict)
    """SN-16.3: the weapon letter of each section that has fired."""
    damage_by: dict[str, Count] = field(default_factory=dict)
    """SN-8.10: points before absorption over the whole game, by side."""
    last_damage: dict[str, LastDamage] = field(default_factory=dict)
    """The same for the last step in which each side damaged it: who is an enemy depends on who commands it when it is lost."""
    step_damage: dict[str, Count] = field(default_factory=dict)
    """The same for the step (Move phase, Fire, arrival) being resolved now or last."""
    trail: list[OffMapHex] = field(default_factory=list)
    """Hexes of this turn (this cycle with pace=cycle), first the one it started from."""
    console_if_known: Console | None = field(default=None, metadata={"json": "console"})
    """SN-16.4: for its side; with `screen=off` for all."""
    stored_if_known: Stored | None = field(default=None, metadata={"json": "stored"})
    """SN-16.1: for its side."""

    @property
    def console(self) -> Console:
        """What is behind its screen. Raises `Unknown` for a reader who may not look."""
        return shown(self.console_if_known, f"the console of {self.id}")

    @property
    def stored(self) -> Stored:
        """Its stored orders. Raises `Unknown` for a reader who may not look."""
        return shown(self.stored_if_known, f"the orders of {self.id}")

    @property
    def printed(self) -> ShipClass:
        """The undamaged console, which everybody knows."""
        return CLASSES[self.ship_class]

    @property
    def alive(self) -> bool:
        """Is it on the map?"""
        return self.fate == "on map"

    @property
    def turn_cost(self) -> int:
        """SN-5.3: energy and thrusters of one turn at the present speed, less 0, 1 or 2 by class."""
        return max(0, self.console.speed - self.printed.discount)


@dataclass
class Mine:
    """A mine on the map. `number` gives its id M1, M2, …; `ship` laid it for `side`."""

    number: Count
    hex: Hex
    ship: str
    side: str

    @property
    def id(self) -> str:
        """SN-7.18."""
        return f"M{self.number}"


@dataclass
class Volley:
    """For the map only: a volley of the last turn."""

    ship: str
    target: str
    weapon: str
    points: Count
    origin: OffMapHex
    aim: OffMapHex


@dataclass
class State(GameState):
    """A game, or what `reader` knows of it. `ships` are in roster order.

    `cycle` and `turn` are those of the last turn begun (0, 0 before).
    """

    columns: Annotated[int, Range(0, 99)] = 99
    rows: Annotated[int, Range(0, 99)] = 99
    edge: Edge = "floating"
    planets: list[OffMapHex] = field(default_factory=list)
    asteroids: list[OffMapHex] = field(default_factory=list)
    region_value: Count = 3
    limit: Count = 48
    cycle: Count = 0
    turn: Annotated[int, Range(0, 6)] = 0
    ships: dict[str, Ship] = field(default_factory=dict)
    mines: list[Mine] = field(default_factory=list)
    mines_laid: Count = 0
    mines_armed: Count = 0
    """SN-7.18: mines up to this number are armed: those that lay there when the last Move phase began."""
    scores: dict[str, int] = field(default_factory=dict)
    volleys: list[Volley] = field(default_factory=list)
    explosions: list[OffMapHex] = field(default_factory=list)

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
        return self.opt("pace") == "cycle"

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

    def screen_audience(self, side: str) -> str:
        """SN-16.1, SN-16.4, SN-16.5: who sees what happens behind a side's screens: that side; everyone with `screen=off`."""
        return EVERYONE if self.opt("screen") == "off" else side

    def console_audience(self, ship: Ship) -> str:
        """The same for one ship."""
        return self.screen_audience(ship.side)

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex on the map (floating: on the sheet)?"""
        return on_map(hex, self.columns, self.rows)


def absolute(cycle: int, turn: int) -> int:
    """T = 6 (c - 1) + t; 0 before the first turn."""
    return TURNS * (cycle - 1) + turn if cycle else 0


def fresh_console(ship_class: ShipClass, weapons: Mapping[str, str], speed: int) -> Console:
    """SN-2.4: everything is there and full; all six sections undamaged, shields active, ready."""
    sections = {
        s: Section(weapons[s], p.hulls, p.shields, p.weapons, p.capthr, p.shields)
        for s, p in ((s, ship_class.sections[s]) for s in SECTIONS)
    }
    return Console(
        speed=speed,
        engines=ship_class.engines,
        engine_energy=ship_class.engines,
        capacitor_energy=ship_class.total("capacitors"),
        isds=ship_class.isds,
        marines=ship_class.marines,
        integrity=ship_class.integrity,
        mines=ship_class.mines,
        sections=sections,
    )
