"""Section 7 as data: the widest audience that an event or a roll of dice may have (WT-23.1 to WT-23.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import EVERYONE, NOBODY, Event
from events.wet_thrust.opening import SquadronFormed, VesselEntered
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import ON_SURFACE, Squadron, Vessel

NAMES = ("ship", "squadron", "unit", "by")
"""Fields of events that name the unit of which they tell."""


def audience(state: State, event: Event) -> str:
    """Who may know of an event at most, as the state is before it. The word is beside the event's declaration."""
    return AUDIENCES[event.shown_to](state, event)


def roll_audience(state: State, clause: str, to: str) -> bool:
    """May dice of this clause be thrown for this audience? Of a side's dice the clause does not tell which side's."""
    kind = ROLLS.get(clause)
    if to == EVERYONE:
        return kind == "all" or (kind == "sheet" and state.opt("open_sheets") == "on")
    return to == NOBODY or (kind is not None and to in state.sides)


def _unit(state: State, event: Event) -> Vessel | Squadron | None:
    name = next((str(vars(event)[field]) for field in NAMES if field in vars(event)), "")
    return state.ships.get(name) or state.squadrons.get(name)


def _side(state: State, event: Event) -> str:
    """WT-23.3: the side that the event names, or its unit's: orders, what came of them, and hidden boats."""
    unit = _unit(state, event)
    return str(vars(event).get("side", unit.side if unit else NOBODY))


def _seen(state: State, event: Event) -> str:
    """WT-23.1, WT-23.4: everybody; of a boat below the surface her own side."""
    if isinstance(event, VesselEntered):
        return EVERYONE if event.mode in ON_SURFACE else event.side
    unit = _unit(state, event)
    return unit.side if isinstance(unit, Vessel) and not unit.visible else EVERYONE


def _sheet(state: State, event: Event) -> str:
    """WT-23.3: who may see the control sheet."""
    unit = _unit(state, event)
    return state.sheet_of(unit) if isinstance(unit, Vessel) else NOBODY


def _deck(state: State, event: Event) -> str:
    """WT-23.3: who may see the sheet of the carrier; of land-based bombers their own side (WT-13.7)."""
    if isinstance(event, SquadronFormed):
        return state.sheet_of(state.ships[event.carrier]) if event.carrier else event.side
    unit = _unit(state, event)
    return state.deck_of(unit) if isinstance(unit, Squadron) else NOBODY


AUDIENCES: dict[str, Callable[[State, Any], str]] = {
    "all": lambda state, event: EVERYONE,
    "seen": _seen,
    "side": _side,
    "sheet": _sheet,
    "deck": _deck,
}
"""What the word beside an event's declaration means."""

DICE = {
    "all": "WT-5.3 WT-7.19 WT-8.1 WT-10.5 WT-10.8 WT-12.8 WT-12.9 WT-13.3 WT-13.4 WT-13.6 WT-14.5 WT-19.7 WT-21.7",
    "sheet": "WT-3.4 WT-7.10 WT-9.4 WT-10.10 WT-10.11 WT-11.11 WT-13.9 WT-16.3 WT-16.6 WT-17.2",
    "side": "WT-5.6 WT-18.8 WT-23.4",
}
"""Kinds of audiences of dice, and their clauses: WT-23.2 open, WT-23.3 the sheet's, WT-23.3 and WT-23.4 a side's."""
ROLLS = {clause: kind for kind, clauses in DICE.items() for clause in clauses.split()}
