"""The start page: what waits for you, oldest deadline first; games to try, to join and to watch."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from pbem.service.games.lobby import Lobby, LobbyGame, all_games, lobby
from pbem.service.games.practice import lessons
from pbem.web.guide.hints import about
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor

pages = Blueprint("start", __name__)

PICTURES = 6
"""So many of the waiting games are shown as cards with their map; the others are in a list."""
MOST_PAGES = 100_000


@pages.get("/")
def index() -> ResponseReturnValue:
    """All that the visitor may want to go to."""
    context = site().context
    found = lobby(context, site().asks, visitor().id)
    to_try = [each for each in lessons(context, visitor().id) if each.to_begin_with]
    return render_template(
        "start.html",
        lobby=found,
        names=_masters(found),
        pictures=PICTURES,
        to_try=to_try,
        about={each.game: about(each.game) or each.summary for each in to_try},
        live=_live(found),
    )


@pages.get("/games")
def everything() -> ResponseReturnValue:
    """All games there ever were, a page at a time."""
    page = max(1, min(request.args.get("page", default=1, type=int), MOST_PAGES))
    tables, more = all_games(site().context, page)
    return render_template("games.html", tables=tables, page=page, more=more)


def _live(found: Lobby) -> LobbyGame | None:
    """The game to look at first: one that has gone on for some turns, else one that is over."""
    under_way = sorted(found.to_watch, key=lambda table: (table.closed == 0, table.status != "open"))
    return next((table for table in [*under_way, *found.finished] if table.closed), next(iter(under_way), None))


def _masters(found: Lobby) -> dict[str, str]:
    """The names of those who run the games that can be joined."""
    people = {table.master: site().people.by_id(table.master) for table in found.to_join if table.master}
    return {id: person.name for id, person in people.items() if person}
