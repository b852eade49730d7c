"""The state of a game of Wet Thrust, or what one reader knows of it: plain mutable data that only `apply.py` changes.

One declaration for both. What is not for all hangs in parts that are None until an event shown to the reader fills them
(WT-23): her control sheet, her order book, a squadron's deck and aim. In the whole state every part is filled, and that is what
each reader has when the game is over (WT-23.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Annotated, Literal

from events.base import EVERYONE
from events.shapes import Range
from pbem.core.state.game_state import GameState
from pbem.games.wet_thrust.model.tables import WEATHER, Weather
from pbem.games.wet_thrust.model.units import Depth, Squadron, Unit, Vessel
from pbem.games.wet_thrust.model.values import MOST, ContactName, Count, Side, SideOrAll, Sky, Where

INDEX = attrgetter("index")
FireKind = Literal["guns", "torpedoes", "charges", "bombs", "collision"]


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

    kind: FireKind
    by: str
    target: str
    origin: Where
    aim: Where
    hits: Count
    points: Count
    side: SideOrAll = ""


@dataclass
class State(GameState):
    """A game. Vessels and squadrons are in the order in which their reader learnt of them; see `in_order`."""

    sides: list[Side] = field(default_factory=list)
    """First side first, in unit order."""
    limit: Annotated[int, Range(1, MOST)] = 0
    """The last turn."""
    weather_name: Sky = field(default="calm", metadata={"json": "weather"})
    """2.7: its word."""
    turn: Count = 0
    """The last turn begun; 0 before."""
    ships: dict[str, Vessel] = field(default_factory=dict)
    squadrons: dict[str, Squadron] = field(default_factory=dict)
    contacts: dict[Side, dict[ContactName, Contact]] = field(default_factory=dict)
    """By the side that holds them."""
    screens: list[Screen] = field(default_factory=list)
    marks: list[FireMark] = field(default_factory=list)
    """Fire of the last turn."""
    torpedo_salvos: dict[Side, Count] = field(default_factory=dict)
    """Torpedo salvos of ships that did damage, by side (scenario S7)."""
    raiders: list[str] = field(default_factory=list)
    """WT-5.6: ships that fired guns or torpedoes, for all to see, at an MM or CV last turn."""
    raiding: list[str] = field(default_factory=list)
    """... and in the present turn."""
    fleet: dict[Side, list[str]] = field(default_factory=dict)
    """Standing lines of the FLEET block, by side."""
    points: dict[Side, Count] = field(default_factory=dict)
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
        first, second = self.sides
        return second if side == first else first

    def senior(self, side: str) -> str:
        """The side's first admiral."""
        return next(seat for seat, its in self.seats.items() if its == side)

    # ------------------------------------------------------------ units

    def in_order(self, units: Iterable[Unit], side: str = "") -> list[Unit]:
        """Unit order (section 3, WT-11.15): the first side first, and within a side as the scenario lists them; or one side."""
        listed = sorted(units, key=INDEX)
        return [unit for each in ((side,) if side else self.sides) for unit in listed if unit.side == each]

    def seen(self) -> list[Vessel]:
        """Vessels that the reader sees, in play or not, in unit order."""
        return self.in_order(ship for ship in self.ships.values() if ship.in_sight)

    def afloat(self, side: str = "") -> list[Vessel]:
        """Vessels in play that the reader sees, of one side or of both, in unit order."""
        return self.in_order([ship for ship in self.ships.values() if ship.fate == "afloat" and ship.in_sight], side)

    def wings(self) -> list[Squadron]:
        """Squadrons that the reader sees in the air or on deck, in unit order; also those that are gone."""
        return self.in_order(each for each in self.squadrons.values() if each.in_sight)

    def flying(self, side: str = "") -> list[Squadron]:
        """Squadrons in the air, of one side or of both, in unit order."""
        return self.in_order([each for each in self.squadrons.values() if each.place == "air"], side)

    def alongside(self) -> list[tuple[Squadron, Vessel]]:
        """WT-6.6: planes alongside a ship in play, in unit order, and this ship."""
        moored = self.in_order([each for each in self.squadrons.values() if each.place == "alongside"])
        return [(plane, ship) for plane in moored if (ship := self.ships.get(plane.home)) and ship.afloat]

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
        called = self.ships.get(name)
        ships = [called] if called else self.ships.values()
        foes = (ship for ship in ships if ship.side != side and ship.afloat and ship.in_sight)
        return next((ship for ship in foes if self.seen_as(ship) == name), None)

    # ------------------------------------------------------------ who may know

    def sheet_of(self, ship: Vessel) -> str:
        """WT-23.3: the audience of what happens to her control sheet. Option `open_sheets` never opens a submarine's."""
        return EVERYONE if self.opt("open_sheets") == "on" and not ship.printed.boat else ship.side

    def deck_of(self, squadron: Squadron) -> str:
        """WT-23.3: the audience of what goes on aboard its carrier; of land-based bombers their own side."""
        carrier = self.ships.get(squadron.carrier)
        return self.sheet_of(carrier) if carrier else squadron.side
