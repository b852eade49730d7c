"""One turn while it is played: the orders in force and what is remembered between impulses, never kept after the turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from events.base import EVERYONE, Event
from pbem.core.game.turn import Turn
from pbem.games.sovereign_seas.model.orders import Move, ShipOrders, Steer
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import SIDES


class Missed(NamedTuple):
    """How near a ship that has not fired came to it: what was missing (`unfired.py`), for whom, at which range, and when."""

    why: str
    target: str
    range: int
    impulse: int


@dataclass
class TurnScratch:
    """The turn being played."""

    turn: Turn[State]
    state: State = field(init=False)
    """As it is now."""
    logs: dict[str, str] = field(init=False)
    """SSL-Y.1, SSL-Y.5: by side, who sees what the logs of its ships suffer: the same in all of the turn."""
    orders: dict[str, ShipOrders] = field(default_factory=dict)
    """By ship: of every ship active when the turn began."""
    sequence: dict[str, list[str]] = field(default_factory=dict)
    """SSL-X.15: by side, its ships in SEQ order, the others after them in natural id order."""
    impulse: int = 0
    abandoned: set[str] = field(default_factory=set)
    """SSL-X.9: ships whose MOVE a WHEN line has ended."""
    helm: dict[str, Move | Steer] = field(default_factory=dict)
    """SSL-X.3: what steers each ship in this impulse."""
    used: dict[str, int] = field(default_factory=dict)
    """SSL-X.7: letters of a MOVE used up: of the whole plan, or with bars of this impulse's segment."""

    missed: dict[str, Missed] = field(default_factory=dict)
    """By ship that has not fired."""

    def __post_init__(self) -> None:
        self.state = self.turn.state
        self.logs = {side: self.state.log_of(side) for side in SIDES}

    def orders_of(self, ship: Ship) -> ShipOrders:
        """What is in force for her."""
        return self.orders[ship.id]

    def tell_all(self, event: Event, rule: str) -> None:
        """Emit for everybody."""
        self.turn.emit(event, rule, EVERYONE)

    def tell_side(self, event: Event, rule: str, ship: Ship) -> None:
        """SSL-Y.2: emit for her own side: it would tell of orders."""
        self.turn.emit(event, rule, ship.side)

    def tell_log(self, event: Event, rule: str, ship: Ship) -> None:
        """SSL-Y.1, SSL-Y.5: emit for those who may see her log."""
        self.turn.emit(event, rule, self.logs[ship.side])

    def strikes(self, dice: int, purpose: str, rule: str, audience: str) -> int:
        """SSL-C.1, SSL-C.2: roll a pool and count strikes. SSL-C.3: without dice there is no roll and no strike."""
        return roll_strikes(self.turn, dice, purpose, rule, audience)


def roll_strikes(turn: Turn[State], dice: int, purpose: str, rule: str, audience: str) -> int:
    """SSL-C.1: roll a pool and count strikes. SSL-C.4: the dice are d6."""
    faces = turn.roll(dice, 6, purpose, rule, audience)
    return sum(map(faces.count, strike_faces(turn.state)))


def strike_faces(state: State) -> tuple[int, ...]:
    """SSL-C.1: a die shows a strike when its face is odd (option `strike_face`)."""
    return (1, 3, 5) if state.opt("strike_face") == "odd" else (2, 4, 6)
