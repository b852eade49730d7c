"""Games to learn by: one person has the first seat, bots have all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from events.lists.game_list import GameRow
from events.platform import VOTES, PolicySet
from pbem.campaign.played import rule_books
from pbem.core.game.protocol import Game
from pbem.core.state.players import BOT
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game

RHYTHM_HOURS = 72.0


@dataclass(frozen=True)
class PracticeGame:
    """A scenario that can be practised, with the person's newest game of it (None: not opened yet).

    The game's practice scenario is the one `to_begin_with`.
    """

    game: str
    rules: str
    scenario: str
    title: str
    summary: str
    row: GameRow | None
    to_begin_with: bool


CALM = ("steady", "cautious", "line")
"""Bots to learn against, the first that a game has."""
ALONE = PolicySet(votes=dict.fromkeys(VOTES, 0), silent_days=0.0, comments="nobody", why="a game to learn by")
"""Nobody else is there to agree with or to talk to; a turn is resolved when its player is ready."""


def teacher(game: Game[Any]) -> str:
    """The bot to learn against: a calm one, if the game has one."""
    return next((bot for bot in CALM if bot in game.planning.bots), next(iter(game.planning.bots)))


def open_practice(context: ServiceContext, key: str, scenario: str, person: str, hidden: bool = False) -> str:
    """Open a game in which the person has the first seat and bots have the others. Returns its name. Raises NoScenario.

    A `hidden` one has no deadlines, and nobody else sees it.
    """
    game = context.games[key]
    found = game.scenarios.find(scenario).key
    seats = [seat.id for seat in game.rules.seats(found, game.scenarios.options(found, {}))]
    bot = f"{BOT}{teacher(game)}"
    players = {seat: bot for seat in seats} | {seats[0]: person}
    setup = GameSetup(players, policy=ALONE if hidden else None, hidden=hidden)
    return open_game(context, key, found, rhythm_hours=0.0 if hidden else RHYTHM_HOURS, setup=setup)


def lessons(context: ServiceContext, person: str) -> list[PracticeGame]:
    """Every scenario of every game, in the order of the rule books."""
    rows = {(row.game, row.scenario): row for row, _, _ in context.store.played_by(person)}
    return [
        PracticeGame(
            key,
            game.title,
            found.key,
            found.title,
            found.summary,
            rows.get((key, found.key)),
            found.key == game.scenarios.practice,
        )
        for key, game in rule_books(context.games).items()
        for found in game.scenarios.values()
    ]
