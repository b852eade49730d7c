"""The state of a game of Wet Thrust, or what one reader knows of it: plain mutable data that only `apply.py` changes.

One declaration for both. What is not for all hangs in parts that are None until an event shown to the reader fills them
(WT-23): her control sheet, her order book, a squadron's deck and aim. In the whole state every part is filled, and that is what
each reader has when the game is over (WT-23.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal, TypeVar

from events.base import EVERYONE
from events.shapes import Id, Range, Written
from pbem.core.geometry.tabletop import POINTS
from pbem.core.state.game_state import GameState, shown
from pbem.games.wet_thrust.model.control_sheet import MOST, Count, Sheet
from pbem.games.wet_thrust.model.scs import CLASSES, Kind, ShipClass
from pbem.games.wet_thrust.model.tables import ENDURANCE, WEATHER, Weather, air_speed

Depth = Literal["surface", "surfaced", "periscope", "deep"]
Mode = Literal[Depth, "below"]
"""below: under the surface, and the reader does not know how deep (WT-23.4)."""
ON_SURFACE: tuple[Mode, ...] = ("surface", "surfaced")
"""WT-18.2: a ship, and a submarine that is not below."""
Fate = Literal["afloat", "lost", "away"]
Place = Literal["aboard", "air", "alongside", "waiting", "gone"]
Fire = Literal["guns", "torpedoes", "charges", "bombs", "collision"]
FARTHEST = 10**8
"""Mils: far more than ships can sail in a game."""
Mils = Annotated[int, Range(-FARTHEST, FARTHEST)]
Where = Annotated[tuple[int, int], Written(list, tuple, "`[x, y]` in mils", tuple[Mils, Mils])]
"""A `Spot` that is not too far."""
MOST_SPEED = 100


def _read_speed(text: str) -> Fraction:
    try:
        if 0 <= (speed := Fraction(text)) <= MOST_SPEED:
            return speed
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{text!r} is no speed; write inches a turn as text, like '7', '5/2' or '2.5'")


Speed = Annotated[Fraction, Written(str, _read_speed, "inches a turn, exact, like `7` or `5/2`")]


@dataclass
class Shot:
    """WT-7.6: the last gun salvo of a ship at a target: level, turn, and whether it hit."""

    level: Annotated[int, Range(1, 3)]
    """1 red, 2 amber, 3 green."""
    turn: Count
    hit: bool


@dataclass
class OrderBook:
    """WT-23.3: what her own side alone knows of a vessel, whatever sheets lie open."""

    standing: list[str] = field(default_factory=list)
    """Standing orders, canonical lines."""
    last: list[str] = field(default_factory=list)
    """WT-15.2: plot and fire orders of the last turn in command."""
    helm: str = ""
    """WT-4.3: the turn part of the last plot she steered."""
    contact: str = ""
    """The contact that the enemy last knew her by."""
    contact_turn: Count = 0
    """The turn in which they last held it."""


@dataclass
class Vessel:
    """A ship or submarine, as anybody sees her who sees her at all; her control sheet and order book are not for all."""

    id: Id
    index: Count
    """Her place in unit order."""
    name: str
    ship_class: str
    side: str
    seat: str
    """The admiral who orders her."""
    at: Where
    """Where she is, or was last."""
    course: Annotated[int, Range(1, POINTS)]
    speed: Speed
    """As executed in the last move."""
    mode: Mode
    fate: Fate = "afloat"
    how: str = ""
    """How she was lost, as in event `lost`."""
    gone: Count = 0
    """The turn in which she was lost, or broke contact."""
    scored: Count = 0
    """Points that all have seen scored on her."""
    burning: Count = 0
    """Fires that all have seen."""
    smoking: bool = False
    """WT-20.3: in the last turn."""
    evasive: bool = False
    """WT-2.11: in the last turn."""
    chasing: bool = False
    """WT-2.10: in the last turn."""
    way: list[Where] = field(default_factory=list)
    """This turn's way: start, half-way point, end."""
    ladder: dict[str, Shot] = field(default_factory=dict)
    """By target."""
    sheet_if_known: Sheet | None = field(default=None, metadata={"json": "sheet"})
    """WT-23.3: her control sheet."""
    book_if_known: OrderBook | None = field(default=None, metadata={"json": "book"})
    """WT-23.3: her order book."""

    @property
    def sheet(self) -> Sheet:
        """WT-23.3: her control sheet. Raises `Unknown` for a reader who may not see it."""
        return self.sheet_if_known or shown(self.sheet_if_known, f"the control sheet of {self.id}")

    @property
    def book(self) -> OrderBook:
        """WT-23.3: her order book. Raises `Unknown` for the enemy."""
        return self.book_if_known or shown(self.book_if_known, f"the order book of {self.id}")

    @property
    def standing(self) -> list[str]:
        """Her standing orders. Raises `Unknown` for the enemy."""
        return self.book.standing

    @property
    def printed(self) -> ShipClass:
        """The sheet as printed."""
        return CLASSES[self.ship_class]

    @property
    def afloat(self) -> bool:
        """In play."""
        return self.fate == "afloat"

    @property
    def visible(self) -> bool:
        """WT-18.2: not below the surface."""
        return self.mode in ON_SURFACE

    @property
    def in_sight(self) -> bool:
        """WT-23.1, WT-23.4: does the reader see her now: on the surface, or of their own side?"""
        return self.book_if_known is not None or self.mode in ON_SURFACE

    @property
    def top(self) -> Fraction:
        """WT-3.2, WT-18.1: top speed left in her present mode."""
        return self.sheet.top(below=not self.visible)

    @property
    def known_top(self) -> Fraction:
        """Her top speed as far as the reader knows: that of the class where her sheet is hidden (section 7)."""
        return self.top if self.sheet_if_known else self.printed.printed_top(below=not self.visible)

    @property
    def dodges(self) -> bool:
        """WT-2.11: an escort that steams evasively, which counts as armoured."""
        return self.evasive and self.printed.evasive == "escort"

    @property
    def stationary(self) -> bool:
        """WT-10.7: moved 0 this turn."""
        return self.speed == 0


