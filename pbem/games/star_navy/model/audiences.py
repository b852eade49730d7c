"""Who may see what at most: section 7 of the rule book, SN-16 and the table of events (section 9), as data.

Rules name the audience of each event and roll where they happen. This says the same once more and by itself, so that one can
be checked against the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import EVERYONE, Event
from pbem.games.star_navy.model.state import State


def _behind_the_screen(state: State, side: str) -> str:
    """SN-16.1, SN-16.5."""
    return EVERYONE if state.opt("screen") == "off" else side


AUDIENCES: dict[str, Callable[[State, Any], str]] = {
    # SN-16.2, SN-16.3: what lies on the table, shows on it, or is announced.
    "all": lambda state, event: EVERYONE,
    # SN-16.4: what stands on a ship's console, or happens to it.
    "console": lambda state, event: _behind_the_screen(state, state.ships[event.ship].side),
    # SN-16.1, SN-15.3: orders stay sealed even without screens.
    "its side": lambda state, event: state.ships[event.ship].side,
    # SN-9.2: the boarder itself may have another master by then.
    "boarders": lambda state, event: _behind_the_screen(state, event.side),
}
"""The widest audience of an event in the state before it, by the word of its type."""

ROLLS: dict[str, str] = {
    **dict.fromkeys(("SN-4.6", "SN-4.7", "SN-7.9", "SN-7.10", "SN-7.11", "SN-7.12", "SN-7.13"), "all"),
    **dict.fromkeys(("SN-9.1", "SN-9.4", "SN-9.6", "SN-11.1", "SN-11.5"), "all"),
    **dict.fromkeys(("SN-8.3", "SN-13.4"), "console"),
}
"""By clause: whose dice they are. The column of damage and the section that asteroids strike are the ship's own."""


def audience(state: State, event: Event) -> str:
    """The widest audience that this event may have."""
    return AUDIENCES[event.shown_to](state, event)


def roll_audience(state: State, clause: str, audience: str) -> bool:
    """May dice of this clause be thrown for this audience?"""
    if ROLLS[clause] == "all" or state.opt("screen") == "off":
        return audience == EVERYONE
    return audience in state.sides
