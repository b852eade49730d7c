"""What every use case is handed: the log, the rule books, the time, and where secrets come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from events.store import Store
from pbem.core.record import Games


@dataclass
class Room:
    """`now` gives aware UTC; `entropy(n)` gives n unguessable bytes; `secret` signs what leaves the house."""

    store: Store
    games: Games
    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    secret: bytes


class NoSuchGame(LookupError):
    """No game of this name, and what would be found."""


class NoSuchSeat(LookupError):
    """The game has no such seat; the message lists its seats."""


class Refused(ValueError):
    """A use case that cannot be carried out now, and why, in words for whoever asked."""


def stamp(moment: datetime) -> str:
    """UTC as the log writes it: 2026-11-21T18:00:00.000000Z, so that text order is time order."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment(text: str) -> datetime:
    """The aware UTC time of a stamp."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def minute(text: str) -> str:
    """A stamp for people: `2026-11-21 18:00 UTC`."""
    return f"{text[:10]} {text[11:16]} UTC" if text else ""


def next_deadline(now: datetime, due: str, hours: float) -> str:
    """The deadline after one at `due` ("" for none): in step with it when it was kept, else counted from `now`.

    So a daily slot does not drift through the day, and a turn resolved early or after an outage gets its full time.
    """
    rhythm = timedelta(hours=hours)
    slot = moment(due) + rhythm if due else now + rhythm
    kept = due and timedelta(0) <= now - moment(due) < rhythm / 10
    return stamp(slot if kept else now + rhythm)