@dataclass
class Deck:
    """WT-23.3: what those know of a squadron who may see its carrier's sheet; of land-based bombers their own side."""

    ready: Count = 0
    """WT-11.11: the turn from which it may be launched."""
    endurance: Annotated[int, Range(0, ENDURANCE)] = 0
    """WT-11.8: turns left in the air."""
    spent: bool = False
    """WT-11.10: it must return."""
    enters: Count = 0
    """WT-13.7: the turn in which land-based bombers come ..."""
    exit: Where = (0, 0)
    """... and where they leave."""


@dataclass
class Squadron:
    """Aircraft. In the air all see them; the enemy knows of one that is not there what was seen of it last."""

    id: Id
    index: Count
    """Its place in unit order."""
    carrier: str
    """The ship whose sheet lists it; "" for land-based bombers."""
    kind: Kind
    side: str
    seat: str
    """The admiral who orders it."""
    aircraft: Count
    """How many are left."""
    place: Place
    """waiting: land-based bombers before their turn. gone: destroyed, or off the table."""
    at: Where = (0, 0)
    """Where it is in the air; of land-based bombers waiting, where they enter."""
    home: str = ""
    """The ship it is aboard of."""
    start: Where | None = None
    """Where it was before it last flew, in this turn."""
    launched: Count = 0
    """The turn in which it was launched last."""
    moored: Count = 0
    """WT-6.7: the turn in which a plane came alongside, or was taken aboard."""
    lost: bool = False
    """Destroyed (not gone home): counts for victory."""
    deck_if_known: Deck | None = field(default=None, metadata={"json": "deck"})
    """WT-23.3: what is known on deck."""
    standing_if_known: list[str] | None = field(default=None, metadata={"json": "standing"})
    """Its aim, a canonical line."""

    @property
    def deck(self) -> Deck:
        """WT-23.3: readiness, endurance and load. Raises `Unknown` for a reader who may not know them."""
        return self.deck_if_known or shown(self.deck_if_known, f"the deck of {self.id}")

    @property
    def standing(self) -> list[str]:
        """WT-23.3: its aim. Raises `Unknown` for the enemy."""
        return shown(self.standing_if_known, f"the aim of {self.id}")

    @property
    def airborne(self) -> bool:
        """In the air."""
        return self.place == "air"

    @property
    def in_sight(self) -> bool:
        """WT-23.1, WT-23.3: in the air, or on a deck that the reader may look upon."""
        return self.place == "air" or self.deck_if_known is not None

    @property
    def speed(self) -> int:
        """WT-11.2: inches a turn."""
        return air_speed(self.kind)


Unit = TypeVar("Unit", Vessel, Squadron)


@dataclass(frozen=True)
class Contact:
    """WT-23.4: a submarine as the enemy knows her: where and how deep she was in the last turn in which she was held."""

    at: Where
    mode: Depth
    turn: Count
    """When she was held last."""
    scored: Count = 0
    """Points that all have seen scored on her."""
    destroyed: bool = False


@dataclass(frozen=True)
class Screen:
    """WT-20.5: a smoke screen, there up to turn `until`."""

    way: tuple[Where, ...]
    """Start, half-way point, end."""
    until: Count
    ship: str
    """Who laid it."""


@dataclass(frozen=True)
class FireMark:
    """For the map: fire of the last turn. `side` alone saw it, unless ""."""

    kind: Fire
    by: str
    target: str
    origin: Where
    aim: Where
    hits: Count
    points: Count
    side: str = ""


