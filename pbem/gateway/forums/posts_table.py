"""What is posted where: one row for each post at each place, from the moment it is due until it is to be read there."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.accounts.people import erasing

PostStatus = Literal["waiting", "tried", "held", "posted", "changed", "refused"]
"""waiting: not posted. tried: it was begun, and whether it is there must be asked. held: a moderator has to let it through.
changed: it is there as it was, and is to be changed. refused: the place does not take it, and will not."""
COLUMNS = "place, stream, seat, user, post, status, refusals, id, topic, url, error, next_at, words, version"

migrations = Migrations("forum_posts")


@migrations()
def forum_posts(db: Database) -> None:
    """`seat` and `user` say whose private conversation a post belongs to ("": the public topic)."""
    for statement in (
        """CREATE TABLE forum_posts(
            number INTEGER PRIMARY KEY, place TEXT NOT NULL, stream TEXT NOT NULL, seat TEXT NOT NULL, user TEXT NOT NULL,
            post TEXT NOT NULL, status TEXT NOT NULL, refusals INTEGER NOT NULL, id TEXT NOT NULL, topic TEXT NOT NULL,
            url TEXT NOT NULL, error TEXT NOT NULL, next_at TEXT NOT NULL,
            words TEXT NOT NULL, version TEXT NOT NULL, UNIQUE(place, stream, seat, user, post)) STRICT""",
        "CREATE INDEX forum_posts_open ON forum_posts(place, number) WHERE status NOT IN ('posted', 'refused')",
        "CREATE INDEX forum_posts_topic ON forum_posts(place, topic)",
    ):
        db.execute(statement)


@migrations()
def posts_of_a_game(db: Database) -> None:
    """A game's own page asks for them."""
    db.execute("CREATE INDEX forum_posts_stream ON forum_posts(stream)")


class PostRow(NamedTuple):
    """A post at a place. `id`, `topic` and `url` are the place's, "" before they are known; `error` is why it failed last.

    `words` are those of a message to one person; of all else they are made anew when it is posted. `version` tells how the post
    has to be by now from how it was before. A row may have its `topic` from the start: the answer to a conversation that
    somebody else began. `next_at` is when it is tried next, or since when it is refused ("": nothing of it is left to post).
    """

    place: str
    stream: str
    seat: str
    user: str
    post: str
    status: PostStatus
    refusals: int = 0
    id: str = ""
    topic: str = ""
    url: str = ""
    error: str = ""
    next_at: str = ""
    words: str = ""
    version: str = ""


class Topic(NamedTuple):
    """A topic of ours at a place: of which game, and with whom as the player of which seat ("": the public one)."""

    topic: str
    stream: str
    seat: str
    user: str


class PostTable:
    """The only code that writes the table."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def want(self, row: PostRow) -> None:
        """A post is due at a place; wanted twice it is one."""
        self.db.change(
            f"INSERT INTO forum_posts({COLUMNS}) VALUES({','.join('?' * len(row))}) ON CONFLICT DO NOTHING",
            row,
        )

    def public(self, place: str, stream: str) -> dict[str, PostRow]:
        """By post id, all that was ever due in the public topic of a game."""
        rows = self.db.con.execute(
            f"SELECT {COLUMNS} FROM forum_posts WHERE place=? AND stream=? AND user=''",  # noqa: S608
            (place, stream),
        )
        return {row.post: row for row in (PostRow(*found) for found in rows)}

    def due(self, place: str, now: str) -> list[PostRow]:
        """Of each topic its first post that is not to be read yet: they come there in order."""
        rows = self.db.con.execute(
            f"SELECT {COLUMNS} FROM forum_posts WHERE number IN (SELECT min(number) FROM forum_posts"  # noqa: S608
            " WHERE place=? AND status NOT IN ('posted', 'refused') GROUP BY stream, seat, user)"
            " AND next_at<=? ORDER BY number",
            (place, now),
        )
        return [PostRow(*row) for row in rows]

    def save(self, row: PostRow) -> None:
        """Note what has become of a post."""
        self.db.change(
            "UPDATE forum_posts SET status=?, refusals=?, id=?, topic=?, url=?, error=?, next_at=?, words=?, version=?"
            " WHERE place=? AND stream=? AND seat=? AND user=? AND post=?",
            (*row[5:], *row[:5]),
        )

    def of(self, stream: str) -> list[PostRow]:
        """All posts of a game, oldest first."""
        rows = self.db.con.execute(f"SELECT {COLUMNS} FROM forum_posts WHERE stream=? ORDER BY number", (stream,))  # noqa: S608
        return [PostRow(*row) for row in rows]

    def refused_since(self, stream: str) -> dict[str, str]:
        """The places that have not taken posts of a game, and since when (UTC stamps)."""
        rows = self.db.con.execute(
            "SELECT place, min(next_at) FROM forum_posts WHERE stream=? AND status='refused' AND next_at<>'' AND user=''"
            " GROUP BY place",
            (stream,),
        )
        return dict(rows)

    def topic(self, row: PostRow) -> str:
        """What the place calls the topic that a post belongs to; "" before there is one."""
        found = self.db.con.execute(
            "SELECT topic FROM forum_posts WHERE place=? AND stream=? AND seat=? AND user=? AND topic<>''"
            " ORDER BY number DESC LIMIT 1",
            row[:4],
        ).fetchone()
        return str(found[0]) if found else ""

    def topics(self, place: str) -> list[Topic]:
        """All topics of ours at a place, the oldest first."""
        rows = self.db.con.execute(
            "SELECT topic, stream, seat, user FROM forum_posts WHERE number IN"
            " (SELECT min(number) FROM forum_posts WHERE place=? AND topic<>'' GROUP BY topic) ORDER BY number",
            (place,),
        )
        return [Topic(*row) for row in rows]

    def of_topic(self, place: str, topic: str) -> list[Topic]:
        """What a topic of the place is about; nothing when it is none of ours. Several games may be talked of in one."""
        rows = self.db.con.execute(
            "SELECT DISTINCT topic, stream, seat, user FROM forum_posts WHERE place=? AND topic=? AND topic<>''", (place, topic)
        )
        return [Topic(*row) for row in rows]

    def private(self, place: str, stream: str) -> set[tuple[str, str, str]]:
        """What was ever to be written to single persons about a game: seat, user, post."""
        rows = self.db.con.execute(
            "SELECT seat, user, post FROM forum_posts WHERE place=? AND stream=? AND user<>''", (place, stream)
        )
        return set(rows)

    def erase(self, place: str, user: str) -> None:
        """Forget all that was written to one person there."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM forum_posts WHERE place=? AND user=? AND user<>''", (place, user))
