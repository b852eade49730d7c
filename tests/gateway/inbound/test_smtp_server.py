"""The servers to which mail is handed: real SMTP and LMTP sessions on loopback."""

from __future__ import annotations

import smtplib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pbem.gateway.inbound.smtp_server import Listener, MailServer
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.gateway.reading.read_mail import MAX_MAIL
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail
from tests.web.builders.serving import PATIENCE


@pytest.fixture
def listener(app: MailSetup) -> Iterator[Listener]:
    listener = app.gateway.listener("127.0.0.1", 0)
    listener.start()
    yield listener
    listener.stop()


@pytest.fixture
def client(listener: Listener) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", listener.port, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def lmtp(app: MailSetup) -> Iterator[smtplib.LMTP]:
    """A conversation as a border mail server has it with us."""
    server = MailServer(app.gateway.inbox, app.gateway.work, "127.0.0.1", 0, lmtp=True)
    server.start()
    with smtplib.LMTP("127.0.0.1", server.port, timeout=PATIENCE) as client:
        client.ehlo()
        yield client
    server.stop()


def until(done: Callable[[], object]) -> None:
    """Wait for the worker, but not forever."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, "the worker did not do it in time"
        time.sleep(0.005)


def in_box(app: MailSetup, address: str) -> int:
    folder = app.folder / "mail" / address / "new"
    return len(list(folder.iterdir())) if folder.exists() else 0


def stored(app: MailSetup) -> list[str]:
    """The recipients of what was stored."""
    rows = app.context.database.con.execute("SELECT envelope_to FROM inbound ORDER BY at, rowid").fetchall()
    return [str(to) for (to,) in rows]


def ask(client: smtplib.SMTP, sender: str, *recipients: str) -> list[int]:
    """The replies to MAIL and each RCPT."""
    client.ehlo_or_helo_if_needed()
    return [client.mail(sender)[0], *(client.rcpt(to)[0] for to in recipients)]


def replies(client: smtplib.LMTP, raw: bytes, number: int) -> list[tuple[int, bytes]]:
    """What an LMTP server says after DATA, to each recipient."""
    return [client.data(raw), *(client.getreply() for _ in range(number - 1))]


# ---------------------------------------------------------------- SMTP


def test_a_mail_comes_in_and_its_receipt_goes_out(app: MailSetup, client: smtplib.SMTP) -> None:
    """From DATA to the receipt in the player's mailbox, without any other call."""
    until(lambda: in_box(app, "blue@example.org") == 1)
    client.sendmail("blue@example.org", [app.address()], player_mail("B1: move 3"))
    until(lambda: in_box(app, "blue@example.org") == 2)
    assert [f.sheet for f in app.filed()] == [{"B1": ["move 3"]}]


def test_a_mail_to_two_seats_is_two_mails(app: MailSetup, client: smtplib.SMTP) -> None:
    """M-5: each recipient of one transaction is stored and handled by itself."""
    client.sendmail("blue@example.org", [app.address(), app.address("red")], player_mail("B1: move 3"))
    until(lambda: len(app.filed()) == 1)
    assert sorted(stored(app)) == sorted([app.address(), app.address("red")])


@pytest.mark.parametrize("local", ["someone", "g1-blue-1", "g1-blue-1-aaaaaaaaaaaaaaaa", "orders+g1-blue-1-a", "x" * 64])
def test_what_is_no_seat_is_refused_at_rcpt(app: MailSetup, client: smtplib.SMTP, local: str) -> None:
    """M-2: 550: the sender's own server tells them; we store nothing and mail nobody."""
    assert ask(client, "blue@example.org", f"{local}@{DOMAIN}") == [250, 550]
    assert stored(app) == []


def test_one_wrong_letter_is_refused_at_rcpt(app: MailSetup, client: smtplib.SMTP) -> None:
    """M-2: of an address only the whole is worth anything, and it holds for its seat and turn alone; 550 5.1.1."""
    right = app.address()
    end = right.index("@") - 1
    wrong = right[:end] + ("b" if right[end] == "a" else "a") + right[end + 1 :]
    others = [wrong, right.replace("-blue-", "-red-"), right.replace("-1-", "-2-")]
    assert ask(client, "x@example.org", *others, right) == [250, 550, 550, 550, 250]
    assert client.rcpt(wrong)[1].startswith(b"5.1.1 ")


