"""Was it luck? The dice of a game that is over; while it goes on a player's own."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from events.lists.game_list import GameRow
from pbem.service.audit.luck import GameLuck, luck
from pbem.service.audit.luck_picture import picture
from pbem.service.audit.luck_words import amount, difference, owner, p_words, told, told_of_rows
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, reader

pages = Blueprint("luck", __name__, url_prefix="/g/<stream>")

COUNT = "30 per minute; 240 per hour"
"""The whole log is read."""


@pages.get("/luck")
@limiter.limit(COUNT)
def show(stream: str) -> ResponseReturnValue:
    """For each seat that the reader may know of: what its dice came to, the course over the turns, and every row."""
    row = game_row(stream)
    seat = reader(row)
    found = _found(row, seat)
    table = found.table if found else None
    return render_template(
        "luck.html",
        game=row,
        seat=seat,
        side=request.args.get("side") or None,
        found=found,
        seats=[(each, told(each, table.questions), difference(each), picture(each)) for each in table.seats] if table else [],
        groups=[(who, list(rows)) for who, rows in groupby(table.rows, key=owner)] if table else [],
        said=list(told_of_rows(table)) if table else [],
        p_words=p_words,
        amount=amount,
    )


def _found(row: GameRow, seat: str | None) -> GameLuck | None:
    """Of a game that is over everything, and the same for all; of one that goes on what a seat may know, and nobody else."""
    ended = row.status == "ended"
    if seat is None and not ended:
        return None
    context = site().context
    key = "luck", row.stream, None if ended else seat, context.store.head(row.stream).hash
    found: GameLuck = context.rendered.get(key, lambda: luck(context, row.stream, seat))
    return found
