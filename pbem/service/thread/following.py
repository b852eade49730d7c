"""Who follows a game's thread by mail, and how far they have been told of it."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from pbem.accounts.people import erasing
from pbem.service.context import RecordCache, ServiceContext, stamp
from pbem.service.released import public_view, takes_part
from pbem.service.thread.thread import Views
from pbem.service.thread.thread_news import Mark, mark_of

PAUSE = timedelta(minutes=15)
"""So long after a mail no other tells of the same game's thread."""
COLUMNS = "stream, person, since, version, comment, to_version, to_comment, next_at"

migrations = Migrations("thread_follows")


@migrations()
def thread_follows(db: Database) -> None:
    """By game and person: up to where they were told, and up to where the mail tells that is planned (0: none is)."""
    db.execute(
        """CREATE TABLE thread_follows(
            stream TEXT NOT NULL, person TEXT NOT NULL, since TEXT NOT NULL, version INTEGER NOT NULL, comment INTEGER NOT NULL,
            to_version INTEGER NOT NULL, to_comment INTEGER NOT NULL, next_at TEXT NOT NULL,
            PRIMARY KEY(stream, person)) STRICT, WITHOUT ROWID"""
    )
    db.execute("CREATE INDEX thread_follows_person ON thread_follows(person)")


class Follow(NamedTuple):
    """A person follows a game's thread `since` then (a UTC stamp).

    They were told of the log up to event `version` and of the comments up to number `comment`. A mail that tells them up to
    `to_version` and `to_comment` is planned, if those are not 0. `next_at`: no mail before then ("": at any time).
    """

    stream: str
    person: str
    since: str
    version: int
    comment: int
    to_version: int
    to_comment: int
    next_at: str

    @property
    def told(self) -> Mark:
        """Up to where they were told."""
        return Mark(self.version, self.comment)

    @property
    def planned(self) -> Mark | None:
        """Up to where the mail tells that is planned."""
        return Mark(self.to_version, self.to_comment) if self.to_version else None


def views_of(context: ServiceContext, person: str, past: RecordCache | None = None) -> Views:
    """The games as the person may see them: at once where they take part, else with the game's delay."""
    seen = public_view(context, lambda stream: takes_part(context, stream, person), RecordCache() if past is None else past)
    return Views(seen, context)


def follow(context: ServiceContext, stream: str, person: str) -> None:
    """From now on the person is told what is new. Who follows already goes on to. Raises NoSuchGame."""
    mark = mark_of(views_of(context, person), stream)
    with context.database.write() as con:
        row = Follow(stream, person, stamp(context.now()), *mark, 0, 0, "")
        con.execute(f"INSERT INTO thread_follows({COLUMNS}) VALUES(?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", row)


def unfollow(context: ServiceContext, stream: str, person: str) -> bool:
    """Tell them no more. Did they follow it?"""
    return context.database.change("DELETE FROM thread_follows WHERE stream=? AND person=?", (stream, person)) > 0


def follows(context: ServiceContext, stream: str, person: str) -> bool:
    """Does the person follow the game's thread?"""
    found = context.database.con.execute("SELECT 1 FROM thread_follows WHERE stream=? AND person=?", (stream, person))
    return found.fetchone() is not None


def due(context: ServiceContext) -> list[Follow]:
    """Whoever may be told something now."""
    rows = context.database.con.execute(
        f"SELECT {COLUMNS} FROM thread_follows WHERE next_at<=? ORDER BY stream, person",  # noqa: S608
        (stamp(context.now()),),
    )
    return [Follow(*row) for row in rows]


def plan(context: ServiceContext, each: Follow, upto: Mark) -> Follow:
    """Note up to where the next mail tells, before it is made: made again after a crash it tells the same."""
    context.database.change(
        "UPDATE thread_follows SET to_version=?, to_comment=? WHERE stream=? AND person=?",
        (*upto, each.stream, each.person),
    )
    return each._replace(to_version=upto.version, to_comment=upto.comment)


def note_told(context: ServiceContext, each: Follow, mailed: bool) -> None:
    """They were told as planned; after a mail there is a pause."""
    next_at = stamp(context.now() + PAUSE) if mailed else each.next_at
    context.database.change(
        """UPDATE thread_follows SET version=to_version, comment=to_comment, to_version=0, to_comment=0, next_at=?
                WHERE stream=? AND person=? AND to_version=?""",
        (next_at, each.stream, each.person, each.to_version),
    )


def erase(context: ServiceContext, person: str) -> None:
    """Forget what a person follows."""
    with erasing(context.database) as con:
        con.execute("DELETE FROM thread_follows WHERE person=?", (person,))
