"""Places are asked what was written there: often enough, and once more before a turn is resolved.

What is read before the turn is resolved counts for it, whenever it was written: places tell no times that could be trusted. So
the places of a game that is due are asked right before, however short ago they were asked last. A place that cannot be asked
then holds up nothing: what is read from it later is for the turn that is open by then, as the receipt says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections, upsert
from events.platform import GameEnded
from pbem.gateway.forums.intake.taking import Intake
from pbem.gateway.forums.places import WAITS, Place, Places
from pbem.gateway.forums.port import Forum, ForumError, RateLimited, Target
from pbem.gateway.forums.posts_table import PostTable, Topic
from pbem.service.context import ServiceContext, stamp

EVERY = timedelta(minutes=1)
OFTEN = {"matrix": timedelta(seconds=10)}
"""By kind, for chats that tell us nothing by themselves: people there wait for the answer."""
READ_ON = timedelta(days=30)
"""So long after the end of a game its topics are read."""
ROUNDS = 10
SECONDS = 20.0
"""So often, and so long, a place is asked in one go, as long as it has more to tell: turns wait for it."""

log = logging.getLogger(__name__)
migrations = Migrations("forum_reading")


@migrations()
def forum_reading(db: Database) -> None:
    """When each place was asked last; how often it has failed since it last answered, until when it is left alone, and why."""
    db.execute(
        """CREATE TABLE forum_reading(place TEXT PRIMARY KEY, at TEXT NOT NULL, attempts INTEGER NOT NULL,
            next_at TEXT NOT NULL, error TEXT NOT NULL) STRICT, WITHOUT ROWID"""
    )


class ReadingState(NamedTuple):
    """How asking a place goes. Posting there has a state of its own: what forbids one need not forbid the other."""

    place: str
    at: str = ""
    attempts: int = 0
    next_at: str = ""
    error: str = ""


class PlaceReader:
    """Asks the places, and stores what they tell."""

    def __init__(self, context: ServiceContext, places: Places, posts: PostTable, intake: Intake) -> None:
        self.context = context
        self.db: Connections = context.database
        self.places = places
        self.posts = posts
        self.intake = intake

    def read_all(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Ask all places that were not asked within a minute, or however often their kind is asked."""
        now = self.context.now()
        due = (place for place in self.places.all() if self.state(place.name).at <= stamp(now - OFTEN.get(place.kind, EVERY)))
        self._read(due, stop)

    def read_due(self, streams: Sequence[str], stop: Callable[[], bool] = lambda: False) -> None:
        """Ask the places where these games are talked of, for they are about to be resolved."""
        names = {place for stream in streams for place in self._talked_of(stream)}
        self._read((place for place in self.places.all() if place.name in names), stop)

    def state(self, place: str) -> ReadingState:
        """How asking a place goes."""
        row = self.db.con.execute("SELECT * FROM forum_reading WHERE place=?", (place,)).fetchone()
        return ReadingState(*row) if row else ReadingState(place)

    def _talked_of(self, stream: str) -> set[str]:
        return {row.place for row in self.posts.of(stream)} | {
            game.place for game in self.context.store.posted_games(stream=stream)
        }

    def _read(self, places: Iterable[Place], stop: Callable[[], bool]) -> None:
        for place in places:
            state, now = self.state(place.name), stamp(self.context.now())
            if stop() or state.next_at > now:
                continue
            forum = self.places.open(place)
            if "replies" not in forum.abilities:
                continue
            try:
                self._read_one(place, forum)
            except ForumError as e:
                self._failed(state, e)
            else:
                self._save(ReadingState(place.name, now))

    def _read_one(self, place: Place, forum: Forum) -> None:
        """What a place tells is stored before it is noted that it was told, so that nothing is lost in between."""
        targets, since = self._targets(place), self.places.get(place.name).since
        end = self.context.monotonic() + SECONDS
        for _ in range(ROUNDS):
            told = forum.replies(targets, since)
            self.intake.store(place.name, told.found)
            self.places.read_on(place.name, told.since)
            if not told.found or told.since == since or self.context.monotonic() > end:
                break
            since = told.since

    def _failed(self, state: ReadingState, why: ForumError) -> None:
        now = self.context.now()
        wait = timedelta(minutes=WAITS[min(state.attempts, len(WAITS) - 1)])
        if isinstance(why, RateLimited):
            wait = timedelta(seconds=why.seconds)
        log.warning("%s could not be asked for answers: %s", state.place, why)
        self._save(ReadingState(state.place, stamp(now), state.attempts + 1, stamp(now + wait), str(why)[:300]))

    def _save(self, state: ReadingState) -> None:
        self.db.change(upsert("forum_reading", "place", "at, attempts, next_at, error"), state)

    def _targets(self, place: Place) -> list[Target]:
        """The topics of games that are under way, or have ended not long ago; and our conversations that are about no game."""
        parts = {game.stream: game.part for game in self.context.store.posted_games(place.name)}
        topics = [topic for topic in self.posts.topics(place.name) if not topic.stream or self._is_read(topic)]
        return [
            Target("" if topic.user else parts.get(topic.stream) or place.part, topic.user, topic.topic) for topic in topics
        ]

    def _is_read(self, topic: Topic) -> bool:
        game = self.context.store.game(topic.stream)
        if game is None or game.status != "ended":
            return game is not None
        ended = [entry.at for entry in self.context.store.select(topic.stream, [GameEnded])]
        return bool(ended) and ended[-1] > stamp(self.context.now() - READ_ON)
