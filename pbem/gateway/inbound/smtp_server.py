"""The servers to which mail is handed, by SMTP and LMTP: a mail is stored before we accept it; a worker does the rest."""

from __future__ import annotations

import logging
import socket
import sqlite3
import threading
from asyncio import Server
from collections.abc import Callable
from typing import AnyStr, Protocol

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.gateway.inbound.inbox import Inbox, MailTooBig
from pbem.gateway.reading.read_mail import MAX_MAIL
from pbem.service.mail_facts import MailChannel

# The worker looks again after so many seconds even if no mail came: another process may have stored some.
IDLE = 30.0
STORED = "250 2.0.0 Stored"
TOO_BIG = f"552 5.3.4 A mail may have {MAX_MAIL // 1024} KiB: send your orders as plain text, without pictures"
LATER = "451 4.3.0 Not stored; try again later"

log = logging.getLogger(__name__)


class Intake(Protocol):
    """What a source of mail needs of the gateway."""

    def judge(self, address: str) -> str:
        """Why no mail is taken for this address, as an SMTP reply; "" when it is."""
        ...

    def receive(
        self, raw: bytes, mail_from: str | None, rcpt_to: str, whole: bool = True, channel: MailChannel = "mail"
    ) -> str:
        """Store a mail durably and return its key. Raises sqlite3.Error or OSError.

        One that is too big is refused with `MailTooBig`, or, if it need not be `whole`, its header alone is stored.
        """
        ...


class Worker:
    """A thread that calls `work` at the start and whenever it is woken. What comes in while it works is one more round."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.work = work
        self._arrived = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mail", daemon=True)

    def start(self) -> None:
        """Begin with a round: a crash may have left something."""
        self._arrived.set()
        self._thread.start()

    def wake(self) -> None:
        """Something came in."""
        self._arrived.set()

    def stop(self) -> None:
        """Wait until the worker has finished the round it is at."""
        self._stopping.set()
        self._arrived.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._arrived.wait(IDLE)
            self._arrived.clear()
            try:
                self.work()
            except Exception:
                log.exception("the mail worker failed; it goes on with the next mail")


class Smtp(SMTP):
    """SMTP that says in its own words what is too big, and that no length of line is too long for."""

    line_length_limit = MAX_MAIL

    async def push(self, status: AnyStr) -> None:
        """Answer the client. The library's words for what is too big name no limit, and are one reply also in LMTP."""
        text = status if isinstance(status, str) else status.decode()
        if text.startswith(("552 Error", "500 Line too long")):
            text = "\r\n".join([TOO_BIG] * self.answers())
        await super().push(text)

    def answers(self) -> int:
        """How many replies a mail gets as a whole."""
        return 1


class Lmtp(Smtp, LMTP):
    """LMTP: after DATA each recipient gets a reply of its own, also when the mail as a whole is refused."""

    def answers(self) -> int:
        """One for each recipient, once there are any."""
        return max(1, len(self.envelope.rcpt_tos)) if self.envelope else 1


class SmtpHandler:
    """What the server asks us: shall this recipient, and this mail, be taken?"""

    def __init__(self, intake: Intake, wake: Callable[[], object], each: bool) -> None:
        self.intake = intake
        self.wake = wake
        self.each = each

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        """Take mail for our addresses only. A no leaves the answer to the sender's own server: we mail no stranger."""
        try:
            refusal = self.intake.judge(address)
        except (sqlite3.Error, OSError):
            log.exception("cannot look up who has a seat")
            return "451 4.3.0 Try again later"
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store the mail for each recipient; only then say yes. SMTP has one reply for all: the worst."""
        raw = envelope.content if isinstance(envelope.content, bytes) else (envelope.content or "").encode()
        answers = [self._store(raw, envelope.mail_from or "", address) for address in envelope.rcpt_tos]
        self.wake()
        return "\r\n".join(answers) if self.each else next((each for each in answers if each != STORED), STORED)

    async def handle_exception(self, error: Exception) -> str:
        """A fault of ours is no reason for the sender's server to give the mail up."""
        log.error("an SMTP session failed", exc_info=error)
        return LATER

    def _store(self, raw: bytes, mail_from: str, address: str) -> str:
        try:
            self.intake.receive(raw, mail_from, address, channel="lmtp" if self.each else "smtp")
        except MailTooBig:
            return TOO_BIG
        except Exception:
            log.exception("a mail could not be stored; its sender will try again")
            return LATER
        return STORED


class _Server(Controller):
    """The server in a thread of its own, which speaks the one or the other."""

    def __init__(self, handler: SmtpHandler, host: str, port: int) -> None:
        super().__init__(handler, hostname=host, port=port)

    @property
    def listens(self) -> bool:
        """Are its thread and its socket there?"""
        thread, server = self._thread, self.server
        return thread is not None and thread.is_alive() and isinstance(server, Server) and server.is_serving()

    def factory(self) -> SMTP:
        """A session."""
        kind = Lmtp if self.handler.each else Smtp
        return kind(self.handler, data_size_limit=MAX_MAIL, enable_SMTPUTF8=True, ident="Wardroom", loop=self.loop)


class MailServer:
    """One address at which mail is handed in, by SMTP or by LMTP. `wake` is called when something was stored."""

    def __init__(self, intake: Intake, wake: Callable[[], object], host: str, port: int, lmtp: bool = False) -> None:
        self.host = host
        self.port = port
        self._handler = SmtpHandler(intake, wake, lmtp)
        self._server: _Server | None = None

    def start(self) -> None:
        """Begin to listen; port 0 takes a free one, which `port` then names. Raises OSError when the port is taken."""
        with socket.create_server((self.host, self.port)) as probe:
            self.port = probe.getsockname()[1]
        self._server = _Server(self._handler, self.host, self.port)
        self._server.start()

    def trouble(self) -> str:
        """Why it takes no mail though it was started; "" while it does."""
        server = self._server
        return "" if server is None or server.listens else f"nothing listens at {self.host}:{self.port} any more"

    def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.stop()
            self._server = None


class Listener:
    """An SMTP server with a worker of its own: `work` is called at the start, and whenever a mail came."""

    def __init__(self, inbox: Inbox, work: Callable[[], object], host: str, port: int) -> None:
        self.worker = Worker(work)
        self.server = MailServer(inbox, self.worker.wake, host, port)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self.server.port

    def start(self) -> None:
        """Begin to listen. Raises OSError when the port is taken."""
        self.server.start()
        self.worker.start()

    def stop(self) -> None:
        """Stop listening, and wait until the worker has finished the round it is at."""
        self.server.stop()
        self.worker.stop()
