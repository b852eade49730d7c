"""A service on loopback with fixed time and secrets, and its players' mailboxes: what documented games are played with.

Mails go by real SMTP; clock and secrets are fixed, so that a transcript is the same on every machine.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import mailbox
import smtplib
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Literal

from pbem.campaign.played import PLAYED
from pbem.database import open_database
from pbem.gateway.gateway import Gateway
from pbem.gateway.inbound.smtp_server import Listener
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext, stamp
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.turns.tick import tick
from pbem.settings.mail_settings import read_mail_settings

WAIT = 30.0
Kind = Literal["report", "receipt", "crew"]


class SmtpService:
    """A whole service on loopback, with fixed time and secrets, and the mailboxes of both players."""

    def __init__(self, folder: Path, players: Mapping[str, str], secret: str) -> None:
        self.players = players
        self.time = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
        self.mail = folder / "mail"
        self.read: set[tuple[str, str]] = set()
        self._beating = threading.Lock()
        database = open_database(folder / "wardroom.db")
        self.context = ServiceContext(
            database, PLAYED, lambda: self.time, fixed_entropy(secret), f"the {secret}'s secret".encode()
        )
        self.gateway = Gateway(
            self.context,
            read_mail_settings(
                {"DOMAIN": "wardroom.example", "SMTP_SEND": f"maildir:{self.mail}"}, self.mail, ("127.0.0.1", 8025)
            ),
        )
        self.listener = Listener(self.gateway.inbox, self.beat, "127.0.0.1", 0)

    def beat(self) -> None:
        """What the service does all the time."""
        with self._beating:
            self.gateway.process_pending()
            tick(self.context)
            go_on(self.context)
            self.gateway.publish_pending()
            self.gateway.flush()

    def open(self, game: str, scenario: str, options: Mapping[str, str] | None = None) -> str:
        """A game with all players seated."""
        seated = {
            seat: self.gateway.people.add(seat.title(), address, stamp(self.time)).id for seat, address in self.players.items()
        }
        return open_game(self.context, game, scenario, players=seated, setup=GameSetup(options=dict(options or {})))

    def next_mail(self, seat: str, kind: Kind = "report") -> EmailMessage:
        """The next unread report, receipt, or word of changed orders in a player's crew, as soon as it is there."""
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            for found in self.new_mails(seat, kind):
                return found
            time.sleep(0.05)
        raise TimeoutError(f"no {kind} for {seat} in {WAIT} seconds")

    def new_mails(self, seat: str, kind: Kind = "report") -> Iterator[EmailMessage]:
        """The unread mails of this kind in a player's mailbox, in the order in which they came. Each is read by being given."""
        box = mailbox.Maildir(self.mail / self.players[seat], create=True)
        for key in sorted(box.keys()):
            if (seat, key) not in self.read:
                found = BytesParser(policy=policy.default).parsebytes(box.get_bytes(key))
                if kind_of(found) == kind:
                    self.read.add((seat, key))
                    yield found

    def answer(self, seat: str, mail: EmailMessage, text: str) -> None:
        """Reply to a mail as a mail program does, by SMTP."""
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = self.players[seat], mail["Reply-To"], f"Re: {mail['Subject']}"
        reply["In-Reply-To"] = mail["Message-ID"]
        reply["Message-ID"] = f"<{hashlib.sha256((seat + text).encode()).hexdigest()[:16]}@example.org>"
        reply.set_content(text)
        self.time += timedelta(minutes=30)
        with smtplib.SMTP("127.0.0.1", self.listener.port, timeout=WAIT) as server:
            server.send_message(reply)


def kind_of(mail: EmailMessage) -> Kind:
    """What a mail of the service is, by its subject."""
    if "crew's orders" in mail["Subject"]:
        return "crew"
    return "receipt" if mail["Subject"].startswith("Re: ") else "report"


def fixed_entropy(secret: str) -> Callable[[int], bytes]:
    """Secrets that are the same in every run. Fit for a transcript, for nothing else."""
    drawn = 0

    def entropy(n: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.sha256(f"{secret} {drawn}".encode()).digest()[:n]

    return entropy


@contextmanager
def served(players: Mapping[str, str], secret: str) -> Iterator[SmtpService]:
    """The service running in a temporary folder. `players`: seat -> address."""
    with tempfile.TemporaryDirectory() as folder:
        service = SmtpService(Path(folder), players, secret)
        service.listener.start()
        try:
            yield service
        finally:
            service.listener.stop()
            service.context.database.close()


def words(mail: EmailMessage) -> str:
    """A mail's plain text."""
    body = mail.get_body(("plain",))
    return str(body.get_content()).rstrip() if body else ""


def attachment(mail: EmailMessage, ending: str) -> str:
    """An attached file's text."""
    for part in mail.iter_attachments():
        if (part.get_filename() or "").endswith(ending):
            return bytes(part.get_payload(decode=True) or b"").decode()
    raise LookupError(f"no attachment *{ending}")


def block(text: str) -> list[str]:
    """A fenced block."""
    return ["```text", *text.splitlines(), "```", ""]


def page_command(about: str, page: Path, transcript: Callable[[], str]) -> int:
    """The command line of a page that is played: print it, `--write` it, or `--check` that it says what happens."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--write", action="store_true", help=f"write docs/{page.name}")
    parser.add_argument("--check", action="store_true", help=f"exit 1 if docs/{page.name} does not say what happens")
    wanted = parser.parse_args()
    made = transcript()
    if wanted.write:
        page.write_text(made, encoding="utf-8")
    elif wanted.check:
        kept = page.read_text(encoding="utf-8")
        sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), made.splitlines(True), "the page", "what happens"))
        return int(kept != made)
    else:
        sys.stdout.write(made)
    return 0
