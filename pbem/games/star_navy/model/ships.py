"""One ship: what lies open on the table, and in two parts what is hidden of it.

A part is None in what somebody knows until an event that is shown to them fills it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from events.shapes import Id, Range
from events.star_navy.battle import Status
from pbem.core.fleets.fleet_units import Lacks
from pbem.core.geometry.hexes import Direction, Hex, OffMapHex
from pbem.core.state.game_state import shown
from pbem.games.star_navy.model.tables import CLASSES, FRONT_HALF, REAR_HALF, SECTIONS, ShipClass

READY: Final = "READY"
ACTIVE: Final = "ACTIVE"
RECOVER: Final = "RECOVER"
Fate = Literal["on map", "destroyed", "disengaged"]
Count = Annotated[int, Range(0)]


@dataclass
class Section:
    """SN-1.6: one outer section."""

    weapon: str
    """The letter of its weapon type: `C`, `L`, `P` or `T`."""
    hulls: Count
    """Existing hulls; of these and the next three at most what the class has printed."""
    shields: Count
    """Existing shields."""
    weapons: Count
    """Existing weapons."""
    capthr: Count
    """Existing capacitors (front half) or thrusters (rear half)."""
    active: Count
    """SN-1.12: active shields."""
    status: Status = READY
    """SN-1.11."""
    used: Count = 0
    """Weapons fired this cycle, the n of `ACTIVE(n)`."""
    wear: Annotated[int, Range(0, 2)] = 0
    """SN-7.16: of cannons."""


@dataclass
class Console:
    """SN-16.4: what is behind a ship's screen."""

    speed: Annotated[int, Range(0, 6)]
    """The marked speed."""
    engines: Count
    """Existing engines; of these and all other components at most what the class has printed."""
    engine_energy: Count
    """SN-1.8: energy in the engines, at most one each."""
    capacitor_energy: Count
    """SN-1.8: energy in the capacitors, at most one each."""
    isds: Count
    """Existing ISDs."""
    marines: Count
    """Existing marines."""
    integrity: Count
    """Existing integrity."""
    mines: Count
    """Mines still aboard."""
    sections: dict[str, Section]
    """The outer sections `F`, `RF`, `RR`, `R`, `LR`, `LF`."""
    thrusters_used: Count = 0
    """SN-1.12: thrusters marked used this cycle."""
    isds_active: Count = 0
    """Active ISDs."""
    isd_status: Status = READY
    """SN-1.11."""
    marine_status: Status = READY
    """SN-1.11."""
    marines_used: Count = 0
    """Marines sent out this cycle."""
    speed_steps: Count = 0
    """SN-10.9: steps of speed changed so far in this Engine phase."""
    lacked: Lacks = field(default_factory=dict)
    """SN-17.4: what it lacked of what the class has printed when the battle began, by item."""

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
    """SN-15.2: what is stored for a ship."""

    slots: dict[str, str] = field(default_factory=dict)
    """Canonical orders by slot: `T1` to `T6`, `E1`, `E2`, `JUMP`."""
    standing: str = ""
    """SN-15.10: the standing chain."""
    policies: dict[str, str] = field(default_factory=dict)
    """SN-15.12: `TARGETS`, `RETREAT`, `LEAVE`, where given."""


@dataclass
class LastDamage:
    """SN-14.4: what a side did to a ship in the last step in which it did anything."""

    step: Count
    """Later steps of the ship have higher numbers."""
    points: Count
    """Before absorption."""


@dataclass
class Ship:
    """One ship as it lies on the table, and what is hidden of it. `side` and `seat` command it now."""

    id: Id
    ship_class: str = field(metadata={"json": "class"})
    """Its class code (2.1)."""
    original_side: str
    """Who commanded it at the start (SN-14.5)."""
    side: str
    """Who commands it now."""
    seat: str
    """A seat of that side."""
    hex: OffMapHex
    """Where it is, or was last; a ship on the map stands on it."""
    heading: Direction
    """Where its bow points."""
    zone: Count
    """SN-2.1: it may be placed within so many hexes of `setup_hex`; 0: fixed."""
    setup_hex: Hex
    """Where the scenario puts it."""
    name: str = ""
    """What it is called in a campaign."""
    fate: Fate = "on map"
    """What became of it."""
    seen_weapons: dict[str, str] = field(default_factory=dict)
    """SN-16.3: the weapon letter of each section that has fired."""
    damage_by: dict[str, Count] = field(default_factory=dict)
    """SN-8.10: points before absorption over the whole game, by side."""
    last_damage: dict[str, LastDamage] = field(default_factory=dict)
    """The same for each side's last step: who is an enemy depends on who commands it when it is lost."""
    step_damage: dict[str, Count] = field(default_factory=dict)
    """The same for the step (Move phase, Fire, arrival) being resolved now or last."""
    trail: list[OffMapHex] = field(default_factory=list)
    """Hexes of this turn, with `pace=cycle` of this cycle, first the one it started from."""
    console_if_known: Console | None = field(default=None, metadata={"json": "console"})
    """SN-16.4: `null` for who may not look behind its screen. A whole state has it."""
    stored_if_known: Stored | None = field(default=None, metadata={"json": "stored"})
    """SN-16.1: `null` for other sides. Left out of a whole state: nothing is stored."""

    @property
    def console(self) -> Console:
        """What is behind its screen. Raises `Unknown` for a reader who may not look."""
        return self.console_if_known or shown(None, f"the console of {self.id}")

    @property
    def stored(self) -> Stored:
        """Its stored orders. Raises `Unknown` for a reader who may not look."""
        return self.stored_if_known or shown(None, f"the orders of {self.id}")

    @property
    def printed(self) -> ShipClass:
        """The undamaged console, which everybody knows."""
        return CLASSES[self.ship_class]

    @property
    def called(self) -> str:
        """Its name and class, as far as it has a name."""
        return f"{self.name}, {self.printed.name}" if self.name else self.printed.name

    @property
    def first_integrity(self) -> int:
        """SN-17.5: the integrity with which it began the battle."""
        return self.printed.integrity - self.console.lacked.get("integrity", 0)

    @property
    def alive(self) -> bool:
        """Is it on the map?"""
        return self.fate == "on map"

    @property
    def turn_cost(self) -> int:
        """SN-5.3: energy and thrusters of one turn at the present speed, less 0, 1 or 2 by class."""
        return max(0, self.console.speed - self.printed.discount)


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
