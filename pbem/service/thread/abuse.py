"""Posts that somebody finds nobody should have to read: reported by readers, settled by whoever runs the game."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from pbem.accounts.people import erasing
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.decide import reason

migrations = Migrations("abuse_reports")


@migrations()
def abuse_reports(db: Database) -> None:
    """By post and the person who reported it, whom nobody is told of. `settled` is when it was looked at ("": not yet)."""
    db.execute(
        """CREATE TABLE abuse_reports(
            stream TEXT NOT NULL, post TEXT NOT NULL, person TEXT NOT NULL, why TEXT NOT NULL, at TEXT NOT NULL,
            settled TEXT NOT NULL, PRIMARY KEY(stream, post, person)) STRICT, WITHOUT ROWID"""
    )


class Reported(NamedTuple):
    """A post that was reported and that nobody has looked at: since when (a UTC stamp), and the reasons, the oldest first."""

    post: str
    since: str
    reasons: list[str]


def report_post(context: ServiceContext, stream: str, person: str, post: str, why: str) -> None:
    """Report a post of the thread, which the caller has found to be there. Raises ActRefused: no reason, or the second time."""
    if post.startswith("t"):
        raise ActRefused("the report of a turn is written by the rules: ask the game master about it")
    row = (stream, post, person, reason(why), stamp(context.now()), "")
    added = context.database.change("INSERT INTO abuse_reports VALUES(?,?,?,?,?,?) ON CONFLICT DO NOTHING", row)
    if not added:
        raise ActRefused("you have reported this post before; whoever runs the game has been told")


def open_reports(context: ServiceContext, stream: str) -> list[Reported]:
    """The posts that were reported and that nobody has looked at, the oldest report first."""
    rows = context.database.con.execute(
        "SELECT post, at, why FROM abuse_reports WHERE stream=? AND settled='' ORDER BY at, post", (stream,)
    )
    found: dict[str, Reported] = {}
    for post, at, why in rows:
        found.setdefault(post, Reported(post, at, [])).reasons.append(why)
    return list(found.values())


def settle(context: ServiceContext, stream: str, post: str) -> None:
    """All that was reported of this post has been looked at."""
    context.database.change(
        "UPDATE abuse_reports SET settled=? WHERE stream=? AND post=? AND settled=''", (stamp(context.now()), stream, post)
    )


def erase(context: ServiceContext, person: str) -> None:
    """Forget what a person reported."""
    with erasing(context.database) as con:
        con.execute("DELETE FROM abuse_reports WHERE person=?", (person,))
