"""What needs you: over all games that the visitor runs, what waits for them and what went on without them."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from events.lists.game_list import GameRow
from pbem.service.context import stamp
from pbem.service.history import HistoryEntry
from pbem.service.masters.needs import Need, ladder_acts, may_need, needs
from pbem.web.infra.site import site
from pbem.web.infra.visitor import signed_in

pages = Blueprint("needs", __name__)
SHOWN = timedelta(days=7)
"""So far back is told what was done by itself."""


class RunGame(NamedTuple):
    """A game that the visitor runs: what needs them, and what was done by itself."""

    row: GameRow
    needs: list[Need]
    done: list[HistoryEntry]


@pages.get("/needs")
def show() -> ResponseReturnValue:
    """All games that are not over, and those whose thread needs somebody; the same comes by mail once a week."""
    context = site().context
    rows = [row for row in context.store.games_run_by(signed_in().id) if may_need(context, row)]
    since = stamp(context.now() - SHOWN)
    games = [RunGame(row, needs_of(row.stream), ladder_acts(context, row.stream, since)) for row in rows]
    return render_template("needs.html", games=games)


def needs_of(stream: str) -> list[Need]:
    """What needs whoever runs the game."""
    return needs(site().context, stream, site().mailer.mail_troubles)
