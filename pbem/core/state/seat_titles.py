"""What the rule book calls the seats of a game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.game.options import Choice, NoScenario
from pbem.core.game.protocol import Game
from pbem.core.state.record import Record


def seat_titles(game: Game[Any], scenario: str, seats: Iterable[str]) -> dict[str, str]:
    """Seats are called by the scenario under its default options, and those that it has only under others by these.

    By their ids where the scenario is not played here any more.
    """
    wanted, found = list(seats), dict[str, str]()
    try:
        choices = game.scenarios.choices(scenario)
        given = [{}, *({name: value} for name, choice in choices.items() for value in _values(choice))]
        for each in given:
            if not set(wanted) <= set(found):
                options = game.scenarios.options(scenario, each)
                found = {seat.id: seat.title for seat in game.rules.seats(scenario, options)} | found
    except NoScenario:
        pass  # a game stays readable when its scenario is gone
    return {seat: found.get(seat, seat) for seat in wanted}


def seat_title(record: Record, seat: str) -> str:
    """What the rule book calls a seat of this game; the id of one that it does not have."""
    return seat_titles(record.game, record.ledger.scenario, [seat])[seat]


def titles_of(record: Record, seats: Iterable[str]) -> str:
    """What it calls several, with commas between them."""
    return ", ".join(seat_title(record, seat) for seat in seats)


def _values(choice: Choice) -> Sequence[str | float]:
    """What an option may be, of a number the most (the most players have all seats)."""
    return choice.words or ([choice.most] if choice.most < math.inf else [])
