"""Up to which turn a person has looked at a game, so that its page can say what they have not seen yet."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from events.database import Connections, upsert
from pbem.accounts.people import erasing

migrations = Migrations("last_looks")


@migrations()
def last_looks(db: Database) -> None:
    """The last turn of which each person has seen the report, by game."""
    db.execute(
        """CREATE TABLE last_looks(person TEXT NOT NULL, stream TEXT NOT NULL, turn INTEGER NOT NULL,
            PRIMARY KEY(person, stream)) STRICT, WITHOUT ROWID"""
    )


def last_look(database: Connections, person: str, stream: str) -> int:
    """The last turn that the person has seen; -1 for a game at which they have never looked."""
    row = database.con.execute("SELECT turn FROM last_looks WHERE person=? AND stream=?", (person, stream)).fetchone()
    return int(row[0]) if row else -1


def look(database: Connections, person: str, stream: str, turn: int) -> None:
    """They see this turn now."""
    database.change(upsert("last_looks", "person, stream", "turn"), (person, stream, turn))


def erase(database: Connections, person: str) -> None:
    """Forget all looks of a person, so that nothing of them is left in the file."""
    with erasing(database) as con:
        con.execute("DELETE FROM last_looks WHERE person=?", (person,))
