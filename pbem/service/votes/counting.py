"""Who is asked in a vote, and how many of them must want the same.

One person has one vote, however many seats they play. Bots and free seats have none. Who is away with all their seats is not
asked, unless they have voted. What is voted on is done by two persons at least, unless only one plays: nobody finds their game
ended by the only other player while they were on holiday. More time hurts nobody who is away: for that one is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from pbem.core.state.players import is_person
from pbem.core.state.record import Record
from pbem.service.context import ActRefused
from pbem.service.history import ALL_PLAYERS
from pbem.service.ladder.absence import away

MORE_TIME = "more time"
TOGETHER = 2
"""So few persons, if there are as many, decide nothing but more time."""


class Count(NamedTuple):
    """How many persons are asked, how many want it, how many of them are needed (0: it is not voted on in this game); and the
    first seats of those who do not want it."""

    asked: int
    wanting: int
    needed: int
    missing: list[str]

    @property
    def enough(self) -> bool:
        """Is it to be done?"""
        return 0 < self.needed <= self.wanting

    @property
    def words(self) -> str:
        """`2 of 3 players`."""
        return f"{self.wanting} of {self.asked} players"

    @property
    def waits_for(self) -> str:
        """Who must join in: all of `red, green`, or `1 more of red, green`."""
        more, names = self.needed - self.wanting, ", ".join(self.missing)
        return names if more >= len(self.missing) else f"{more} more of {names}"


def count(record: Record, on: str, wanting: Collection[str], now: datetime) -> Count:
    """How many there are, if these seats want it and no others."""
    players = record.ledger.players
    found = _count(record, on, [seat for seat in record.ledger.seats if is_person(players.get(seat, ""))], wanting, now)
    persons = {player for player in players.values() if is_person(player)}
    return found._replace(needed=max(found.needed, min(TOGETHER, len(persons)))) if found.needed else found


def count_for_time(record: Record, wanting: Collection[str], now: datetime) -> Count:
    """The same for more time, of which those are asked who have something to order."""
    players = record.ledger.players
    due = [seat for seat in record.game.rules.due(record.state) if is_person(players.get(seat, ""))]
    return _count(record, MORE_TIME, due, wanting, now)


def _count(record: Record, on: str, seats: Iterable[str], wanting: Collection[str], now: datetime) -> Count:
    players, absent = record.ledger.players, set(away(record, now))
    wants = {players[seat] for seat in wanting if is_person(players.get(seat, ""))}
    asked: dict[str, list[str]] = {person: [] for person in wants}
    for seat in seats:
        asked.setdefault(players[seat], []).append(seat)
    here = {person: held for person, held in asked.items() if person in wants or not absent.issuperset(held)}
    missing = [held[0] for person, held in here.items() if person not in wants]
    return Count(len(here), len(wants), needed(record, on, len(here)), missing)


def needed(record: Record, on: str, asked: int) -> int:
    """How many of so many must want it; 0: it is not voted on in this game.

    Two of three are 67 per cent: parts are rounded up. While nothing is heard of the game master and the players decide, more
    than half is enough for everything.
    """
    ledger = record.ledger
    part, majority = min(ledger.policy.votes.get(on, 0), 100), asked // 2 + 1
    by_policy = (part - 1) * asked // 100 + 1 if part > 0 else 0
    return min(by_policy or majority, majority) if ledger.silent == ALL_PLAYERS else by_policy


def check_voted_on(record: Record, on: str) -> None:
    """Raises `ActRefused` for what is not voted on in this game."""
    if not needed(record, on, 1):
        raise ActRefused(f"in {record.stream} the players do not vote on {VOTED_ON[on]}: ask the game master")


VOTED_ON = {
    MORE_TIME: "more time",
    "pause": "a pause",
    "go on": "going on",
    "draw": "a draw",
    "master": "who runs the game",
    "roll back": "a roll-back",
}
"""What may be voted on, in words."""
