"""A dovecot of our own: every address of its domains has a mailbox, filled by LMTP and read by IMAP."""

from __future__ import annotations

import imaplib
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from tests.e2e.programs import PATH, Daemon, until
from tests.web.builders.serving import free_port

PASSWORD = "mail-room"
CONFIG = """\
base_dir = {folder}/run
state_dir = {folder}/lib
log_path = {folder}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%Lu
first_valid_uid = 1
mail_uid = mail
mail_gid = mail
lmtp_save_to_detail_mailbox = no
recipient_delimiter = +
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={folder}/mail/%Lu allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
"""


def mailbox_url(address: str, port: int) -> str:
    """An inbox as mail programs name it."""
    return f"imap://{address.replace('@', '%40')}:{PASSWORD}@127.0.0.1:{port}/INBOX"


class Dovecot:
    """Mailboxes. Its folder must have a short name: sockets are in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.imap, self.lmtp = free_port(), free_port()
        (folder / "mail").mkdir(parents=True)
        shutil.chown(folder / "mail", "mail", "mail")
        text = CONFIG.format(folder=folder, password=PASSWORD, imap=self.imap, lmtp=self.lmtp)
        (folder / "dovecot.conf").write_text(text)
        self._daemon: Daemon | None = None

    def start(self) -> None:
        """Start, and wait until mailboxes can be filled and read."""
        command = ["/usr/sbin/dovecot", "-F", "-c", str(self.folder / "dovecot.conf")]
        self._daemon = Daemon(command, self.folder / "output", {"PATH": PATH})
        self._daemon.wait_for(self.imap, self.lmtp)

    def end(self) -> None:
        """End it with all its workers."""
        if self._daemon is not None:
            self._daemon.end()

    def url(self, address: str) -> str:
        """The inbox of an address, for mutt and s-nail."""
        return mailbox_url(address, self.imap)

    @contextmanager
    def reading(self, address: str) -> Iterator[imaplib.IMAP4]:
        """An IMAP session in the inbox of an address; looking marks nothing as read."""
        session = imaplib.IMAP4("127.0.0.1", self.imap, timeout=10)
        try:
            session.login(address, PASSWORD)
            session.select(readonly=True)
            yield session
        finally:
            session.logout()

    def mails(self, address: str, *wanted: str) -> list[EmailMessage]:
        """The mails of an inbox that IMAP's SEARCH finds by these words (all without), oldest first."""
        with self.reading(address) as session:
            return [_fetched(session, number) for number in _found(session, wanted)]

    def await_mail(self, address: str, *wanted: str, number: int = 1) -> EmailMessage:
        """The mail number `number` of those that the words find, as soon as it is there."""
        with self.reading(address) as session:
            numbers = until(lambda: _found(session, wanted)[number - 1 :], f"mail {number} of {' '.join(wanted)} to {address}")
            return _fetched(session, numbers[0])

    def threads(self, address: str) -> list[list[int]]:
        """The threads of an inbox by References, as dovecot sees them: each the numbers of its mails."""
        with self.reading(address) as session:
            _, found = session.thread("REFERENCES", "UTF-8", "ALL")
        text = found[0].decode() if isinstance(found[0], bytes) else ""
        return [[int(number) for number in re.findall("[0-9]+", thread)] for thread in _outermost(text)]


def _found(session: imaplib.IMAP4, wanted: Sequence[str]) -> list[str]:
    session.noop()
    _, found = session.search(None, *(wanted or ("ALL",)))
    return found[0].decode().split() if found[0] else []


def _fetched(session: imaplib.IMAP4, number: str) -> EmailMessage:
    _, parts = session.fetch(number, "(BODY.PEEK[])")
    (raw,) = (part[1] for part in parts if isinstance(part, tuple))
    return BytesParser(policy=policy.default).parsebytes(raw)


def _outermost(text: str) -> list[str]:
    """The outermost groups of `(1 2)(3 (4)(5))`."""
    groups, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        if letter == "(":
            start = start if depth else at
            depth += 1
        elif letter == ")":
            depth -= 1
            if not depth:
                groups.append(text[start : at + 1])
    return groups
