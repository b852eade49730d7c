"""What we know of players' mailboxes: do they take our mail, who has left a game's mail, and what a robot says in them.

People are known by id here; the other side's words about an address may name it, so they are erased with the person.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connection, Connections, upsert
from pbem.accounts.people import erasing
from pbem.service.context import parse_stamp, stamp

# A final failure of 5.x says that the mailbox is gone, one of 4.x only that it was full or could not be reached. Two of the
# first kind within eight days, or five of the second in a row, stop the mail: one alone can be a fault of theirs, or of ours.
# Scores halve in two weeks, so that in a game with a turn a week a mailbox that is full now and then never gets there.
SOFT, HARD, LIMIT = 1.0, 3.0, 5.0
HALF_LIFE = timedelta(days=14)
# A mail counts as arrived when nothing has come back for as long as mail systems go on trying (RFC 5321: four or five days).
PROOF = timedelta(days=5)
# A robot without any mark: so many mails in an hour that say the same, nothing of it for us, are answered; more are not.
QUIET_AFTER = 3
HOUR = timedelta(hours=1)
MAX_WHY = 300

migrations = Migrations("mailboxes")


@migrations()
def mailbox_tables(db: Database) -> None:
    """Mailboxes by person, games whose reports a person unsubscribed, and mails that say the same again."""
    for statement in (
        """CREATE TABLE mailboxes(
            person TEXT PRIMARY KEY, score REAL NOT NULL, scored_at TEXT NOT NULL, proving TEXT NOT NULL,
            stopped_at TEXT NOT NULL, why TEXT NOT NULL) STRICT""",
        """CREATE TABLE departures(
            person TEXT NOT NULL, stream TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY(person, stream)) STRICT, WITHOUT ROWID""",
        "CREATE TABLE fruitless(person TEXT NOT NULL, at TEXT NOT NULL) STRICT",
        "CREATE INDEX fruitless_person ON fruitless(person, at)",
        "CREATE TABLE quiet(person TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


@migrations()
def fruitless_by_words(db: Database) -> None:
    """What said nothing for us, by the mail it came in and its words (as a digest); `number` counts those of the same words."""
    for statement in (
        "DROP TABLE fruitless",
        "DROP TABLE quiet",
        """CREATE TABLE fruitless(
            person TEXT NOT NULL, source TEXT NOT NULL, words TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL,
            PRIMARY KEY(person, source)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX fruitless_words ON fruitless(person, words)",
    ):
        db.execute(statement)


class Deliverability(NamedTuple):
    """A person's mailbox. `stopped_at` is "" while mail goes to it; `why` is what was said last against it."""

    person: str
    score: float
    scored_at: str
    stopped_at: str
    why: str

    @property
    def stopped(self) -> bool:
        """Is there to be no mail to it?"""
        return bool(self.stopped_at)


