"""What the tests of orders send, and what comes back."""

from __future__ import annotations

from pbem.campaign.model.orders import FLEET
from pbem.campaign.model.state import State
from pbem.campaign.orders.parse import ORDERS
from pbem.core.texts.envelope import OrderSheet, Parsed
from pbem.core.texts.units import Units
from tests.rulebook.campaign.made_up import campaign


def mailed(text: str, state: State | None = None, before: list[str] | None = None) -> Parsed:
    """What Blue's mail comes to, over the orders of an earlier one."""
    known = state or campaign()
    units = Units([FLEET], {id: unit.name for id, unit in known.units.items()})
    return ORDERS.parse(known, "blue", ORDERS.open(text, units), OrderSheet({FLEET: before or []}))


def lines(text: str, state: State | None = None) -> list[str]:
    """The orders that Blue's mail gives; there is no problem with it."""
    parsed = mailed(text, state)
    assert parsed.problems == []
    return parsed.sheet.units[FLEET]


def problems(text: str, state: State | None = None) -> list[str]:
    """What Blue is told."""
    return [str(problem) for problem in mailed(text, state).problems]


def problem(text: str, state: State | None = None) -> str:
    """The one problem with Blue's mail."""
    (found,) = problems(text, state)
    return found
