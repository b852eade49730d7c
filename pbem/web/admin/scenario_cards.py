"""The scenarios that can be opened, as cards: what each is, for how many players, how long and how even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem.core.game.options import Choice, NoScenario, Options
from pbem.core.game.protocol import Game, Seat
from pbem.web.admin.balance_figures import Balance, balances

MANY = 5
"""For so many players and more there is one choice."""
MOST_VALUES = 12
"""An option of more numbers than these makes no seats."""


@dataclass(frozen=True)
class ScenarioCard:
    """`players` are the numbers of seats that its options allow, `seats` those by default; `limit` is in turns (0: none)."""

    game: str
    key: str
    title: str
    summary: str
    seats: tuple[Seat, ...]
    players: tuple[int, ...]
    limit: int
    balance: Balance | None

    @property
    def sides(self) -> list[str]:
        """The sides by name, in the order of their seats."""
        return [side_title(side) for side in dict.fromkeys(seat.side for seat in self.seats)]

    @property
    def players_words(self) -> str:
        """`2 players`, `2 to 6 players`."""
        least, most = min(self.players), max(self.players)
        return f"{least} players" if least == most else f"{least} to {most} players"

    @property
    def length_words(self) -> str:
        """`at most 10 turns, about 6 between bots`."""
        usual = f"about {self.balance.turns:.0f} between bots" if self.balance else ""
        return ", ".join(filter(None, [f"at most {self.limit} turns" if self.limit else "", usual])) or "no limit of turns"

    def suits(self, number: int) -> bool:
        """May so many play it? 0 stands for any number, `MANY` for more as well."""
        return not number or number in self.players or (number >= MANY and max(self.players) >= MANY)


def side_title(side: str) -> str:
    """`BLUE` and `german` as names."""
    return side.replace("_", " ").capitalize()


@cache
def scenario_card(game: Game[Any], scenario: str) -> ScenarioCard:
    """The card of one scenario."""
    found = game.scenarios[scenario]
    numbers = sorted({len(seats) for seats in _all_seats(game, scenario)})
    return ScenarioCard(
        game=game.key,
        key=scenario,
        title=found.title,
        summary=found.summary,
        seats=tuple(seats_with(game, scenario, {})),
        players=tuple(numbers),
        limit=getattr(found, "limit", 0),  # a rule book need not have one
        balance=balances(game.key).get(scenario),
    )


def cards(books: Iterable[Game[Any]], number: int) -> dict[str, list[ScenarioCard]]:
    """The cards of these rule books for so many players, by the book's title, without books that have none."""
    found = {book.title: [card for key in book.scenarios if (card := scenario_card(book, key)).suits(number)] for book in books}
    return {title: those for title, those in found.items() if those}


# ---------------------------------------------------------------- seats and options


def seats_with(game: Game[Any], scenario: str, given: Options) -> list[Seat]:
    """The seats with these options, the others at their defaults. Raises `NoScenario`."""
    return game.rules.seats(scenario, game.scenarios.options(scenario, given))


def seat_options(game: Game[Any], scenario: str) -> dict[str, Choice]:
    """The options that make other seats."""
    usual = _ids(seats_with(game, scenario, {}))
    choices = game.scenarios.choices(scenario)
    return {
        name: choice
        for name, choice in choices.items()
        if any(_ids(seats) != usual for seats in _seats_by(game, scenario, name, choice))
    }


def _all_seats(game: Game[Any], scenario: str) -> list[list[Seat]]:
    """The seats at the defaults, and with each value of each option."""
    choices: Mapping[str, Choice] = game.scenarios.choices(scenario)
    changed = [seats for name, choice in choices.items() for seats in _seats_by(game, scenario, name, choice)]
    return [seats_with(game, scenario, {}), *changed]


def _seats_by(game: Game[Any], scenario: str, name: str, choice: Choice) -> list[list[Seat]]:
    """The seats with each value of one option; none for values that it does not take."""
    found = []
    for value in _values(choice):
        try:
            found.append(seats_with(game, scenario, {name: value}))
        except NoScenario:
            continue
    return found


def _values(choice: Choice) -> Iterable[str | int]:
    if choice.words:
        return choice.words
    few = choice.whole and choice.most - choice.least <= MOST_VALUES
    return range(int(choice.least), int(choice.most) + 1, choice.step) if few else ()


def _ids(seats: list[Seat]) -> list[str]:
    return [seat.id for seat in seats]
