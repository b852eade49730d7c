"""Drafts: what a player wrote on the order desk and did not file. One a seat, for the open turn, erased with the person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import upsert
from pbem.accounts.people import erasing
from pbem.core.texts.text_limits import check_bounds
from pbem.service.context import ServiceContext, stamp

migrations = Migrations("drafts")


@migrations()
def drafts(db: Database) -> None:
    """The text of each, by person and seat. A trigger drops it with its turn, whichever way the turn came to its end."""
    for statement in (
        """CREATE TABLE drafts(
            person TEXT NOT NULL, stream TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL,
            text TEXT NOT NULL, part INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY(person, stream, seat)
            ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX drafts_stream ON drafts(stream)",
        """CREATE TRIGGER drafts_close AFTER UPDATE OF turn, status ON games
            BEGIN DELETE FROM drafts WHERE stream = NEW.stream AND (turn < NEW.turn OR NEW.status = 'ended'); END""",
    ):
        db.execute(statement)


@dataclass(frozen=True)
class Draft:
    """`part`: a part of it was filed, and what was wrong in it was not. `at` is when it was kept, a stamp."""

    text: str
    part: bool
    at: str


class DraftKey(NamedTuple):
    """Who wrote it (a person's id), and for which seat of which game."""

    person: str
    stream: str
    seat: str


def keep(context: ServiceContext, key: DraftKey, turn: int, text: str, part: bool = False) -> None:
    """Keep what the person wrote for the seat, in place of what they wrote before. Raises TooLong."""
    check_bounds(text)
    row = (*key, turn, text, int(part), stamp(context.now()))
    context.database.change(upsert("drafts", "person, stream, seat", "turn, text, part, at"), row)


def draft(context: ServiceContext, key: DraftKey, turn: int) -> Draft | None:
    """What the person wrote for the seat and this turn; None when there is none."""
    row = context.database.con.execute(
        "SELECT text, part, at FROM drafts WHERE person=? AND stream=? AND seat=? AND turn=?", (*key, turn)
    ).fetchone()
    return Draft(row[0], bool(row[1]), row[2]) if row else None


def drop(context: ServiceContext, key: DraftKey) -> None:
    """Throw it away."""
    if context.database.con.execute("SELECT 1 FROM drafts WHERE person=? AND stream=? AND seat=?", key).fetchone():
        context.database.change("DELETE FROM drafts WHERE person=? AND stream=? AND seat=?", key)


def erase(context: ServiceContext, person: str) -> None:
    """Throw all drafts of a person away, so that nothing of them is left in the file."""
    with erasing(context.database) as con:
        con.execute("DELETE FROM drafts WHERE person=?", (person,))
