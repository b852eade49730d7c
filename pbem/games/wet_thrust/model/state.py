"""The state of a game of Wet Thrust: plain mutable data that only `apply.py` changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeVar

from events.base import EVERYONE
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import Kind, ShipClass
from pbem.games.wet_thrust.model.tables import WEATHER, Weather, air_speed

Mode = Literal["surface", "surfaced", "periscope", "deep"]
ON_SURFACE: tuple[Mode, ...] = ("surface", "surfaced")
"""WT-18.2: a ship, and a submarine that is not below."""
Fate = Literal["afloat", "lost", "away"]
Place = Literal["aboard", "air", "alongside", "waiting", "gone"]


@dataclass
class Shot:
    """WT-7.6: the last gun salvo of a ship at a target: level, turn, and whether it hit."""

    level: int
    turn: int
    hit: bool


@dataclass
class Vessel:
    """A ship or submarine. `sheet` is her owner's; the rest is what anybody sees of her who sees her at all."""

    id: str
    index: int
    name: str
    side: str
    seat: str
    at: Spot
    course: int
    speed: Fraction
    """As executed in the last move."""
    mode: Mode
    sheet: Sheet
    fate: Fate = "afloat"
    how: str = ""
    gone: int = 0
    """The turn in which she was lost, or broke contact."""
    scored: int = 0
    """Points that all have seen scored on her."""
    burning: int = 0
    """Fires that all have seen."""
    smoking: bool = False
    evasive: bool = False
    chasing: bool = False
    way: list[Spot] = field(default_factory=list)
    """This turn's way: start, half-way point, end."""
    ladder: dict[str, Shot] = field(default_factory=dict)
    """By target."""
    contact: str = ""
    """The contact that the enemy last knew her by."""
    contact_turn: int = 0
    """The turn in which they last held it."""
    standing: list[str] = field(default_factory=list)
    """Standing orders, canonical lines."""

    @property
    def printed(self) -> ShipClass:
        """The sheet as printed."""
        return self.sheet.printed

    @property
    def afloat(self) -> bool:
        """In play."""
        return self.fate == "afloat"

    @property
    def visible(self) -> bool:
        """WT-18.2: not below the surface."""
        return self.mode in ON_SURFACE

    @property
    def top(self) -> Fraction:
        """WT-3.2, WT-18.1: top speed left in her present mode."""
        return self.sheet.top(below=not self.visible)

    @property
    def dodges(self) -> bool:
        """WT-2.11: an escort that steams evasively, which counts as armoured."""
        return self.evasive and self.printed.evasive == "escort"

    @property
    def stationary(self) -> bool:
        """WT-10.7: moved 0 this turn."""
        return self.speed == 0


@dataclass
class Squadron:
    """Aircraft. `endurance`, `spent`, `ready` and `standing` are their owner's."""

    id: str
    index: int
    carrier: str
    """The ship whose sheet lists it; "" for land-based bombers."""
    kind: Kind
    side: str
    seat: str
    aircraft: int
    place: Place
    """waiting: land-based bombers before their turn. gone: destroyed, or off the table."""
    at: Spot = (0, 0)
    """Where it is in the air; of land-based bombers waiting, where they enter."""
    home: str = ""
    """The ship it is aboard of."""
    start: Spot | None = None
    """Where it was before it last flew, in this turn."""
    enters: int = 0
    exit: Spot = (0, 0)
    """WT-13.7: where land-based bombers leave."""
    launched: int = 0
    """The turn in which it was launched last."""
    ready: int = 0
    """WT-11.11: the turn from which it may be launched."""
    endurance: int = 0
    spent: bool = False
    moored: int = 0
    """WT-6.7: the turn in which a plane came alongside, or was taken aboard."""
    lost: bool = False
    """Destroyed (not gone home): counts for victory."""
    downed: bool = False
    """Its last aircraft was lost in the air, for all to see."""
    standing: list[str] = field(default_factory=list)
    """Its aim, a canonical line."""

    @property
    def airborne(self) -> bool:
        """In the air."""
        return self.place == "air"

    @property
    def speed(self) -> int:
        """WT-11.2: inches a turn."""
        return air_speed(self.kind)


Unit = TypeVar("Unit", Vessel, Squadron)


@dataclass(frozen=True)
class Contact:
    """WT-23.4: a submarine as the enemy knows her: where and how deep she was in the last turn in which she was held."""

    at: Spot
    mode: Mode
    turn: int
    scored: int = 0
    destroyed: bool = False


