"""What there is to try: the map of a rule book's teaching scenario some turns on, as bots would play it."""

from __future__ import annotations

from typing import Any

from pbem.core.drawing.scene import Scene
from pbem.core.game.protocol import Game
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext
from pbem.service.current_orders import filing
from pbem.service.games.bot_turns import bot_sheet
from pbem.service.games.opening import GameSetup, opened
from pbem.service.games.practice import teacher
from pbem.service.turns.close import play_out

SEED = bytes(32)
"""Always the same dice: the same picture, as long as the service has the same secret."""
TURNS = 3
"""After so many of them the ships have met."""


def teaching_map(context: ServiceContext, game: Game[Any]) -> Scene:
    """The map as its first seat sees it; nothing is written for it."""
    scenario, now = game.scenarios.practice, context.now()
    seat = game.rules.seats(scenario, game.scenarios.options(scenario, {}))[0].id
    record = Record(context.games, "")
    for draft in opened(game, scenario, 0.0, GameSetup(), SEED, now):
        record.apply(draft.event, draft.audience)
    bot = teacher(game)
    for _ in range(TURNS):
        if record.ledger.ended:
            break
        sheets = {each: bot_sheet(context, record, each, bot) for each in game.rules.due(record.state)}
        play_out(record, [filing(record, each, sheet, None, "") for each, sheet in sheets.items()], now)
    return next(iter(game.report.draw(record.known(seat))))
