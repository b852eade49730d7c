"""Section 7, hidden information, as data: who may see an event or dice at most. The rules name each audience themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import EVERYONE, Event
from events.sovereign_seas.opening import EntryChosen, OrdersStood, PlacingVoid, ShipEntered
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import BRITISH


def audience(state: State, event: Event) -> str:
    """The widest audience that an event may have, from the state before it."""
    return AUDIENCES[event.shown_to](state, event)


def roll_audience(state: State, clause: str, audience: str) -> bool:
    """May dice of this clause be thrown for this audience?"""
    return audience != EVERYONE or ROLLS.get(clause) == "all" or (clause in ROLLS and state.opt("hidden_logs") == "off")


def _side(state: State, event: Any) -> str:
    """SSL-Y.2: the side whose ship, orders or choice it is."""
    match event:
        case EntryChosen():
            return BRITISH
        case OrdersStood(seat=seat):
            return state.seats[seat]
        case ShipEntered(side=side) | PlacingVoid(side=side):
            return side
        case _:
            return state.ships[event.ship].side


def _sight(state: State, event: Any) -> str:
    """SSL-Y.3: of the British of a convoy nothing is seen before the last set-up deadline has closed."""
    approaching = OPENINGS[state.scenario].victory == "convoy" and bool(state.stages)
    side = _side(state, event)
    return side if approaching and side == BRITISH else EVERYONE


def _log(state: State, event: Any) -> str:
    """SSL-Y.5: option `hidden_logs`."""
    return _side(state, event) if state.opt("hidden_logs") == "on" else _sight(state, event)


AUDIENCES: dict[str, Callable[[State, Any], str]] = {
    "all": lambda state, event: EVERYONE,
    "side": _side,
    "ships": _sight,
    "log": _log,
}
"""By the word of the event's type: SSL-Y.1, SSL-Y.2, SSL-Y.3, SSL-Y.5."""

ROLLS = {
    "SSL-G.1": "all",
    "SSL-J1.4": "all",
    "SSL-J1.5": "all",
    "SSL-C.5": "all",
    "SSL-J2.8": "all",
    "SSL-K.1": "all",
    "SSL-L5.2": "log",
    "SSL-L5.3": "log",
    "SSL-L5.6": "log",
}
"""By the clause of the dice (2.15, SSL-Y.5)."""
