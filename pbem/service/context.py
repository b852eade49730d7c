"""What every use case is handed: the log, the rule books, the time, and where secrets come from."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from events.database import Connections
from events.store import Store
from pbem.core.state.record import Games, Record
from pbem.core.state.seat_titles import seat_titles

T = TypeVar("T")

KEPT_RECORDS = 64
KEPT_PIECES = 8192
KEPT_WEIGHT = 96_000_000
"""Bytes that the kept pieces may take, about."""
DEEP = 6
"""Levels of a piece that are weighed."""

Progress = Callable[[int], object]
"""Called with the number of events processed since the last call; drives a progress bar."""


def unwatched(number: int) -> None:
    """Progress that nobody is shown."""


def untimed(rules: str, seconds: float) -> None:
    """A turn whose time nobody counts."""


class RecordCache:
    """Records of the games last worked on, so that a game is not folded from its log for every mail.

    A record is handed to one worker only. The worker puts it back when it agrees with the log again; after a failure or a lost
    race it is dropped. This is a cache: nothing is lost when it is empty.
    """

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}
        self._lock = threading.Lock()

    def take(self, stream: str) -> Record | None:
        """The stream's record, which is now the caller's alone."""
        with self._lock:
            return self._records.pop(stream, None)

    def put(self, record: Record) -> None:
        """Keep a record as of its `head`; the one put longest ago makes room."""
        with self._lock:
            self._records.pop(record.stream, None)
            self._records[record.stream] = record
            if len(self._records) > KEPT_RECORDS:
                del self._records[next(iter(self._records))]


class RenderCache:
    """Pieces made from the log for pages: steps of a turn, pictures. A key holds the hash of all that its piece was made from.

    So nothing in it can be stale, and nothing is lost when it is empty.
    """

    def __init__(self) -> None:
        self._pieces: dict[Hashable, tuple[Any, int]] = {}
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The piece kept under `key`; else it is made (by two at once, if they ask at once) and kept; the oldest makes room."""
        with self._lock:
            if key in self._pieces:
                kept = self._pieces[key] = self._pieces.pop(key)
                found: T = kept[0]
                return found
        piece = make()
        self.put(key, piece)
        return piece

    def put(self, key: Hashable, piece: object) -> None:
        """Keep a piece in place of what was kept under this key."""
        weight = _weight(piece)
        with self._lock:
            self._weight += weight - self._pieces.pop(key, (None, 0))[1]
            self._pieces[key] = (piece, weight)
            while len(self._pieces) > KEPT_PIECES or self._weight > KEPT_WEIGHT:
                self._weight -= self._pieces.pop(next(iter(self._pieces)))[1]


def _weight(piece: object, deep: int = DEEP) -> int:
    """About how many bytes a piece takes."""
    if isinstance(piece, (str, bytes)):
        return 50 + len(piece)
    held = piece if isinstance(piece, (tuple, list)) else getattr(piece, "__dict__", {}).values()
    return 100 + sum(_weight(each, deep - 1) for each in held) if deep else 100


@dataclass
class ServiceContext:
    """`now` gives aware UTC; `entropy(n)` gives n unguessable bytes; `secret` signs what leaves the service.

    `monotonic` gives seconds that no setting of the clock changes: so a clock that jumps is told from time that passes.

    `store` is the log in `database`; the tables that are not the log's are read and written by the module that declares them.
    """

    database: Connections
    games: Games
    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    secret: bytes
    monotonic: Callable[[], float] = time.monotonic
    records: RecordCache = field(default_factory=RecordCache)
    rendered: RenderCache = field(default_factory=RenderCache)
    idle: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Campaigns that nothing was to be done in when they were this far, and until when nothing is (UTC). A cache, too."""
    leagues: dict[str, Any] = field(default_factory=dict)
    """By rule book the `club.league.League` that was last asked for; a cache, too."""
    on_resolved: Callable[[str, float], None] = untimed
    """Called with the rule book and the seconds that it took when a turn was resolved."""
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        self.store = Store(self.database)

    def seat_titles(self, stream: str) -> dict[str, str]:
        """What the rule book calls each seat of a game, by their ids; none for a stream that is no game."""
        row, seats = self.store.game(stream), [each.seat for each in self.store.seats(stream)]
        game = self.games.get(row.game) if row else None
        if row is None or game is None:
            return {seat: seat for seat in seats}
        key = ("seat titles", row.game, game.rules_version, row.scenario, tuple(seats))
        return self.rendered.get(key, lambda: seat_titles(game, row.scenario, seats))

    def seat_title(self, stream: str, seat: str) -> str:
        """What the rule book calls a seat; its id, where there is none."""
        return self.seat_titles(stream).get(seat, seat)


class NoSuchGame(LookupError):
    """There is no game of this name; the message says which there are. The page or command answers with it."""


class NoSuchSeat(LookupError):
    """The game has no such seat; the message lists its seats. The page or command answers with it."""


class ActRefused(ValueError):
    """A use case cannot be carried out now, and why, in words for whoever asked. The mail, page or command answers with it."""


def stamp(time: datetime) -> str:
    """UTC as the log writes it: 2026-11-21T18:00:00.000000Z, so that text order is time order."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_stamp(text: str) -> datetime:
    """The aware UTC time of a stamp."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def minute(text: str) -> str:
    """A stamp for people: `2026-11-21 18:00 UTC`."""
    return f"{text[:10]} {text[11:16]} UTC" if text else ""
