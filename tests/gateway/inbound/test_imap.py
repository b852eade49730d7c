"""The source that fetches: against a real dovecot."""

from __future__ import annotations

import os
import shutil
import smtplib
import sqlite3
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.gateway.inbound import imap
from pbem.gateway.inbound.imap import ImapSource
from pbem.gateway.inbound.smtp_server import Intake, MailServer
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.settings.mail_settings import ImapAccount
from tests.e2e.dovecot import PASSWORD, Dovecot
from tests.gateway.conftest import MailSetup, player_mail
from tests.gateway.inbound.test_maildir import SIGNER, FakeInbox
from tests.gateway.inbound.test_smtp_server import until
from tests.web.builders.serving import free_port

USER = "orders@wardroom.example"
TLS = """
ssl = required
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
service imap-login {{
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
"""


def lacking() -> str:
    if shutil.which("dovecot", path="/usr/sbin:/usr/bin") is None:
        return "dovecot is not installed; `sudo tools/mail_programs.sh` installs it"
    return "" if os.geteuid() == 0 else "dovecot can be started by root only"


@pytest.fixture(autouse=True)
def _needs_dovecot(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = lacking()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    monkeypatch.setattr(imap, "WAITS", (0.05,))


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short, because sockets are in it, and open to the server's own users."""
    made = Path(tempfile.mkdtemp(prefix="wr-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def dovecot(folder: Path) -> Iterator[Dovecot]:
    made = Dovecot(folder / "d")
    yield made
    made.end()


@contextmanager
def fetching(
    dovecot: Dovecot, post: Intake, signer: AddressSigner = SIGNER, context: ssl.SSLContext | None = None, **changes: object
) -> Iterator[ImapSource]:
    """The source, open."""
    account = ImapAccount("127.0.0.1", dovecot.imap, USER, PASSWORD, False, "INBOX", "")
    source = ImapSource(replace(account, **changes), signer, post, threading.Event().set, context)
    source.start()
    try:
        yield source
    finally:
        source.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "imap"]


def fill(dovecot: Dovecot, text: str, to: str = USER) -> None:
    """A mail server puts a mail into the mailbox."""
    with smtplib.LMTP("127.0.0.1", dovecot.lmtp) as server:
        server.sendmail("blue@example.org", [USER], f"To: {to}\r\nSubject: {text}\r\n\r\n{text}\r\n".encode())


def flags(dovecot: Dovecot, name: str = "INBOX") -> list[str]:
    """The flags of each mail of a folder; that nobody has looked at it yet is no matter."""
    with dovecot.reading(USER) as session:
        session.select(name, readonly=True)
        _, found = session.uid("FETCH", "1:*", "(FLAGS)")
    lines = [item.decode().partition("FLAGS (")[2] for item in found if isinstance(item, bytes)]
    return [" ".join(word for word in line.strip("()").split() if word != "\\Recent") for line in lines]


def texts(inbox: FakeInbox) -> list[str]:
    return [raw.decode().split()[-1] for raw, _, _ in inbox.mails]


def test_what_is_unseen_is_stored_and_then_marked(dovecot: Dovecot) -> None:
    """What lies there at the start, and what comes while the source waits, one and several at a time."""
    dovecot.start()
    fill(dovecot, "one")
    inbox = FakeInbox()
    with fetching(dovecot, inbox):
        until(lambda: texts(inbox) == ["one"])
        for word in ("two", "three", "four"):
            fill(dovecot, word)
        until(lambda: sorted(texts(inbox)) == ["four", "one", "three", "two"])
        until(lambda: flags(dovecot) == ["\\Seen"] * 4)
    assert {(sender, to) for _, sender, to in inbox.mails} == {("blue@example.org", USER)}


def test_what_was_taken_is_moved_when_a_folder_is_named(dovecot: Dovecot) -> None:
    """The folder is made when it is not there."""
    dovecot.start()
    inbox = FakeInbox()
    with fetching(dovecot, inbox, done="Taken"):
        fill(dovecot, "one")
        until(lambda: inbox.mails)
        until(lambda: flags(dovecot, "INBOX") == [] and flags(dovecot, "Taken") == ["\\Seen"])


def test_what_cannot_be_stored_stays_unseen(dovecot: Dovecot, caplog: pytest.LogCaptureFixture) -> None:
    """A full disk: the log says so, nothing is marked, and it is tried again."""
    dovecot.start()
    fill(dovecot, "one")
    inbox = FakeInbox()
    inbox.fault = sqlite3.OperationalError("database or disk is full")
    with fetching(dovecot, inbox):
        until(lambda: "could not be stored (database or disk is full)" in caplog.text)
        assert flags(dovecot) == [""]
        inbox.fault = None
        until(lambda: flags(dovecot) == ["\\Seen"])
    assert texts(inbox) == ["one"]


def test_a_fault_of_ours_stops_one_mail_alone(dovecot: Dovecot, caplog: pytest.LogCaptureFixture) -> None:
    """It stays unseen and is told once; what comes later is taken."""
    dovecot.start()
    fill(dovecot, "one")
    inbox = FakeInbox()
    inbox.fault = RuntimeError("a fault")
    with fetching(dovecot, inbox):
        until(lambda: "cannot be taken" in caplog.text)
        inbox.fault = None
        fill(dovecot, "two")
        until(lambda: sorted(flags(dovecot)) == ["", "\\Seen"])
    assert texts(inbox) == ["two"] and caplog.text.count("cannot be taken") == 1


def test_a_server_that_is_away_is_tried_for_ever(dovecot: Dovecot, caplog: pytest.LogCaptureFixture) -> None:
    """Not there yet; there; gone in the midst of waiting; there again."""
    inbox = FakeInbox()
    with fetching(dovecot, inbox):
        until(lambda: caplog.text.count("Connection refused") > 1)
        dovecot.start()
        fill(dovecot, "one")
        until(lambda: texts(inbox) == ["one"])
        dovecot.end()
        dovecot.start()
        fill(dovecot, "two")
        until(lambda: texts(inbox) == ["one", "two"])
    assert f"IMAP 127.0.0.1:{dovecot.imap}, folder INBOX: " in caplog.text and PASSWORD not in caplog.text


def test_a_wrong_password_is_told(dovecot: Dovecot, caplog: pytest.LogCaptureFixture) -> None:
    """What the server answers is in the log; the password does not."""
    dovecot.start()
    with fetching(dovecot, FakeInbox(), password="mistaken"):
        until(lambda: "AUTHENTICATIONFAILED" in caplog.text)
    assert "mistaken" not in caplog.text


def test_a_folder_that_is_not_there_is_told(dovecot: Dovecot, caplog: pytest.LogCaptureFixture) -> None:
    """It is named, with the server's reason."""
    dovecot.start()
    with fetching(dovecot, FakeInbox(), folder="Orders"):
        until(lambda: "folder Orders: " in caplog.text and "doesn't exist" in caplog.text)


def test_a_server_without_idle_is_polled(dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says of itself what it can do; then we look every so often."""
    monkeypatch.setattr(imap, "POLL", 0.05)
    with (dovecot.folder / "dovecot.conf").open("a") as config:
        config.write("imap_capability = IMAP4rev1\n")
    dovecot.start()
    inbox = FakeInbox()
    with fetching(dovecot, inbox, done="Taken"):
        for number in (1, 2):
            fill(dovecot, str(number))
            until(lambda number=number: len(inbox.mails) == number)
        until(lambda: flags(dovecot, "Taken") == ["\\Seen"] * 2)


def certified(dovecot: Dovecot) -> ssl.SSLContext:
    """Make dovecot speak TLS alone; returns who trusts its certificate."""
    folder = dovecot.folder
    key, cert = str(folder / "key.pem"), str(folder / "cert.pem")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2"]
    subprocess.run([*made, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    config = folder / "dovecot.conf"
    dovecot.imap = free_port()
    plain = config.read_text().replace("ssl = no\n", "").replace("port = 0", "port = 0\n    # by TLS below")
    config.write_text(plain + TLS.format(folder=folder, port=dovecot.imap))
    return ssl.create_default_context(cafile=cert)


def test_tls_is_checked(dovecot: Dovecot, caplog: pytest.LogCaptureFixture) -> None:
    """With a certificate that we trust mail is fetched; one of a stranger gets no password, and the log says why."""
    trusting = certified(dovecot)
    dovecot.start()
    fill(dovecot, "one")
    inbox = FakeInbox()
    with fetching(dovecot, inbox, tls=True):
        until(lambda: "CERTIFICATE_VERIFY_FAILED" in caplog.text)
    assert inbox.mails == []
    with fetching(dovecot, inbox, context=trusting, tls=True):
        fill(dovecot, "two")
        until(lambda: sorted(texts(inbox)) == ["one", "two"])


@pytest.mark.parametrize(
    ("host", "kind"),
    [("127.0.0.1", "MailBoxUnencrypted"), ("localhost", "MailBoxUnencrypted"), ("mail.invalid", "MailBoxStartTls")],
)
def test_passwords_go_plain_on_this_machine_alone(
    host: str, kind: str, monkeypatch: pytest.MonkeyPatch, dovecot: Dovecot
) -> None:
    """Elsewhere a connection without TLS of its own must begin it first."""
    used: list[str] = []

    def note(name: str) -> Callable[..., None]:
        return lambda *_, **__: used.append(name)

    for name in ("MailBoxUnencrypted", "MailBoxStartTls"):
        monkeypatch.setattr(imap, name, note(name))
    account = ImapAccount(host, 143, USER, PASSWORD, False, "INBOX", "")
    ImapSource(account, SIGNER, FakeInbox(), used.clear)._connect()
    assert used == [kind]


def test_one_mail_by_imap_and_lmtp_counts_once(dovecot: Dovecot, app: MailSetup) -> None:
    """M-22: relays add headers of their own on the way; the mail is known by its Message-ID. One event, one receipt."""
    dovecot.start()
    raw = player_mail("B1: move 3", To=app.address())
    with smtplib.LMTP("127.0.0.1", dovecot.lmtp) as server:
        server.sendmail("blue@example.org", [USER], raw)
    source = MailServer(_inbox(app), app.gateway.work, "127.0.0.1", 0, lmtp=True)
    source.start()
    with smtplib.LMTP("127.0.0.1", source.port) as client:
        client.sendmail("blue@example.org", [app.address()], raw)
    source.stop()
    with fetching(dovecot, _inbox(app), app.gateway.signer):
        until(lambda: app.context.database.con.execute("SELECT count(*) FROM inbound").fetchone() == (2,))
    app.gateway.work()
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]
    assert len(app.queued("receipt")) == 1


def _inbox(app: MailSetup) -> Intake:
    return app.gateway.inbox
