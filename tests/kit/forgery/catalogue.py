"""All ways to falsify a game, and which of them are tried when there is little time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum

from tests.kit.forgery.campaigns import battle_ways
from tests.kit.forgery.methods import dice, edits, insertions, orders, rows, turns, whole
from tests.kit.forgery.script import long_game
from tests.kit.forgery.ways import Crime, Way

PLAIN = {"edits": edits.ways, "insertions": insertions.ways}
"""One way for each kind of event, and for each of its fields: many."""
MADE = {
    "times": edits.lone_acts,
    "dice": dice.ways,
    "orders": orders.ways,
    "turns": turns.ways,
    "whole logs": whole.ways,
    "other rows": rows.ways,
    "battles": battle_ways.ways,
    "events of battles": battle_ways.event_ways,
}
"""Ways with a story of their own."""
GROUPS = (*PLAIN, *MADE)
EVERY, EVERY_DEEP = 23, 5
"""Of the plain ways one in so many is tried in every run, and by `make test-all`; the command tries all."""


class Effort(IntEnum):
    """How many of the ways are tried."""

    QUICK = 1
    DEEP = 2
    ALL = 3


def ways_of(key: str, effort: Effort, groups: Sequence[str] = GROUPS) -> list[Way]:
    """The ways for the game of this rule book that so much effort is to try. Raises ValueError when two have one name."""
    crime = Crime(long_game(key))
    found = [way for group in groups for way in _of_group(crime, group, effort)]
    twice = [name for name, times in Counter(way.name for way in found).items() if times > 1]
    if twice:
        raise ValueError(f"two ways are called {', '.join(twice)}")
    return found


def _of_group(crime: Crime, group: str, effort: Effort) -> Iterator[Way]:
    if group in MADE:
        yield from MADE[group](crime)
        return
    for number, way in enumerate(PLAIN[group](crime)):
        if number % EVERY == 0 or effort == Effort.ALL or (effort == Effort.DEEP and number % EVERY_DEEP == 1):
            yield way
