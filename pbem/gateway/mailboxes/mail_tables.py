"""Mail that came in, kept before anything is done with it, and mail that goes out, fixed when it is queued.

What becomes of a mail that goes out is in a table of its own, so that its bytes are not written again with every change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

from events.database import Connection, Connections
from pbem.accounts.people import erasing, is_guest
from pbem.gateway.mailboxes.claims_table import keep_claims
from pbem.gateway.mailboxes.mail_rows import (
    NOT_NOTED,
    Arrival,
    Claimed,
    FiledAs,
    Inbound,
    Outbound,
    OutgoingMail,
    Pace,
    Waiting,
)

IN = (
    "sha, at, envelope_from, envelope_to, raw, status, outcome,"
    " player, stream, seat, turn, source, words, extractor, attempts, channel"
)
OUT = "message_id, at, kind, recipient, status, attempts, next_at, error, code, stream, seat, turn"

UNKNOWN = "?"
"""An envelope sender that nobody told us; an empty one is a bounce's."""

SOON_TRIED_AGAIN = 4
"""After so many attempts the next one comes within the hour."""


def _queue(con: Connection, mail: OutgoingMail, at: str) -> int:
    """Whatever it is about, nothing goes to a guest. Returns 1 if it was queued by this."""
    if is_guest(con, mail.recipient):
        return 0
    keep_claims(con, mail.message_id, mail.claims)
    queued = con.execute(
        "INSERT INTO outbound(message_id, at, kind, recipient, status, attempts, next_at, error,"
        " code, stream, seat, turn) VALUES(?,?,?,?,'queued',0,?,'',?,?,?,?) ON CONFLICT DO NOTHING",
        (mail.message_id, at, mail.kind, mail.recipient, at, mail.code, mail.stream, mail.seat, mail.turn),
    )
    if queued.rowcount == 1:
        con.execute("INSERT INTO outbound_raw(message_id, raw) VALUES(?,?)", (mail.message_id, mail.raw))
    return queued.rowcount


def _tried(con: Connection, domain: str, since: str) -> int:
    """How many mails to mailboxes at a domain were tried since then."""
    query = "SELECT count(*) FROM outbound WHERE domain=? AND domain<>'' AND tried_at>=?"
    return int(con.execute(query, (domain, since)).fetchone()[0])


def _forget(con: Connection, which: str, *given: str) -> int:
    """Delete the bytes of mails that go out. Returns how many."""
    mails = f"SELECT message_id FROM outbound WHERE {which}"  # noqa: S608 (conditions of our own)
    return con.execute(f"DELETE FROM outbound_raw WHERE message_id IN ({mails})", given).rowcount  # noqa: S608


def _inbound(row: tuple[Any, ...]) -> Inbound:
    found = Inbound(*row)
    return found._replace(envelope_from=None) if found.envelope_from == UNKNOWN else found