@pytest.mark.parametrize("local", ["postmaster", "POSTMASTER", "orders"])
def test_postmaster_and_the_office_are_taken(app: MailSetup, client: smtplib.SMTP, local: str) -> None:
    """M-6: whoever writes to a host must find its keeper; M-3: an answer to our own address is told by what it answers."""
    assert ask(client, "x@example.org", f"{local}@{DOMAIN}") == [250, 250]


def test_we_are_no_relay(client: smtplib.SMTP, app: MailSetup) -> None:
    """Another domain is refused, even with a good local part."""
    assert ask(client, "blue@example.org", app.address().replace(DOMAIN, "elsewhere.example")) == [250, 550]


def test_what_is_too_big_is_refused(app: MailSetup, client: smtplib.SMTP) -> None:
    """M-25: 256 KiB are announced; more is 552 when its size is said before, and when it is not: then at DATA."""
    client.ehlo()
    assert client.esmtp_features["size"] == str(256 * 1024) == str(MAX_MAIL)
    assert client.mail("blue@example.org", [f"size={MAX_MAIL + 1}"])[0] == 552
    assert ask(client, "blue@example.org", app.address()) == [250, 250]
    code, words = client.data(b"Subject: x\r\n\r\n" + (b"y" * 70 + b"\r\n") * (MAX_MAIL // 72 + 1))
    assert code == 552 and b"256 KiB" in words
    assert stored(app) == []


def test_one_line_may_be_as_long_as_a_mail(app: MailSetup, client: smtplib.SMTP) -> None:
    """M-27: a line of 200 KB is taken, as some clients write them; one of 5 MB is too big, and the conversation goes on."""
    assert ask(client, "blue@example.org", app.address()) == [250, 250]
    assert client.data(b"Subject: x\r\n\r\n" + b"y" * 5_000_000)[0] == 552
    client.sendmail("blue@example.org", [app.address()], b"Subject: x\r\n\r\n" + b"y" * 200_000)
    assert stored(app) == [app.address()]


def test_more_than_so_many_mails_an_hour_wait(app: MailSetup, client: smtplib.SMTP, listener: Listener) -> None:
    """M-26: 450 at RCPT for a player's fourth of three allowed; another's are taken; an hour later theirs too."""
    app.restart(MAILS_AN_HOUR="3")
    server = MailServer(app.gateway.inbox, app.gateway.work, "127.0.0.1", 0)
    server.start()
    with smtplib.SMTP("127.0.0.1", server.port, timeout=PATIENCE) as other:
        for number in range(3):
            other.sendmail("blue@example.org", [app.address()], player_mail("B1: move 3", message_id=f"<m{number}@x>"))
        assert ask(other, "blue@example.org", app.address(), app.address("red")) == [250, 450, 250]
        assert other.rcpt(app.address())[1].startswith(b"4.7.1 ")
        app.later(hours=1, minutes=1)
        assert other.rcpt(app.address())[0] == 250
    server.stop()


def test_what_cannot_be_stored_is_not_accepted(app: MailSetup, client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: 451, so that the sender's server keeps the mail and tries again."""

    def full(*args: object) -> str:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(MailTables, "keep", full)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("blue@example.org", [app.address()], player_mail("B1: move 3"))
    assert refused.value.smtp_code == 451
    client.sendmail("blue@example.org", [app.address()], player_mail("B1: move 3"))
    until(app.filed)


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("disk I/O error"), RuntimeError("a fault of ours")])
def test_nobody_can_find_out_who_has_a_seat(
    app: MailSetup, client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """451 at RCPT: a fault of ours never makes a sender give up."""

    def broken(*args: object) -> str:
        raise fault

    monkeypatch.setattr(type(app.gateway.inbox), "judge", broken)
    assert ask(client, "blue@example.org", app.address()) == [250, 451]


# ---------------------------------------------------------------- LMTP


def test_lmtp_answers_each_recipient(app: MailSetup, lmtp: smtplib.LMTP) -> None:
    """M-5: two recipients in one transaction are two mails with a reply each; a wrong one is told at RCPT."""
    both = [app.address(), app.address("red")]
    assert ask(lmtp, "blue@example.org", both[0], f"nobody@{DOMAIN}", both[1]) == [250, 250, 550, 250]
    assert [code for code, _ in replies(lmtp, player_mail("B1: move 3"), 2)] == [250, 250]
    assert sorted(stored(app)) == sorted(both)
    assert lmtp.noop()[0] == 250


def test_lmtp_tells_which_recipients_mail_was_not_stored(
    app: MailSetup, lmtp: smtplib.LMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M-5: the one is told 451, and tried again; the other's mail is kept."""
    real = MailTables.keep

    def keep(tables: MailTables, raw: bytes, mail_from: str | None, to: str, *more: object) -> str:
        if "-red-" in to:
            raise sqlite3.OperationalError("database is locked")
        return real(tables, raw, mail_from, to, *more)

    monkeypatch.setattr(MailTables, "keep", keep)
    ask(lmtp, "blue@example.org", app.address("red"), app.address())
    assert [code for code, _ in replies(lmtp, player_mail("B1: move 3"), 2)] == [451, 250]
    assert stored(app) == [app.address()]


def test_lmtp_refuses_what_is_too_big_for_each_recipient(app: MailSetup, lmtp: smtplib.LMTP) -> None:
    """M-25: one 552 for each, so that the conversation stays in step; at MAIL FROM a single one."""
    assert lmtp.mail("blue@example.org", [f"size={MAX_MAIL + 1}"])[0] == 552
    assert ask(lmtp, "blue@example.org", app.address(), app.address("red")) == [250, 250, 250]
    assert [code for code, _ in replies(lmtp, b"Subject: x\r\n\r\n" + b"y\r\n" * MAX_MAIL, 2)] == [552, 552]
    assert lmtp.noop()[0] == 250 and stored(app) == []


def test_lmtp_is_greeted_by_lhlo_alone(lmtp: smtplib.LMTP) -> None:
    """A program that takes us for an SMTP server is told so at once; LHLO announces the size."""
    assert lmtp.esmtp_features["size"] == str(MAX_MAIL)
    assert [lmtp.docmd(word, "x.example")[0] for word in ("EHLO", "HELO")] == [500, 500]


def test_the_null_sender_reaches_the_inbox(app: MailSetup, lmtp: smtplib.LMTP) -> None:
    """M-15: a bounce has no return path, and is stored so; it is not answered."""
    assert ask(lmtp, "", app.address()) == [250, 250]
    assert replies(lmtp, player_mail("B1: move 3"), 1)[0][0] == 250
    app.gateway.process_pending()
    (kept,) = app.context.database.con.execute("SELECT envelope_from FROM inbound").fetchall()
    assert kept[0] in ("", "<>") and app.filed() == [] and app.queued("receipt", "refusal") == []


def test_the_time_of_a_mail_is_ours(app: MailSetup, lmtp: smtplib.LMTP) -> None:
    """M-47: when it was stored counts, whatever its Date says."""
    ask(lmtp, "blue@example.org", app.address())
    replies(lmtp, player_mail("B1: move 3", Date="Fri, 01 Jan 2100 00:00:00 +0000"), 1)
    (row,) = app.database.con.execute("SELECT at FROM inbound").fetchall()
    assert row[0].startswith("2026-01-01T12:00:00")


# ---------------------------------------------------------------- the worker


def test_the_worker_survives_a_fault(
    app: MailSetup, client: smtplib.SMTP, listener: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    """A round of work that fails is logged; the next mail is worked on."""
    real, calls = listener.worker.work, iter([True])

    def work() -> None:
        if next(calls, False):
            raise RuntimeError("a fault")
        real()

    listener.worker.work = work
    client.sendmail("blue@example.org", [app.address()], player_mail("B1: move 3"))
    until(lambda: "a fault" in caplog.text)
    client.sendmail("blue@example.org", [app.address()], player_mail("B1: move 4", message_id="<m2@x>"))
    until(lambda: len(app.filed()) == 2)


def test_what_a_crash_left_is_processed_at_the_start(app: MailSetup) -> None:
    """M-24: stored mail needs no new mail to be worked on; its receipt goes out once."""
    app.gateway.receive(player_mail("B1: move 3"), "blue@example.org", app.address())
    listener = app.gateway.listener("127.0.0.1", 0)
    listener.start()
    until(lambda: in_box(app, "blue@example.org") == 2)
    listener.stop()
    app.gateway.work()
    assert len(app.filed()) == 1 and in_box(app, "blue@example.org") == 2


def test_the_door_closes(app: MailSetup) -> None:
    """After stop nothing listens and no worker runs; a taken port is an error at the start."""
    first = app.gateway.listener("127.0.0.1", 0)
    first.start()
    second = app.gateway.listener("127.0.0.1", first.port)
    with pytest.raises(OSError, match="in use"):
        second.start()
    second.stop()
    first.stop()
    with pytest.raises(ConnectionRefusedError):
        smtplib.SMTP("127.0.0.1", first.port, timeout=PATIENCE)
    assert "mail" not in [thread.name for thread in threading.enumerate()]
