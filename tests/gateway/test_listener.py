"""The door: a real SMTP conversation on loopback."""

from __future__ import annotations

import smtplib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pbem.gateway.inbound import MAX_MAIL
from pbem.gateway.listener import Listener
from pbem.gateway.tables import MailTables
from tests.gateway.conftest import DOMAIN, House, letter


@pytest.fixture
def listener(house: House) -> Iterator[Listener]:
    listener = house.gateway.listener("127.0.0.1", 0)
    listener.start()
    yield listener
    listener.stop()


@pytest.fixture
def client(listener: Listener) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", listener.port, timeout=10) as client:
        yield client


def until(done: Callable[[], object]) -> None:
    """Wait for the worker, but not for ever."""
    deadline = time.monotonic() + 10
    while not done():
        assert time.monotonic() < deadline, "the worker did not do it in time"
        time.sleep(0.005)


def in_box(house: House, address: str) -> int:
    folder = house.folder / "mail" / address / "new"
    return len(list(folder.iterdir())) if folder.exists() else 0


def test_a_mail_comes_in_and_its_receipt_goes_out(house: House, client: smtplib.SMTP) -> None:
    """From DATA to the receipt in the player's mailbox, without any other call."""
    until(lambda: in_box(house, "blue@example.org") == 1)
    client.sendmail("blue@example.org", [house.address()], letter("B1: move 3"))
    until(lambda: in_box(house, "blue@example.org") == 2)
    assert [f.sheet for f in house.filed()] == [{"B1": ["move 3"]}]


def test_a_mail_to_two_seats_is_two_mails(house: House, client: smtplib.SMTP) -> None:
    """Each recipient of one transaction is stored and handled by itself."""
    client.sendmail("blue@example.org", [house.address(), house.address("red")], letter("B1: move 3"))
    until(lambda: not house.gateway.tables.waiting())
    rows = house.store.db.con.execute("SELECT outcome FROM inbound ORDER BY outcome").fetchall()
    assert [outcome for (outcome,) in rows] == ["held: it is not from the seat's player", "orders accepted"]


@pytest.mark.parametrize("local", ["orders", "postmaster", "g1-blue-1", "g1-blue-1-aaaaaaaaaaaaaaaa", "x" * 64])
def test_what_is_no_seat_is_refused_at_rcpt(house: House, client: smtplib.SMTP, local: str) -> None:
    """550: the sender's own server tells him; we store nothing and mail nobody."""
    client.helo()
    client.mail("blue@example.org")
    assert client.rcpt(f"{local}@{DOMAIN}")[0] == 550
    assert house.gateway.tables.waiting() == []


def test_we_are_no_relay(client: smtplib.SMTP, house: House) -> None:
    """Another domain is refused, even with a good local part."""
    client.helo()
    client.mail("blue@example.org")
    assert client.rcpt(house.address().replace(DOMAIN, "elsewhere.example"))[0] == 550


def test_a_mail_of_more_than_ten_megabytes_is_refused(house: House, client: smtplib.SMTP) -> None:
    """552 when its size is announced, and when it is not."""
    with pytest.raises(smtplib.SMTPSenderRefused) as announced:
        client.sendmail("blue@example.org", [house.address()], b"y" * (MAX_MAIL + 1))
    assert announced.value.smtp_code == 552
    client.rset()
    client.mail("blue@example.org")
    client.rcpt(house.address())
    assert client.data(b"Subject: x\r\n\r\n" + (b"y" * 70 + b"\r\n") * (MAX_MAIL // 72 + 1))[0] == 552
    assert house.gateway.tables.waiting() == []


def test_what_cannot_be_stored_is_not_accepted(house: House, client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: 451, so that the sender's server keeps the mail and tries again."""

    def full(*args: object) -> str:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(MailTables, "keep", full)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("blue@example.org", [house.address()], letter("B1: move 3"))
    assert refused.value.smtp_code == 451
    client.sendmail("blue@example.org", [house.address()], letter("B1: move 3"))
    until(house.filed)


def test_the_worker_survives_a_fault(
    house: House, client: smtplib.SMTP, listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    """A round of work that fails is logged; the next mail is worked on."""
    real, calls = listener.work, iter([True])

    def work() -> None:
        if next(calls, False):
            raise RuntimeError("a fault")
        real()

    listener.work = work
    client.sendmail("blue@example.org", [house.address()], letter("B1: move 3"))
    until(lambda: "a fault" in caplog.text)
    client.sendmail("blue@example.org", [house.address()], letter("B1: move 4", message_id="<m2@x>"))
    until(lambda: len(house.filed()) == 2)


def test_what_a_crash_left_is_processed_at_the_start(house: House) -> None:
    """Stored mail needs no new mail to be worked on."""
    house.gateway.receive(letter("B1: move 3"), "blue@example.org", house.address())
    listener = house.gateway.listener("127.0.0.1", 0)
    listener.start()
    until(house.filed)
    listener.stop()


def test_the_door_closes(house: House) -> None:
    """After stop nothing listens and no worker runs; a taken port is an error at the start."""
    first = house.gateway.listener("127.0.0.1", 0)
    first.start()
    second = house.gateway.listener("127.0.0.1", first.port)
    with pytest.raises(OSError, match="in use"):
        second.start()
    second.stop()
    first.stop()
    with pytest.raises(ConnectionRefusedError):
        smtplib.SMTP("127.0.0.1", first.port, timeout=5)
    assert "mail" not in [thread.name for thread in threading.enumerate()]
