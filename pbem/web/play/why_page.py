"""Why something happened, and the checks of the dice in the open."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from events.base import EVERYONE
from pbem.service.audit.dice_proof import DiceChecks, check_log, check_turn
from pbem.service.reports.why import explain
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, reader, sees_all_seats, viewer, visitor

pages = Blueprint("why", __name__, url_prefix="/g/<stream>")

RUN = "30 per minute; 120 per hour"
"""A turn's checks cost as much as its report."""
RUN_LOG = "6 per hour"
"""The whole log: every turn is played again."""
LOG = "log"
"""`?t=log` asks for the whole log's checks."""


@pages.get("/t/<int:turn>/e/<int:number>/why")
def show(stream: str, turn: int, number: int) -> ResponseReturnValue:
    """The clause, the dice and their proof, the orders and the place in the log behind a line of a report."""
    row = game_row(stream)
    seat = viewer(row)
    why = explain(site().context, stream, turn, number, seat, visitor().id)
    side = request.args.get("side") or None
    return render_template("why.html", game=row, turn=turn, seat=seat, side=side, why=why, whole=seat == EVERYONE)


@pages.get("/verify")
@limiter.limit(RUN, exempt_when=lambda: not request.args.get("t"))
@limiter.limit(RUN_LOG, exempt_when=lambda: request.args.get("t") != LOG)
def verify(stream: str) -> ResponseReturnValue:
    """What can be checked; with `?t=3` the checks of turn 3, with `?t=log` (after the end) those of the whole log."""
    row = game_row(stream)
    seat, asked = reader(row), request.args.get("t", "")
    found: DiceChecks | None = None
    if asked == LOG:
        found = check_log(site().context, stream)
    elif asked:
        found = check_turn(site().context, stream, _number(asked), seat)
    turn = _number(asked) if asked.isdecimal() else row.closed
    side = request.args.get("side") or None
    all_seats = sees_all_seats(row)
    return render_template("verify.html", game=row, seat=seat, side=side, found=found, turn=turn, all_seats=all_seats)


def _number(asked: str) -> int:
    if not asked.isdecimal() or len(asked) > 6:
        abort(400, "write the turn as t=3")
    return int(asked)
