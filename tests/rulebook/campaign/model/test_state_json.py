"""A campaign's state as JSON: what comes from outside is checked, and told by its path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.schema import InvalidData
from pbem.campaign.state_json import load
from pbem.core.state import codec
from tests.rulebook.campaign.rules.playing import Campaign, file, node


def whole() -> dict[str, Any]:
    """In the middle of a battle."""
    campaign = Campaign(file(node("GATE")))
    campaign.play()
    dumped: dict[str, Any] = codec.dump(campaign.state)
    return dumped


def forces(state: dict[str, Any]) -> dict[str, Any]:
    """Who was sent to the battle."""
    found: dict[str, Any] = state["battles"]["1"]["forces"]
    return found


def test_a_state_is_read_as_it_was_written() -> None:
    assert codec.dump(load(whole())) == whole()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda state: state.update(file=None), "file: must be given"),
        (lambda state: state["seats"].update(blue="green"), "seats.blue: 'green' is none of blue, red"),
        (lambda state: state["purses"].update(green=3), "purses.green: 'green' is none of blue, red"),
        (lambda state: state["units"]["SR1"].update(book="chess"), "units.SR1.book: 'chess' is none of star_navy"),
        (lambda state: state["units"]["SR1"].update(unit_class="XX"), "units.SR1: there is no class 'XX'"),
        (lambda state: state["units"]["SR1"]["lacks"].update(hull=9), "units.SR1: she cannot lack 9 of 6 hull"),
        (lambda state: state["battles"]["1"].update(node="MOOR"), "battles.1.node: 'MOOR' is none of GATE"),
        (lambda state: state["battles"]["1"].update(number=2), "battles.1.number: 2 is not 1"),
        (
            lambda state: state["battles"]["1"]["forces"].update(green=[]),
            "battles.1.forces.green: 'green' is none of blue, red",
        ),
        (
            lambda state: state["battles"]["1"]["forces"]["blue"][0].update(id="XX"),
            "battles.1.forces.blue: 'XX' is none of SR1",
        ),
        (lambda state: state["open_nodes"].append("MOOR"), "open_nodes.0: 'MOOR' is none of GATE"),
        (lambda state: state["fought"].update(GATE=7), "fought.GATE: '7' is none of 1"),
        (lambda state: state.update(fighting=False), "fighting: must be true while battles are not over, and only then"),
        (lambda state: state.update(round="one"), "round"),
    ],
)
def test_what_does_not_fit_is_named_by_its_path(change: Callable[[dict[str, Any]], None], told: str) -> None:
    state = whole()
    change(state)
    with pytest.raises(InvalidData) as refused:
        load(state)
    assert told in str(refused.value)
