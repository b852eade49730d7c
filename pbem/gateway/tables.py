"""Two tables: mail that came in, kept before anything is done with it, and mail that goes out, fixed when it is queued."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from events.database import Connections
from pbem.people import erasing

OUT = "message_id, at, kind, recipient, raw, status, attempts, next_at, error"

migrations = Migrations("gateway")


@migrations()
def mail_tables(db: Database) -> None:
    """Mail in and mail out, each with an index on what is still to be done."""
    for statement in (
        """CREATE TABLE inbound(
            sha TEXT PRIMARY KEY, at TEXT NOT NULL, envelope_from TEXT NOT NULL, envelope_to TEXT NOT NULL,
            raw BLOB NOT NULL, status TEXT NOT NULL, outcome TEXT NOT NULL, processed_at TEXT) STRICT""",
        "CREATE INDEX inbound_open ON inbound(at) WHERE status <> 'processed'",
        """CREATE TABLE outbound(
            message_id TEXT PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, recipient TEXT NOT NULL, raw BLOB NOT NULL,
            status TEXT NOT NULL, attempts INTEGER NOT NULL, next_at TEXT NOT NULL, sent_at TEXT, error TEXT NOT NULL
            ) STRICT""",
        "CREATE INDEX outbound_due ON outbound(next_at) WHERE status = 'queued'",
        "CREATE INDEX outbound_recipient ON outbound(recipient, at)",
    ):
        db.execute(statement)


class Inbound(NamedTuple):
    """A mail that came in. `status` is new, processed or failed; `outcome` says in words what became of it."""

    sha: str
    at: str
    envelope_from: str
    envelope_to: str
    raw: bytes
    status: str
    outcome: str


class Outbound(NamedTuple):
    """A mail to a person (by id). `status` is queued, sent or failed; `next_at` is when it is tried next."""

    message_id: str
    at: str
    kind: str
    recipient: str
    raw: bytes
    status: str
    attempts: int
    next_at: str
    error: str


@dataclass(frozen=True)
class Mail:
    """A mail ready to be queued. `kind` is report, receipt, refusal or notice."""

    message_id: str
    kind: str
    recipient: str
    raw: bytes


class MailTables:
    """The only code that writes the two tables."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    # ------------------------------------------------------------ in

    def keep(self, raw: bytes, envelope_from: str, envelope_to: str, at: str) -> str:
        """Store a mail durably and return its key; the same bytes to the same recipient are one mail."""
        sha = sha256(raw + b"\n" + envelope_to.lower().encode("utf-8", "surrogateescape")).hexdigest()
        with self.db.write() as con:
            con.execute(
                "INSERT OR IGNORE INTO inbound(sha, at, envelope_from, envelope_to, raw, status, outcome)"
                " VALUES(?,?,?,?,?,'new','')",
                (sha, at, envelope_from, envelope_to, raw),
            )
        return sha

    def inbound(self, sha: str) -> Inbound | None:
        """One mail that came in."""
        row = self.db.con.execute(
            "SELECT sha, at, envelope_from, envelope_to, raw, status, outcome FROM inbound WHERE sha=?", (sha,)
        ).fetchone()
        return Inbound(*row) if row else None

    def waiting(self, failed: bool = False) -> list[str]:
        """Mails not yet processed, oldest first; with `failed` also those that a fault stopped."""
        rows = self.db.con.execute(
            "SELECT sha FROM inbound WHERE status <> 'processed' AND (? OR status <> 'failed') ORDER BY at, sha", (failed,)
        )
        return [sha for (sha,) in rows]

    def settle(self, sha: str, status: str, outcome: str, at: str) -> None:
        """Say what became of a mail."""
        with self.db.write() as con:
            con.execute("UPDATE inbound SET status=?, outcome=?, processed_at=? WHERE sha=?", (status, outcome, at, sha))

    # ------------------------------------------------------------ out

    def queue(self, mail: Mail, at: str) -> None:
        """Queue a mail to be sent at once. What is queued first under a Message-ID stays."""
        with self.db.write() as con:
            con.execute(
                "INSERT OR IGNORE INTO outbound(message_id, at, kind, recipient, raw, status, attempts, next_at, error)"
                " VALUES(?,?,?,?,?,'queued',0,?,'')",
                (mail.message_id, at, mail.kind, mail.recipient, mail.raw, at),
            )

    def outbound(self, message_id: str) -> Outbound | None:
        """One mail that goes out."""
        row = self.db.con.execute(f"SELECT {OUT} FROM outbound WHERE message_id=?", (message_id,)).fetchone()  # noqa: S608
        return Outbound(*row) if row else None

    def due(self, now: str, limit: int = 500) -> list[Outbound]:
        """What is to be sent by now, oldest first."""
        rows = self.db.con.execute(
            f"SELECT {OUT} FROM outbound WHERE status='queued' AND next_at<=? ORDER BY next_at, message_id LIMIT ?",  # noqa: S608
            (now, limit),
        )
        return [Outbound(*row) for row in rows]

    def claim(self, mail: Outbound, next_at: str) -> bool:
        """Take a mail for one attempt, and put the next one off. False: another worker has taken it."""
        with self.db.write() as con:
            taken = con.execute(
                "UPDATE outbound SET attempts=attempts+1, next_at=? WHERE message_id=? AND status='queued' AND next_at=?",
                (next_at, mail.message_id, mail.next_at),
            )
        return taken.rowcount == 1

    def sent(self, message_id: str, at: str) -> None:
        """The mail has left the house."""
        with self.db.write() as con:
            con.execute("UPDATE outbound SET status='sent', sent_at=?, error='' WHERE message_id=?", (at, message_id))

    def unsent(self, message_id: str, error: str, final: bool) -> None:
        """An attempt failed: it stays queued, unless this was the last one."""
        with self.db.write() as con:
            con.execute(
                "UPDATE outbound SET status=?, error=? WHERE message_id=?", ("failed" if final else "queued", error, message_id)
            )

    def refusals(self, person: str, since: str) -> int:
        """How many mails went to a person since then only to say that nothing was filed."""
        row = self.db.con.execute(
            "SELECT count(*) FROM outbound WHERE recipient=? AND at>=? AND kind IN ('refusal', 'notice')", (person, since)
        ).fetchone()
        return int(row[0])

    # ------------------------------------------------------------ forgetting

    def forget(self, before: str) -> int:
        """Overwrite the text of mail that was done with before then; that there was a mail stays. Returns how many."""
        with erasing(self.db) as con:
            old = con.execute("UPDATE inbound SET raw=x'' WHERE status='processed' AND at<? AND raw<>x''", (before,)).rowcount
            out = "UPDATE outbound SET raw=x'' WHERE status<>'queued' AND at<? AND raw<>x''"
            return int(old + con.execute(out, (before,)).rowcount)

    def erase(self, person: str, address: str) -> None:
        """Overwrite all mail from and to a person; what is still queued to him is not sent."""
        with erasing(self.db) as con:
            con.execute("UPDATE inbound SET raw=x'', envelope_from='' WHERE lower(envelope_from)=?", (address,))
            con.execute(
                "UPDATE outbound SET raw=x'', status=iif(status='queued', 'failed', status), error='erased' WHERE recipient=?",
                (person,),
            )
