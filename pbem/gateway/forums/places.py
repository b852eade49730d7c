"""The places that the operator has set up: which kind each is, how it is reached, and when it may be asked again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.gateway.forums.drivers.mailing import Send
from pbem.gateway.forums.drivers.place_kinds import KINDS, driver_of, open_forum
from pbem.gateway.forums.port import Account, Forum
from pbem.service.context import ActRefused, stamp

WAITS = (1, 5, 15, 60, 240)
"""Minutes until a place that failed is asked again; from there on the last of them."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
SCHEMES = ("http", "https", "nntp", "nntps", "mailto")
COLUMNS = "name, kind, url, user, key, hook_key, options, part, since, attempts, next_at, error"

migrations = Migrations("forum_places")


@migrations()
def forum_places(db: Database) -> None:
    """Places by name. `options` is a JSON object; `since` is where reading of answers goes on."""
    db.execute(
        """CREATE TABLE forum_places(name TEXT PRIMARY KEY, kind TEXT NOT NULL, url TEXT NOT NULL, user TEXT NOT NULL,
            key TEXT NOT NULL, hook_key TEXT NOT NULL, options TEXT NOT NULL, part TEXT NOT NULL, since TEXT NOT NULL,
            attempts INTEGER NOT NULL, next_at TEXT NOT NULL, error TEXT NOT NULL) STRICT, WITHOUT ROWID"""
    )


class Place(NamedTuple):
    """A place. `part` is where in it games are posted if nothing else is said; `error` why it failed last ("": it did not)."""

    name: str
    kind: str
    url: str
    user: str = ""
    key: str = ""
    hook_key: str = ""
    options: Mapping[str, str] = {}
    part: str = ""
    since: str = ""
    attempts: int = 0
    next_at: str = ""
    error: str = ""


class Places:
    """All places. `send` queues a mail, for the kinds that post by mail."""

    def __init__(self, db: Connections, send: Send) -> None:
        self.db = db
        self.send = send

    def add(self, place: Place) -> None:
        """Set a place up, or change how it is reached. Raises ActRefused with what is wrong with it."""
        checked(place)
        row = (*place[:6], json.dumps(dict(place.options), sort_keys=True), place.part)
        self.db.change(
            "INSERT INTO forum_places VALUES(?,?,?,?,?,?,?,?,'',0,'','')"
            " ON CONFLICT(name) DO UPDATE SET kind=excluded.kind, url=excluded.url, user=excluded.user,"
            " key=excluded.key, hook_key=excluded.hook_key,"
            " options=excluded.options, part=excluded.part, attempts=0, next_at='', error=''",
            row,
        )

    def drop(self, name: str) -> bool:
        """Forget a place and its keys. What was posted there stays."""
        return self.db.change("DELETE FROM forum_places WHERE name=?", (name,)) > 0

    def all(self) -> list[Place]:
        """All places, by name."""
        return [_place(row) for row in self.db.con.execute(f"SELECT {COLUMNS} FROM forum_places ORDER BY name")]  # noqa: S608

    def get(self, name: str) -> Place:
        """A place. Raises ActRefused when there is none of this name."""
        row = self.db.con.execute(f"SELECT {COLUMNS} FROM forum_places WHERE name=?", (name,)).fetchone()  # noqa: S608
        if row is None:
            there = ", ".join(place.name for place in self.all()) or "none; the operator adds one with `forum add`"
            raise ActRefused(f"there is no place {name!r}; there are: {there}")
        return _place(row)

    def open(self, place: Place) -> Forum:
        """Its driver."""
        account = Account(place.url, place.user, place.key, place.hook_key, place.options)
        return open_forum(place.kind, account, self.send)

    def read_on(self, name: str, since: str) -> None:
        """Answers were read up to there."""
        self.db.change("UPDATE forum_places SET since=? WHERE name=?", (since, name))

    def worked(self, name: str) -> None:
        """It did what it was asked."""
        self.db.change("UPDATE forum_places SET attempts=0, next_at='', error='' WHERE name=? AND error<>''", (name,))

    def failed(self, place: Place, error: str, now: datetime, seconds: float = 0.0) -> None:
        """It did not. It is asked again after so many seconds, or (0) each time later."""
        wait = timedelta(seconds=seconds) if seconds else timedelta(minutes=WAITS[min(place.attempts, len(WAITS) - 1)])
        self.db.change(
            "UPDATE forum_places SET attempts=attempts+1, next_at=?, error=? WHERE name=?",
            (stamp(now + wait), error[:300], place.name),
        )


def checked(place: Place) -> None:
    """Raises ActRefused with what is wrong with how a place is set up."""
    if not NAME.fullmatch(place.name):
        raise ActRefused(f"{place.name!r} is no name for a place: small letters, digits and hyphens, as in club-forum")
    if place.kind not in KINDS:
        raise ActRefused(f"there is no kind of place {place.kind!r}; there are: {', '.join(KINDS)}")
    if urlsplit(place.url).scheme not in SCHEMES:
        raise ActRefused(f"{place.url!r} is no address; write it like https://forum.example")
    known = driver_of(place.kind).options
    for option in place.options:
        if option not in known:
            raise ActRefused(f"{place.kind} has no option {option!r}; it has: {', '.join(known) or 'none'}")


def _place(row: tuple[str | int, ...]) -> Place:
    found = Place(*row)  # type: ignore[arg-type]
    return found._replace(options=json.loads(str(row[6])))
