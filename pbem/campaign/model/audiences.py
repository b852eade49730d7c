"""Who may see what at most, as data: rules name the audience where they emit, and one is checked against the other (CMP-9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.base import EVERYONE, Event
from events.base import audience as of_ids
from pbem.campaign.model.state import State


def battle_audience(state: State, battle: int) -> str:
    """CMP-9.2: all know of a battle; with fog the sides that fight in it."""
    return of_ids(*state.battles[battle].sides) if state.fogged else EVERYONE


def node_audience(state: State, node: str) -> str:
    """CMP-9.2: all know which nodes are open; with fog the sides that may fight there."""
    found = state.file.node(node)
    return of_ids(*found.sides) if state.fogged else EVERYONE


def side_of(state: State, event: Any) -> str:
    """CMP-9.1: the side that an event is about, or that has its unit."""
    return str(event.side) if hasattr(event, "side") else state.units[event.unit].side


def _battle(state: State, event: Any) -> str:
    sides = getattr(event, "sides", None)
    if sides is not None:
        return of_ids(*sides) if state.fogged else EVERYONE
    return battle_audience(state, event.battle)


AUDIENCES: dict[str, Callable[[State, Any], str]] = {
    "all": lambda state, event: EVERYONE,
    "its side": side_of,
    "battle": _battle,
    "node": lambda state, event: node_audience(state, event.node),
}
"""The widest audience of an event in the state before it, by the word of its type."""


def audience(state: State, event: Event) -> str:
    """The widest audience that this event may have."""
    return AUDIENCES[event.shown_to](state, event)


def roll_audience(state: State, clause: str, audience: str) -> bool:
    """CMP-6.2: scouts' dice are their side's; CMP-7.2: those of a pairing are for all."""
    return audience in state.sides if clause == "CMP-6.2" else audience == EVERYONE
