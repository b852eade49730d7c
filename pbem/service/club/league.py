"""The league table, and what one person has played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from events.lists.result_list import SeatResult
from pbem.service.club.ratings import Change, Rated, Rating
from pbem.service.club.results import GameResult, game_results
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
    """The table of a rule book ("": of all), the results and ratings that it is made of, and how balanced its scenarios are.

    `seats` are all that were looked at for it, those of other rule books and of games that do not count among them; `newest`
    is since when the last of them is shown.
    """

    game: str
    seats: int = 0
    newest: str = ""
    rated: Rated = field(default_factory=Rated)
    standings: Sequence[Standing] = ()
    balances: Sequence[Balance] = ()

    @property
    def results(self) -> Sequence[GameResult]:
        """In the order in which they were shown."""
        return self.rated.results


def league(context: ServiceContext, game: str = "") -> League:
    """As it is now. The last one is kept, and the games that are shown since are added to it."""
    store = context.store
    known: League = context.leagues.get(game) or League(game)
    new = store.results(after=known.newest)
    if known.seats + len(new) != store.result_count():  # one was taken back, or an older one came in
        known, new = League(game), store.results()
    if new:
        known = context.leagues[game] = _with(known, new)
    return known


def _with(known: League, new: Sequence[SeatResult]) -> League:
    seats, rated = known.seats + len(new), known.rated.and_then(game_results(new, known.game))
    return League(known.game, seats, new[-1].shown, rated, _standings(rated.ratings), _balances(rated.results))


def _standings(ratings: Mapping[str, Rating]) -> list[Standing]:
    order = sorted(ratings.items(), key=lambda each: (-each[1].safe, each[0]))
    places: dict[float, int] = {}
    return [Standing(places.setdefault(rating.safe, n), person, rating) for n, (person, rating) in enumerate(order, 1)]


def _balances(found: Sequence[GameResult]) -> list[Balance]:
    played: dict[tuple[str, str], list[GameResult]] = {}
    for each in found:
        played.setdefault((each.game, each.scenario), []).append(each)
    return [Balance(*key, len(own), _won(own)) for key, own in played.items()]


def _won(games: Sequence[GameResult]) -> dict[str, int]:
    won: dict[str, int] = {}
    for side in (side for each in games for side in each.sides):
        won[side.side] = won.get(side.side, 0) + (side.won > 0)
    return won


@dataclass(frozen=True)
class PersonRecord:
    """What a person has played: their rating by rule book, and every game that counted with what it did to it, newest first."""

    person: str
    ratings: dict[str, Rating]
    changes: Sequence[Change]


def person_record(context: ServiceContext, person: str) -> PersonRecord:
    """Of one person; ratings need the results of all the others, too."""
    games = dict.fromkeys(result.game for result in game_results(context.store.results(person)))
    rated = {game: league(context, game).rated for game in games}
    changes = [change for each in rated.values() for change in each.changes[person]]
    ratings = {game: each.ratings[person] for game, each in rated.items()}
    return PersonRecord(person, ratings, sorted(changes, key=lambda change: change.result.at, reverse=True))
