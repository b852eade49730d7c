"""Substitutes: people who offer to take over seats that are free, and which positions were mailed to whom for that.

Who is on the list has promised to play no other side of a game whose position they were sent; what was sent is kept, so that
the promise can be held against them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.accounts.people import erasing

ANY = ""
"""Instead of a rule book's key: games of all of them."""

migrations = Migrations("substitutes")


@migrations()
def substitutes_table(db: Database) -> None:
    """Who takes over seats of which rule books; and the mails by which they were asked, with the codes that take the seats."""
    for statement in (
        """CREATE TABLE substitutes(person TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY(person, game))
            STRICT, WITHOUT ROWID""",
        """CREATE TABLE seat_offers(
            code TEXT PRIMARY KEY, stream TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL, person TEXT NOT NULL,
            position INTEGER NOT NULL, at TEXT NOT NULL, UNIQUE(stream, seat, turn, person)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX seat_offers_person ON seat_offers(person, stream)",
    ):
        db.execute(statement)


class SeatOffer(NamedTuple):
    """A mail that offers a free seat to a person, while `turn` was open. `position`: 1 when it told them what the seat knows.

    `code` is known to nobody but them; `at` is a UTC stamp.
    """

    code: str
    stream: str
    seat: str
    turn: int
    person: str
    position: int
    at: str


class Substitutes:
    """The only code that reads and writes the two tables."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    def games_of(self, person: str) -> list[str]:
        """The rule books (by key, or `ANY`) for which a person is on the list."""
        rows = self.db.con.execute("SELECT game FROM substitutes WHERE person=? ORDER BY game", (person,))
        return [game for (game,) in rows]

    def set_games(self, person: str, games: Iterable[str]) -> None:
        """Put a person on the list for these rule books, and for no others; none takes them off it."""
        with self.db.write() as con:
            con.execute("DELETE FROM substitutes WHERE person=?", (person,))
            con.executemany("INSERT INTO substitutes VALUES(?,?) ON CONFLICT DO NOTHING", [(person, game) for game in games])

    def people_for(self, game: str) -> list[str]:
        """The ids of those who take over seats of this rule book."""
        rows = self.db.con.execute("SELECT DISTINCT person FROM substitutes WHERE game IN (?,?) ORDER BY person", (game, ANY))
        return [person for (person,) in rows]

    def everyone(self) -> list[tuple[str, str]]:
        """(person, game) of the whole list."""
        return self.db.con.execute("SELECT person, game FROM substitutes ORDER BY person, game").fetchall()

    # ------------------------------------------------------------ offers that were mailed

    def note_offer(self, offer: SeatOffer) -> None:
        """An offer is mailed; one that was noted before stays as it is."""
        self.db.change("INSERT INTO seat_offers VALUES(?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", offer)

    def offer(self, code: str) -> SeatOffer | None:
        """The offer that has this code."""
        row = self.db.con.execute("SELECT * FROM seat_offers WHERE code=?", (code,)).fetchone()
        return SeatOffer(*row) if row else None

    def asked(self, stream: str, seat: str, turn: int) -> set[str]:
        """Who was offered this seat while this turn was open."""
        rows = self.db.con.execute("SELECT person FROM seat_offers WHERE stream=? AND seat=? AND turn=?", (stream, seat, turn))
        return {person for (person,) in rows}

    def positions_sent(self, stream: str, person: str) -> list[str]:
        """The seats of a game whose position was mailed to a person."""
        rows = self.db.con.execute(
            "SELECT DISTINCT seat FROM seat_offers WHERE stream=? AND person=? AND position=1 ORDER BY seat", (stream, person)
        )
        return [seat for (seat,) in rows]

    def erase(self, person: str) -> None:
        """Forget a person."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM substitutes WHERE person=?", (person,))
            con.execute("DELETE FROM seat_offers WHERE person=?", (person,))
