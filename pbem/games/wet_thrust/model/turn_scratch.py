"""One turn while it is played: the orders in force and what is remembered between its steps, never kept after the turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from events.base import EVERYONE, Event
from pbem.core.game.turn import Turn
from pbem.core.geometry.tabletop import Spot, Way
from pbem.games.wet_thrust.model.orders import Aim, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Squadron, Vessel


@dataclass
class TurnScratch:
    """The turn being played."""

    turn: Turn[State]
    state: State = field(init=False)
    """As it is now."""
    orders: dict[str, ShipOrders] = field(default_factory=dict)
    """By ship: of every vessel afloat when the turn began."""
    aims: dict[str, Aim | None] = field(default_factory=dict)
    """By squadron: of every squadron that is not gone; None: no aim."""
    fire_order: dict[str, list[str]] = field(default_factory=dict)
    """WT-7.1: by side, its ships in FIREORDER, the others after them in unit order."""
    ways: dict[str, Way] = field(default_factory=dict)
    """WT-2.13: by vessel, this turn's move (of all that began it afloat)."""
    reach: dict[str, Fraction] = field(default_factory=dict)
    """WT-21.2: by vessel that is to disengage, the greatest speed that she could make in this turn's move."""
    struck: list[tuple[str, str, str]] = field(default_factory=list)
    """WT-10.11: ship, system, cause (torpedo, bomb): lost in step 5.4."""
    mended: list[tuple[str, str]] = field(default_factory=list)
    """WT-16.6: ship, system: repaired in step 7, works from the next turn."""
    flown: dict[str, Spot] = field(default_factory=dict)
    """WT-11.2: squadron -> where it ends in step 3, settled but not told yet."""
    landing: dict[str, str] = field(default_factory=dict)
    """WT-11.9: squadron -> the carrier over which it waits to land at 8.5."""
    engaged: dict[str, str] = field(default_factory=dict)
    """WT-12.6: interceptors -> the squadron that they have reached."""
    downed: set[str] = field(default_factory=set)
    """Squadrons of which the last aircraft was shot down in this turn."""
    met: dict[str, Spot] = field(default_factory=dict)
    """WT-12.6: interceptors -> where that squadron was when they reached it; it may fly on in step 3.6."""

    def __post_init__(self) -> None:
        self.state = self.turn.state

    def orders_of(self, ship: Vessel) -> ShipOrders:
        """What is in force for her."""
        return self.orders[ship.id]

    # ------------------------------------------------------------ who may know (WT-23, ruling W5)

    def tell(self, event: Event, rule: str) -> None:
        """WT-23.1, WT-23.2: emit for everybody."""
        self.turn.emit(event, rule, EVERYONE)

    def own(self, event: Event, rule: str, unit: Vessel | Squadron) -> None:
        """WT-23.3: emit for the unit's own side: it would tell of orders, or of a hidden boat."""
        self.turn.emit(event, rule, unit.side)

    def sheet(self, event: Event, rule: str, ship: Vessel) -> None:
        """WT-23.3: emit for those who may see her control sheet."""
        self.turn.emit(event, rule, self.state.sheet_of(ship))

    def seen(self, event: Event, rule: str, ship: Vessel) -> None:
        """WT-23.4: emit for all who see the vessel: everybody, or of a boat below the surface her own side."""
        self.turn.emit(event, rule, EVERYONE if ship.visible else ship.side)

    def deck(self, event: Event, rule: str, squadron: Squadron) -> None:
        """WT-23.3: emit for those who may see what goes on aboard its carrier."""
        self.turn.emit(event, rule, self.state.deck_of(squadron))

    # ------------------------------------------------------------ dice

    def open_roll(self, n: int, sides: int, purpose: str, rule: str) -> list[int]:
        """WT-23.2: roll for everybody to see. `purpose` begins with the roll's name (2.8)."""
        return self.roll(n, sides, purpose, rule, EVERYONE)

    def roll(self, n: int, sides: int, purpose: str, rule: str, audience: str) -> list[int]:
        """Roll for an audience to see."""
        return self.turn.roll(n, sides, purpose, rule, audience)

    def sheet_roll(self, n: int, sides: int, purpose: str, rule: str, ship: Vessel) -> list[int]:
        """Roll for those who may see her control sheet."""
        return self.roll(n, sides, purpose, rule, self.state.sheet_of(ship))
