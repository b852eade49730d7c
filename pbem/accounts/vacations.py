"""Who is away from all their games, until when, and for which of their seats that was said already."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connection, Connections, upsert
from pbem.accounts.people import erasing

migrations = Migrations("vacations")


@migrations()
def vacations(db: Database) -> None:
    """A person has one at a time. Of each seat it is noted once, so that who is back in one game alone stays so."""
    for statement in (
        "CREATE TABLE vacations(person TEXT PRIMARY KEY, until TEXT NOT NULL, why TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE vacation_seats(person TEXT NOT NULL, stream TEXT NOT NULL, seat TEXT NOT NULL,
            PRIMARY KEY(person, stream, seat)) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


class Vacation(NamedTuple):
    """A person (by id) is away until then (UTC), and why, as all players of their games read it."""

    person: str
    until: str
    why: str


class Vacations:
    """The only code that writes these tables."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def of_person(self, person: str, now: str) -> Vacation | None:
        """The person's vacation, as long as it lasts."""
        row = self.db.con.execute(
            "SELECT person, until, why FROM vacations WHERE person=? AND until>?", (person, now)
        ).fetchone()
        return Vacation(*row) if row else None

    def under_way(self, now: str) -> list[Vacation]:
        """All that last."""
        rows = self.db.con.execute("SELECT person, until, why FROM vacations WHERE until>? ORDER BY person", (now,))
        return [Vacation(*row) for row in rows]

    def begin(self, vacation: Vacation) -> None:
        """In place of the one before; it is to be noted of every seat."""
        with self.db.write() as con:
            con.execute(upsert("vacations", "person", "until, why"), vacation)
            con.execute("DELETE FROM vacation_seats WHERE person=?", (vacation.person,))

    def end(self, person: str) -> None:
        """They are back."""
        with self.db.write() as con:
            _end(con, person)

    def noted(self, person: str) -> set[tuple[str, str]]:
        """(stream, seat) of which it was noted, or where it was refused."""
        rows = self.db.con.execute("SELECT stream, seat FROM vacation_seats WHERE person=?", (person,))
        return {(stream, seat) for stream, seat in rows}

    def note(self, person: str, stream: str, seat: str) -> None:
        """It was noted of this seat, or refused."""
        self.db.change("INSERT INTO vacation_seats VALUES(?,?,?) ON CONFLICT DO NOTHING", (person, stream, seat))

    def erase(self, person: str) -> None:
        """Forget it."""
        with erasing(self.db) as con:
            _end(con, person)


def _end(con: Connection, person: str) -> None:
    con.execute("DELETE FROM vacations WHERE person=?", (person,))
    con.execute("DELETE FROM vacation_seats WHERE person=?", (person,))
