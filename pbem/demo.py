"""The demonstration: every scenario of every game under way, bots on all seats but yours."""

from __future__ import annotations

from events import projections
from pbem.house import House
from pbem.service.opening import open_game

YOU = "you@wardroom.localhost"
RHYTHM_HOURS = 72.0


def furnish(at: House) -> None:
    """Open the games that are not there from an earlier run. You hold the first seat of each."""
    there = {(row.game, row.scenario) for row in projections.games(at.room.store.db.con)}
    you = at.person(YOU).id
    for key, game in at.room.games.items():
        bot = f"bot:{next(iter(game.bots))}"
        for scenario in (name for name in game.scenarios if (key, name) not in there):
            seats = [seat.id for seat in game.seats(scenario, game.options(scenario, {}))]
            players = {seat: bot for seat in seats} | {seats[0]: you}
            open_game(at.room, key, scenario, rhythm_hours=RHYTHM_HOURS, players=players)
