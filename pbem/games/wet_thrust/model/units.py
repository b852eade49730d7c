"""Vessels and squadrons, as they are or as one reader knows them: what is not for all hangs in parts (WT-23)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal, TypeVar

from events.shapes import Id, Range
from pbem.core.geometry.tabletop import POINTS
from pbem.core.state.game_state import shown
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.scs import CLASSES, Kind, ShipClass
from pbem.games.wet_thrust.model.tables import ENDURANCE, HOW, air_speed
from pbem.games.wet_thrust.model.values import ClassKey, ContactName, Count, Side, Speed, Where

Depth = Literal["surface", "surfaced", "periscope", "deep"]
Mode = Literal[Depth, "below"]
"""below: under the surface, and the reader does not know how deep (WT-23.4)."""
ON_SURFACE: tuple[Mode, ...] = ("surface", "surfaced")
"""WT-18.2: a ship, and a submarine that is not below."""
Fate = Literal["afloat", "lost", "away"]
Place = Literal["aboard", "air", "alongside", "waiting", "gone"]


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
    contact: ContactName = ""
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
    ship_class: ClassKey
    side: Side
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
    def fared(self) -> str:
        """`afloat`, `broke contact`, `lost: she exploded`."""
        if self.fate == "lost":
            return f"lost: {HOW[self.how]}" if self.how in HOW else "lost"
        return "afloat" if self.afloat else "broke contact"

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
    side: Side
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
