"""What became of your orders: a filing, from its receipt to the lines of the turn's report that are about it."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from pbem.service.reports.filing_outcome import filing_outcome
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row, seat_reader, visitor

pages = Blueprint("filing", __name__)


@pages.get("/g/<stream>/t/<int:turn>/orders/<filing>")
def show(stream: str, turn: int, filing: str) -> ResponseReturnValue:
    """The orders as they were filed, whether they counted, and what the report says of each; `filing` begins their seal."""
    row = game_row(stream)
    seat = seat_reader(row)
    outcome = filing_outcome(site().context, stream, turn, seat, filing, visitor().id)
    return render_template("filing.html", game=row, outcome=outcome)
