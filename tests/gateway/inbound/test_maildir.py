"""The source that is a folder."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.gateway.inbound.maildir import MaildirSource
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.service.mail_facts import MailChannel
from tests.gateway.conftest import MailSetup, player_mail
from tests.gateway.inbound.test_smtp_server import until

SIGNER = AddressSigner("wardroom.example", (b"a secret for tests",))


class FakeInbox:
    """Keeps what comes in, or fails as it is told to."""

    def __init__(self) -> None:
        self.mails: list[tuple[bytes, str | None, str]] = []
        self.fault: Exception | None = None

    def judge(self, address: str) -> str:
        return ""

    def receive(
        self, raw: bytes, mail_from: str | None, rcpt_to: str, whole: bool = True, channel: MailChannel = "mail"
    ) -> str:
        assert not whole, "a mail that lies here already cannot be refused"
        assert channel in ("maildir", "imap")
        if self.fault:
            raise self.fault
        self.mails.append((raw, mail_from, rcpt_to))
        return "key"


@pytest.fixture
def inbox() -> FakeInbox:
    return FakeInbox()


@pytest.fixture
def source(inbox: FakeInbox, tmp_path: Path) -> Iterator[MaildirSource]:
    woken = threading.Event()
    source = MaildirSource(tmp_path / "in", SIGNER, inbox, woken.set)
    for part in ("new", "cur", "tmp"):
        (source.folder / part).mkdir(parents=True)
    yield source
    assert woken.is_set() == bool(inbox.mails)


def put(source: MaildirSource, name: str, raw: bytes = b"Subject: x\r\n\r\nB1: move 3") -> Path:
    draft = source.folder / "tmp" / name
    draft.write_bytes(raw)
    return draft.rename(source.folder / "new" / name)


def lying(source: MaildirSource, part: str) -> list[str]:
    return sorted(path.name for path in (source.folder / part).iterdir())


def test_a_mail_is_stored_and_then_moved(source: MaildirSource, inbox: FakeInbox) -> None:
    """Oldest name first; in `cur` it is marked as seen."""
    put(source, "2.b", b"Return-Path: <red@example.org>\r\n\r\n2")
    put(source, "1.a", b"Subject: x\r\n\r\n1")
    put(source, ".hidden")
    assert source.look() == 2
    assert [(raw[-1:], sender, to) for raw, sender, to in inbox.mails] == [
        (b"1", None, SIGNER.address),
        (b"2", "red@example.org", SIGNER.address),
    ]
    assert (lying(source, "new"), lying(source, "cur")) == ([".hidden"], ["1.a:2,S", "2.b:2,S"])
    assert source.look() == 0


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("database or disk is full"), OSError("no space")])
def test_what_cannot_be_stored_stays(source: MaildirSource, inbox: FakeInbox, fault: Exception) -> None:
    """Nothing is moved before it is stored; the next look takes it."""
    put(source, "1.a")
    inbox.fault = fault
    with pytest.raises(type(fault)):
        source.look()
    assert (lying(source, "new"), lying(source, "cur")) == (["1.a"], [])
    inbox.fault = None
    assert source.look() == 1


def test_what_cannot_be_read_is_left_and_told_once(
    source: MaildirSource, inbox: FakeInbox, caplog: pytest.LogCaptureFixture
) -> None:
    """The mails behind it are taken."""
    (source.folder / "new" / "1.folder").mkdir()
    put(source, "2.b")
    assert [source.look(), source.look()] == [1, 0]
    assert [record.message.count("1.folder") for record in caplog.records] == [1]
    assert lying(source, "new") == ["1.folder"]


def test_a_fault_of_ours_stops_one_mail_alone(
    source: MaildirSource, inbox: FakeInbox, caplog: pytest.LogCaptureFixture
) -> None:
    """It is left and told; what comes later is taken."""
    put(source, "1.a")
    inbox.fault = RuntimeError("a fault")
    assert source.look() == 0
    inbox.fault = None
    put(source, "2.b")
    assert [source.look(), source.look()] == [1, 0]
    assert "cannot be taken: a fault" in caplog.text and lying(source, "new") == ["1.a"]


def test_a_mail_that_cannot_be_moved_is_taken_once(
    source: MaildirSource, inbox: FakeInbox, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator is told; no loop."""
    put(source, "1.a")
    (source.folder / "cur").rmdir()
    assert [source.look(), source.look()] == [0, 0]
    assert len(inbox.mails) == 1 and "cannot be moved" in caplog.text


def test_orders_come_in_by_a_folder(app: MailSetup, tmp_path: Path) -> None:
    """M-22: from the file to the orders; the same mail once more, by whatever way, counts once."""
    done = threading.Event()
    source = MaildirSource(tmp_path / "in", app.gateway.signer, app.gateway.inbox, done.set)
    source.start()
    raw = f"Delivered-To: {app.address()}\r\nReturn-Path: <blue@example.org>\r\n".encode() + player_mail("B1: move 3")
    put(source, "1.a", raw)
    until(done.is_set)
    source.stop()
    app.deliver(player_mail("B1: move 3"))
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]
    assert [thread.name for thread in threading.enumerate() if thread.name == "maildir"] == []
