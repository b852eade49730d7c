"""A new field of the state costs three places: its declaration, an event, and what the event does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import pytest

from events import schema
from events.base import EVERYONE, Event, event, visible
from events.schema import InvalidData
from events.shapes import Range, members
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.games.wet_thrust.model.state import State

# ---------------------------------------------------------------- 1: the declaration


@dataclass
class Tide:
    """A part that one side alone measures."""

    inches: Annotated[int, Range(0, 99)]


@dataclass
class Tidal(State):
    """The state with one more field, which not all may know."""

    tide_if_known: Tide | None = field(default=None, metadata={"json": "tide"})


# ---------------------------------------------------------------- 2: the event


@event("wet_thrust_test.tide_measured", to="side")
class TideMeasured(Event):
    """A side has measured the tide."""

    side: str
    inches: int


# ---------------------------------------------------------------- 3: what it does


def apply(state: Tidal, event: TideMeasured) -> None:
    """As measured."""
    state.tide_if_known = Tide(event.inches)


# ---------------------------------------------------------------- all else follows


def measured() -> Turn[Tidal]:
    """A turn in which the Germans measure the tide."""
    turn = Turn(apply, Tidal(limit=8), ScriptedDice(()), 1)
    turn.emit(TideMeasured("german", 7), "WT-1.10", "german")
    return turn


def test_the_json_has_it() -> None:
    """Written, read back, checked when it comes from outside, refused by its path, and listed among the fields."""
    state = measured().state
    document = codec.dump(state)
    assert document["tide"] == {"inches": 7}
    assert codec.read(Tidal, document) == state == schema.load(Tidal, document)
    with pytest.raises(InvalidData, match=r"tide\.inches: 100 is not 0 to 99"):
        schema.load(Tidal, document | {"tide": {"inches": 100}})
    assert "tide" in {each.json for each in members(Tidal)}


def test_each_reader_knows_what_they_were_shown() -> None:
    """The fold of the same events: the one side's knowledge has it, the other's and a spectator's does not."""
    turn = measured()
    for seat, ids, tide in (("de", {"de", "german"}, Tide(7)), ("gb", {"gb", "british"}, None), (None, set(), None)):
        known = Tidal(seat)
        for draft in turn.drafts:
            if visible(draft.audience, frozenset(ids)):
                apply(known, draft.event)
        assert known.tide_if_known == tide
    assert EVERYONE not in {draft.audience for draft in turn.drafts}


def test_a_copy_has_its_own() -> None:
    """What a dry run does to it is not done to the state."""
    state = measured().state
    other = codec.copy(state)
    assert other == state and other.tide_if_known is not None
    other.tide_if_known.inches = 8
    assert state.tide_if_known == Tide(7)
