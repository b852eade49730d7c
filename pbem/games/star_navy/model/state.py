"""The state of a Star Navy game: plain mutable data that only `apply.py` changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from events.base import EVERYONE
from pbem.core.geometry.hexes import Hex, on_map
from pbem.games.star_navy.model.tables import CLASSES, FRONT_HALF, REAR_HALF, SECTIONS, ShipClass
from pbem.games.star_navy.model.turns import absolute, following

READY, ACTIVE, RECOVER = "READY", "ACTIVE", "RECOVER"
Fate = Literal["on map", "destroyed", "disengaged"]


@dataclass
class Section:
    """SN-1.6, SN-1.11, SN-1.12: one outer section. `active` shields and `used` weapons; the rest counts what still exists."""

    weapon: str
    hulls: int
    shields: int
    weapons: int
    capthr: int
    active: int
    status: str = READY
    used: int = 0
    wear: int = 0
    shown: bool = False
    """SN-7: has fired, so everybody knows its weapon type."""


@dataclass
class LastDamage:
    """SN-14.4: a side's points in the last step in which it damaged a ship. Later steps have higher numbers."""

    step: int
    points: int


@dataclass
class Ship:
    """One ship and its console. `side` and `seat` command it now; `original_side` counts for victory."""

    id: str
    ship_class: str
    original_side: str
    side: str
    seat: str
    hex: Hex
    heading: int
    speed: int
    zone: int
    setup_hex: Hex
    engines: int
    engine_energy: int
    capacitor_energy: int
    isds: int
    marines: int
    integrity: int
    mines: int
    sections: dict[str, Section]
    thrusters_used: int = 0
    isds_active: int = 0
    isd_status: str = READY
    marine_status: str = READY
    marines_used: int = 0
    speed_steps: int = 0
    """SN-10.9: steps of speed changed so far in this Engine phase."""
    fate: Fate = "on map"
    slots: dict[str, str] = field(default_factory=dict)
    standing: str = ""
    policies: dict[str, str] = field(default_factory=dict)
    damage_by: dict[str, int] = field(default_factory=dict)
    """SN-8.10: points before absorption over the whole game, by side."""
    last_damage: dict[str, LastDamage] = field(default_factory=dict)
    """The same for the last step in which each side damaged it: who is an enemy depends on who commands it when it is lost."""
    step_damage: dict[str, int] = field(default_factory=dict)
    """The same for the step (Move phase, Fire, arrival) being resolved now or last."""
    trail: list[Hex] = field(default_factory=list)
    """Hexes of this turn (this cycle with pace=cycle), first the one it started from."""

    @property
    def printed(self) -> ShipClass:
        """The undamaged console."""
        return CLASSES[self.ship_class]

    @property
    def alive(self) -> bool:
        """Is it on the map?"""
        return self.fate == "on map"

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

    @property
    def discount(self) -> int:
        """SN-5.3: 0, 1 or 2 by class."""
        return self.printed.discount

    @property
    def turn_cost(self) -> int:
        """SN-5.3: energy and thrusters of one turn at the present speed."""
        return max(0, self.speed - self.discount)


@dataclass
class Mine:
    """A mine on the map. `number` gives its id M1, M2, …; `ship` laid it for `side`."""

    number: int
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
    points: int
    origin: Hex
    aim: Hex


@dataclass
class State:
    """A whole game. `ships` are in roster order; `cycle` and `turn` are those of the last turn begun (0, 0 before)."""

    scenario: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    columns: int = 99
    rows: int = 99
    edge: str = "floating"
    planets: list[Hex] = field(default_factory=list)
    asteroids: list[Hex] = field(default_factory=list)
    region_value: int = 3
    limit: int = 48
    cycle: int = 0
    turn: int = 0
    ships: dict[str, Ship] = field(default_factory=dict)
    mines: list[Mine] = field(default_factory=list)
    mines_laid: int = 0
    mines_armed: int = 0
    """SN-7.18: mines up to this number are armed: those that lay there when the last Move phase began."""
    scores: dict[str, int] = field(default_factory=dict)
    over: bool = False
    winners: list[str] = field(default_factory=list)
    verdict: str = ""
    volleys: list[Volley] = field(default_factory=list)
    explosions: list[Hex] = field(default_factory=list)

    @property
    def absolute_turn(self) -> int:
        """T, counted from 1 over all cycles; 0 before the first turn."""
        return absolute(self.cycle, self.turn)

    @property
    def next_turn(self) -> tuple[int, int]:
        """Cycle and turn that are ordered next."""
        return following(self.cycle, self.turn)

    @property
    def sides(self) -> list[str]:
        """In scenario order."""
        return list(dict.fromkeys(self.seats.values()))

    def living(self) -> list[Ship]:
        """Ships on the map, in roster order."""
        return [s for s in self.ships.values() if s.fate == "on map"]

    def console_audience(self, ship: Ship) -> str:
        """SN-16.1, SN-16.4, SN-16.5: who sees what happens on this ship's console: its side; everyone with `screen=off`."""
        return EVERYONE if self.options.get("screen") == "off" else ship.side

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex on the map (floating: on the sheet)?"""
        return on_map(hex, self.columns, self.rows)


def fresh_sections(ship_class: ShipClass, weapons: dict[str, str]) -> dict[str, Section]:
    """SN-2.4: all six sections undamaged, shields active, ready."""
    return {
        s: Section(weapons[s], p.hulls, p.shields, p.weapons, p.capthr, p.shields)
        for s, p in ((s, ship_class.sections[s]) for s in SECTIONS)
    }
