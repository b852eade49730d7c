"""Mail out: what is queued is handed to a mail server, or put into local mailboxes, again and again until it is taken."""

from __future__ import annotations

import logging
import mailbox
import smtplib
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from pbem.gateway.tables import MailTables, Outbound
from pbem.people import People
from pbem.service.room import moment, stamp

# Minutes to the next attempt, after the first, second, … one; from there on the last of them.
WAITS = (1, 5, 15, 60, 120, 240)
GIVE_UP = timedelta(days=2)
TIMEOUT = 30

log = logging.getLogger(__name__)


class Unreachable(OSError):
    """The mail server cannot be spoken to, so no mail will get through now."""


class Transport(Protocol):
    """A way out of the house."""

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """Hand over one mail. Raises `Unreachable`, OSError or smtplib.SMTPException."""
        ...


class Smtp:
    """A mail server that takes our mail without asking who we are, such as the machine's own."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """Hand over one mail, and return when the server has taken it."""
        try:
            connection = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        except (OSError, smtplib.SMTPException) as e:
            raise Unreachable(f"{self.host}:{self.port}: {e}") from e
        with connection:
            connection.sendmail(sender, [address], raw)


class MaildirTree:
    """Local mailboxes, one Maildir for each address, to be read and shown on this machine."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def box(self, address: str) -> mailbox.Maildir:
        """The mailbox of an address."""
        self.path.mkdir(parents=True, exist_ok=True)
        return mailbox.Maildir(self.path / address, create=True)

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """Put one mail into its mailbox."""
        self.box(address).add(raw)


def transport(send_to: str) -> Transport:
    """`smtp:HOST:PORT` or `maildir:PATH` as a way out. Raises ValueError."""
    kind, _, rest = send_to.partition(":")
    host, _, port = rest.rpartition(":")
    if kind == "smtp" and host and port.isdigit():
        return Smtp(host, int(port))
    if kind == "maildir" and rest:
        return MaildirTree(rest)
    raise ValueError(f"{send_to!r} says no way to send mail: write smtp:HOST:PORT or maildir:PATH")


class Outbox:
    """Sends what is queued and due."""

    def __init__(self, tables: MailTables, people: People, way: Transport, sender: str) -> None:
        self.tables = tables
        self.people = people
        self.way = way
        self.sender = sender

    def flush(self, now: datetime) -> int:
        """Try every mail that is due once, and return how many were sent. What fails is tried again later; never raises."""
        sent = 0
        down = ""
        for mail in self.tables.due(stamp(now)):
            if not self.tables.claim(mail, stamp(now + _wait(mail.attempts))):
                continue
            error = down
            if not down:
                error, down = self._attempt(mail)
            if error:
                self._failed(mail, error, now)
            else:
                self.tables.sent(mail.message_id, stamp(now))
                sent += 1
        return sent

    def _attempt(self, mail: Outbound) -> tuple[str, str]:
        """("", "") when it was sent; else why not, and, when the server is down, why no other mail need be tried."""
        person = self.people.by_id(mail.recipient)
        if person is None:
            return "the person is not registered any more", ""
        try:
            self.way.send(self.sender, person.address, mail.raw)
        except Unreachable as e:
            return str(e), str(e)
        except (OSError, smtplib.SMTPException) as e:
            return f"{type(e).__name__}: {e}", ""
        return "", ""

    def _failed(self, mail: Outbound, error: str, now: datetime) -> None:
        final = now - moment(mail.at) >= GIVE_UP
        self.tables.unsent(mail.message_id, error, final)
        level = logging.ERROR if final else logging.WARNING
        log.log(level, "mail %s %s: %s", mail.message_id, "given up" if final else "put off", error)


def _wait(attempts: int) -> timedelta:
    """How long to wait after the attempt that follows this many."""
    return timedelta(minutes=WAITS[min(attempts, len(WAITS) - 1)])
