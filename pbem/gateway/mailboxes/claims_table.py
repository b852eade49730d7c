"""What our mails said of a game's log, kept when they are queued: it outlives the mails, which are forgotten in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlite_utils import Database, Migrations

from events.database import Connection, Connections
from pbem.service.audit.claims import Claim

migrations = Migrations("claims")


@migrations()
def mailed_claims(db: Database) -> None:
    """One row for each thing that was said, with the first mail that said it."""
    db.execute(
        """CREATE TABLE mailed_claims(
            stream TEXT NOT NULL, turn INTEGER NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL, value TEXT NOT NULL,
            message_id TEXT NOT NULL, PRIMARY KEY(stream, turn, kind, seat, value)) STRICT, WITHOUT ROWID"""
    )


def keep_claims(con: Connection, message_id: str, claims: Sequence[Claim]) -> None:
    """Keep what a mail says, in the transaction that queues it."""
    con.executemany(
        "INSERT INTO mailed_claims(stream, turn, kind, seat, value, message_id) VALUES(?,?,?,?,?,?) ON CONFLICT DO NOTHING",
        [(said.stream, said.turn, said.kind, said.seat, said.value, message_id) for said in claims],
    )


def mailed_streams(db: Connections) -> list[str]:
    """The games of which our mails have said anything."""
    return [stream for (stream,) in db.con.execute("SELECT DISTINCT stream FROM mailed_claims ORDER BY stream")]


def mailed_claims_of(db: Connections, stream: str) -> Iterator[Claim]:
    """What our reports and receipts have said of a game's log, in the order of its turns."""
    rows = db.con.execute(
        "SELECT kind, stream, turn, seat, value, 'our mail ' || message_id FROM mailed_claims WHERE stream=?", (stream,)
    )
    return (Claim(*row) for row in rows)
