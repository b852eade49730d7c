"""Games that are over and count: two sides or more, of each at least one person, and nobody on two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from events.lists.result_list import SeatResult
from pbem.core.state.players import is_person

CAMPAIGN = "campaign"
"""A campaign's own end counts nowhere: its battles do."""


@dataclass(frozen=True)
class SidePlayed:
    """A side of a game that is over: its persons in the order of their seats, and whether it won (1), drew (0) or lost (-1)."""

    side: str
    persons: Sequence[str]
    won: int


@dataclass(frozen=True)
class GameResult:
    """A game that is over and counts; `at` is when it ended (UTC)."""

    stream: str
    game: str
    scenario: str
    title: str
    at: str
    sides: Sequence[SidePlayed]

    def of(self, person: str) -> SidePlayed | None:
        """The side that a person played."""
        return next((side for side in self.sides if person in side.persons), None)


def game_results(rows: Iterable[SeatResult], game: str = "") -> tuple[GameResult, ...]:
    """The games of a rule book ("": of all) that count, in the order of the rows."""
    of_game = (row for row in rows if row.game == (game or row.game) != CAMPAIGN)
    found = [_result(list(seats)) for _, seats in groupby(of_game, key=lambda row: row.stream)]
    return tuple(result for result in found if _counts(result))


def _result(seats: Sequence[SeatResult]) -> GameResult:
    first = seats[0]
    sides = [_side(seats, side) for side in dict.fromkeys(seat.side for seat in seats)]
    return GameResult(first.stream, first.game, first.scenario, first.title, first.at, sides)


def _side(seats: Iterable[SeatResult], side: str) -> SidePlayed:
    own = [seat for seat in seats if seat.side == side]
    persons = dict.fromkeys(seat.player for seat in own if seat.player and is_person(seat.player))
    return SidePlayed(side, list(persons), own[0].won)


def _counts(result: GameResult) -> bool:
    persons = [person for side in result.sides for person in side.persons]
    return len(result.sides) > 1 and all(side.persons for side in result.sides) and len(set(persons)) == len(persons)
