"""The service's own state of a game: which turns lead to the present position."""

from __future__ import annotations

import pytest

from events.platform import RolledBack
from pbem.core.state.ledger import Ledger
from pbem.core.state.ledger_handlers import HANDLERS


@pytest.mark.parametrize(("to", "line"), [(1, {1, 3}), (0, {3}), (3, {1, 2, 3}), (7, {1, 2, 3})])
def test_the_line_of_turns_ends(to: int, line: set[int]) -> None:
    """Also after a roll-back to a turn that was not there yet, as only a forged file has one: it is read in time."""
    ledger = Ledger(turn=3, closed=2)
    HANDLERS[RolledBack](ledger, RolledBack(3, to, 0, "why"))
    assert ledger.line() == line
