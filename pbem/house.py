"""The whole service put together: log, rule books, people, mail, and the beat that moves it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from events.store import Store
from pbem import people
from pbem.config import Config
from pbem.games import GAMES
from pbem.gateway import Gateway, tables
from pbem.service import publish
from pbem.service.room import Room
from pbem.service.ticking import tick


def utc_now() -> datetime:
    """The real time."""
    return datetime.now(UTC)


@dataclass
class House:
    """Everything a command or a server needs."""

    config: Config
    room: Room
    people: people.People
    gateway: Gateway

    def beat(self) -> None:
        """One beat: take in stored mail, resolve what is due, hand out reports, send what is queued."""
        self.gateway.process_pending()
        tick(self.room)
        self.gateway.publish_pending()
        self.gateway.flush()


def open_house(config: Config) -> House:
    """Open (and set up, on first run) the service that `config` describes."""
    store = Store(config.database, [people.migrations, tables.migrations, publish.migrations])
    room = Room(store, GAMES, utc_now, secrets.token_bytes, config.secret)
    persons = people.People(store.db)
    return House(config, room, persons, Gateway(room, persons, config.domain, config.smtp_send))
