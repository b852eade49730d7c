"""Positions and short cuts for the tests of the order language."""

from __future__ import annotations

from typing import Any

from pbem.core.texts.envelope import OrderSheet, Parsed
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.scenario import options
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.orders.parse import sheet
from pbem.games.sovereign_seas.report.template import template
from pbem.games.sovereign_seas.rules.setup import carry_out, set_up
from tests.rulebook.sovereign_seas.builders.fleet import state_with, turn_of
from tests.rulebook.sovereign_seas.builders.known import known

SHIPS = {
    "BB1": ("4020", "N", 6),
    "BB2": ("4022", "N", 6),
    "BC1": ("4018", "N", 6),
    "BF1": ("4415", "N", 6),
    "FB1": ("1820", "N", 6),
    "FC1": ("1818", "N", 6),
    "FF1": ("1415", "N", 6),
    "FV1": ("1419", "N", 6),
}


def position(turn: int = 2, seat_of: dict[str, str] | None = None, **changes: Any) -> State:
    """Turn 3 is ordered next. `seat_of`: ships of a second admiral; `changes`: options."""
    state = state_with(SHIPS, turn, **({"admirals": "two"} if seat_of else {}), **changes)
    for id, seat in (seat_of or {}).items():
        state.ships[id].seat = seat
    return state


def opening(key: str, stages: int = 0, **given: Any) -> State:
    """A scenario at its first set-up deadline, or after some of them without orders."""
    state = State()
    set_up(turn_of(state, number=0), key, options(key, given))
    for _ in range(stages):
        carry_out(turn_of(state), {seat: sheet(state, seat) for seat in state.seats})
    return state


def mailed(text: str, state: State | None = None, before: OrderSheet | None = None, seat: str = "gb") -> Parsed:
    """A mail over the current orders. The outcome is its own order text: over an empty sheet it gives the same sheet."""
    state = state or position()
    parsed = SOVEREIGN_SEAS.orders.read(state, seat, text, before or sheet(state, seat))
    again = SOVEREIGN_SEAS.orders.read(state, seat, parsed.sheet.text(), OrderSheet())
    assert [str(problem) for problem in again.problems] == []
    assert again.sheet.text() == parsed.sheet.text()
    return parsed


def current_orders(text: str, state: State | None = None, before: OrderSheet | None = None, seat: str = "gb") -> list[str]:
    """The current orders of the mail's first unit, after a mail that has no problems."""
    parsed = mailed(text, state, before, seat)
    assert [str(problem) for problem in parsed.problems] == []
    return parsed.sheet.units[text.split(":", 1)[0].strip().upper()]


def reasons(text: str, state: State | None = None, seat: str = "gb", before: OrderSheet | None = None) -> list[str]:
    """Why orders of a mail were not taken, in the order of its lines."""
    return [problem.reason for problem in mailed(text, state, before, seat).problems]


def notes(text: str, state: State | None = None, seat: str = "gb", before: OrderSheet | None = None) -> list[str]:
    """The receipt's remarks on a mail that has no problems."""
    parsed = mailed(text, state, before, seat)
    assert [str(problem) for problem in parsed.problems] == []
    return parsed.notes


def over(state: State, seat: str = "gb", **units: list[str]) -> OrderSheet:
    """What is in force before a mail, beside standing orders."""
    return OrderSheet({**sheet(state, seat).units, **units})


def sent_back(state: State, seat: str = "gb") -> Parsed:
    """The report's template, mailed as it is."""
    return mailed(template(known(state, seat)), state, seat=seat)


def problems(parsed: Parsed) -> list[str]:
    return [str(problem) for problem in parsed.problems]
