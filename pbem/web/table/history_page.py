"""The history of a game: what was done to it, by whom and why, as everybody may know."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from pbem.web.infra.visitor import game_row
from pbem.web.table.table_page import render_table

pages = Blueprint("history", __name__)


@pages.get("/g/<stream>/history")
def show(stream: str) -> ResponseReturnValue:
    """All acts, with links to their turns; undone turns are marked."""
    return render_table(game_row(stream), "history")
