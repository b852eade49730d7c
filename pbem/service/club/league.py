"""The league table, and what one person has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.service.club.ratings import Change, Rating, rated
from pbem.service.club.results import GameResult, results
from pbem.service.context import ServiceContext


@dataclass(frozen=True)
class Standing:
    """A person's line in the table. `place` counts from 1; equal ratings share it."""

    place: int
    person: str
    rating: Rating


@dataclass(frozen=True)
class Balance:
    """How often each side of a scenario has won, of so many games that counted."""

    game: str
    scenario: str
    games: int
    won: dict[str, int]


@dataclass(frozen=True)
class League:
    """The table of a rule book ("": of all), its newest results first, and how balanced its scenarios are."""

    game: str
    standings: Sequence[Standing]
    results: Sequence[GameResult]
    balances: Sequence[Balance]


def league(context: ServiceContext, game: str = "") -> League:
    """As it is now."""
    found = results(context, game)
    ratings, _ = rated(found)
    return League(game, _standings(ratings), found[::-1], _balances(found))


def _standings(ratings: dict[str, Rating]) -> list[Standing]:
    order = sorted(ratings.items(), key=lambda each: (-each[1].safe, each[0]))
    safe = [rating.safe for _, rating in order]
    return [Standing(safe.index(rating.safe) + 1, person, rating) for person, rating in order]


def _balances(found: Sequence[GameResult]) -> list[Balance]:
    made = []
    for game, scenario in dict.fromkeys((each.game, each.scenario) for each in found):
        own = [each for each in found if (each.game, each.scenario) == (game, scenario)]
        sides = dict.fromkeys(side.side for each in own for side in each.sides)
        won = {side: sum(its.side == side and its.won > 0 for each in own for its in each.sides) for side in sides}
        made.append(Balance(game, scenario, len(own), won))
    return made


@dataclass(frozen=True)
class PersonRecord:
    """What a person has played: their rating by rule book, and every game that counted with what it did to it, newest first."""

    person: str
    ratings: dict[str, Rating]
    changes: Sequence[Change]


def person_record(context: ServiceContext, person: str) -> PersonRecord:
    """Of one person; ratings need the results of all the others, too."""
    ratings, changes = {}, list[Change]()
    for game in dict.fromkeys(result.game for result in results(context, person=person)):
        all_ratings, all_changes = rated(results(context, game))
        ratings[game] = all_ratings[person]
        changes += all_changes[person]
    return PersonRecord(person, ratings, sorted(changes, key=lambda change: change.result.at, reverse=True))
