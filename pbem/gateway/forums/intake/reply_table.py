"""What came in from places: one row for each version of each reply, and the events that places have told of."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal, NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.gateway.forums.port import Reply

ReplyStatus = Literal["waiting", "hide", "taken"]
"""waiting: nothing was done yet. hide: done, but the place is still to hide it. taken: done."""
DELETED = "deleted"
"""The version of a reply that is there no more."""
NUMBERED = re.compile(r"[0-9]+|(?:[0-9]+ )?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|\+00:00)?")
"""Versions that count up, or say when: of two of them it is known which is older."""
COLUMNS = "number, place, id, version, at, stream, seat, turn, source, outcome, status, attempts, next_at, kept"

migrations = Migrations("forum_replies")


@migrations()
def forum_replies(db: Database) -> None:
    """`kept` is the reply as JSON, as long as something is to be done about it: its words are nowhere kept after that."""
    for statement in (
        """CREATE TABLE forum_replies(
            number INTEGER PRIMARY KEY, place TEXT NOT NULL, id TEXT NOT NULL, version TEXT NOT NULL, at TEXT NOT NULL,
            stream TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL, source TEXT NOT NULL, outcome TEXT NOT NULL,
            status TEXT NOT NULL, attempts INTEGER NOT NULL, next_at TEXT NOT NULL, kept TEXT NOT NULL,
            UNIQUE(place, id, version)) STRICT""",
        "CREATE INDEX forum_replies_open ON forum_replies(number) WHERE status<>'taken'",
        "CREATE TABLE forum_events(place TEXT, event TEXT, at TEXT NOT NULL, PRIMARY KEY(place, event)) STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


class KeptReply(NamedTuple):
    """A version of a reply. `turn` is the one that was open when its orders for `seat` of `stream` were filed as `source`."""

    number: int
    place: str
    id: str
    version: str
    at: str
    stream: str = ""
    seat: str = ""
    turn: int = 0
    source: str = ""
    outcome: str = ""
    status: ReplyStatus = "waiting"
    attempts: int = 0
    next_at: str = ""
    kept: str = ""

    @property
    def reply(self) -> Reply:
        """What was written; only while something is to be done about it."""
        return Reply(**json.loads(self.kept))


class ReplyTable:
    """The only code that writes the two tables."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def store(self, place: str, replies: Sequence[Reply], now: str, event: str = "") -> bool:
        """Keep what a place told, all of it or nothing. False: it has told of this event before."""
        with self.db.write() as con:
            if event:
                told = con.execute("INSERT INTO forum_events VALUES(?,?,?) ON CONFLICT DO NOTHING", (place, event, now))
                if not told.rowcount:
                    return False
            for reply in replies:
                if not self._is_older(place, reply):
                    row = (place, reply.id, version_of(reply), now, json.dumps(asdict(reply), ensure_ascii=False))
                    con.execute(
                        "INSERT INTO forum_replies(place, id, version, at, kept, stream, seat, turn, source, outcome,"
                        " status, attempts, next_at) VALUES(?,?,?,?,?,'','',0,'','','waiting',0,'') ON CONFLICT DO NOTHING",
                        row,
                    )
        return True

    def _is_older(self, place: str, reply: Reply) -> bool:
        """Is a later version known, so that this one comes too late, as from a place that tells a thing again and again?

        What was deleted stays so: its author was told that it counts no more.
        """
        rows = self.db.con.execute("SELECT version FROM forum_replies WHERE place=? AND id=?", (place, reply.id))
        return any(version == DELETED or is_older(reply.version, version) for (version,) in rows)

    def due(self, status: ReplyStatus, now: str) -> list[KeptReply]:
        """What is to be done, in the order in which it came."""
        rows = self.db.con.execute(
            f"SELECT {COLUMNS} FROM forum_replies WHERE status<>'taken' AND status=? AND next_at<=? ORDER BY number",  # noqa: S608
            (status, now),
        )
        return [KeptReply(*row) for row in rows]

    def versions(self, place: str, id: str) -> list[KeptReply]:
        """All that came of one reply, oldest first."""
        rows = self.db.con.execute(
            f"SELECT {COLUMNS} FROM forum_replies WHERE place=? AND id=? ORDER BY number",  # noqa: S608
            (place, id),
        )
        return [KeptReply(*row) for row in rows]

    def save(self, row: KeptReply) -> None:
        """Note what has become of it. What is done is not kept."""
        kept = "" if row.status == "taken" else row.kept
        self.db.change(
            "UPDATE forum_replies SET stream=?, seat=?, turn=?, source=?, outcome=?, status=?, attempts=?, next_at=?,"
            " kept=? WHERE number=?",
            (*row[5:13], kept, row.number),
        )

    def answered(self, place: str, user: str, words: str, since: str) -> int:
        """How many replies since then were answered to a person with these same words."""
        found = self.db.con.execute(
            "SELECT count(*) FROM forum_posts p JOIN forum_replies r ON p.post='r' || r.number"
            " WHERE p.place=? AND p.user=? AND p.words=? AND r.at>=?",
            (place, user, words, since),
        ).fetchone()
        return int(found[0])

    def forget(self, before: str) -> None:
        """Forget the events that were told of before then."""
        self.db.change("DELETE FROM forum_events WHERE at<?", (before,))


def version_of(reply: Reply) -> str:
    """What tells this version of a reply from the others."""
    return DELETED if reply.deleted else f"v{reply.version}"


def is_older(version: str, known: str) -> bool:
    """Is a version older than one that is known? Of most kinds of versions nobody can tell."""
    known = known.removeprefix("v")
    if not (NUMBERED.fullmatch(version) and NUMBERED.fullmatch(known)):
        return False
    return _numbers(version) < _numbers(known)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", version)]
