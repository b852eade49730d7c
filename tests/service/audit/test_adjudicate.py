"""What the adjudicator makes of a case that is wrong; the case files of the rule books are tested with the games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.core.state.game_state import shown
from pbem.games.star_navy import STAR_NAVY
from pbem.service.audit.adjudicate import BadCase, adjudicate


def test_a_part_that_a_state_leaves_out_is_the_cases_mistake() -> None:
    """Rules know everything, so that nothing can be unknown to them but what the case does not say."""
    rules = replace(STAR_NAVY.rules, resolve=lambda turn, sheets: shown(None, "the console of MIL"))
    with pytest.raises(BadCase, match=r"^state: the console of MIL was never shown"):
        adjudicate({"star_navy": replace(STAR_NAVY, rules=rules)}, {"game": "star_navy", "scenario": "first-blood"})
