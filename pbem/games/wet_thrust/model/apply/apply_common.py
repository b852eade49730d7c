"""What all handlers share: reading modes, and the points that all have seen."""

from __future__ import annotations

from dataclasses import replace

from events.base import Event
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import Depth


def nothing_changes(state: State, event: Event) -> None:
    """For the report only."""


DEPTHS: dict[str, Depth] = {"surface": "surface", "surfaced": "surfaced", "periscope": "periscope", "deep": "deep"}


def mode_of(word: str) -> Depth:
    """How deep, as events write it."""
    return DEPTHS[word]


def score(state: State, by: str, target: str, points: int) -> None:
    """Section 7: points that all have seen scored on a vessel, or on a contact of the side of `by` (WT-23.4)."""
    if ship := state.ships.get(target):
        ship.scored += points
        return
    attacker = state.ships.get(by)
    contacts = state.contacts.get(attacker.side, {}) if attacker else {}
    if target in contacts:
        contacts[target] = replace(contacts[target], scored=contacts[target].scored + points)
