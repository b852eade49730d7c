"""Positions and short cuts for the tests of the order language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.texts.envelope import OrderSheet, Parsed
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Vessel
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import state_with, vessel

TUBES = {"1": "MK61", "2": "MK7"}


def stingray(id: str = "SR1", hex: str = "1010", speed: int = 3, **changes: Any) -> Vessel:
    """A Stingray heading N with a Mk61, not armed, in tube 1 and a Mk7 in tube 2, unless told otherwise."""
    return vessel(id, hex, "N", speed, **{"tubes": TUBES, **changes})


def position(*changed: Vessel, **changes: Any) -> State:
    """Move 4 is ordered next. SR1, SS1 and three fish lie apart; vessels given replace those of the same id."""
    fleet = {
        "SR1": stingray(),
        "SS1": vessel("SS1", "1520", "N", 3),
        "TF1": vessel("TF1", "1030", "N", 3),
        "TF2": vessel("TF2", "0530", "N", 3),
        "MF1": vessel("MF1", "2020", "N", 3),
    }
    fleet |= {one.id: one for one in changed}
    return state_with(*fleet.values(), **{"move": 3, **changes})


def seat_of(state: State, id: str, copilot: bool = False) -> str:
    """The seat that commands a vessel."""
    return state.vessels[id].copilot if copilot else state.vessels[id].captain


def mailed(state: State, text: str, before: OrderSheet | None = None, copilot: bool = False) -> Parsed:
    """A mail whose first line opens a vessel's block, from the seat that commands it; over nothing or over the current orders.

    Whatever stands afterwards is its own order text: sent over an empty sheet it gives the same sheet.
    """
    id = text.split(":", 1)[0].strip()
    seat = seat_of(state, id if id in state.vessels else next(iter(state.vessels)), copilot)
    parsed = STINGRAY.orders.read(known(state, seat), seat, text, before or OrderSheet())
    again = STINGRAY.orders.read(known(state, seat), seat, parsed.sheet.text(), OrderSheet())
    assert [str(p) for p in again.problems] == []
    assert again.sheet.text() == parsed.sheet.text()
    return parsed


def current_orders(text: str, state: State | None = None, before: OrderSheet | None = None, copilot: bool = False) -> list[str]:
    """The current orders of the mail's first vessel, after a mail that has no problems."""
    parsed = mailed(state or position(), text, before, copilot)
    assert [str(p) for p in parsed.problems] == []
    return parsed.sheet.units[text.split(":", 1)[0].strip()]


def reasons(text: str, state: State | None = None, copilot: bool = False) -> list[str]:
    """Why the orders of a mail were refused, in the order of its lines."""
    return [p.reason for p in mailed(state or position(), text, copilot=copilot).problems]


def notes(text: str, state: State | None = None, copilot: bool = False) -> list[str]:
    """The receipt's remarks on a mail that has no problems."""
    parsed = mailed(state or position(), text, copilot=copilot)
    assert [str(p) for p in parsed.problems] == []
    return parsed.notes


def over(units: Mapping[str, list[str]]) -> OrderSheet:
    """What is in force before a mail."""
    return OrderSheet(dict(units))
