"""Sending: real SMTP over loopback and real Maildirs; what fails is tried again, later and later, and holds nothing up."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.gateway.outbox import Smtp, Unreachable, transport
from pbem.gateway.tables import MailTables
from tests.gateway.conftest import DOMAIN, House, letter


class Postbox:
    """A mail server that keeps what it gets, and answers as it is told to."""

    def __init__(self) -> None:
        self.taken: list[tuple[str | None, list[str], bytes]] = []
        self.answer: Callable[[str], str] = lambda address: "250 OK"

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        answer = self.answer(address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append((envelope.mail_from, list(envelope.rcpt_tos), envelope.content))
        return "250 OK"


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def server(port: int) -> Iterator[Postbox]:
    postbox = Postbox()
    controller = Controller(postbox, hostname="127.0.0.1", port=port)
    controller.start()
    yield postbox
    controller.stop()


def rows(house: House) -> list[tuple[str, int, str]]:
    found = house.store.db.con.execute("SELECT status, attempts, error FROM outbound ORDER BY recipient").fetchall()
    return [tuple(row) for row in found]


def test_mail_goes_out_by_smtp_as_it_was_queued(house: House, server: Postbox, port: int) -> None:
    """The queued bytes, from the office, to the person's address; then it is sent and not tried again."""
    house.restart(f"smtp:127.0.0.1:{port}")
    house.deliver(letter("B1: move 3"))
    assert (house.gateway.flush(), house.gateway.flush()) == (1, 0)
    ((sender, to, raw),) = server.taken
    assert (sender, to) == (f"orders@{DOMAIN}", ["blue@example.org"])
    assert raw == house.store.db.con.execute("SELECT raw FROM outbound").fetchone()[0]


def test_a_server_that_refuses_twice_gets_it_the_third_time(house: House, server: Postbox, port: int) -> None:
    """The first retry comes after a minute, the second after five more."""
    answers = iter(["451 greylisted", "451 greylisted"])
    server.answer = lambda address: next(answers, "250 OK")
    house.restart(f"smtp:127.0.0.1:{port}")
    house.deliver(letter("B1: move 3"))
    for wait, sent in ((0, 0), (0.9, 0), (0.2, 0), (4.8, 0), (0.3, 1)):
        house.later(minutes=wait)
        assert house.gateway.flush() == sent
    assert rows(house) == [("sent", 3, "")]
    assert len(server.taken) == 1


def test_one_bad_recipient_holds_up_no_other(house: House, server: Postbox, port: int) -> None:
    """Blue's mail is put off with the reason; red gets his."""
    server.answer = lambda address: "550 no such user" if address.startswith("blue") else "250 OK"
    house.restart(f"smtp:127.0.0.1:{port}")
    house.gateway.publish_pending()
    assert house.gateway.flush() == 1
    assert [to for _, to, _ in server.taken] == [["red@example.org"]]
    assert sorted(status for status, _, _ in rows(house)) == ["queued", "sent"]
    assert any("550" in error for _, _, error in rows(house))


def test_a_server_that_is_down_is_asked_once_a_round(house: House, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing listens: all mail is put off, nothing is lost, and it goes out when the server is back."""
    asked: list[int] = []
    real = Smtp.send

    def send(self: Smtp, sender: str, address: str, raw: bytes) -> None:
        asked.append(1)
        real(self, sender, address, raw)

    monkeypatch.setattr(Smtp, "send", send)
    house.restart(f"smtp:127.0.0.1:{port}")
    house.gateway.publish_pending()
    assert house.gateway.flush() == 0
    assert len(asked) == 1
    assert {(status, attempts) for status, attempts, _ in rows(house)} == {("queued", 1)}
    house.restart()
    house.later(minutes=2)
    assert house.gateway.flush() == 2


def test_after_two_days_a_mail_is_given_up(house: House, port: int, caplog: pytest.LogCaptureFixture) -> None:
    """Waits grow to four hours; the last attempt marks it failed, with the reason, and it is not tried again."""
    house.restart(f"smtp:127.0.0.1:{port}")
    house.deliver(letter("B1: move 3"))
    for _ in range(56):
        house.gateway.flush()
        house.later(hours=1)
    ((status, attempts, error),) = rows(house)
    assert status == "failed"
    assert 12 < attempts < 25
    assert str(port) in error
    assert "given up" in caplog.text
    assert house.gateway.flush() == 0


def test_a_crash_after_the_server_took_it_sends_the_same_bytes_again(
    house: House, server: Postbox, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may arrive twice, but as the same mail: same Message-ID, same bytes."""

    class Crash(BaseException):
        """The power fails."""

    def crashed(*args: object) -> None:
        raise Crash

    house.restart(f"smtp:127.0.0.1:{port}")
    house.deliver(letter("B1: move 3"))
    with monkeypatch.context() as broken:
        broken.setattr(MailTables, "sent", crashed)
        with pytest.raises(Crash):
            house.gateway.flush()
    house.later(minutes=2)
    assert house.restart(f"smtp:127.0.0.1:{port}").flush() == 1
    first, second = server.taken
    assert first == second


def test_two_workers_send_a_mail_once(house: House) -> None:
    """A mail that another worker has taken for an attempt is left to him."""
    house.deliver(letter("B1: move 3"))
    (mail,) = house.gateway.tables.due("2027")
    assert house.gateway.tables.claim(mail, "2026-01-01T12:01:00.000000Z")
    assert not house.gateway.tables.claim(mail, "2026-01-01T12:01:00.000000Z")
    assert house.gateway.flush() == 0


def test_an_erased_person_gets_nothing(house: House) -> None:
    """The person is gone, the mail is not sent anywhere."""
    house.deliver(letter("B1: move 3"))
    house.gateway.people.erase(house.blue.id)
    assert house.gateway.flush() == 0
    assert rows(house)[0][2] == "the person is not registered any more"


def test_local_mailboxes(house: House) -> None:
    """maildir:PATH: each address has a Maildir of its own, and mails are whole in it."""
    house.gateway.publish_pending()
    assert house.gateway.flush() == 2
    way = transport(f"maildir:{house.folder / 'mail'}")
    (mail,) = way.box("red@example.org").values()
    assert mail["Reply-To"] == house.address("red")


@pytest.mark.parametrize("spec", ["", "smtp", "smtp:", "smtp:host", "smtp:host:x", "maildir:", "pigeon:home"])
def test_a_way_to_send_that_is_none_is_refused(spec: str) -> None:
    """The message says what may be written."""
    with pytest.raises(ValueError, match=r"smtp:HOST:PORT or maildir:PATH"):
        transport(spec)


def test_a_port_where_nobody_listens_is_unreachable(port: int) -> None:
    """So that one round does not wait for it once a mail."""
    with pytest.raises(Unreachable, match=str(port)):
        Smtp("127.0.0.1", port).send("a@x.example", "b@x.example", b"\r\n")
