"""What is played here: the rule books with their scenarios and options, and the games as the lists show them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from events.lists.game_list import GameRow
from pbem.campaign.played import rule_books
from pbem.core.game.options import Choice
from pbem.core.game.protocol import Game, Seat
from pbem.core.orders.usage import OrderSyntax
from pbem.core.state.players import is_person
from pbem.service import help_pages
from pbem.service.context import ServiceContext


@dataclass(frozen=True)
class Option:
    """What an option of a scenario may be: one of `words`, else a number in these bounds (None: no bound)."""

    name: str
    default: str | float
    words: list[str]
    least: float | None
    most: float | None
    step: int
    whole: bool


@dataclass(frozen=True)
class Scenario:
    """What lists show of a scenario."""

    key: str
    title: str
    summary: str


@dataclass(frozen=True)
class ScenarioListing:
    """A scenario with its seats and options."""

    key: str
    title: str
    summary: str
    seats: list[Seat]
    options: list[Option]


@dataclass(frozen=True)
class Ruleset:
    """A game that is played here: `clauses` is the prefix of its clause ids, `rules_version` moves when outcomes do."""

    game: str
    title: str
    clauses: str
    rules_version: int
    scenarios: list[Scenario]
    bots: list[str]


@dataclass(frozen=True)
class RulesetClause:
    """A clause of a rule book in plain text."""

    id: str
    text: str


@dataclass(frozen=True)
class SeatListing:
    """A seat as everybody may know it: whether it has filed is not among that.

    `player` is "" for a free seat, "person", or `bot:NAME`: who they are stays private. `sitter`: somebody orders for them.
    """

    seat: str
    side: str
    title: str
    player: str
    ready: bool
    sitter: bool = False


@dataclass(frozen=True)
class GameListing:
    """A game of the list. `turn` is open, `closed` resolved; `due` a UTC stamp, "" for none."""

    stream: str
    game: str
    scenario: str
    title: str
    status: str
    turn: int
    closed: int
    due: str
    verdict: str
    seats: list[SeatListing]


def rulesets(context: ServiceContext) -> list[Ruleset]:
    """All rule books, in their order."""
    return [ruleset(game) for game in rule_books(context.games).values()]


def ruleset(game: Game[Any]) -> Ruleset:
    """What there is of one game."""
    scenarios = [Scenario(each.key, each.title, each.summary) for each in game.scenarios.values()]
    return Ruleset(game.key, game.title, game.clauses, game.rules_version, scenarios, list(game.planning.bots))


def opening_of(game: Game[Any], name: str) -> ScenarioListing:
    """A scenario by its key, code or alias. Raises NoScenario."""
    found = game.scenarios.find(name)
    choices = game.scenarios.choices(found.key)
    seats = game.rules.seats(found.key, game.scenarios.options(found.key, {}))
    return ScenarioListing(found.key, found.title, found.summary, list(seats), [_option(*each) for each in choices.items()])


def _option(name: str, choice: Choice) -> Option:
    """Words have no bounds, and JSON has no infinity."""
    if choice.words:
        return Option(name, choice.default, list(choice.words), None, None, 1, False)
    most = None if choice.most == math.inf else choice.most
    return Option(name, choice.default, [], choice.least, most, choice.step, choice.whole)


def clause_list(key: str) -> list[RulesetClause]:
    """The clauses of a rule book, in its order."""
    return [RulesetClause(id, text) for id, text in help_pages.clauses(key).items()]


def order_forms(game: Game[Any]) -> Sequence[OrderSyntax]:
    """Every order of the language."""
    return game.orders.forms()


def game_listing(context: ServiceContext, row: GameRow) -> GameListing:
    """A game with its seats."""
    rows = context.store.seats(row.stream)
    titles = context.seat_titles(row.stream)
    places = [
        SeatListing(
            each.seat,
            each.side,
            titles[each.seat],
            _kind(each.player),
            0 < row.turn == each.ready,
            bool(each.sitter),
        )
        for each in rows
    ]
    status, due = row.status, row.due or ""
    return GameListing(row.stream, row.game, row.scenario, row.title, status, row.turn, row.closed, due, row.verdict, places)


def _kind(player: str | None) -> str:
    return "person" if player and is_person(player) else player or ""