class Mailboxes:
    """The only code that writes these tables. Every call is one transaction; all times are UTC stamps."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    # ------------------------------------------------------------ does mail arrive

    def failed(self, person: str, permanent: bool, diagnostic: str, at: str) -> Deliverability:
        """A mail to the person did not arrive, for good. Stops mail to them when that has happened too often."""
        with self.db.write() as con:
            old, proving = _row(con, person)
            score = _decayed(_proven(old, proving, at), at) + (HARD if permanent else SOFT)
            why = " ".join(diagnostic.split())[:MAX_WHY]
            stopped_at = old.stopped_at or (at if score >= LIMIT else "")
            new = Deliverability(person, score, at, stopped_at, why if not old.stopped_at else old.why)
            _write(con, new, "")
        return new

    def sent(self, person: str, at: str) -> None:
        """A mail has left for the person: when none comes back in time, what was held against the mailbox is forgotten.

        That the next mail system took it says nothing yet; bounces come later.
        """
        with self.db.write() as con:
            old, proving = _row(con, person)
            now = _proven(old, proving, at)
            _write(con, now, proving if proving and now is old else at)

    def arrived(self, person: str, at: str) -> None:
        """The person has answered a mail of ours, so it did arrive."""
        with self.db.write() as con:
            old, _ = _row(con, person)
            _write(con, old._replace(score=0.0, scored_at=at), "")

    def stop(self, person: str, why: str, at: str) -> None:
        """No more mail to the person, in any game."""
        with self.db.write() as con:
            old, _ = _row(con, person)
            _write(con, old._replace(stopped_at=old.stopped_at or at, why=" ".join(why.split())[:MAX_WHY]), "")

    def resume(self, person: str, at: str) -> None:
        """Mail to the person again, with nothing held against the mailbox."""
        with self.db.write() as con:
            _write(con, Deliverability(person, 0.0, at, "", ""), "")

    def deliverability(self, person: str) -> Deliverability:
        """What is known of the person's mailbox; `score` as it was at `scored_at`."""
        return _row(self.db.con, person)[0]

    def stopped(self) -> list[Deliverability]:
        """The mailboxes to which no mail goes, the latest first."""
        rows = self.db.con.execute(
            "SELECT person, score, scored_at, stopped_at, why FROM mailboxes"
            " WHERE stopped_at<>'' ORDER BY stopped_at DESC, person"
        )
        return [Deliverability(*row) for row in rows]

    # ------------------------------------------------------------ leaving a game's mail

    def leave(self, person: str, stream: str, at: str) -> None:
        """No more reports of this game to the person: they asked for it, or called one of them spam. Twice is once."""
        self.db.change("INSERT INTO departures(person, stream, at) VALUES(?,?,?) ON CONFLICT DO NOTHING", (person, stream, at))

    def rejoin(self, person: str, stream: str) -> None:
        """The game's reports again."""
        self.db.change("DELETE FROM departures WHERE person=? AND stream=?", (person, stream))

    def has_left(self, person: str, stream: str) -> bool:
        """Does the person want no reports of this game?"""
        found = self.db.con.execute("SELECT 1 FROM departures WHERE person=? AND stream=?", (person, stream)).fetchone()
        return found is not None

    # ------------------------------------------------------------ robots

    def repeated_mails(self, person: str, source: str, words: str, at: str) -> int:
        """Count a mail (`source`) that says nothing for us; `words` is a digest of what it says.

        Returns which it is of those that say the same within an hour, or since there were `QUIET_AFTER`: the same
        number again when a mail is counted again.
        """
        with self.db.write() as con:
            con.execute("DELETE FROM fruitless WHERE person=? AND number<? AND at<=?", (person, QUIET_AFTER, _before(at, HOUR)))
            known = con.execute("SELECT number FROM fruitless WHERE person=? AND source=?", (person, source)).fetchone()
            number = int(known[0]) if known else _next_number(con, person, words)
            if number <= QUIET_AFTER:
                con.execute(
                    "INSERT INTO fruitless VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING", (person, source, words, number, at)
                )
        return number

    def person_wrote(self, person: str) -> None:
        """The person has written as only a person does: what they say is answered, whatever it is."""
        self.db.change("DELETE FROM fruitless WHERE person=?", (person,))

    def erase(self, person: str) -> None:
        """Forget all that is kept here about a person."""
        with erasing(self.db) as con:
            for table in ("mailboxes", "departures", "fruitless"):
                con.execute(f"DELETE FROM {table} WHERE person=?", (person,))  # noqa: S608


def _row(con: Connection, person: str) -> tuple[Deliverability, str]:
    """What is known of the mailbox, and since when a mail is under way that would prove the mailbox good ("": none)."""
    row = con.execute(
        "SELECT person, score, scored_at, stopped_at, why, proving FROM mailboxes WHERE person=?", (person,)
    ).fetchone()
    return (Deliverability(*row[:5]), row[5]) if row else (Deliverability(person, 0.0, "", "", ""), "")


def _write(con: Connection, known: Deliverability, proving: str) -> None:
    con.execute(
        upsert("mailboxes", "person", "score, scored_at, stopped_at, why, proving"),
        (*known, proving),
    )


def _next_number(con: Connection, person: str, words: str) -> int:
    like = "SELECT count(*), coalesce(max(number), 0) FROM fruitless WHERE person=? AND words=?"
    count, last = con.execute(like, (person, words)).fetchone()
    return 1 + int(last if last >= QUIET_AFTER else count)


def _before(at: str, span: timedelta) -> str:
    return stamp(parse_stamp(at) - span)


def _proven(known: Deliverability, proving: str, at: str) -> Deliverability:
    """With nothing against it, if a mail was under way for long enough and nothing came back."""
    return known._replace(score=0.0, scored_at=at) if proving and proving <= _before(at, PROOF) else known


def _decayed(known: Deliverability, at: str) -> float:
    if not known.scored_at or at <= known.scored_at:
        return known.score
    return float(known.score * 0.5 ** ((parse_stamp(at) - parse_stamp(known.scored_at)) / HALF_LIFE))
