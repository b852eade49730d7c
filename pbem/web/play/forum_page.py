"""For games that are played on a forum: a turn to be posted there, and orders from a post."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.present.forum import written
from pbem.present.markup import BBCODE, MARKDOWN
from pbem.service.reports.turn_report import turn_report
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, held_seats, reader

pages = Blueprint("forum", __name__)


@pages.get("/g/<stream>/forum")
def show(stream: str) -> ResponseReturnValue:
    """The turn `?t=` (else the latest) as BBCode and Markdown, as everybody may know it; or as `?side=` does."""
    row = game_row(stream)
    turn = request.args.get("t", default=row.closed, type=int)
    if not 0 <= turn <= row.closed:
        abort(404, f"turn {turn} of {stream} is not resolved yet")
    seat = reader(row) if request.args.get("side") else None
    report = turn_report(site().context, stream, turn, seat).report
    page = f"{site().base_url}{url_for('games.past', stream=stream, turn=turn)}"
    drawn = url_for("pictures.map_png", stream=stream, turn=turn)
    picture = f"{site().base_url}{drawn}" if seat is None else ""
    return render_template(
        "forum.html",
        game=row,
        turn=turn,
        seat=seat,
        seats=[held.seat for held in held_seats(stream)],
        bbcode=written(report, BBCODE, page, picture),
        markdown=written(report, MARKDOWN, page, picture),
    )
