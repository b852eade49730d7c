"""What a new field of the state costs: its declaration, an event, a handler. All else follows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

import pytest

from events.base import EVERYONE, Event
from events.schema import InvalidData, load
from events.shapes import Range
from events.sovereign_seas.sailing import TurnBegan
from pbem.core.state import codec
from pbem.core.state.knowledge import known
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.state import State
from tools.pages.state_tables import tables


@dataclass
class Foggy(State):
    """A sea on which a lookout may report how far they can see: declared here."""

    sight_if_known: Annotated[int, Range(0, 9)] | None = field(default=None, metadata={"json": "sight"})
    """Hexes that a lookout can see."""


@dataclass
class SightReported(Event):
    """The event."""

    hexes: int


def apply_foggy(state: Foggy, event: Event) -> None:
    """The handler."""
    if isinstance(event, SightReported):
        state.sight_if_known = event.hexes
    else:
        apply(state, event)


GAME = replace(SOVEREIGN_SEAS, rules=replace(SOVEREIGN_SEAS.rules, blank=Foggy, apply=apply_foggy))
TOLD = [(TurnBegan(1), EVERYONE), (SightReported(3), "british")]


def test_a_new_field_is_known_to_those_who_were_told() -> None:
    """Knowledge: it is a fold."""
    british, french = known(GAME, TOLD, "gb", frozenset({"british"})), known(GAME, TOLD, "fr", frozenset({"french"}))
    assert (british.sight_if_known, french.sight_if_known, french.turn) == (3, None, 1)


def test_a_new_field_is_in_json_and_in_copies() -> None:
    """The codec goes by the declaration; what comes from outside is checked by it."""
    state = known(GAME, TOLD, None, frozenset({"british"}))
    dumped = codec.dump(state)
    assert dumped["sight"] == 3
    assert codec.read(Foggy, dumped) == load(Foggy, dumped) == codec.copy(state) == state
    with pytest.raises(InvalidData, match="sight: 99 is not 0 to 9"):
        load(Foggy, {**dumped, "sight": 99})


def test_a_new_field_is_in_the_table_of_the_rule_book() -> None:
    """The row is its declaration in words."""
    assert "| `sight` | whole number 0 to 9, or `null` | `null` | Hexes that a lookout can see. |" in tables(Foggy)
