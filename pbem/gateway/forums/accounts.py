"""Which account at a place is whose: linked by a code that is shown or mailed to a person, and sent to us from the account."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.accounts.people import erasing

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


@migrations()
def forum_code_tries(db: Database) -> None:
    """A code that was used is kept until its time is over; so is each try with a wrong one."""
    for statement in (
        "ALTER TABLE forum_codes ADD COLUMN used INTEGER NOT NULL DEFAULT 0",
        "CREATE TABLE forum_code_tries(place TEXT NOT NULL, user TEXT NOT NULL COLLATE NOCASE, at TEXT NOT NULL) STRICT",
        "CREATE INDEX forum_code_tries_of ON forum_code_tries(place, user)",
    ):
        db.execute(statement)


class LinkCode(NamedTuple):
    """A code by which a person links an account at a place until a moment (UTC). `used`: it has served."""

    code: str
    place: str
    person: str
    until: str
    used: int = 0


class LinkedAccount(NamedTuple):
    """An account at a place, and the person (by id) whose it is. `reports`: they want their turn reports there, privately."""

    place: str
    user: str
    person: str
    reports: int
    at: str


class Accounts:
    """The only code that writes these tables."""

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
            con.execute(
                "INSERT INTO forum_accounts VALUES(?,?,?,?,?) ON CONFLICT(place, user) DO UPDATE SET"
                " user=excluded.user, person=excluded.person, reports=excluded.reports, at=excluded.at",
                account,
            )

    def unlink(self, place: str, person: str) -> bool:
        """No account at the place is theirs any more."""
        return self.db.change("DELETE FROM forum_accounts WHERE place=? AND person=?", (place, person)) > 0

    def want_reports(self, place: str, person: str, wanted: bool, now: str) -> None:
        """Their turn reports go there, too, from now on; or not any more."""
        self.db.change(
            "UPDATE forum_accounts SET reports=?, at=? WHERE place=? AND person=? AND reports<>?",
            (int(wanted), now, place, person, int(wanted)),
        )

    def with_reports(self, place: str) -> list[LinkedAccount]:
        """Accounts of those who want their turn reports there."""
        rows = self.db.con.execute("SELECT * FROM forum_accounts WHERE place=? AND reports=1 ORDER BY user", (place,))
        return [LinkedAccount(*row) for row in rows]

    # ------------------------------------------------------------ codes

    def give_code(self, code: LinkCode, now: str) -> None:
        """A new code of a person for a place; the one before is worthless. Codes whose time is over are forgotten."""
        with self.db.write() as con:
            con.execute("DELETE FROM forum_codes WHERE until<=? OR (place=? AND person=?)", (now, code.place, code.person))
            con.execute("INSERT INTO forum_codes(code, place, person, until, used) VALUES(?,?,?,?,?)", code)

    def code_of(self, place: str, person: str, now: str) -> LinkCode | None:
        """The code that a person may still use at a place."""
        row = self.db.con.execute(
            "SELECT code, place, person, until, used FROM forum_codes WHERE place=? AND person=? AND until>? AND used=0",
            (place, person, now),
        ).fetchone()
        return LinkCode(*row) if row else None

    def code(self, code: str) -> LinkCode | None:
        """A code, whether its time is over or not; None for one that was never given out, or is forgotten."""
        row = self.db.con.execute("SELECT code, place, person, until, used FROM forum_codes WHERE code=?", (code,)).fetchone()
        return LinkCode(*row) if row else None

    def use(self, code: str) -> None:
        """It has served."""
        self.db.change("UPDATE forum_codes SET used=1 WHERE code=?", (code,))

    def tried(self, place: str, user: str, now: str) -> None:
        """An account there has sent a code that is worth nothing."""
        self.db.change("INSERT INTO forum_code_tries VALUES(?,?,?)", (place, user, now))

    def tries(self, place: str, user: str, since: str) -> int:
        """How often it has done so since; what is older is forgotten."""
        self.db.change("DELETE FROM forum_code_tries WHERE at<?", (since,))
        row = self.db.con.execute("SELECT count(*) FROM forum_code_tries WHERE place=? AND user=?", (place, user)).fetchone()
        return int(row[0])

    def erase(self, person: str) -> None:
        """Forget a person's accounts and codes."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM forum_accounts WHERE person=?", (person,))
            con.execute("DELETE FROM forum_codes WHERE person=?", (person,))
