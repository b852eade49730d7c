"""The two ways to send mail: to a mail server, and into mailboxes in a folder of this machine."""

from __future__ import annotations

import mailbox
import os
import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import unquote, urlsplit

TIMEOUT = 30
PORTS = {"smtp": 587, "smtps": 465}
TOO_BIG = 552


class Unreachable(OSError):
    """The mail server cannot be spoken to, so no mail will get through now. The outbox catches it and waits."""


class DeliveryRefused(Exception):
    """The mail server did not take a mail; `final`: it never will. The outbox catches it, and tries again or gives up."""

    def __init__(self, answer: str, final: bool) -> None:
        super().__init__(answer)
        self.final = final


class MailSession(Protocol):
    """A connection over which any number of mails are handed over."""

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """Hand over one mail, and return when it is taken. Raises `DeliveryRefused`, `Unreachable` or OSError."""
        ...


class Transport(Protocol):
    """A way to send mail. `paced`: whoever is behind it wants no more than so many mails a minute."""

    paced: bool

    def session(self) -> AbstractContextManager[MailSession]:
        """Begin to hand over mails."""
        ...


def transport(send_to: str) -> Transport:
    """The way to send mail that a setting names. Raises ValueError.

    `HOST:PORT` takes our mail without asking who we are; `smtp://USER:PASSWORD@HOST:PORT` is spoken to under STARTTLS,
    `smtps://…` under TLS from the start; `maildir:PATH` are mailboxes in a folder.
    """
    if send_to.startswith("maildir:") and send_to != "maildir:":
        return MaildirTree(send_to.removeprefix("maildir:"))
    relay = _relay(send_to)
    if relay is None:
        # Not repeated here: it may hold a password.
        raise ValueError("no way to send mail: write HOST:PORT, smtp://USER:PASSWORD@HOST:PORT or maildir:PATH")
    return Smtp(relay)


# ---------------------------------------------------------------- a mail server


@dataclass(frozen=True)
class Relay:
    """A mail server that takes our mail; `user` "" if it does not ask who we are."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: Literal["", "starttls", "tls"] = ""


def _relay(text: str) -> Relay | None:
    if not text.startswith(("smtp://", "smtps://")):
        host, _, port = text.removeprefix("smtp:").rpartition(":")
        return Relay(host.strip("[]"), int(port)) if host and port.isdigit() else None
    parts = urlsplit(text)
    try:
        port_number = parts.port or PORTS[parts.scheme]
    except ValueError:
        return None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    secured: Literal["", "starttls", "tls"] = "tls" if parts.scheme == "smtps" else "starttls" if user else ""
    return Relay(parts.hostname, port_number, user, password, secured) if parts.hostname else None


class Smtp:
    """Mail goes to a mail server, all mails of a session over one connection."""

    paced = True

    def __init__(self, relay: Relay) -> None:
        self.relay = relay

    def probe(self) -> str:
        """Speak to the server, log in, and send nothing; what it said. Raises `Unreachable`."""
        with _connect(self.relay) as connection:
            code, said = connection.noop()
        return f"{self.relay.host}:{self.relay.port} answers {code} {said.decode('utf-8', 'replace')}"

    @contextmanager
    def session(self) -> Iterator[SmtpSession]:
        """The connection is made for the first mail."""
        session = SmtpSession(self.relay)
        try:
            yield session
        finally:
            session.close()


class SmtpSession:
    """One connection, made again when the server has closed it."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self._connection: smtplib.SMTP | None = None

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """See `MailSession`. A server that refuses us as the sender may change its mind; about a mailbox it is believed."""
        connection = self._connected()
        try:
            connection.sendmail(sender, [address], raw)
        except smtplib.SMTPRecipientsRefused as e:
            raise _refused(*e.recipients[address]) from e
        except smtplib.SMTPSenderRefused as e:
            refused = _refused(e.smtp_code, e.smtp_error)
            refused.final = e.smtp_code == TOO_BIG
            raise refused from e
        except smtplib.SMTPResponseException as e:
            raise _refused(e.smtp_code, e.smtp_error) from e
        except (smtplib.SMTPException, OSError) as e:
            self.close()
            raise OSError(f"{type(e).__name__}: {e}") from e

    def close(self) -> None:
        """Say goodbye, if the server still listens."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.quit()
            except (smtplib.SMTPException, OSError):
                connection.close()

    def _connected(self) -> smtplib.SMTP:
        if self._connection is None or self._connection.sock is None:
            self._connection = _connect(self.relay)
        return self._connection


def _refused(code: int, answer: bytes | str) -> DeliveryRefused:
    said = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return DeliveryRefused(f"{code} {' '.join(said.split())}", 500 <= code <= 599)


def _connect(relay: Relay) -> smtplib.SMTP:
    """Raises `Unreachable`, also when the server will not have us: that says nothing of any one mail."""
    try:
        if relay.tls == "tls":
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                relay.host, relay.port, timeout=TIMEOUT, context=ssl.create_default_context()
            )
        else:
            connection = smtplib.SMTP(relay.host, relay.port, timeout=TIMEOUT)
        try:
            if relay.tls == "starttls":
                connection.starttls(context=ssl.create_default_context())
            if relay.user:
                connection.login(relay.user, relay.password)
        except BaseException:
            connection.close()
            raise
    except (OSError, smtplib.SMTPException) as e:
        raise Unreachable(f"{relay.host}:{relay.port}: {e}") from e
    return connection


# ---------------------------------------------------------------- mailboxes in a folder


class MaildirTree:
    """Local mailboxes, one Maildir for each address, to be read and shown on this machine."""

    paced = False

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def box(self, address: str) -> mailbox.Maildir:
        """The mailbox of an address."""
        self.path.mkdir(parents=True, exist_ok=True)
        return mailbox.Maildir(self.path / address, create=True)

    @contextmanager
    def session(self) -> Iterator[MaildirTree]:
        """Nothing need be opened."""
        yield self

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """Put one mail into its mailbox: whole, and once, however often it is handed over, also when it has been read."""
        self.box(address)
        folder, code = self.path / address, _code(raw)
        if any(code in file.name for kind in ("new", "cur") for file in (folder / kind).iterdir()):
            return
        seconds, rest = divmod(time.time_ns(), 1_000_000_000)
        name = f"{seconds}.M{rest // 1000:06}.{code}.wardroom"
        half = folder / "tmp" / name
        with half.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        half.rename(folder / "new" / name)


def _code(raw: bytes) -> str:
    """Made of the Message-ID, so that the same mail is known by its file's name."""
    message_id = str(BytesHeaderParser().parsebytes(raw).get("Message-ID", ""))
    return sha256(message_id.encode("utf-8", "replace") or raw).hexdigest()[:32]
