"""Rule books, order languages, scenarios: what is played here."""

from __future__ import annotations

from typing import Any

from flask import abort

from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Form, Game
from pbem.service.games import catalogue
from pbem.service.games.catalogue import Book, BookClause, Opening
from pbem.web.api.describe import route
from pbem.web.infra.site import site


def game_of(key: str) -> Game[Any, Any]:
    """The rule book with this key. 404 when there is none."""
    games = site().room.games
    if key not in games:
        abort(404, f"there is no game {key!r}; {known_names(key, games)}")
    return games[key]


@route("GET", "/books", "books", list[Book])
def list_books() -> list[Book]:
    """All games that are played here."""
    return catalogue.books(site().room)


@route("GET", "/books/<game>", "books", Book)
def show_book(game: str) -> Book:
    """One game: its scenarios and bots."""
    return catalogue.book(game_of(game))


@route("GET", "/books/<game>/scenarios/<scenario>", "books", Opening)
def show_scenario(game: str, scenario: str) -> Opening:
    """A scenario with its seats, and its options: what each may be."""
    return catalogue.opening_of(game_of(game), scenario)


@route("GET", "/books/<game>/clauses", "books", list[BookClause])
def list_clauses(game: str) -> list[BookClause]:
    """All clauses of the rule book in plain text."""
    return catalogue.clause_list(game_of(game).key)


@route("GET", "/books/<game>/clauses/<clause>", "books", BookClause)
def show_clause(game: str, clause: str) -> BookClause:
    """One clause."""
    found = next((each for each in catalogue.clause_list(game_of(game).key) if each.id == clause.upper()), None)
    return found or abort(404, f"the rule book has no clause {clause}")


@route("GET", "/books/<game>/orders", "books", list[Form])
def list_orders(game: str) -> list[Form]:
    """Every order of the game's language, from the parser's own table."""
    return list(catalogue.order_forms(game_of(game)))
