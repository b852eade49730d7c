"""The options of a scenario: what each may be, and reading what was asked for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.core.game.nearest_names import known_names

Options = Mapping[str, Any]
"""The options of a game by name."""

STEPS = {1: "a whole number", 2: "an even number"}


class NoScenario(ValueError):
    """There is no such scenario, option or value; the message names the legal ones. The command or page tells it."""


class Choice(NamedTuple):
    """An option: its default, and what it may be: one of `words`, else a number, `whole` and in steps of `step` or any."""

    default: str | float
    words: tuple[str, ...] = ()
    least: float = 0
    most: float = math.inf
    step: int = 1
    whole: bool = True

    def read(self, name: str, value: Any) -> str | float:
        """The value, converted if it came as text. Raises `NoScenario`."""
        found = self._word(value) if self.words else self._number(value)
        if found is None:
            raise NoScenario(f"option {name}: {value!r} is {self._refusal()}")
        return found

    def _word(self, value: Any) -> str | None:
        word = str(value).strip().lower()
        return next((legal for legal in self.words if legal.lower() == word), None)

    def _number(self, value: Any) -> float | None:
        number = finite(value)
        if number is None or not self.least <= number <= self.most or (self.whole and number % self.step):
            return None
        return int(number) if number == int(number) else number

    def _refusal(self) -> str:
        if self.words:
            return f"none of {', '.join(self.words)}"
        kind = STEPS.get(self.step, f"a multiple of {self.step}") if self.whole else "a number"
        limits = f"{self.least:g} or more" if self.most == math.inf else f"{self.least:g} to {self.most:g}"
        return f"not {kind}, {limits}"


def finite(value: Any) -> float | None:
    """The number, also from text; None for what is none."""
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def read_options(choices: Mapping[str, Choice], given: Mapping[str, Any]) -> dict[str, Any]:
    """The full set of options: `given` over the defaults. Raises `NoScenario` naming what is legal."""
    for name in given:
        if name not in choices:
            raise NoScenario(f"no option {name!r}; {known_names(name, choices)}")
    return {name: choice.read(name, given.get(name, choice.default)) for name, choice in choices.items()}
