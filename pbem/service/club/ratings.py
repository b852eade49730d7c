"""Ratings by OpenSkill's Plackett-Luce model: teams of any size, any number of sides, and draws. Made anew from the results.

A rating is an estimate and how uncertain it is; who is listed goes by the estimate less three times that, so that few games
do not lead a table. Nothing but results counts: no pace, no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from openskill.models import PlackettLuce

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
        sides = "1 other side" if others == 1 else f"{others} other sides"
        return f"{word} against {sides}: {self.before.skill:.1f} to {self.after.skill:.1f}"


def rated(results: Iterable[GameResult]) -> tuple[dict[str, Rating], dict[str, list[Change]]]:
    """The ratings after these results in their order, by person, and every change of them."""
    ratings: dict[str, Rating] = {}
    changes: dict[str, list[Change]] = {}
    for result in results:
        for person, after, won in _after(result, ratings):
            before = ratings.get(person, Rating())
            counted = replace(after, won=before.won + (won > 0), drawn=before.drawn + (won == 0), lost=before.lost + (won < 0))
            changes.setdefault(person, []).append(Change(result, won, before, counted))
        for side in result.sides:
            ratings |= {person: changes[person][-1].after for person in side.persons}
    return ratings, changes


def _after(result: GameResult, before: dict[str, Rating]) -> Sequence[tuple[str, Rating, int]]:
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
