"""The league: the table of a rule book or of all, its newest results, and how balanced the scenarios are."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.core.game.nearest_names import known_names
from pbem.core.state.players import is_person
from pbem.games import GAMES
from pbem.service.club.league import league, person_record
from pbem.service.club.results import GameResult
from pbem.service.games.feed import FeedEntry
from pbem.web.account.feeds import LONGEST, public_feed
from pbem.web.infra.site import site

pages = Blueprint("club", __name__)
MOST_RESULTS = 50
PAGE = 100
"""Lines of the table on a page."""
WORDS = {1: "won", 0: "drew", -1: "lost"}
SOMEBODY = "somebody"
"""Whose name was erased."""


@pages.get("/league")
def show() -> ResponseReturnValue:
    """Of all rule books together."""
    return _page("")


@pages.get("/league/<game>")
def of_game(game: str) -> ResponseReturnValue:
    """Of one rule book. 404 for one that is not played here."""
    if game not in GAMES:
        abort(404, f"there is no game {game!r}; {known_names(game, GAMES)}")
    return _page(game)


def _page(game: str) -> ResponseReturnValue:
    found, page = league(site().public, game), max(1, request.args.get("page", 1, type=int))
    listed, newest = found.standings[(page - 1) * PAGE : page * PAGE], found.results[: -MOST_RESULTS - 1 : -1]
    if page > 1 and not listed:
        abort(404, f"the table has no page {page}")
    players = (person for each in newest for side in each.sides for person in side.persons)
    names = names_of([*(each.person for each in listed), *players])
    more = len(found.standings) > page * PAGE
    return render_template(
        "league.html", league=found, listed=listed, page=page, more=more, newest=newest, names=names, games=GAMES
    )


def names_of(persons: Iterable[str]) -> dict[str, str]:
    """What these persons are called, by their ids."""
    people = site().people
    found = {person: people.by_id(person) for person in dict.fromkeys(persons)}
    return {person: who.name if who else SOMEBODY for person, who in found.items()}


@pages.get("/players/<person>")
def player(person: str) -> ResponseReturnValue:
    """What a person has played. 404 for nobody, and for who has ended no game that counts."""
    found = person_record(site().public, person) if person.isprintable() and is_person(person) else None
    if found is None or not found.changes:
        abort(404, "there is no player at this address")
    persons = [each for change in found.changes for side in change.result.sides for each in side.persons]
    return render_template("player.html", record=found, names=names_of(persons), games=GAMES)


@pages.get("/results.atom")
def feed() -> ResponseReturnValue:
    """How games ended, for feed readers and the pages of clubs."""
    return public_feed("Wardroom: results", "results", [_entry(result) for result in league(site().public).results[-LONGEST:]])


def _entry(result: GameResult) -> FeedEntry:
    names = names_of(person for side in result.sides for person in side.persons)
    headline = f"{result.title} ({result.stream}): {GAMES[result.game].title}"
    return FeedEntry(f"result/{result.stream}/{result.at}", result.at, headline, _told(result, names), _address(result))


def _address(result: GameResult) -> str:
    return url_for("games.latest", stream=result.stream)


def _told(result: GameResult, names: dict[str, str]) -> str:
    """`Blue (chicago) won; Red (detroit) lost`."""
    sides = [(" and ".join(names[each] for each in side.persons), side) for side in result.sides]
    return "; ".join(f"{players} ({side.side}) {WORDS[side.won]}" for players, side in sides)
