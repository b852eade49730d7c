"""What one reader may know: SN-16 and the table of hidden information. The one way to hidden things.

A view is a copy: nothing in it changes when the game goes on, and nothing in it counts what the reader may not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.geometry.hexes import Hex
from pbem.games.star_navy.model.state import Fate, LastDamage, Section, Ship, State
from pbem.games.star_navy.model.tables import CLASSES, FRONT_HALF, REAR_HALF, ShipClass
from pbem.games.star_navy.model.turns import absolute


@dataclass(frozen=True)
class SectionView:
    """One outer section of a console; the counts are those of `state.Section`."""

    weapon: str
    hulls: int
    shields: int
    weapons: int
    capthr: int
    active: int
    status: str
    used: int
    wear: int


@dataclass(frozen=True)
class Console:
    """SN-16.4: what is behind the screen."""

    ship_class: str
    speed: int
    engines: int
    engine_energy: int
    capacitor_energy: int
    isds: int
    isds_active: int
    isd_status: str
    marines: int
    marines_used: int
    marine_status: str
    integrity: int
    mines: int
    thrusters_used: int
    sections: Mapping[str, SectionView]

    @property
    def energy(self) -> int:
        """SN-1.8: all energy at hand."""
        return self.capacitor_energy + self.engine_energy

    @property
    def capacitors(self) -> int:
        """Existing capacitors."""
        return sum(self.sections[s].capthr for s in FRONT_HALF)

    @property
    def thrusters(self) -> int:
        """Existing thrusters."""
        return sum(self.sections[s].capthr for s in REAR_HALF)

    @property
    def free_thrusters(self) -> int:
        """SN-1.12."""
        return self.thrusters - self.thrusters_used

    @property
    def turn_cost(self) -> int:
        """SN-5.3: energy and thrusters of one turn at the present speed."""
        return max(0, self.speed - CLASSES[self.ship_class].discount)


@dataclass(frozen=True)
class Stored:
    """What is stored for a ship: orders by slot, the standing chain, the policies (SN-15.2)."""

    slots: Mapping[str, str]
    standing: str
    policies: Mapping[str, str]


@dataclass(frozen=True)
class ShipView:
    """A ship as it is on the table. `console` and `stored` are None for readers who may not look."""

    id: str
    ship_class: str
    original_side: str
    side: str
    seat: str
    hex: Hex
    heading: int
    zone: int
    setup_hex: Hex
    fate: Fate
    trail: tuple[Hex, ...]
    seen_weapons: Mapping[str, str]
    """SN-16.3: the weapon letter of each section that has fired."""
    damage_by: Mapping[str, int]
    """Points that arrived over the whole game, by side that dealt them: announced when they arrive."""
    step_damage: Mapping[str, int]
    last_damage: Mapping[str, LastDamage]
    """The same for the last step, and for the last step of each side (SN-14.4)."""
    console: Console | None
    stored: Stored | None

    @property
    def printed(self) -> ShipClass:
        """The undamaged console, which everybody knows."""
        return CLASSES[self.ship_class]

    @property
    def alive(self) -> bool:
        """Is it on the map?"""
        return self.fate == "on map"


@dataclass(frozen=True)
class MineView:
    """A mine on the map, and who laid it."""

    id: str
    hex: Hex
    ship: str
    side: str


@dataclass(frozen=True)
class VolleyView:
    """A volley of the last turn: announced to all (SN-16.3)."""

    ship: str
    target: str
    weapon: str
    points: int
    origin: Hex
    aim: Hex


@dataclass(frozen=True)
class View:
    """Everything `seat` may know (None: a spectator). `ships` are in roster order."""

    seat: str | None
    side: str | None
    scenario: str
    options: Mapping[str, Any]
    seats: Mapping[str, str]
    columns: int
    rows: int
    edge: str
    planets: tuple[Hex, ...]
    asteroids: tuple[Hex, ...]
    region_value: int
    limit: int
    cycle: int
    turn: int
    next_turn: tuple[int, int]
    ships: Mapping[str, ShipView]
    mines: tuple[MineView, ...]
    volleys: tuple[VolleyView, ...]
    explosions: tuple[Hex, ...]
    scores: Mapping[str, int]
    over: bool
    winners: tuple[str, ...]
    verdict: str

    @property
    def absolute_turn(self) -> int:
        """T, counted from 1 over all cycles; 0 before the first turn."""
        return absolute(self.cycle, self.turn)

    @property
    def by_cycle(self) -> bool:
        """SN-15.1: are orders given for a whole cycle?"""
        return bool(self.options.get("pace") == "cycle")

    @property
    def sides(self) -> list[str]:
        """All sides, in roster order."""
        return list(dict.fromkeys(s.original_side for s in self.ships.values()))

    def living(self) -> list[ShipView]:
        """Ships on the map, in roster order."""
        return [s for s in self.ships.values() if s.alive]

    def mine(self) -> list[ShipView]:
        """The reader's own living ships."""
        return [s for s in self.living() if s.seat == self.seat]

    def friends(self) -> list[ShipView]:
        """Living ships of the reader's side, their own among them."""
        return [s for s in self.living() if s.side == self.side]

    def enemies(self) -> list[ShipView]:
        """Living ships of the other sides."""
        return [s for s in self.living() if s.side != self.side]


