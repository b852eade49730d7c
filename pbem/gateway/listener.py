"""The door for mail: an SMTP server that stores each mail before it says yes, and a worker that processes what was stored."""

from __future__ import annotations

import logging
import socket
import sqlite3
import threading
from collections.abc import Callable

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.gateway.addresses import read_address
from pbem.gateway.inbound import MAX_MAIL, Inbox

# The worker looks again after so many seconds even if no mail came: another process may have stored some.
IDLE = 30.0

log = logging.getLogger(__name__)


class Door:
    """What the SMTP server asks us: shall this recipient, and this mail, be taken?"""

    def __init__(self, inbox: Inbox, arrived: threading.Event) -> None:
        self.inbox = inbox
        self.arrived = arrived

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        """Take mail for seats only. To say no here leaves the answer to the sender's own server, so we mail no stranger."""
        claim = read_address(address, self.inbox.house.domain)
        try:
            known = claim is not None and self.inbox.player_of(claim) is not None
        except sqlite3.Error:
            log.exception("cannot look up who has a seat")
            return "451 4.3.0 Try again later"
        if not known:
            return "550 5.1.1 No seat has this address; use the address in your last report"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store the mail once for each recipient; only then say yes."""
        raw = envelope.content if isinstance(envelope.content, bytes) else (envelope.content or "").encode()
        try:
            for address in envelope.rcpt_tos:
                self.inbox.receive(raw, envelope.mail_from or "", address)
        except (sqlite3.Error, OSError):
            log.exception("a mail could not be stored; its sender will try again")
            return "451 4.3.0 Not stored; try again later"
        self.arrived.set()
        return "250 2.0.0 Stored"


class Listener:
    """The SMTP server and its worker. `work` processes and sends: it is called at the start, and whenever a mail came."""

    def __init__(self, inbox: Inbox, work: Callable[[], object], host: str, port: int) -> None:
        self.work = work
        self.host = host
        self.port = port
        self._arrived = threading.Event()
        self._stopping = threading.Event()
        self._worker = threading.Thread(target=self._run, name="mail", daemon=True)
        self._door = Door(inbox, self._arrived)
        self._server: Controller | None = None

    def start(self) -> None:
        """Open the door; port 0 takes a free one, which `port` then names. Raises OSError when the port is taken."""
        with socket.create_server((self.host, self.port)) as probe:
            self.port = probe.getsockname()[1]
        self._server = Controller(self._door, hostname=self.host, port=self.port, data_size_limit=MAX_MAIL, ident="Wardroom")
        self._server.start()
        self._arrived.set()
        self._worker.start()

    def stop(self) -> None:
        """Close the door, and wait until the worker has finished the round it is at."""
        if self._server is None:
            return
        self._server.stop()
        self._stopping.set()
        self._arrived.set()
        self._worker.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._arrived.wait(IDLE)
            self._arrived.clear()
            try:
                self.work()
            except Exception:
                log.exception("the mail worker failed; it goes on with the next mail")
