"""Rule books, order languages and what there is to read: the documentation as pages."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem.campaign.played import PLAYED
from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game
from pbem.service.games import catalogue
from pbem.web.library.documents import HELP, Document, document

pages = Blueprint("rules", __name__)


def _game(key: str) -> Game[Any]:
    if key not in PLAYED:
        abort(404, f"there is no game {key!r}; {known_names(key, PLAYED)}")
    return PLAYED[key]


def _page(name: str) -> Document:
    return document(name) or abort(404, "this page is not there")


@pages.get("/rules")
def index() -> ResponseReturnValue:
    """All rule books, and the other pages to read."""
    return render_template("rules.html", games=PLAYED.values(), guides=HELP)


@pages.get("/rules/<game>")
def rule_book(game: str) -> ResponseReturnValue:
    """A rule book as played, with a place for every clause."""
    return render_template("rule_book.html", game=_game(game), document=_page(f"rules/{game}"))


@pages.get("/rules/<game>/orders")
def orders(game: str) -> ResponseReturnValue:
    """The order language: every order from the parser's own table, then the page that explains them."""
    found = _game(game)
    return render_template("order_help.html", game=found, document=_page(f"orders/{game}"))


@pages.get("/rules/<game>/about")
def about(game: str) -> ResponseReturnValue:
    """Which book it is, which version of our rules, what may be chosen, and how its dice are made."""
    found = _game(game)
    openings = [catalogue.opening_of(found, key) for key in found.scenarios]
    count = len(catalogue.clause_list(game))
    rules, bots = _page(f"rules/{game}"), list(found.planning.bots)
    return render_template("about.html", game=found, document=rules, openings=openings, count=count, bots=bots)


@pages.get("/help/<page>")
def help_page(page: str) -> ResponseReturnValue:
    """A guide of the documentation."""
    if page not in HELP:
        abort(404, f"there is no page {page!r}; see {', '.join(HELP)}")
    return render_template("rules_guide.html", document=_page(page))
