"""The history of a game: what was done to it, by whom and why, as everybody may know."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from pbem.service.history import history
from pbem.service.reports.replay import undone
from pbem.web.infra.site import site
from pbem.web.infra.visitor import game_row

pages = Blueprint("history", __name__)


@pages.get("/g/<stream>/history")
def show(stream: str) -> ResponseReturnValue:
    """All acts, with links to their turns; undone turns are marked."""
    row = game_row(stream)
    context = site().context
    return render_template("history.html", game=row, acts=history(context, stream), undone=undone(context, stream))
