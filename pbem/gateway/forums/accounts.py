"""Which account at a place is whose: linked by a code that is shown or mailed to a person, and sent to us from the account."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections

migrations = Migrations("forum_accounts")


@migrations()
def forum_accounts(db: Database) -> None:
    """Accounts by place and user name; codes that were given out, each for one person, one place and a while."""
    for statement in (
        """CREATE TABLE forum_accounts(place TEXT NOT NULL, user TEXT NOT NULL COLLATE NOCASE, person TEXT NOT NULL,
            reports INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY(place, user)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX forum_accounts_person ON forum_accounts(person)",
        """CREATE TABLE forum_codes(code TEXT PRIMARY KEY, place TEXT NOT NULL, person TEXT NOT NULL, until TEXT NOT NULL)
            STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


class LinkedAccount(NamedTuple):
    """An account at a place, and the person (by id) whose it is. `reports`: they want their turn reports there, privately."""

    place: str
    user: str
    person: str
    reports: int
    at: str


class Accounts:
    """The only code that writes the two tables."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def person_of(self, place: str, user: str) -> str:
        """The id of the person whose account this is; "" when it is nobody's."""
        row = self.db.con.execute("SELECT person FROM forum_accounts WHERE place=? AND user=?", (place, user)).fetchone()
        return str(row[0]) if row else ""

    def of_person(self, person: str) -> list[LinkedAccount]:
        """The accounts of a person."""
        rows = self.db.con.execute("SELECT * FROM forum_accounts WHERE person=? ORDER BY place, user", (person,))
        return [LinkedAccount(*row) for row in rows]

    def link(self, account: LinkedAccount) -> None:
        """This account is that person's, and no other of the same place is; whoever had it before has it no more."""
        with self.db.write() as con:
            con.execute("DELETE FROM forum_accounts WHERE place=? AND person=?", (account.place, account.person))
            con.execute("INSERT OR REPLACE INTO forum_accounts VALUES(?,?,?,?,?)", account)

    def unlink(self, place: str, person: str) -> bool:
        """No account at the place is theirs any more."""
        with self.db.write() as con:
            return con.execute("DELETE FROM forum_accounts WHERE place=? AND person=?", (place, person)).rowcount > 0
