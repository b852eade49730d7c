"""Checks in the open: is what was told of the dice true?"""

from __future__ import annotations

from pbem.service.audit.dice_proof import DiceChecks, check_log, check_turn
from pbem.service.audit.rules_diff import GameDiff, rules_diff
from pbem.web.api.describe import SIDE, route
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_sees_all_seats, game_row, reader

WHOLE_LOGS = "30 per hour"
"""A whole log is checked by playing the game again."""


@route("GET /games/<stream>/turns/<int:turn>/checks", "turns", DiceChecks, parameters=[SIDE])
def check_dice(stream: str, turn: int) -> DiceChecks:
    """The checks of the turn's dice that you may see, one by one, with what goes in and what comes out."""
    return check_turn(site().context, stream, turn, reader(game_row(stream)))


@route("GET /games/<stream>/checks", "games", DiceChecks)
@limiter.limit(WHOLE_LOGS)
def check_game(stream: str) -> DiceChecks:
    """Of a game that is over: the chain, every root, seal and die checked, every turn played again."""
    return check_log(site().context, game_row(stream).stream)


@route("GET /games/<stream>/rules", "games", GameDiff)
@limiter.limit(WHOLE_LOGS)
def check_rules(stream: str) -> GameDiff:
    """What would come out otherwise if every turn were played again under today's rules.

    Of a game that is over, for everybody; before that only for its game master, while they look through the eyes of all seats.
    What nobody may know before the end is left out then.
    """
    row = game_row(stream)
    check_sees_all_seats(row)
    return rules_diff(site().context, stream, whole=row.status == "ended")
