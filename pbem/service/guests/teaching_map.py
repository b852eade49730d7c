"""Maps of what there is to play: of a scenario at its opening, and of the teaching scenario as bots would play it."""

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


def opening_map(context: ServiceContext, game: Game[Any], scenario: str) -> Scene:
    """The map before the first turn, as its first seat sees it; nothing is written for it."""
    return _map(game, scenario, _opened(context, game, scenario))


def teaching_map(context: ServiceContext, game: Game[Any]) -> Scene:
    """The map after some turns, as its first seat sees it; nothing is written for it."""
    scenario, now, bot = game.scenarios.practice, context.now(), teacher(game)
    record = _opened(context, game, scenario)
    for _ in range(TURNS):
        if record.ledger.ended:
            break
        sheets = {each: bot_sheet(context, record, each, bot) for each in game.rules.due(record.state)}
        play_out(record, [filing(record, each, sheet, None, "") for each, sheet in sheets.items()], now)
    return _map(game, scenario, record)


def _opened(context: ServiceContext, game: Game[Any], scenario: str) -> Record:
    record = Record(context.games, "")
    for draft in opened(game, scenario, 0.0, GameSetup(), SEED, context.now()):
        record.apply(draft.event, draft.audience)
    return record


def _map(game: Game[Any], scenario: str, record: Record) -> Scene:
    seat = game.rules.seats(scenario, game.scenarios.options(scenario, {}))[0].id
    return next(iter(game.report.draw(record.known(seat))))
