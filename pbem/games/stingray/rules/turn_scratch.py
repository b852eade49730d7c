"""One move while it is played: what is fixed or recorded in a step and used in a later one, and never kept after the move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from events.base import NOBODY, Event
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import Hex
from pbem.games.stingray.model.orders import VesselOrders
from pbem.games.stingray.model.plan import Step
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import SIDES
from pbem.games.stingray.model.vessel import Vessel

Cause = Literal["MK61", "MK7", "TERROR", "MINE", "RAM", "COLLISION", "OBSTACLE", "LANDING"]


class Hit(NamedTuple):
    """STG-SEQ.3: a hit recorded in steps 2 and 3. `points` where they are fixed (rams, collisions, landings)."""

    vessel: str
    cause: Cause
    phase: int
    hex: Hex
    points: int = 0


class Sound(NamedTuple):
    """Something that can be heard: an explosion or a vessel breaking up (STG-SCN.6)."""

    what: Literal["explosion", "breaking up"]
    hex: Hex
    phase: int


@dataclass
class TurnScratch:
    """The move being played."""

    turn: Turn[State]
    state: State = field(init=False)
    """As it is now."""
    fleets: dict[str, list[Vessel]] = field(init=False)
    """By side, all its vessels: none joins it during a move."""
    orders: dict[str, VesselOrders] = field(default_factory=dict)
    """By vessel, after the lock and the power allocation: what is funded, and nothing else."""
    steps: dict[str, list[Step]] = field(default_factory=dict)
    """By vessel: its schedule; emptied when it strikes something or leaves."""
    hits: list[Hit] = field(default_factory=list)
    sounds: list[Sound] = field(default_factory=list)
    company: set[tuple[str, str]] = field(default_factory=set)
    """STG-RAM.1: pairs (in vessel order) that shared a hex after the previous phase."""
    entered: list[Vessel] = field(default_factory=list)
    """Those whose head has entered a hex in this phase's step 3c, in vessel order."""
    leapt: set[str] = field(default_factory=set)
    """STG-LEP.1: vessels that have tried a leap in this move."""
    fired: set[tuple[str, str]] = field(default_factory=set)
    """(vessel, launcher) that have launched in this move."""
    aimed: dict[str, str] = field(default_factory=dict)
    """STG-M61.3: by vessel, the one target of the Mk61 that it has launched in this move."""
    empty_at_start: set[tuple[str, str]] = field(default_factory=set)
    """(vessel, launcher) that were empty when the move began: only these can be loaded in it (STG-LAU.6)."""
    specials_at_start: dict[str, dict[str, int]] = field(default_factory=dict)
    """STG-REP.1: by vessel."""
    struck: set[str] = field(default_factory=set)
    """Vessels that struck an obstacle in this move."""

    def __post_init__(self) -> None:
        self.state = self.turn.state
        self.fleets = {side: self.state.of_side(side) for side in SIDES}

    def tell(self, event: Event, rule: str, vessel: Vessel) -> None:
        """Emit for the vessel's crew."""
        self.turn.emit(event, rule, vessel.crew)

    def hide(self, event: Event, rule: str) -> None:
        """Emit for nobody until the game ends."""
        self.turn.emit(event, rule, NOBODY)

    def die(self, purpose: str, rule: str, audience: str, sides: int = 6) -> int:
        """STG-GEN.5: one die of table 2.7, seen by `audience` (crew, side or nobody). `purpose` begins with the roll's name."""
        return self.turn.roll(1, sides, purpose, rule, audience)[0]
