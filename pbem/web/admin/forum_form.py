"""Where a game is posted, as its game master chooses: among the places that the operator has set up."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from events.platform import ForumSet
from pbem.service.history import MASTER
from pbem.service.thread.forum_acts import KINDS, set_forum
from pbem.service.thread.forum_port import ForumPlace, PostAtPlace
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import site
from pbem.web.infra.visitor import check_master, game_row

pages = Blueprint("forums", __name__)
TESTS_AN_HOUR = "30 per hour"


@dataclass(frozen=True)
class GameAtPlace:
    """A place, what of the game is posted there (nothing: it is not), and its last posts there, the newest first."""

    place: ForumPlace
    what: list[str]
    posts: list[PostAtPlace]


def forums_of(stream: str) -> list[GameAtPlace]:
    """All places, and what of a game is posted at each."""
    what = {game.place: game.what for game in site().context.store.posted_games(stream=stream)}
    posts = site().mailer.forums.posts_of(stream)[::-1]
    return [
        GameAtPlace(place, what.get(place.name, []), [post for post in posts if post.place == place.name][:5])
        for place in site().mailer.forums.known_places()
    ]


@pages.post("/g/<stream>/master/forum")
@limiter.limit(TESTS_AN_HOUR)
def save(stream: str) -> ResponseReturnValue:
    """Post the game at a place from now on, change what is posted, end it, or ask the place whether it would take posts."""
    check_master(game_row(stream))
    place, do = request.form.get("place", ""), request.form.get("do", "")
    if do == "test":
        flash(f"{place}: {site().mailer.forums.probe(place)}")
    elif do == "again":
        flash(f"{site().mailer.forums.retry(stream)} posts are tried again.")
    else:
        chosen = [kind for kind in KINDS if kind in request.form.getlist("what")]
        part = next((known.part for known in site().mailer.forums.known_places() if known.name == place), "")
        set_forum(site().live, stream, ForumSet(place, part if chosen else "", chosen, request.form.get("why", ""), MASTER))
        flash(f"The game is posted at {place} from now on." if chosen else f"The game is posted at {place} no more.")
    return redirect(url_for("master.show", stream=stream, _anchor="forums"), 303)
