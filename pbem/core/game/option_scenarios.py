"""Scenarios that are nothing but a set of options: for games that need no map, no order of battle and so no data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.game.options import Choice
from pbem.core.game.scenarios import Scenarios


@dataclass(frozen=True)
class OptionScenario:
    """A scenario: its names, what lists say of it, and the options with what they are unless somebody chooses otherwise."""

    key: str
    code: str
    title: str
    summary: str
    choices: Mapping[str, Choice]
    aliases: tuple[str, ...] = ()


def option_scenarios(*scenarios: OptionScenario) -> Scenarios[OptionScenario]:
    """These scenarios by key, in the order given."""
    return Scenarios({each.key: each for each in scenarios}, lambda scenario: scenario.choices)
