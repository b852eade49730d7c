"""Games to learn by: one person has the first seat, bots have all others."""

from __future__ import annotations

from dataclasses import dataclass

from events.game_list import GameRow
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game

RHYTHM_HOURS = 72.0
FIRST = {
    "star_navy": "open-space",
    "stingray": "stand-by-for-action",
    "sovereign_seas": "bellerophon-ocean",
    "wet_thrust": "first-salvo",
}
"""The scenario of each game to begin with; the first of all is the one that the guide speaks of."""


@dataclass(frozen=True)
class PracticeGame:
    """A scenario that can be practised, with the person's newest game of it (None: not opened yet)."""

    game: str
    rules: str
    scenario: str
    title: str
    summary: str
    row: GameRow | None


def open_practice(context: ServiceContext, key: str, scenario: str, person: str) -> str:
    """Open a game in which the person has the first seat and bots have the others. Returns its name. Raises NoScenario."""
    game = context.games[key]
    found = game.scenarios.find(scenario).key
    seats = [seat.id for seat in game.rules.seats(found, game.scenarios.options(found, {}))]
    bot = f"bot:{next(iter(game.planning.bots))}"
    return open_game(context, key, found, rhythm_hours=RHYTHM_HOURS, players={seat: bot for seat in seats} | {seats[0]: person})


def lessons(context: ServiceContext, person: str) -> list[PracticeGame]:
    """Every scenario of every game, in the order of the rule books."""
    rows = {(row.game, row.scenario): row for row, _, _ in context.store.played_by(person)}
    return [
        PracticeGame(key, game.title, found.key, found.title, found.summary, rows.get((key, found.key)))
        for key, game in context.games.items()
        for found in game.scenarios.values()
    ]
