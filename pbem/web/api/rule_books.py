"""Rule books, order languages, scenarios: what is played here."""

from __future__ import annotations

from typing import Any

from flask import abort

from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game
from pbem.core.orders.usage import OrderSyntax
from pbem.service.games import catalogue
from pbem.service.games.catalogue import Ruleset, RulesetClause, ScenarioListing
from pbem.web.api.describe import route
from pbem.web.infra.site import site


def game_of(key: str) -> Game[Any]:
    """The rule book with this key. 404 when there is none."""
    games = site().context.games
    if key not in games:
        abort(404, f"there is no game {key!r}; {known_names(key, games)}")
    return games[key]


@route("GET /books", "books", list[Ruleset])
def list_books() -> list[Ruleset]:
    """All games that are played here."""
    return catalogue.rulesets(site().context)


@route("GET /books/<game>", "books", Ruleset)
def show_book(game: str) -> Ruleset:
    """One game: its scenarios and bots."""
    return catalogue.ruleset(game_of(game))


@route("GET /books/<game>/scenarios/<scenario>", "books", ScenarioListing)
def show_scenario(game: str, scenario: str) -> ScenarioListing:
    """A scenario with its seats, and its options: what each may be."""
    return catalogue.opening_of(game_of(game), scenario)


@route("GET /books/<game>/clauses", "books", list[RulesetClause])
def list_clauses(game: str) -> list[RulesetClause]:
    """All clauses of the rule book in plain text."""
    return catalogue.clause_list(game_of(game).key)


@route("GET /books/<game>/clauses/<clause>", "books", RulesetClause)
def show_clause(game: str, clause: str) -> RulesetClause:
    """One clause."""
    found = next((each for each in catalogue.clause_list(game_of(game).key) if each.id == clause.upper()), None)
    return found or abort(404, f"the rule book has no clause {clause}")


@route("GET /books/<game>/orders", "books", list[OrderSyntax])
def list_orders(game: str) -> list[OrderSyntax]:
    """Every order of the game's language, from the parser's own table."""
    return list(catalogue.order_forms(game_of(game)))
