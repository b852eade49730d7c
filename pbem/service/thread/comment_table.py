"""The comments of games' threads: the one home of their words, which never enter the log and can be erased."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from pbem.service.context import ServiceContext

COLUMNS = "stream, number, author, guest, seat, master, text, at, edited, answers, source, place, external, gone"

migrations = Migrations("comments")


@migrations()
def comments(db: Database) -> None:
    """By game and number. What a form or mail wrote is known by its `source`, what a forum did by `place` and `external`."""
    for statement in (
        """CREATE TABLE comments(
            stream TEXT NOT NULL, number INTEGER NOT NULL, author TEXT NOT NULL, guest TEXT NOT NULL, seat TEXT NOT NULL,
            master INTEGER NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL, edited TEXT NOT NULL, answers TEXT NOT NULL,
            source TEXT NOT NULL, place TEXT NOT NULL, external TEXT NOT NULL, gone TEXT NOT NULL,
            PRIMARY KEY(stream, number)) STRICT, WITHOUT ROWID""",
        "CREATE UNIQUE INDEX comments_source ON comments(stream, source) WHERE source<>''",
        "CREATE UNIQUE INDEX comments_external ON comments(place, external) WHERE external<>''",
        "CREATE INDEX comments_author ON comments(author, at)",
        "CREATE INDEX comments_at ON comments(stream, at)",
    ):
        db.execute(statement)


class CommentRow(NamedTuple):
    """A comment. `author` is a person's id ("": nobody known, then `guest` is their name at the `place` they wrote in).

    `seat` is what they played when they wrote ("": nothing); `master`: they ran the game. `at` and `edited` are UTC stamps.
    `place` is "" for our own page, "mail", or where it was written; there it is known as `external`. `gone` says how its words
    were lost: to its "author", at its "place", or with the person ("erased"); "": they are here.
    """

    stream: str
    number: int
    author: str
    guest: str
    seat: str
    master: int
    text: str
    at: str
    edited: str
    answers: str
    source: str
    place: str
    external: str
    gone: str

    @property
    def post(self) -> str:
        """The id of the post."""
        return f"c{self.number}"

    @property
    def seen_at(self) -> str:
        """When it became as it is now."""
        return max(self.at, self.edited)


def comment_row(context: ServiceContext, stream: str, post: str) -> CommentRow | None:
    """The comment with this post id; None for another post, or none."""
    number = post[1:]
    if post[:1] != "c" or not (number.isascii() and number.isdigit()) or len(number) > 9:
        return None
    return _one(context, "stream=? AND number=?", stream, int(number))


def comment_of_source(context: ServiceContext, stream: str, source: str) -> CommentRow | None:
    """What was written under this source."""
    return _one(context, "stream=? AND source=?", stream, source) if source else None


def comment_at_place(context: ServiceContext, place: str, external: str) -> CommentRow | None:
    """What is known by this id at a place."""
    return _one(context, "place=? AND external=?", place, external) if external else None


def came_from(context: ServiceContext, stream: str, post: str, place: str) -> bool:
    """Is the post a comment that was written at this place?"""
    row = comment_row(context, stream, post)
    return row is not None and row.place == place


def comment_rows(context: ServiceContext, stream: str, since: str, before: str) -> list[CommentRow]:
    """The comments with since <= at < before (UTC stamps), the oldest first."""
    rows = context.database.con.execute(
        f"SELECT {COLUMNS} FROM comments WHERE stream=? AND at>=? AND at<? ORDER BY at, number",  # noqa: S608
        (stream, since, before),
    )
    return [CommentRow(*row) for row in rows]


def comments_after(context: ServiceContext, stream: str, number: int) -> list[CommentRow]:
    """The comments that came after the one of this number, in the order in which they came."""
    rows = context.database.con.execute(
        f"SELECT {COLUMNS} FROM comments WHERE stream=? AND number>? ORDER BY number",  # noqa: S608
        (stream, number),
    )
    return [CommentRow(*row) for row in rows]


def written_since(context: ServiceContext, stream: str, author: str, since: str) -> list[str]:
    """When a person wrote comments on a game after `since`, the oldest first (UTC stamps)."""
    rows = context.database.con.execute(
        "SELECT at FROM comments WHERE stream=? AND author=? AND at>? ORDER BY at", (stream, author, since)
    )
    return [at for (at,) in rows]


def add(context: ServiceContext, row: CommentRow) -> str:
    """Keep a comment under the next number of its game, whatever `row.number` is; its post id.

    Kept once: what is there already under its source, or its id at its place, is left as it is.
    """
    marks = ",".join("?" * len(row))
    with context.database.write() as con:
        known = comment_of_source(context, row.stream, row.source) or comment_at_place(context, row.place, row.external)
        if known is not None:
            return known.post
        (last,) = con.execute("SELECT coalesce(max(number), 0) FROM comments WHERE stream=?", (row.stream,)).fetchone()
        kept = row._replace(number=last + 1)
        con.execute(f"INSERT INTO comments({COLUMNS}) VALUES({marks})", kept)
    return kept.post


def _one(context: ServiceContext, where: str, *values: object) -> CommentRow | None:
    row = context.database.con.execute(f"SELECT {COLUMNS} FROM comments WHERE {where}", values).fetchone()  # noqa: S608
    return CommentRow(*row) if row else None
