"""Mail from a folder: what another program puts into a Maildir is stored, then moved from `new` to `cur`."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from pbem.gateway.extract.parts.mail_tree import head_of
from pbem.gateway.inbound import mail_envelope
from pbem.gateway.inbound.smtp_server import Intake
from pbem.gateway.mailboxes.address_signer import AddressSigner

EVERY = 1.0
FULL = 30.0
"""Seconds from one look to the next; and after a mail that could not be stored."""

log = logging.getLogger(__name__)


class MaildirSource:
    """Watches a Maildir. A mail leaves `new` only once it is stored, so that a crash costs nothing.

    `tell` hears after each look whether it went well (""), or why not.
    """

    def __init__(
        self,
        folder: Path,
        signer: AddressSigner,
        intake: Intake,
        wake: Callable[[], object],
        tell: Callable[[str], object] = lambda why: None,
    ) -> None:
        self.folder = folder
        self.signer = signer
        self.intake = intake
        self.wake = wake
        self.tell = tell
        self._left: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="maildir", daemon=True)

    def start(self) -> None:
        """Make the folder if it is not there, and watch it. Raises OSError."""
        for part in ("new", "cur", "tmp"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the mail at hand, and stop."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look()
                self.tell("")
                pause = EVERY
            except (OSError, sqlite3.Error) as e:
                log.exception("%s: mail could not be taken; it stays, and is tried again", self.folder)
                self.tell(str(e))
                pause = FULL
            self._stopping.wait(pause)

    def look(self) -> int:
        """Take what lies in `new`; returns how many mails. Raises sqlite3.Error or OSError when nothing can be stored."""
        taken = 0
        for path in sorted((self.folder / "new").iterdir()):
            if self._stopping.is_set():
                break
            if not path.name.startswith(".") and path.name not in self._left:
                taken += self._take(path)
        return taken

    def _take(self, path: Path) -> bool:
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return False  # another process has taken it
        except OSError as e:
            return self._leave(path, f"cannot be read: {e.strerror}")
        try:
            head = head_of(raw)
            self.intake.receive(raw, mail_envelope.sender(head), mail_envelope.recipient(head, self.signer), False, "maildir")
        except (OSError, sqlite3.Error):
            raise
        except Exception as e:
            log.exception("a fault of ours")
            return self._leave(path, f"cannot be taken: {e}")
        self.wake()
        try:
            path.rename(self.folder / "cur" / f"{path.name.partition(':')[0]}:2,S")
        except OSError as e:
            return self._leave(path, f"is stored, but cannot be moved to cur: {e.strerror}")
        return True

    def _leave(self, path: Path, why: str) -> bool:
        """Told once; looked at again when the service starts again."""
        self._left.add(path.name)
        log.error("the mail %s %s; it is left where it is", path, why)
        return False
