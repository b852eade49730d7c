"""The state of a Stingray game, whole or as one reader knows it: plain data that only `apply.py` changes (section 2.8).

What a reader was never shown (section 7) is not there: other crews' vessels, missiles and mines, and the parts that are None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from events.shapes import Id, Range
from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import Direction, Hex, on_map
from pbem.core.state.game_state import GameState, shown
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MAX_ARMING, MK61, SIDES, ClassKey, Edge
from pbem.games.stingray.model.vessel import Contact, Count, Phase, Speed, Vessel

MissileKind = Literal["MK61", "MK7", "TERROR"]


@dataclass
class Missile:
    """A missile in the water. `state.missiles` is in order of launch, the missile order of section 3 (STG-GEN.6)."""

    id: Id
    """`SR1-M1`: launcher and its own count."""
    kind: MissileKind
    launcher: str
    side: str
    hex: Hex
    """Where it is."""
    heading: Direction
    arming: Annotated[int, Range(0, MAX_ARMING)]
    """0 of a Mk61."""
    target: str
    """Vessel id; `D1` … the decoys of this move; "" none."""
    penalty: Count
    """Of the launcher's crew at launch (STG-CRW.2)."""
    run: Count = 0
    """Hexes run."""
    lock: bool = False
    """Mk61 only."""
    via: list[Hex] = field(default_factory=list)
    """Waypoints left."""
    missed: list[str] = field(default_factory=list)
    """Vessels attacked in vain (STG-MK7.9, STG-M61.7)."""
    evaded: list[str] = field(default_factory=list)
    """Vessels that leapt clear of it (STG-LEP.7)."""
    tie: list[str] = field(default_factory=list)
    """The last set of equally near sources that was diced for."""
    track: list[Hex] = field(default_factory=list)
    """As of a vessel."""
    track_phases: list[Phase] = field(default_factory=list)

    @property
    def name(self) -> str:
        """M1 …, as its own vessel calls it (STG-GEN.6)."""
        return self.id.rpartition("-")[2]


@dataclass
class Mine:
    """A mine. MN1 … are Terrainian, AM1 … Aquaphibian."""

    id: Id
    side: str
    hex: Hex
    active: bool = True


@dataclass
class Trap:
    """STG-SPY.2: a card that the Aquaphibians have played."""

    kind: Literal["TRAP", "AGENT", "PLANS"]
    vessel: str
    system: str = ""
    """Of a TRAP."""
    move: Count = 0
    """Of a TRAP."""


@dataclass
class PlannedVessel:
    """STG-SPY.4: a Terrainian vessel as the spies have read of it: what its tubes hold, and its arming distance."""

    vessel: str
    vessel_class: ClassKey
    hex: Hex
    facing: Direction
    speed: Speed
    tubes: dict[str, str]
    arming: Count


@dataclass
class Spies:
    """STG-SPY: what only the Aquaphibians know of."""

    cards: list[Trap] = field(default_factory=list)
    """STG-SPY.1."""
    plans_read: list[PlannedVessel] = field(default_factory=list)
    """What PLANS has shown (STG-SPY.4)."""


@dataclass
class Umpire:
    """What nobody is told before the end."""

    plants: dict[str, str] = field(default_factory=dict)
    """U1 -> vessel (STG-SCN.4)."""
    passed: dict[str, list[str]] = field(default_factory=dict)
    """By missile, the vessels rolled for as `unguided` or `accidental`."""
    alongside: dict[str, Count] = field(default_factory=dict)
    """`TF1 SS1` -> moves running (STG-VIC.2)."""


