"""How the tables of mail came to be what they are."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

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


@migrations()
def mail_is_traced(db: Database) -> None:
    """Whose a mail was and what was read in it; by what code and for which seat a mail goes out, and to which domain."""
    for statement in (
        "ALTER TABLE inbound ADD COLUMN player TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE inbound ADD COLUMN stream TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE inbound ADD COLUMN seat TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE inbound ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE inbound ADD COLUMN source TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE inbound ADD COLUMN words TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE inbound ADD COLUMN extractor INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE inbound ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE inbound ADD COLUMN next_at TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX inbound_player ON inbound(player, at) WHERE player <> ''",
        "CREATE INDEX inbound_source ON inbound(stream, seat, turn) WHERE source <> ''",
        "ALTER TABLE outbound ADD COLUMN code TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE outbound ADD COLUMN stream TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE outbound ADD COLUMN seat TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE outbound ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE outbound ADD COLUMN domain TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX outbound_code ON outbound(code) WHERE code <> ''",
        "CREATE INDEX outbound_domain ON outbound(domain, sent_at) WHERE domain <> ''",
    ):
        db.execute(statement)


@migrations()
def mail_has_a_channel(db: Database) -> None:
    """By which channel a mail came in."""
    db.execute("ALTER TABLE inbound ADD COLUMN channel TEXT NOT NULL DEFAULT 'mail'")


@migrations()
def mail_is_counted(db: Database) -> None:
    """How many mails there are of each status, without a look at the mails."""
    db.execute("CREATE INDEX inbound_status ON inbound(status)")
    db.execute("CREATE INDEX outbound_status ON outbound(status, at)")


@migrations()
def reports_are_found(db: Database) -> None:
    """The reports of a turn for a seat, without a look at the other mails."""
    db.execute("CREATE INDEX outbound_report ON outbound(stream, seat, turn) WHERE kind = 'report'")


@migrations()
def bytes_of_mail_are_written_once(db: Database) -> None:
    """The bytes of mail out in a table of their own: SQLite writes a row whole whenever its status changes."""
    for statement in (
        "CREATE TABLE outbound_raw(message_id TEXT PRIMARY KEY, raw BLOB NOT NULL) STRICT",
        "INSERT INTO outbound_raw SELECT message_id, raw FROM outbound WHERE raw <> x''",
        "ALTER TABLE outbound DROP COLUMN raw",
    ):
        db.execute(statement)


@migrations()
def attempts_have_a_time(db: Database) -> None:
    """When the last attempt to send began, noted at its beginning: all processes that send keep one pace."""
    db.execute("ALTER TABLE outbound RENAME COLUMN sent_at TO tried_at")