@dataclass(frozen=True)
class Screen:
    """WT-20.5: a smoke screen, there up to turn `until`."""

    way: tuple[Spot, ...]
    until: int
    ship: str


@dataclass(frozen=True)
class FireMark:
    """For the map: fire of the last turn. kind: guns, torpedoes, charges, bombs, collision. `side` alone saw it, unless ""."""

    kind: str
    by: str
    target: str
    origin: Spot
    aim: Spot
    hits: int
    points: int
    side: str = ""


@dataclass
class State:
    """A whole game. Vessels and squadrons are in the order in which their reader learnt of them; see `in_order`."""

    scenario: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    sides: list[str] = field(default_factory=list)
    """First side first, in unit order."""
    seats: dict[str, str] = field(default_factory=dict)
    limit: int = 0
    weather_name: str = "calm"
    turn: int = 0
    """The last turn begun; 0 before."""
    ships: dict[str, Vessel] = field(default_factory=dict)
    squadrons: dict[str, Squadron] = field(default_factory=dict)
    contacts: dict[str, dict[str, Contact]] = field(default_factory=dict)
    """By the side that holds them."""
    screens: list[Screen] = field(default_factory=list)
    marks: list[FireMark] = field(default_factory=list)
    torpedo_salvos: dict[str, int] = field(default_factory=dict)
    """Torpedo salvos of ships that did damage, by side (scenario S7)."""
    raiders: list[str] = field(default_factory=list)
    """WT-5.6: ships that fired guns or torpedoes at an MM or CV last turn."""
    raiding: list[str] = field(default_factory=list)
    """... and in the present turn."""
    fleet: dict[str, list[str]] = field(default_factory=dict)
    """Standing lines of the FLEET block, by side."""
    over: bool = False
    winners: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    verdict: str = ""

    def opt(self, name: str) -> str:
        """An option that is a word."""
        return str(self.options[name])

    def number(self, name: str) -> int:
        """An option that is a whole number."""
        return int(self.options[name])

    @property
    def next_turn(self) -> int:
        """The turn that is ordered next."""
        return self.turn + 1

    @property
    def weather(self) -> Weather:
        """2.7: of the turn."""
        return WEATHER[self.weather_name]

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.sides if each != side)

    def in_order(self, units: Iterable[Unit]) -> list[Unit]:
        """Unit order (section 3, WT-11.15): the first side first, and within a side as the scenario lists them."""
        return sorted(units, key=lambda unit: (self.sides.index(unit.side), unit.index))

    def afloat(self, side: str = "") -> list[Vessel]:
        """Vessels in play, of one side or of both, in unit order."""
        return self.in_order(ship for ship in self.ships.values() if ship.afloat and side in ("", ship.side))

    def flying(self, side: str = "") -> list[Squadron]:
        """Squadrons in the air, of one side or of both, in unit order."""
        return self.in_order(each for each in self.squadrons.values() if each.airborne and side in ("", each.side))

    def aboard(self, ship: str) -> Iterator[Squadron]:
        """Squadrons and planes aboard a ship, or alongside her."""
        return (each for each in list(self.squadrons.values()) if each.home == ship and each.place in ("aboard", "alongside"))

    def planes(self, ship: str) -> list[Squadron]:
        """WT-6.2: the reconnaissance planes of a ship's sheet, wherever they are."""
        return [each for each in self.squadrons.values() if each.kind == "R" and each.carrier == ship]

    def senior(self, side: str) -> str:
        """The side's first admiral."""
        return next(seat for seat, its in self.seats.items() if its == side)

    def sheet_of(self, ship: Vessel) -> str:
        """WT-23.3: the audience of what happens to her control sheet. Option `open_sheets` never opens a submarine's."""
        return EVERYONE if self.opt("open_sheets") == "on" and not ship.printed.boat else ship.side

    def seen_as(self, ship: Vessel) -> str:
        """WT-23.4: the name by which the enemy knows a vessel now: her id, or the contact they hold this turn; "" for none."""
        if ship.visible:
            return ship.id
        return ship.contact if ship.contact and ship.contact_turn == self.turn else ""

    def known_as(self, name: str, side: str) -> Vessel | None:
        """The enemy vessel afloat that a side means by an id or a contact, if it is to be seen or held now."""
        return next((ship for ship in self.afloat(self.enemy(side)) if self.seen_as(ship) == name), None)
