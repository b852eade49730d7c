"""Ratings by OpenSkill's Plackett-Luce model: teams of any size, any number of sides, and draws. Made anew from the results.

A rating is an estimate and how uncertain it is; who is listed goes by the estimate less three times that, so that few games
do not lead a table. Nothing but results counts: no pace, no score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from openskill.models import PlackettLuce

from pbem.core.game.phrases import count
from pbem.service.club.results import GameResult

FIRST, FIRST_DOUBT = 25.0, 25.0 / 3
"""The rating of somebody of whom nothing is known."""


@dataclass(frozen=True)
class Rating:
    """`skill` is the estimate, `doubt` its standard deviation; `counted` are the games behind it."""

    skill: float = FIRST
    doubt: float = FIRST_DOUBT
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def counted(self) -> int:
        """How many games are behind it."""
        return self.won + self.drawn + self.lost

    @property
    def safe(self) -> float:
        """What the skill is at least, most likely."""
        return self.skill - 3 * self.doubt

    def counting(self, won: int, after: Rating) -> Rating:
        """The rating after one more game (won: 1, drawn: 0, lost: -1), with the games that this one has counted."""
        return replace(after, won=self.won + (won > 0), drawn=self.drawn + (won == 0), lost=self.lost + (won < 0))

    def words(self) -> str:
        """`27.6 ± 8.1`."""
        return f"{self.skill:.1f} ± {self.doubt:.1f}"


@dataclass(frozen=True)
class Change:
    """What a game did to a person's rating."""

    result: GameResult
    won: int
    before: Rating
    after: Rating

    def why(self) -> str:
        """In words: `won against 1 other side: 25.0 to 27.6`."""
        others = len(self.result.sides) - 1
        word = {1: "won", 0: "drew", -1: "lost"}[self.won]
        return f"{word} against {count(others, 'other side')}: {self.before.skill:.1f} to {self.after.skill:.1f}"


@dataclass(frozen=True)
class Rated:
    """These results in their order, the ratings after them, by person, and every change of them."""

    results: Sequence[GameResult] = ()
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    changes: Mapping[str, Sequence[Change]] = field(default_factory=dict)

    def and_then(self, results: Sequence[GameResult]) -> Rated:
        """The same after further results."""
        ratings, changes = dict(self.ratings), dict(self.changes)
        for result in results:
            for person, after, won in _after(result, ratings):
                before = ratings.get(person, Rating())
                changes[person] = (*changes.get(person, ()), Change(result, won, before, before.counting(won, after)))
            ratings |= {person: changes[person][-1].after for side in result.sides for person in side.persons}
        return Rated((*self.results, *results), ratings, changes)


def _after(result: GameResult, before: Mapping[str, Rating]) -> Sequence[tuple[str, Rating, int]]:
    """Of everybody in a game the new rating, and whether they won."""
    model = PlackettLuce(mu=FIRST, sigma=FIRST_DOUBT)
    now = [[before.get(person, Rating()) for person in side.persons] for side in result.sides]
    teams = [[model.rating(each.skill, each.doubt) for each in team] for team in now]
    new = model.rate(teams, ranks=[1.0 - side.won for side in result.sides])
    return [
        (person, Rating(each.mu, each.sigma), side.won)
        for side, team in zip(result.sides, new, strict=True)
        for person, each in zip(side.persons, team, strict=True)
    ]
