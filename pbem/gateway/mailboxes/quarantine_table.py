"""Mail that waits for its player's word: orders that came by a way which proves too little."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.accounts.people import erasing

migrations = Migrations("holds")


@migrations()
def held_mail(db: Database) -> None:
    """One row for each mail that was held, and what became of it."""
    db.execute(
        """CREATE TABLE held(
            code TEXT PRIMARY KEY, sha TEXT NOT NULL UNIQUE, stream TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL,
            player TEXT NOT NULL, sender TEXT NOT NULL, why TEXT NOT NULL, at TEXT NOT NULL, status TEXT NOT NULL
            ) STRICT, WITHOUT ROWID"""
    )
    db.execute("CREATE INDEX held_seat ON held(stream, seat, turn)")


class HeldMail(NamedTuple):
    """A mail that was held. `status` is waiting, confirmed or refused; `code` is known to nobody but the seat's player."""

    code: str
    sha: str
    stream: str
    seat: str
    turn: int
    player: str
    sender: str
    why: str
    at: str
    status: str


class Quarantine:
    """The only code that writes the table."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def hold(self, held: HeldMail) -> None:
        """Hold a mail; one that is held already stays as it is."""
        self.db.change("INSERT INTO held VALUES(?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", held)

    def by_code(self, code: str) -> HeldMail | None:
        """The mail held under a code."""
        row = self.db.con.execute("SELECT * FROM held WHERE code=?", (code,)).fetchone()
        return HeldMail(*row) if row else None

    def count(self, stream: str, seat: str, sender: str, since: str, but: str) -> int:
        """How many mails of one sender were held for a seat since then, without the one called `but`."""
        row = self.db.con.execute(
            "SELECT count(*) FROM held WHERE stream=? AND seat=? AND sender=? AND at>=? AND sha<>?",
            (stream, seat, sender, since, but),
        ).fetchone()
        return int(row[0])

    def waiting(self) -> list[HeldMail]:
        """All that still waits, oldest first."""
        return [HeldMail(*row) for row in self.db.con.execute("SELECT * FROM held WHERE status='waiting' ORDER BY at, code")]

    def waiting_since(self, stream: str, turn: int) -> dict[str, str]:
        """The seats with a mail for this turn that still waits, and when the first of them came."""
        rows = self.db.con.execute(
            "SELECT seat, min(at) FROM held WHERE stream=? AND turn=? AND status='waiting' GROUP BY seat", (stream, turn)
        )
        return dict(rows.fetchall())

    def erase(self, person: str) -> None:
        """Forget what was held for a person."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM held WHERE player=?", (person,))

    def decide(self, code: str, status: str) -> bool:
        """Confirm or refuse; False when that was decided before."""
        return self.db.change("UPDATE held SET status=? WHERE code=? AND status='waiting'", (status, code)) == 1