@dataclass
class State(GameState):
    """A game, whole or as its reader knows it."""

    crews: dict[str, str] = field(default_factory=dict)
    """Seat -> crew, where two seats command one vessel."""
    columns: Annotated[int, Range(1, 99)] = 30
    rows: Annotated[int, Range(1, 99)] = 22
    obstacles: set[Hex] = field(default_factory=set)
    """STG-HEX.8."""
    home_edge: Edge = "E"
    """Where fish that have broken off run to (STG-FUE.3)."""
    limit: Count = 10
    """The last move."""
    setting_up: bool = False
    """Are the next orders for set-up alone (STG-SPY.1)?"""
    move: Count = 0
    """The last one begun; 0 before the first."""
    vessels: dict[str, Vessel] = field(default_factory=dict)
    """In vessel order (STG-GEN.6). A reader's are those of their own crew."""
    missiles: dict[str, Missile] = field(default_factory=dict)
    """In missile order. A reader's are their own Mk61."""
    mines: dict[str, Mine] = field(default_factory=dict)
    """A reader's are those of their own side."""
    mines_laid: dict[str, Count] = field(default_factory=dict)
    """By side, mines laid so far."""
    decoys: list[Hex] = field(default_factory=list)
    """D1, D2 … of this move."""
    briefings: dict[str, str] = field(default_factory=dict)
    """By side."""
    robbed: str = ""
    """The fish that has robbed the SuperSub (STG-VIC.2)."""
    objectives: list[str] = field(default_factory=list)
    """`SR1 0906`: objectives reached."""
    scores: dict[str, Count] = field(default_factory=dict)
    """By side, victory points; filled at the end."""
    spies_if_known: Spies | None = field(default=None, metadata={"json": "spies"})
    """Known to the Aquaphibians."""
    umpire_if_known: Umpire | None = field(default=None, metadata={"json": "umpire"})
    """Known to nobody before the end."""

    @property
    def spies(self) -> Spies:
        """Cards and what they have brought. Raises `Unknown` for all but the Aquaphibians."""
        return shown(self.spies_if_known, "what the spies do")

    @property
    def agent_aboard(self) -> bool:
        """STG-SPY.3: is there an agent who may still try something, as far as the reader knows?"""
        return self.spies_if_known is not None and any(card.kind == "AGENT" for card in self.spies.cards)

    @property
    def umpire(self) -> Umpire:
        """Raises `Unknown` for every reader."""
        return shown(self.umpire_if_known, "what the umpire keeps")

    @property
    def whole(self) -> bool:
        """Is nothing hidden from its reader? So it is after the end."""
        return self.umpire_if_known is not None

    @property
    def next_move(self) -> int:
        """The move that is ordered next."""
        return self.move + 1

    def afloat(self) -> list[Vessel]:
        """Vessels in play, in vessel order."""
        return [v for v in self.vessels.values() if v.fate == "in play"]

    def there(self, hex: Hex) -> list[Vessel]:
        """Vessels in play in a hex, in vessel order; STG-MEG.4: a head and a tail alike."""
        return [v for v in self.vessels.values() if hex in (v.hex, v.tail) and v.fate == "in play"]

    def of_seat(self, seat: str) -> list[Vessel]:
        """Vessels in play that a seat commands, in vessel order."""
        return [v for v in self.afloat() if seat in v.seats]

    def of_side(self, side: str) -> list[Vessel]:
        """All vessels of a side."""
        return [v for v in self.vessels.values() if v.side == side]

    def on_map(self, hex: Hex) -> bool:
        """Is there such a hex?"""
        return on_map(hex, self.columns, self.rows)

    def mine(self) -> list[Vessel]:
        """The reader's own vessels in play."""
        return [] if self.reader is None else self.of_seat(self.reader)

    def guided(self, vessel: Vessel) -> list[Missile]:
        """The Mk61 of a vessel under way, which its crew follows (section 7)."""
        return [missile for missile in self.missiles.values() if missile.launcher == vessel.id and missile.kind == MK61]

    @property
    def reached(self) -> list[str]:
        """Hexes of the objectives reached."""
        return [text.split()[1] for text in self.objectives]

    def is_old(self, contact: Contact) -> bool:
        """STG-SCN.7: not renewed in the last report."""
        return contact.move < self.move


def enemy(side: str) -> str:
    """The other side."""
    return SIDES[0] if side == AQUAPHIBIANS else SIDES[1]


def vessel_order(ids: list[str]) -> list[str]:
    """STG-GEN.6, inside one side: letters alphabetically, then the number."""
    return sorted(ids, key=natural)
