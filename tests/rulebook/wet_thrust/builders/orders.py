"""Positions and short cuts for the tests of the order language."""

from __future__ import annotations

from typing import Any

from events.wet_thrust.opening import SquadronFormed
from pbem.core.texts.envelope import OrderSheet, Parsed
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.orders.parse import sheet
from pbem.games.wet_thrust.report.template import template
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import mils, state_with

STRAIT = {
    "PEU": ((0, 0), 7, 7),
    "BIS": ((1, 1.732), 7, 7),
    "HOO": ((26, -16), 10, 7),
    "POW": ((27.732, -17), 10, 6),
    "NOR": ((18, 22), 7, 5),
    "SUF": ((10, 26), 7, 7),
}
OCEAN = {
    "GRZ": ((10, 64), 5, 6),
    "BIS": ((5, 60), 5, 5),
    "U47": ((26, 3), 9, 1),
    "U99": ((14, -16), 12, 1),
    "ARK": ((0, 0), 1, 6),
    "SHE": ((2, -2), 1, 6),
    "ANT": ((-2, -2), 1, 6),
    "M01": ((0, 30), 3, 3),
    "M02": ((0, 34), 3, 3),
}


def strait(turn: int = 2, **options: Any) -> State:
    """Denmark Strait; turn 3 is ordered next."""
    return state_with(STRAIT, turn, **options)


def ocean(turn: int = 2, **modes: Any) -> State:
    """Carriers, destroyers and boats (U47 at periscope depth, U99 deep unless `modes` say otherwise); LB1 is on its way."""
    state = state_with(OCEAN, turn, modes={"U47": "periscope", "U99": "deep", **modes})
    apply(state, SquadronFormed("LB1", 99, "", "B", 6, "german", "de", 5, list(mils(40, 40))))
    state.squadrons["LB1"].standing_if_known = []
    return state


def one(id: str, speed: float = 6, turn: int = 2, lost: str = "", **changes: Any) -> State:
    """One ship as changed, with systems lost, and an enemy in sight."""
    other = "HOO" if id in ("BIS", "PEU", "SCH", "U47") else "BIS"
    state = state_with({id: ((0, 0), 12, speed), other: ((10, 10), 6, 5)}, turn)
    state.ships[id].sheet.lost = lost.split()
    for name, value in changes.items():
        ship = state.ships[id]
        setattr(next(part for part in (ship.sheet, ship.book, ship) if hasattr(part, name)), name, value)
    return state


def mailed(text: str, state: State | None = None, seat: str = "gb", before: OrderSheet | None = None) -> Parsed:
    """A mail over the current orders. The outcome is its own order text: over an empty sheet it gives the same sheet."""
    seen = known(state or strait(), seat)
    parsed = WET_THRUST.orders.read(seen, seat, text, before or sheet(seen, seat))
    again = WET_THRUST.orders.read(seen, seat, parsed.sheet.text(), OrderSheet())
    assert problems(again) == []
    assert again.sheet.text() == parsed.sheet.text()
    return parsed


def problems(parsed: Parsed) -> list[str]:
    """Without their line numbers."""
    return [str(problem).partition(": ")[2] for problem in parsed.problems]


def current_orders(text: str, state: State | None = None, seat: str = "gb", before: OrderSheet | None = None) -> list[str]:
    """The current orders of the mail's first unit, after a mail that has no problems."""
    parsed = mailed(text, state, seat, before)
    assert problems(parsed) == []
    return parsed.sheet.units[text.split(":", 1)[0].strip().upper()]


def refused(text: str, state: State | None = None, seat: str = "gb") -> list[str]:
    """What is said to the mistakes of a mail."""
    return problems(mailed(text, state, seat))


def noted(text: str, state: State | None = None, seat: str = "gb", before: OrderSheet | None = None) -> list[str]:
    """The receipt's remarks on a mail that has no problems."""
    parsed = mailed(text, state, seat, before)
    assert problems(parsed) == []
    return parsed.notes


def sent_back(state: State, seat: str) -> Parsed:
    """The report's template, mailed as it is."""
    return mailed(template(known(state, seat)), state, seat)
