"""What was done about reminders: which were given out, when a game is looked at next, when a person's next digest is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections, upsert
from pbem.accounts.people import erasing

migrations = Migrations("reminders")


@migrations()
def reminders(db: Database) -> None:
    """A reminder is written here before it is mailed, with the mail (`batch`) that it is in; `queued` is 1 once that is queued.

    `state` is a digest of all that the times of a game's reminders depend on; until it changes the game is not looked at before
    `next_at`.
    """
    for statement in (
        """CREATE TABLE reminders(
            person TEXT NOT NULL, stream TEXT NOT NULL, turn INTEGER NOT NULL, due TEXT NOT NULL, kind TEXT NOT NULL,
            seat TEXT NOT NULL, batch TEXT NOT NULL, queued INTEGER NOT NULL, PRIMARY KEY(stream, turn, due, person, kind, seat)
            ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX reminders_unqueued ON reminders(batch) WHERE queued=0",
        "CREATE INDEX reminders_person ON reminders(person)",
        """CREATE TABLE reminder_checks(
            stream TEXT PRIMARY KEY, state TEXT NOT NULL, next_at TEXT NOT NULL) STRICT, WITHOUT ROWID""",
        "CREATE INDEX reminder_checks_next ON reminder_checks(next_at)",
        "CREATE TABLE digests(person TEXT PRIMARY KEY, next_at TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE INDEX digests_next ON digests(next_at)",
    ):
        db.execute(statement)


class Reminder(NamedTuple):
    """A person is to be reminded of a seat that they order for: theirs, or one that they sit for.

    `kind` is the number of hours before the deadline `due`, or `last`: all others are ready.
    """

    person: str
    stream: str
    turn: int
    due: str
    kind: str
    seat: str


class Check(NamedTuple):
    """A game was looked at: nothing is due before `next_at`, unless its `state` changes."""

    stream: str
    state: str
    next_at: str


class ReminderTables:
    """The only code that writes these tables. Times are stamps in UTC."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    # ------------------------------------------------------------ games

    def checked(self, now: str) -> dict[str, str]:
        """The games that need not be looked at now, as long as their state is this."""
        return dict(self.db.con.execute("SELECT stream, state FROM reminder_checks WHERE next_at>?", (now,)).fetchall())

    def check_again(self, streams: Iterable[str]) -> None:
        """Something has changed that the games' state does not tell: look at them at the next beat."""
        with self.db.write() as con:
            con.executemany("DELETE FROM reminder_checks WHERE stream=?", [(stream,) for stream in streams])

    def given(self, stream: str, turn: int, due: str) -> set[tuple[str, str]]:
        """(person, kind) of what was given out for a deadline."""
        rows = self.db.con.execute(
            "SELECT person, kind FROM reminders WHERE stream=? AND turn=? AND due=?", (stream, turn, due)
        )
        return {(person, kind) for person, kind in rows}

    def give(self, found: Sequence[Reminder], checks: Sequence[Check]) -> None:
        """Note what is due, a mail for each person, and when the games are looked at next: all of it, or nothing.

        Whatever another process has noted first stays in its mail. What was noted for turns before is forgotten.
        """
        batches: dict[str, str] = {}
        with self.db.write() as con:
            for each in found:
                con.execute("DELETE FROM reminders WHERE stream=? AND turn<? AND queued=1", (each.stream, each.turn))
                batch = batches.get(each.person, "|".join(map(str, each)))
                added = con.execute(
                    "INSERT INTO reminders(person, stream, turn, due, kind, seat, batch, queued)"
                    " VALUES(?,?,?,?,?,?,?,0) ON CONFLICT DO NOTHING",
                    (*each, batch),
                )
                if added.rowcount:  # a mail is named after the first that is its own, which is in no other
                    batches[each.person] = batch
            con.executemany(upsert("reminder_checks", "stream", "state, next_at"), checks)

    def unqueued(self) -> dict[str, list[Reminder]]:
        """What was noted and is not queued yet, mail by mail; the nearest deadline first."""
        rows = self.db.con.execute(
            "SELECT batch, person, stream, turn, due, kind, seat FROM reminders WHERE queued=0 ORDER BY due, stream, seat, kind"
        )
        found: dict[str, list[Reminder]] = {}
        for batch, *row in rows:
            found.setdefault(batch, []).append(Reminder(*row))
        return found

    def queued(self, batch: str) -> None:
        """The mail is queued, or there was nothing in it to be said any more."""
        self.db.change("UPDATE reminders SET queued=1 WHERE batch=? AND queued=0", (batch,))

    # ------------------------------------------------------------ digests

    def digests_due(self, now: str) -> list[str]:
        """The persons whose digest is due."""
        rows = self.db.con.execute("SELECT person FROM digests WHERE next_at<=? ORDER BY next_at, person", (now,))
        return [person for (person,) in rows]

    def digest_at(self, person: str, next_at: str) -> None:
        """When the person's next digest is due ("": they want none)."""
        with self.db.write() as con:
            if next_at:
                con.execute(upsert("digests", "person", "next_at"), (person, next_at))
            else:
                con.execute("DELETE FROM digests WHERE person=?", (person,))

    def erase(self, person: str) -> None:
        """Forget all that is kept here about a person."""
        with erasing(self.db) as con:
            con.execute("DELETE FROM reminders WHERE person=?", (person,))
            con.execute("DELETE FROM digests WHERE person=?", (person,))