def view(state: State, seat: str | None) -> View:
    """SN-16: what `seat` may know. Raises KeyError for a seat that is not in this game."""
    side = None if seat is None else state.seats[seat]
    return View(
        seat=seat,
        side=side,
        scenario=state.scenario,
        options=dict(state.options),
        seats=dict(state.seats),
        columns=state.columns,
        rows=state.rows,
        edge=state.edge,
        planets=tuple(state.planets),
        asteroids=tuple(state.asteroids),
        region_value=state.region_value,
        limit=state.limit,
        cycle=state.cycle,
        turn=state.turn,
        next_turn=state.next_turn,
        ships={ship.id: _ship(state, ship, side) for ship in state.ships.values()},
        mines=tuple(MineView(m.id, m.hex, m.ship, m.side) for m in state.mines),
        volleys=tuple(VolleyView(v.ship, v.target, v.weapon, v.points, v.origin, v.aim) for v in state.volleys),
        explosions=tuple(state.explosions),
        scores=dict(state.scores),
        over=state.over,
        winners=tuple(state.winners),
        verdict=state.verdict,
    )


def _ship(state: State, ship: Ship, side: str | None) -> ShipView:
    """SN-16.2, 16.5: the open part for all; the console for its side, for all with `screen=off` and after the game.

    Orders stay sealed from other sides until the game is over (SN-16.1).
    """
    own = ship.side == side or state.over
    open_console = own or state.options.get("screen") == "off"
    return ShipView(
        id=ship.id,
        ship_class=ship.ship_class,
        original_side=ship.original_side,
        side=ship.side,
        seat=ship.seat,
        hex=ship.hex,
        heading=ship.heading,
        zone=ship.zone,
        setup_hex=ship.setup_hex,
        fate=ship.fate,
        trail=tuple(ship.trail),
        seen_weapons={name: section.weapon for name, section in ship.sections.items() if section.shown},
        damage_by=dict(ship.damage_by),
        step_damage=dict(ship.step_damage),
        last_damage={side: replace(last) for side, last in ship.last_damage.items()},
        console=_console(ship) if open_console else None,
        stored=Stored(dict(ship.slots), ship.standing, dict(ship.policies)) if own else None,
    )


def _console(ship: Ship) -> Console:
    return Console(
        ship_class=ship.ship_class,
        speed=ship.speed,
        engines=ship.engines,
        engine_energy=ship.engine_energy,
        capacitor_energy=ship.capacitor_energy,
        isds=ship.isds,
        isds_active=ship.isds_active,
        isd_status=ship.isd_status,
        marines=ship.marines,
        marines_used=ship.marines_used,
        marine_status=ship.marine_status,
        integrity=ship.integrity,
        mines=ship.mines,
        thrusters_used=ship.thrusters_used,
        sections={name: _section(section) for name, section in ship.sections.items()},
    )


def _section(section: Section) -> SectionView:
    return SectionView(
        weapon=section.weapon,
        hulls=section.hulls,
        shields=section.shields,
        weapons=section.weapons,
        capthr=section.capthr,
        active=section.active,
        status=section.status,
        used=section.used,
        wear=section.wear,
    )
