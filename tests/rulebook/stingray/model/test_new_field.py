"""A new field of the state costs three places: its declaration, an event, and what the event does. All else follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import pytest

from events.base import NOBODY, Event, visible
from events.schema import InvalidData
from events.schema import load as load_shape
from events.shapes import Range
from pbem.core.geometry.hexes import Hex, parse_label
from pbem.core.state.codec import copy, dump, read
from pbem.core.state.game_state import Unknown, shown
from pbem.games.stingray.model.state import State
from tools.pages.state_tables import tables

CREW, OTHERS = frozenset({"sr1"}), frozenset({"fish"})


@dataclass
class Wreck:
    """A wreck on the sea bed."""

    hex: Hex
    depth: Annotated[int, Range(1, 9)]


@dataclass
class DeepState(State):
    """The first place: a field, hidden from whom nothing of it is told."""

    wrecks_if_known: list[Wreck] | None = field(default=None, metadata={"json": "wrecks"})
    """Wrecks that have been found."""

    @property
    def wrecks(self) -> list[Wreck]:
        """Raises `Unknown` for a reader who was never told of one."""
        return shown(self.wrecks_if_known, "wrecks")


@dataclass
class WreckFound(Event):
    """The second place: a crew has found a wreck."""

    hex: str
    depth: int


def apply(state: DeepState, event: WreckFound) -> None:
    """The third place."""
    state.wrecks_if_known = [*(state.wrecks_if_known or []), Wreck(parse_label(event.hex), event.depth)]


def folded(reader: str | None, ids: frozenset[str] | None) -> DeepState:
    """What a reader knows after two wrecks were found, one by a crew and one that nobody is told of; None: all of it."""
    state = DeepState(reader=reader)
    for event, audience in ((WreckFound("0505", 3), "sr1"), (WreckFound("0606", 4), NOBODY)):
        if ids is None or visible(audience, ids):
            apply(state, event)
    return state


def test_knowledge_follows() -> None:
    """Each reader's state holds what they were told; what nobody told them is no fact, not even an empty one."""
    assert [wreck.depth for wreck in folded(None, None).wrecks] == [3, 4]
    assert [wreck.depth for wreck in folded("captain", CREW).wrecks] == [3]
    with pytest.raises(Unknown, match="wrecks was never shown"):
        assert folded("fish", OTHERS).wrecks


def test_json_follows() -> None:
    """Written and read again, for the whole state and for readers."""
    whole = folded(None, None)
    assert dump(whole)["wrecks"] == [{"hex": "0505", "depth": 3}, {"hex": "0606", "depth": 4}]
    assert dump(folded("fish", OTHERS))["wrecks"] is None
    assert read(DeepState, dump(whole)) == load_shape(DeepState, dump(whole)) == whole


def test_errors_follow() -> None:
    """What comes from outside is checked, and what is wrong is named by its path."""
    with pytest.raises(InvalidData, match=r"wrecks\.1\.depth: 12 is not 1 to 9"):
        load_shape(
            DeepState, dump(folded(None, None)) | {"wrecks": [{"hex": "0505", "depth": 3}, {"hex": "0606", "depth": 12}]}
        )


def test_copies_follow() -> None:
    """A copy shares nothing that can change."""
    whole = folded(None, None)
    again = copy(whole)
    assert again == whole
    again.wrecks[0].depth = 9
    assert whole.wrecks[0].depth == 3


def test_the_rule_books_table_follows() -> None:
    """With its type, its range and its meaning."""
    written = tables(DeepState)
    assert "| `wrecks` | list: Wreck, or `null` | `null` | Wrecks that have been found. |" in written
    assert "| `depth` | whole number 1 to 9 |" in written
