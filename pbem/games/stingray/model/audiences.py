"""Section 7 as data: the widest audience that events and dice may have. Each event type names its kind of audience."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from events.base import EVERYONE, NOBODY, Event, audience
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK61
from pbem.games.stingray.model.vessel import Vessel

CREW, SPIES, UNSEEN = "a crew", "the Aquaphibians", "nobody"
ROLLS = {
    **dict.fromkeys(("STG-FUE.1", "STG-LEP.2", "STG-MIN.3", "STG-RAM.2", "STG-OBS.2", "STG-REP.2"), CREW),
    **dict.fromkeys(("STG-MK7.4", "STG-MK7.8", "STG-M61.7", "STG-M61.8"), CREW),
    **dict.fromkeys(("STG-DMG.2", "STG-DMG.4", "STG-SPH.1", "STG-SPH.2", "STG-SPH.8"), CREW),
    **dict.fromkeys(("STG-MK7.6", "STG-RAM.5"), UNSEEN),
    "STG-SPY.3": SPIES,
}
"""The second table of section 7: by the clause of the dice of table 2.7, who sees them."""


def event_audience(state: State, event: Event) -> str:
    """Who may know of an event at most, in the state before it."""
    return AUDIENCES[event.shown_to](state, event)


def roll_audience(state: State, rule: str, to: str) -> bool:
    """May dice of this clause be rolled for this audience?"""
    crews = {state.crews.get(seat, seat) for seat in state.seats} | {vessel.crew for vessel in state.vessels.values()}
    return to in {CREW: crews, SPIES: {AQUAPHIBIANS}, UNSEEN: {NOBODY}}[ROLLS[rule]]


def _crew_of(state: State, event: Any) -> str:
    return state.vessels[event.vessel].crew


def _new_crew(state: State, event: Any) -> str:
    return state.crews.get(event.captain, str(event.captain))


def _commander(state: State, event: Any) -> str:
    """STG-COM.4."""
    return _told([state.vessels[event.vessel]])


def _hearers(state: State, event: Any) -> str:
    """All of one crew: a noise is told to each crew by itself (STG-SCN.6)."""
    vessels = [state.vessels[id] for id in event.vessels]
    return _told(vessels) if len({vessel.crew for vessel in vessels}) == 1 else NOBODY


def _told(vessels: Iterable[Vessel]) -> str:
    """The crews of those that can report."""
    return audience(*(vessel.crew for vessel in vessels if vessel.can_report))


def _met(state: State, event: Any) -> str:
    """STG-COM.4, S40: of a fish without comms, its commander is not told the other's name, unless both are their own."""
    named = [state.vessels[id] for id in (event.first, event.second) if id]
    alone = len({vessel.crew for vessel in named}) == 1
    return named[0].crew if alone else _told(named)


def _robbed(state: State, event: Any) -> str:
    """STG-VIC.2: the robbed crew, and the robber's if it reports (STG-COM.4)."""
    return audience(state.vessels[event.prey].crew, *filter(None, [_commander(state, event)]))


def _followers(state: State, event: Any) -> str:
    """A Mk61 is followed by its launcher's crew, a sonar missile by nobody."""
    missile = state.missiles.get(event.missile)
    kind, launcher = (event.kind, event.launcher) if missile is None else (missile.kind, missile.launcher)
    return state.vessels[launcher].crew if kind == MK61 else NOBODY


AUDIENCES: dict[str, Callable[[State, Any], str]] = {
    "all": lambda state, event: EVERYONE,
    "nobody": lambda state, event: NOBODY,
    "the side": lambda state, event: str(event.side),
    "the Aquaphibians": lambda state, event: AQUAPHIBIANS,
    "the mine's side": lambda state, event: state.mines[event.mine].side,
    "its crew": _crew_of,
    "its new crew": _new_crew,
    "its commander, if it reports": _commander,
    "the hearers": _hearers,
    "those who met": _met,
    "those it concerns": _robbed,
    "the missile's followers": _followers,
}
"""What the words of the event types mean; *crew* and *nobody* as in section 10."""
