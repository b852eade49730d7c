"""Mail from an IMAP folder, for hosts without a mail server: what is unseen is stored, then marked as seen."""

from __future__ import annotations

import imaplib
import io
import ipaddress
import logging
import select
import sqlite3
import ssl
import threading
import time
from collections.abc import Callable

from imap_tools.errors import ImapToolsError
from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted

from pbem.gateway.extract.parts.mail_tree import head_of
from pbem.gateway.inbound import mail_envelope
from pbem.gateway.inbound.smtp_server import Intake
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.settings.mail_settings import ImapAccount

WAITS = (1, 2, 5, 15, 60, 300)
"""Seconds to the next attempt after the first, second, … failure in a row; from there on the last of them."""
POLL = 30.0
"""Seconds between two looks at a server that does not tell by itself."""
IDLE_FOR = 300.0
"""Seconds for which a server is trusted to tell; then we look for ourselves."""
SLICE = 0.5
TIMEOUT = 30.0
PATIENCE = 5.0
"""Seconds that `stop` waits for a server that does not answer."""

log = logging.getLogger(__name__)


class NotStored(Exception):
    """A mail could not be stored now; it stays unseen. The round of the folder catches it and ends."""


class ImapSource:
    """Fetches from one folder, forever: whatever breaks is told in the log, and tried again after a while.

    A mail is marked only once it is stored. After a crash in between it is fetched again, and is the same mail. `tell` hears
    after each look whether it went well (""), or why not.
    """

    def __init__(
        self,
        account: ImapAccount,
        signer: AddressSigner,
        intake: Intake,
        wake: Callable[[], object],
        context: ssl.SSLContext | None = None,
        tell: Callable[[str], object] = lambda why: None,
    ) -> None:
        self.account = account
        self.signer = signer
        self.intake = intake
        self.wake = wake
        self.context = context or ssl.create_default_context()
        self.tell = tell
        self._failures = 0
        self._had: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="imap", daemon=True)

    def start(self) -> None:
        """Begin; a server that is not there yet is no error."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the mail at hand, and stop."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    # ------------------------------------------------------------ forever

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._session()
            except (OSError, imaplib.IMAP4.error, ImapToolsError, NotStored) as e:
                self._later(f"{type(e).__name__}: {e}")
            except Exception:
                log.exception("fetching mail failed")
                self._later("a fault of ours")

    def _later(self, why: str) -> None:
        wait = WAITS[min(self._failures, len(WAITS) - 1)]
        self._failures += 1
        self.tell(why)
        if not self._stopping.is_set():
            at = self.account
            log.warning("IMAP %s:%d, folder %s: %s; next attempt in %d s", at.host, at.port, at.folder, why, wait)
        self._stopping.wait(wait)

    def _session(self) -> None:
        """Log in, and fetch what comes until something breaks or we stop."""
        box = self._connect()
        try:
            self._log_in(box)
            self._had.clear()
            while not self._stopping.is_set():
                found = self._fetch(box)
                self.tell("")
                if not found:
                    self._failures = 0
                    self._await(box)
        except BaseException:
            box.client.shutdown()
            raise
        box.logout()

    def probe(self) -> str:
        """Log in, open the folder, change nothing; what was found. Raises OSError."""
        at = self.account
        try:
            box = self._connect()
            self._log_in(box)
            idle, unseen = "IDLE" in box.client.capabilities, len(box.uids("UNSEEN UNDELETED"))
            box.logout()
        except (OSError, ImapToolsError, imaplib.IMAP4.error) as e:
            raise OSError(f"{at.user} at {at.host}:{at.port}: {e}") from e
        return f"{at.folder} of {at.user}, {unseen} new; the server {'tells of new mail' if idle else 'is polled'}"

    def _connect(self) -> BaseMailBox:
        """Encrypted, unless the server is this very machine."""
        at = self.account
        if at.tls:
            return MailBox(at.host, at.port, timeout=TIMEOUT, ssl_context=self.context)
        if _loopback(at.host):
            return MailBoxUnencrypted(at.host, at.port, timeout=TIMEOUT)
        return MailBoxStartTls(at.host, at.port, timeout=TIMEOUT, ssl_context=self.context)

    def _log_in(self, box: BaseMailBox) -> None:
        at = self.account
        log_in = box.login if (at.user + at.password).isascii() else box.login_utf8
        log_in(at.user, at.password, None)
        _, said = box.client.capability()  # a server may say more of itself once it knows who asks
        box.client.capabilities = tuple(said[0].decode().upper().split())
        if at.done and not box.folder.exists(at.done):
            box.folder.create(at.done)
        box.folder.set(at.folder)

    # ------------------------------------------------------------ one look

    def _fetch(self, box: BaseMailBox) -> int:
        """Take what is unseen, each mail once in a session; returns how many."""
        new = [uid for uid in box.uids("UNSEEN UNDELETED") if uid not in self._had]
        for uid in new:
            if self._stopping.is_set():
                break
            raw = _raw(box, uid)
            if raw is not None:
                self._take(box, uid, raw)
            self._had.add(uid)
        return len(new)

    def _take(self, box: BaseMailBox, uid: str, raw: bytes) -> None:
        try:
            head = head_of(raw)
            self.intake.receive(raw, mail_envelope.sender(head), mail_envelope.recipient(head, self.signer), False, "imap")
        except (OSError, sqlite3.Error) as e:
            raise NotStored(f"mail {uid} could not be stored ({e})") from e
        except Exception:
            log.exception("mail %s cannot be taken; it stays unseen, and the others are taken", uid)
            return
        self.wake()
        box.flag(uid, r"\Seen", True)
        if self.account.done:
            box.move(uid, self.account.done)

    def _await(self, box: BaseMailBox) -> None:
        """Until the server tells of something, or it is time to look."""
        if "IDLE" not in box.client.capabilities:
            self._stopping.wait(POLL)
            return
        end = time.monotonic() + IDLE_FOR
        with box.idle:
            has_news = _has_news(box)
            while not (has_news or self._stopping.is_set() or time.monotonic() > end):
                has_news = bool(select.select([box.client.sock], [], [], SLICE)[0])


def _raw(box: BaseMailBox, uid: str) -> bytes | None:
    """A mail as it was sent, without marking it; None when it is gone."""
    status, parts = box.client.uid("FETCH", uid, "(BODY.PEEK[])")
    if status != "OK":
        raise imaplib.IMAP4.error(f"mail {uid} cannot be fetched: {parts!r}")
    return next((part[1] for part in parts if isinstance(part, tuple)), None)


def _has_news(box: BaseMailBox) -> bool:
    """Has something come together with the answer to IDLE? It lies in the buffer then, where `select` does not see it."""
    stream, sock = box.client.file, box.client.sock
    before = sock.gettimeout()
    sock.settimeout(0)
    try:
        return isinstance(stream, io.BufferedReader) and bool(stream.peek(1))
    except (ssl.SSLWantReadError, BlockingIOError):
        return False
    finally:
        sock.settimeout(before)


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
