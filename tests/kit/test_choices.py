"""What every game says of its options."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.game.options import NoScenario
from tests.kit.playing import GAMES

TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios]


@pytest.mark.parametrize("table", TABLES, ids="-".join)
def test_choices_are_the_options(table: tuple[str, str]) -> None:
    """Each option has a choice; its default is legal, and every word that it offers is taken as it is."""
    game, scenario = GAMES[table[0]], table[1]
    choices, defaults = game.scenarios.choices(scenario), game.scenarios.options(scenario, {})
    assert list(choices) == list(defaults)
    for name, choice in choices.items():
        offered: list[Any] = [*choice.words] or [choice.least, defaults[name]]
        for value in (choice.default, *offered):
            assert game.scenarios.options(scenario, {name: value})[name] == value


@pytest.mark.parametrize("key", list(GAMES))
def test_choices_of_no_scenario(key: str) -> None:
    """An unknown scenario has none."""
    with pytest.raises(NoScenario):
        GAMES[key].scenarios.choices("no such scenario")
