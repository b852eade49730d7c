"""What would come out otherwise if every turn of a game were played again under today's rules."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from pbem.service.audit.rules_diff import rules_diff
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_sees_all_seats, game_row

pages = Blueprint("rules_diff", __name__)

RUN = "6 per hour"
"""Every turn is played again; whoever is refused has cost nothing."""


@pages.get("/g/<stream>/rules")
@limiter.limit(RUN, deduct_when=lambda answer: answer.status_code == 200)
def show(stream: str) -> ResponseReturnValue:
    """The turns that differ, each with what is only in the log, only there now, or changed."""
    row = game_row(stream)
    check_sees_all_seats(row)
    found = rules_diff(site().context, stream, whole=row.status == "ended")
    return render_template("rules_diff.html", game=row, found=found)