@dataclass
class State(GameState):
    """A game. Vessels and squadrons are in the order in which their reader learnt of them; see `in_order`."""

    sides: list[str] = field(default_factory=list)
    """First side first, in unit order."""
    limit: Annotated[int, Range(1, MOST)] = 0
    """The last turn."""
    weather_name: str = field(default="calm", metadata={"json": "weather"})
    """2.7: its word."""
    turn: Count = 0
    """The last turn begun; 0 before."""
    ships: dict[str, Vessel] = field(default_factory=dict)
    squadrons: dict[str, Squadron] = field(default_factory=dict)
    contacts: dict[str, dict[str, Contact]] = field(default_factory=dict)
    """By the side that holds them."""
    screens: list[Screen] = field(default_factory=list)
    marks: list[FireMark] = field(default_factory=list)
    """Fire of the last turn."""
    torpedo_salvos: dict[str, Count] = field(default_factory=dict)
    """Torpedo salvos of ships that did damage, by side (scenario S7)."""
    raiders: list[str] = field(default_factory=list)
    """WT-5.6: ships that fired guns or torpedoes, for all to see, at an MM or CV last turn."""
    raiding: list[str] = field(default_factory=list)
    """... and in the present turn."""
    fleet: dict[str, list[str]] = field(default_factory=dict)
    """Standing lines of the FLEET block, by side."""
    points: dict[str, Count] = field(default_factory=dict)
    """After the end: by side, where any are counted."""

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

    def senior(self, side: str) -> str:
        """The side's first admiral."""
        return next(seat for seat, its in self.seats.items() if its == side)

    # ------------------------------------------------------------ units

    def in_order(self, units: Iterable[Unit]) -> list[Unit]:
        """Unit order (section 3, WT-11.15): the first side first, and within a side as the scenario lists them."""
        return sorted(units, key=lambda unit: (self.sides.index(unit.side), unit.index))

    def seen(self) -> list[Vessel]:
        """Vessels that the reader sees, in play or not, in unit order."""
        return self.in_order(ship for ship in self.ships.values() if ship.in_sight)

    def afloat(self, side: str = "") -> list[Vessel]:
        """Vessels in play that the reader sees, of one side or of both, in unit order."""
        return self.in_order(
            ship for ship in self.ships.values() if ship.fate == "afloat" and side in ("", ship.side) and ship.in_sight
        )

    def wings(self) -> list[Squadron]:
        """Squadrons that the reader sees in the air or on deck, in unit order; also those that are gone."""
        return self.in_order(each for each in self.squadrons.values() if each.in_sight)

    def flying(self, side: str = "") -> list[Squadron]:
        """Squadrons in the air, of one side or of both, in unit order."""
        return self.in_order(each for each in self.squadrons.values() if each.airborne and side in ("", each.side))

    def aboard(self, ship: str) -> Iterator[Squadron]:
        """Squadrons and planes aboard a ship, or alongside her."""
        return (each for each in list(self.squadrons.values()) if each.home == ship and each.place in ("aboard", "alongside"))

    def planes(self, ship: str) -> list[Squadron]:
        """WT-6.2: the reconnaissance planes of a ship's sheet, wherever they are."""
        return [each for each in self.squadrons.values() if each.kind == "R" and each.carrier == ship]

    @property
    def is_senior(self) -> bool:
        """Ruling W1: is the reader their side's first admiral?"""
        return self.reader is not None and self.reader == self.senior(self.side)

    def mine(self) -> list[Vessel]:
        """The reader's own vessels in play, in unit order."""
        return [ship for ship in self.afloat(self.side) if ship.seat == self.reader]

    def my_squadrons(self) -> list[Squadron]:
        """The reader's own squadrons and planes that are not gone, in unit order (WT-11.15)."""
        return [each for each in self.wings() if each.seat == self.reader and each.place != "gone"]

    # ------------------------------------------------------------ submarines, and by what name they go (WT-23.4)

    def known_contacts(self) -> dict[str, Contact]:
        """All contacts that the reader knows, by name."""
        return {name: contact for side in self.sides for name, contact in self.contacts.get(side, {}).items()}

    def held(self) -> dict[str, Contact]:
        """Contacts held in the last turn."""
        return {name: each for name, each in self.known_contacts().items() if each.turn == self.turn and not each.destroyed}

    def held_as(self, ship: Vessel) -> str:
        """The contact as which the enemy held her in the last turn, as far as the reader knows; "" for none."""
        book = ship.book_if_known
        return book.contact if book and 0 < book.contact_turn == self.turn else ""

    def seen_as(self, ship: Vessel) -> str:
        """The name by which the enemy knows a vessel now: her id, or the contact they hold this turn; "" for none."""
        return ship.id if ship.visible else self.held_as(ship)

    def known_as(self, name: str, side: str) -> Vessel | None:
        """The enemy vessel afloat that a side means by an id or a contact, if it is to be seen or held now."""
        return next((ship for ship in self.afloat(self.enemy(side)) if self.seen_as(ship) == name), None)

    # ------------------------------------------------------------ who may know

    def sheet_of(self, ship: Vessel) -> str:
        """WT-23.3: the audience of what happens to her control sheet. Option `open_sheets` never opens a submarine's."""
        return EVERYONE if self.opt("open_sheets") == "on" and not ship.printed.boat else ship.side

    def deck_of(self, squadron: Squadron) -> str:
        """WT-23.3: the audience of what goes on aboard its carrier; of land-based bombers their own side."""
        carrier = self.ships.get(squadron.carrier)
        return self.sheet_of(carrier) if carrier else squadron.side