class MailTables:
    """The only code that writes the tables."""

    def __init__(self, db: Connections) -> None:
        self.db = db

    # ------------------------------------------------------------ in

    def keep(
        self, raw: bytes, envelope_from: str | None, envelope_to: str, now: Callable[[], str], arrival: Arrival = NOT_NOTED
    ) -> str:
        """Store a mail durably and return its key; the same bytes to the same recipient are one mail.

        Its time is taken inside the transaction: whoever has written after a moment knows all mail stamped before it.
        """
        sha = sha256(raw + b"\n" + envelope_to.lower().encode("utf-8", "surrogateescape")).hexdigest()
        # A pipe may hand us bytes that are no text.
        path = UNKNOWN if envelope_from is None else envelope_from.encode("utf-8", "replace").decode()
        to = envelope_to.encode("utf-8", "replace").decode()
        with self.db.write() as con:
            con.execute(
                "INSERT INTO inbound(sha, at, envelope_from, envelope_to, raw, status, outcome, channel, player)"
                " VALUES(?,?,?,?,?,'new','',?,?) ON CONFLICT DO NOTHING",
                (sha, now(), path, to, raw, *arrival),
            )
        return sha

    def stored_until(self, now: Callable[[], str]) -> str:
        """A time such that all mail stamped before it is stored already."""
        with self.db.write():
            return now()

    def inbound(self, sha: str) -> Inbound | None:
        """One mail that came in, by its key or the first letters of it (at least six)."""
        rows = self.db.con.execute(
            f"SELECT {IN} FROM inbound WHERE sha >= ? AND sha < ? LIMIT 2",  # noqa: S608
            (sha, sha + "~"),
        ).fetchall()
        return _inbound(rows[0]) if len(rows) == 1 and len(sha) >= 6 else None

    def waiting(self, now: str) -> list[Waiting]:
        """Mails to be processed by now, oldest first: new ones, and those that a fault stopped and whose wait is over."""
        rows = self.db.con.execute(
            "SELECT sha, attempts, player, envelope_from FROM inbound"
            " WHERE status = 'new' OR (status = 'failed' AND next_at <= ?) ORDER BY at, sha",
            (now,),
        )
        return [Waiting(sha, attempts, (player, path)) for sha, attempts, player, path in rows]

    def unprocessed(self, before: str) -> int:
        """How many mails that were stored before then wait: new ones, and those to a player that a fault has just stopped.

        A mail that was tried so often that the next attempt is hours away holds up nobody but itself.
        """
        row = self.db.con.execute(
            "SELECT count(*) FROM inbound WHERE at<? AND (status='new' OR (status='failed' AND player<>'' AND attempts<=?))",
            (before, SOON_TRIED_AGAIN),
        ).fetchone()
        return int(row[0])

    def settle(self, sha: str, outcome: str, at: str, again: bool = False) -> bool:
        """Say what became of a mail. False: another process has said it, and that stays, unless the mail is read `again`."""
        said = self.db.change(
            "UPDATE inbound SET status='processed', outcome=?, processed_at=? WHERE sha=? AND (status<>'processed' OR ?=1)",
            (outcome, at, sha, int(again)),
        )
        return said == 1

    def stopped(self, mail: Inbound, outcome: str, at: str, next_at: str) -> bool:
        """A fault of ours stopped a mail; it is tried again at `next_at`. False: another process has tried it meanwhile."""
        noted = self.db.change(
            "UPDATE inbound SET status='failed', outcome=?, processed_at=?, next_at=?, attempts=attempts+1"
            " WHERE sha=? AND status<>'processed' AND attempts=?",
            (outcome, at, next_at, mail.sha, mail.attempts),
        )
        return noted == 1

    def trace(self, sha: str, filed_as: FiledAs) -> None:
        """Note what was read in a mail, and what it is filed as."""
        self.db.change(
            "UPDATE inbound SET stream=?, seat=?, turn=?, source=?, words=?, extractor=? WHERE sha=?",
            (*filed_as, sha),
        )

    def mails_of(self, stream: str, seat: str, turn: int) -> list[Inbound]:
        """The mails that were read as orders of a seat for a turn, oldest first, each source once."""
        rows = self.db.con.execute(
            f"SELECT {IN} FROM inbound WHERE stream=? AND seat=? AND turn=? AND source<>'' ORDER BY at, sha",  # noqa: S608
            (stream, seat, turn),
        )
        first: dict[str, Inbound] = {}
        for row in rows:
            mail = _inbound(row)
            first.setdefault(mail.source, mail)
        return list(first.values())

    def last(self, most: int) -> list[Inbound]:
        """The newest mails that came in, oldest first."""
        rows = self.db.con.execute(f"SELECT {IN} FROM inbound ORDER BY at DESC, sha LIMIT ?", (most,)).fetchall()  # noqa: S608
        return [_inbound(row) for row in reversed(rows)]

    def for_turns(self, turns: Iterable[tuple[str, int]]) -> list[str]:
        """The mails that were read as orders for one of these (stream, turn), oldest first."""
        query = "SELECT at, sha FROM inbound WHERE source<>'' AND stream=? AND turn=?"
        return [sha for _, sha in sorted(row for turn in turns for row in self.db.con.execute(query, turn))]

    def came(self, player: str, since: str) -> int:
        """How many mails came to a player's addresses since then."""
        query = "SELECT count(*) FROM inbound WHERE player=? AND player<>'' AND at>=?"
        return int(self.db.con.execute(query, (player, since)).fetchone()[0])

    def last_taken(self, player: str) -> str:
        """When the newest mail came that was taken as a player's; "" for none."""
        query = "SELECT max(at) FROM inbound WHERE player=? AND player<>'' AND source<>''"
        return self.db.con.execute(query, (player,)).fetchone()[0] or ""

    # ------------------------------------------------------------ out

    def queue(self, mail: OutgoingMail, at: str) -> None:
        """Queue a mail to be sent at once. What is queued first under a Message-ID stays."""
        self.queue_together([mail], at)

    def queue_together(self, mails: Sequence[OutgoingMail], at: str) -> int:
        """Queue several mails of which nobody is to have one before the others: all of them, or none. Returns how many."""
        with self.db.write() as con:
            return sum(_queue(con, mail, at) for mail in mails)

    def outbound(self, message_id: str) -> Outbound | None:
        """One mail that goes out."""
        row = self.db.con.execute(f"SELECT {OUT} FROM outbound WHERE message_id=?", (message_id,)).fetchone()  # noqa: S608
        return Outbound(*row) if row else None

    def raw(self, message_id: str) -> bytes:
        """The bytes of a mail that goes out; none when they were forgotten."""
        row = self.db.con.execute("SELECT raw FROM outbound_raw WHERE message_id=?", (message_id,)).fetchone()
        return row[0] if row else b""

    def by_code(self, code: str) -> Outbound | None:
        """The mail whose return path carries this code."""
        row = self.db.con.execute(f"SELECT {OUT} FROM outbound WHERE code=? AND code<>''", (code,)).fetchone()  # noqa: S608
        return Outbound(*row) if row else None

    def reports(self, stream: str, seat: str, turn: int) -> list[Outbound]:
        """The reports of a turn that were queued for a seat, oldest first."""
        rows = self.db.con.execute(
            f"SELECT {OUT} FROM outbound WHERE kind='report' AND stream=? AND seat=? AND turn=? ORDER BY at",  # noqa: S608
            (stream, seat, turn),
        )
        return [Outbound(*row) for row in rows]

    def asked_by(self, stream: str, seat: str, turn: int, player: str) -> str:
        """The Message-ID of the first report that asked a player for the orders of a turn; "" if none was queued."""
        return next((report.message_id for report in self.reports(stream, seat, turn) if report.recipient == player), "")

    def due(self, now: str, limit: int = 50) -> list[Outbound]:
        """What to send by now, oldest first."""
        rows = self.db.con.execute(
            f"SELECT {OUT} FROM outbound WHERE status='queued' AND next_at<=? ORDER BY next_at, message_id LIMIT ?",  # noqa: S608
            (now, limit),
        )
        return [Outbound(*row) for row in rows]

    def claim(self, mail: Outbound, at: str, next_at: str, pace: Pace | None = None) -> Claimed:
        """Take a mail for one attempt now, and put the next one off.

        The mails to a domain are counted in the transaction that adds one, so that all workers together keep the pace.
        """
        with self.db.write() as con:
            if pace and _tried(con, pace.domain, pace.since) >= pace.most:
                return "too many"
            taken = con.execute(
                "UPDATE outbound SET attempts=attempts+1, next_at=?, tried_at=?, domain=?"
                " WHERE message_id=? AND status='queued' AND next_at=?",
                (next_at, at, pace.domain if pace else "", mail.message_id, mail.next_at),
            )
        return "ours" if taken.rowcount == 1 else "theirs"

    def put_off(self, mail: Outbound, next_at: str) -> None:
        """Try a mail later, without counting an attempt; unless another worker has taken it."""
        self.db.change(
            "UPDATE outbound SET next_at=? WHERE message_id=? AND status='queued' AND next_at=?",
            (next_at, mail.message_id, mail.next_at),
        )

    def sent(self, message_id: str) -> None:
        """The mail was handed over."""
        self.db.change("UPDATE outbound SET status='sent', error='' WHERE message_id=?", (message_id,))

    def bounced(self, message_id: str, error: str) -> None:
        """The mail came back."""
        self.db.change("UPDATE outbound SET status='bounced', error=? WHERE message_id=?", (error, message_id))

    def unsent(self, message_id: str, error: str, final: bool) -> None:
        """An attempt failed: it stays queued, unless this was the last one."""
        self.db.change(
            "UPDATE outbound SET status=?, error=? WHERE message_id=?", ("failed" if final else "queued", error, message_id)
        )

    # ------------------------------------------------------------ forgetting

    def forget(self, before: str) -> int:
        """Overwrite the text of mail that was done with before then; that there was a mail stays. Returns how many."""
        with erasing(self.db) as con:
            old = con.execute(
                "UPDATE inbound SET raw=x'', words='' WHERE status='processed' AND at<? AND raw<>x''", (before,)
            ).rowcount
            return int(old + _forget(con, "status<>'queued' AND at<?", before))

    def erase(self, person: str, addresses: Sequence[str]) -> None:
        """Overwrite all mail from and to a person; what is still queued to them is not sent."""
        with erasing(self.db) as con:
            for address in addresses:
                con.execute("UPDATE inbound SET raw=x'', words='', envelope_from='' WHERE lower(envelope_from)=?", (address,))
                # The first mail to a newcomer, before they had an id.
                _forget(con, "recipient=? AND status<>'queued'", address)
                con.execute("UPDATE outbound SET recipient='' WHERE recipient=? AND status<>'queued'", (address,))
            con.execute("UPDATE inbound SET raw=x'', words='', envelope_from='' WHERE player=?", (person,))
            _forget(con, "recipient=?", person)
            con.execute(
                "UPDATE outbound SET status=CASE status WHEN 'queued' THEN 'failed' ELSE status END, error='erased'"
                " WHERE recipient=?",
                (person,),
            )
            # What the operator was told may name the person, or hold a mail of theirs as an attachment.
            _forget(con, "kind='operator' AND status<>'queued'")
