"""A service with a game in it: a real store, the real service, two players, and mailboxes in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest

from events.database import Connections, is_url
from events.platform import OrdersFiled
from pbem.accounts.people import Person
from pbem.gateway.gateway import Gateway
from pbem.service.context import ServiceContext, stamp
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.turns.close import resolve_now
from pbem.settings.mail_settings import read_mail_settings
from tests.gateway.builders.tiny_game import GAMES
from tests.stores import new_database, new_file

DOMAIN = "wardroom.example"
START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


@dataclass
class MailSetup:
    """All that a mail test touches. `gateway` may be made again at any time, as after a crash."""

    folder: Path
    database: Connections
    clock: list[datetime]
    gateway: Gateway = field(init=False)
    blue: Person = field(init=False)
    red: Person = field(init=False)
    stream: str = ""
    drawn: int = 0

    def __post_init__(self) -> None:
        self.context = ServiceContext(self.database, GAMES, lambda: self.clock[0], self._entropy, b"a secret for tests")
        self.store = self.context.store
        self.restart()
        at = stamp(self.clock[0])
        self.blue = self.gateway.people.add("The captain of B1", "Blue@example.org", at)
        self.red = self.gateway.people.add("The captain of R1", "red@example.org", at)
        self.stream = open_game(self.context, "drill", "open-sea", players={"blue": self.blue.id, "red": self.red.id})

    def _entropy(self, n: int) -> bytes:
        self.drawn += 1
        return sha256(str(self.drawn).encode()).digest()[:n]

    def restart(self, send_to: str = "", **settings: str) -> Gateway:
        """A new gateway over the same database; `settings` by their names without prefix, e.g. LISTS="g1@lists.example"."""
        given = {"DOMAIN": DOMAIN, "SMTP_SEND": f"maildir:{self.folder / 'mail'}", **settings}
        if send_to:
            given["SMTP_SEND"] = send_to.removeprefix("smtp:") if send_to.count("/") < 2 else send_to
        self.gateway = Gateway(self.context, read_mail_settings(given, self.folder, ("127.0.0.1", 8025)))
        return self.gateway

    def later(self, **amount: float) -> None:
        self.clock[0] += timedelta(**amount)

    def resolve(self, turn: int) -> None:
        assert resolve_now(self.context, self.stream, "all is said", OPERATOR) == turn

    def address(self, seat: str = "blue", turn: int = 1) -> str:
        player = {"blue": self.blue, "red": self.red}[seat]
        return self.gateway.signer.seat_address(self.stream, seat, turn, player.key)

    def deliver(self, raw: bytes, to: str = "", mail_from: str = "blue@example.org") -> str:
        """A mail comes in and is processed; returns its outcome."""
        sha = self.gateway.receive(raw, mail_from, to or self.address())
        self.gateway.process_pending()
        return self.outcome(sha)

    def outcome(self, sha: str) -> str:
        kept = self.gateway.tables.inbound(sha)
        assert kept is not None
        return kept.outcome

    def filed(self) -> list[OrdersFiled]:
        return [e.event for e in self.store.read(self.stream) if isinstance(e.event, OrdersFiled)]

    def queued(self, *kinds: str, to: str = "") -> list[EmailMessage]:
        """The mails that go out, of all or of some kinds, to all or to one person (by id), oldest first."""
        return [opened(raw) for raw in self.queued_raw(*kinds, to=to)]

    def queued_raw(self, *kinds: str, to: str = "") -> list[bytes]:
        """The bytes of these mails."""
        rows = self.database.con.execute(
            "SELECT raw, kind, recipient FROM outbound JOIN outbound_raw USING (message_id) ORDER BY at, outbound.rowid"
        ).fetchall()
        return [raw for raw, kind, recipient in rows if (not kinds or kind in kinds) and to in ("", recipient)]

    def answer(self) -> str:
        """The text of the newest mail that goes out."""
        return text_of(self.queued()[-1])


def opened(raw: bytes) -> EmailMessage:
    """A mail as a mail reader sees it."""
    return message_from_bytes(raw, policy=policy.default)


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def player_mail(text: str, sender: str = "blue@example.org", message_id: str = "<m1@example.org>", **headers: str) -> bytes:
    """A plain mail of a player."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = sender
    mail["Subject"] = "Re: [g1 T0] Drill"
    if message_id:
        mail["Message-ID"] = message_id
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def number_mails(database: Connections) -> None:
    """PostgreSQL numbers mails in the order in which they come, as SQLite does by itself: many have the same time in tests."""
    if is_url(database.address):
        for table in ("inbound", "outbound"):
            database.con.execute(f"ALTER TABLE {table} ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[MailSetup]:
    with closing(new_database(tmp_path / "wardroom.db")) as database:
        number_mails(database)
        yield MailSetup(tmp_path, database, [START])


@pytest.fixture
def app_in_file(tmp_path: Path) -> Iterator[MailSetup]:
    """The same, always over an SQLite file, which can be put back to an earlier moment."""
    with closing(new_file(tmp_path / "wardroom.db")) as database:
        yield MailSetup(tmp_path, database, [START])
