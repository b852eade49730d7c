"""Scenarios that are nothing but options."""

from __future__ import annotations

import pytest

from pbem.core.game.option_scenarios import OptionScenario, option_scenarios
from pbem.core.game.options import Choice, NoScenario

SCENARIOS = option_scenarios(
    OptionScenario("small", "X-S1", "Small", "A small one.", {"size": Choice(4, least=2, most=8)}, ("tiny",)),
    OptionScenario("large", "X-S2", "Large", "A large one.", {"size": Choice(8, least=2, most=8)}),
)


def test_each_has_its_own_defaults() -> None:
    """Found by key, code or alias, in the order given; the first is the one to begin with."""
    assert list(SCENARIOS) == ["small", "large"] and SCENARIOS.practice == "small"
    assert SCENARIOS.options("x-s2", {}) == {"size": 8}
    assert SCENARIOS.options("tiny", {"size": "6"}) == {"size": 6}


def test_what_may_not_be_chosen_is_refused() -> None:
    """As in every game."""
    with pytest.raises(NoScenario, match="2 to 8"):
        SCENARIOS.options("small", {"size": 9})
