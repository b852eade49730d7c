"""A game of bots of any rule book, for the tests of sandboxes: every bot at some seat, no clock."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games import GAMES
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.turns.tick import tick
from tests.kit.playing import mixed_bots

HIDING: Mapping[str, Mapping[str, str]] = {"sovereign_seas": {"hidden_logs": "on"}}
"""The options with which most is hidden."""


def bot_game(context: ServiceContext, key: str, scenario: str, turns: int) -> str:
    """So many turns of it."""
    bots = mixed_bots(GAMES[key], scenario)
    players, setup = {seat: f"bot:{bot}" for seat, bot in bots.items()}, GameSetup(options=HIDING.get(key, {}))
    stream = open_game(context, key, scenario, 0, players, setup)
    for _ in range(turns):
        tick(context)
    return stream
