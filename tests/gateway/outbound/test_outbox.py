"""Sending: real SMTP over loopback and real Maildirs; what fails is tried again, later and later, and holds nothing up."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.accounts.people import Person
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.gateway.outbound.transports import DeliveryRefused, MaildirTree, Relay, Smtp, Unreachable, transport
from pbem.service.context import stamp
from tests.gateway.conftest import DOMAIN, MailSetup, opened, player_mail, text_of
from tests.web.builders.serving import free_port

CERTIFICATE = Path(__file__).parents[1] / "data" / "loopback.pem"


class Postbox:
    """A mail server that keeps what it gets, and answers as it is told to."""

    def __init__(self) -> None:
        self.taken: list[tuple[str | None, list[str], bytes]] = []
        self.answer: Callable[[str], str] = lambda address: "250 OK"
        self.sessions: list[Session] = []
        self.breaks = False
        self.logins: list[tuple[bytes, bytes]] = []

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        if session not in self.sessions:
            self.sessions.append(session)
        if self.breaks:
            assert server.transport is not None
            server.transport.close()
        answer = self.answer("sender")
        if answer.startswith("250"):
            envelope.mail_from = address
        return answer

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"p@ss word", handled=False)

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        answer = self.answer(address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append((envelope.mail_from, list(envelope.rcpt_tos), envelope.content))
        return "250 OK"


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


def rows(app: MailSetup) -> list[tuple[str, int, str]]:
    found = app.context.database.con.execute("SELECT status, attempts, error FROM outbound ORDER BY recipient").fetchall()
    return [tuple(row) for row in found]


def test_mail_goes_out_by_smtp_as_it_was_queued(app: MailSetup, server: Postbox, port: int) -> None:
    """M-18: the queued bytes, to the person's address, from a return path of its own; then it is sent, and not tried again."""
    app.restart(f"127.0.0.1:{port}")
    app.gateway.publish_pending()
    assert (app.gateway.flush(), app.gateway.flush()) == (2, 0)
    assert {to[0] for _, to, _ in server.taken} == {"blue@example.org", "red@example.org"}
    queued = dict(app.context.database.con.execute("SELECT raw, message_id FROM outbound_raw").fetchall())
    assert {(sender, queued[raw]) for sender, _, raw in server.taken} == {
        (app.gateway.signer.bounce_address(message_id), message_id) for message_id in queued.values()
    }
    assert all(str(sender).startswith("orders+bounce-") and str(sender).endswith(f"@{DOMAIN}") for sender, _, _ in server.taken)


def test_a_server_that_refuses_twice_gets_it_the_third_time(app: MailSetup, server: Postbox, port: int) -> None:
    """The first retry comes after a minute, the second after five more."""
    answers = iter(["451 greylisted", "451 greylisted"])
    server.answer = lambda address: next(answers, "250 OK")
    app.restart(f"127.0.0.1:{port}")
    app.deliver(player_mail("B1: move 3"))
    for wait, sent in ((0, 0), (0.9, 0), (0.2, 0), (4.8, 0), (0.3, 1)):
        app.later(minutes=wait)
        assert app.gateway.flush() == sent
    assert rows(app) == [("sent", 3, "")]
    assert len(server.taken) == 1


@pytest.fixture
def watched(app: MailSetup, port: int) -> MailSetup:
    """The service with an operator, sending by SMTP."""
    app.restart(f"127.0.0.1:{port}", POSTMASTER="operator@example.org")
    return app


def test_one_bad_recipient_holds_up_no_other(watched: MailSetup, server: Postbox) -> None:
    """M-53: a mailbox refused for good is given up at once, and the operator is told; red gets their report."""
    server.answer = lambda address: "550 5.1.1 no such user" if address.startswith("blue") else "250 OK"
    watched.gateway.publish_pending()
    assert watched.gateway.flush() == 1
    assert [to for _, to, _ in server.taken] == [["red@example.org"]]
    assert sorted((status, attempts) for status, attempts, _ in rows(watched)[:2]) == [("failed", 1), ("sent", 1)]
    watched.later(hours=5)
    watched.gateway.flush()
    assert [to for _, to, _ in server.taken] == [["red@example.org"], ["operator@example.org"]]
    notice = opened(server.taken[1][2])
    assert notice["Subject"] == "1 mail could not be delivered"
    said = text_of(notice)
    assert f"report to {watched.blue.id} (game g1, seat blue)" in said and "550 5.1.1 no such user" in said


@pytest.mark.parametrize(("answer", "score"), [("550 5.1.1 no such user", 3), ("552 5.2.2 mailbox full", 1)])
def test_a_mailbox_refused_for_good_counts_as_one_that_bounced(
    watched: MailSetup, server: Postbox, answer: str, score: float
) -> None:
    """M-53, M-19: what a server says at once weighs as much as what it says later by mail."""
    server.answer = lambda address: answer if address.startswith("blue") else "250 OK"
    watched.gateway.publish_pending()
    watched.gateway.flush()
    boxes = watched.gateway.mail_context.mailboxes
    assert boxes.deliverability(watched.blue.id).score == score
    assert boxes.deliverability(watched.red.id).score == 0


def test_mail_to_a_stopped_mailbox_waits(watched: MailSetup, server: Postbox) -> None:
    """M-19: reports stay queued without an attempt, and go out once the mailbox works again; notices that say why go out."""
    boxes = watched.gateway.mail_context.mailboxes
    boxes.stop(watched.blue.id, "no such user", stamp(watched.clock[0]))
    watched.gateway.publish_pending()
    watched.gateway.tables.queue(notice_to(watched.blue), stamp(watched.clock[0]))
    assert watched.gateway.flush() == 2
    assert sorted(to[0] for _, to, _ in server.taken) == ["blue@example.org", "red@example.org"]
    assert ("queued", 0, "") in rows(watched)
    boxes.resume(watched.blue.id, stamp(watched.clock[0]))
    watched.later(hours=2)
    assert watched.gateway.flush() == 1


def notice_to(person: Person) -> OutgoingMail:
    return OutgoingMail("<notice@example.org>", "notice", person.id, b"Message-ID: <notice@example.org>\r\n\r\nhello\r\n")


def test_a_sender_that_is_not_taken_is_no_fault_of_the_recipient(watched: MailSetup, server: Postbox) -> None:
    """M-53: a server that will not have us is tried again later, though it says 5xx; only a mail too big is given up."""
    server.answer = lambda address: "550 not you" if address == "sender" else "250 OK"
    watched.gateway.publish_pending()
    assert watched.gateway.flush() == 0
    assert {status for status, _, _ in rows(watched)} == {"queued"}
    server.answer = lambda address: "552 5.3.4 too big" if address == "sender" else "250 OK"
    watched.later(minutes=2)
    assert watched.gateway.flush() == 0
    assert {status for status, _, _ in rows(watched)[:2]} == {"failed"}


def test_a_server_that_hangs_up_costs_one_mail_one_attempt(watched: MailSetup, server: Postbox) -> None:
    """M-53: 421 closes the connection; the next mail goes over a new one."""
    answers = iter(["421 too many connections"])
    server.answer = lambda address: "250 OK" if address == "sender" else next(answers, "250 OK")
    watched.gateway.publish_pending()
    assert watched.gateway.flush() == 1
    watched.later(minutes=2)
    assert watched.gateway.flush() == 1
    assert len(server.taken) == 2 and {status for status, _, _ in rows(watched)} == {"sent"}


def test_a_server_that_breaks_off_every_mail_is_left_alone(watched: MailSetup, server: Postbox) -> None:
    """M-53: after the second time the rest of the round waits, so that no turn waits for mail."""
    server.breaks = True
    fill(watched, 10, "example.org")
    assert watched.gateway.flush() == 0
    assert len(server.sessions) == 2
    assert {(status, attempts) for status, attempts, _ in rows(watched)} == {("queued", 1)}
    server.breaks = False
    watched.later(minutes=2)
    assert watched.gateway.flush() == 10


def test_a_batch_goes_over_one_connection(watched: MailSetup, server: Postbox) -> None:
    """Twenty mails, one session; the next round opens its own."""
    fill(watched, 20, "example.org")
    assert watched.gateway.flush() == 20
    assert len(server.taken) == 20 and len(server.sessions) == 1
    fill(watched, 1, "example.org", first=20)
    watched.gateway.flush()
    assert len(server.sessions) == 2


def fill(app: MailSetup, count: int, domain: str, first: int = 0) -> None:
    """Queue mails to as many people at a domain."""
    at = stamp(app.clock[0])
    for number in range(first, first + count):
        person = app.gateway.people.add(f"Captain {number}", f"captain{number}@{domain}", at)
        raw = f"Message-ID: <m{number}@{domain}>\r\n\r\nhello\r\n".encode()
        app.gateway.tables.queue(OutgoingMail(f"<m{number}@{domain}>", "report", person.id, raw), at)


def test_no_domain_is_sent_more_than_it_likes(app: MailSetup, server: Postbox, port: int) -> None:
    """A pace for each domain: the rest of its mail waits a minute, a restart forgets nothing, others are not held up."""
    app.restart(f"127.0.0.1:{port}", PACE="10")
    fill(app, 25, "big.example")
    fill(app, 3, "small.example")
    assert app.gateway.flush() == 13
    app.later(seconds=30)
    app.restart(f"127.0.0.1:{port}", PACE="10")
    assert app.gateway.flush() == 0
    for seconds, sent in ((31, 10), (30, 0), (31, 5)):
        app.later(seconds=seconds)
        assert app.gateway.flush() == sent
    assert {attempts for _, attempts, _ in rows(app)} == {1}, "waiting for one's turn is no attempt"


def test_all_processes_that_send_keep_one_pace(
    app: MailSetup, server: Postbox, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process that begins while one is sending counts what that one has begun; no attempt is counted twice or lost."""
    others = app.restart(f"127.0.0.1:{port}", PACE="10")
    mine = app.restart(f"127.0.0.1:{port}", PACE="10")
    fill(app, 25, "big.example")
    sent: list[int] = []
    real = mine.outbox._attempt

    def attempt(*args: Any) -> None:
        real(*args)
        if len(server.taken) == 4:
            sent.append(others.flush())

    monkeypatch.setattr(mine.outbox, "_attempt", attempt)
    assert mine.flush() == 4 and sent == [6]
    app.later(seconds=61)
    assert others.flush() + mine.flush() == 10
    app.later(seconds=61)
    assert others.flush() + mine.flush() == 5


def test_a_server_that_is_down_is_asked_once_a_round(app: MailSetup, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-53: nothing listens: all mail is put off, nothing is lost, and it goes out when the server is back."""
    asked: list[int] = []
    real = smtplib.SMTP.connect

    def connect(self: smtplib.SMTP, *args: object, **more: object) -> object:
        asked.append(1)
        return real(self, *args, **more)

    monkeypatch.setattr(smtplib.SMTP, "connect", connect)
    app.restart(f"127.0.0.1:{port}")
    app.gateway.publish_pending()
    assert app.gateway.flush() == 0
    assert len(asked) == 1
    assert {(status, attempts) for status, attempts, _ in rows(app)} == {("queued", 1)}
    app.restart()
    app.later(minutes=2)
    assert app.gateway.flush() == 2


def test_after_two_days_a_mail_is_given_up(app: MailSetup, port: int, caplog: pytest.LogCaptureFixture) -> None:
    """M-53: waits grow to four hours; the last attempt marks it failed, the operator is told, and it is not tried again."""
    app.restart(f"127.0.0.1:{port}", POSTMASTER="operator@example.org")
    app.deliver(player_mail("B1: move 3"))
    for _ in range(56):
        app.gateway.flush()
        app.later(hours=1)
    (status, attempts, error), (operators, _, _) = sorted(rows(app))
    assert (status, operators) == ("failed", "queued")
    assert 12 < attempts < 25
    assert str(port) in error
    assert "given up" in caplog.text
    for _ in range(56):
        app.gateway.flush()
        app.later(hours=1)
    assert [status for status, _, _ in rows(app)] == ["failed", "failed"], "nobody is told that they could not be told"


def test_a_crash_after_the_server_took_it_sends_the_same_bytes_again(
    app: MailSetup, server: Postbox, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M-24: it may arrive twice, but as the same mail: same Message-ID, same bytes."""

    class Crash(BaseException):
        """The power fails."""

    def crashed(*args: object) -> None:
        raise Crash

    app.restart(f"127.0.0.1:{port}")
    app.deliver(player_mail("B1: move 3"))
    with monkeypatch.context() as broken:
        broken.setattr(MailTables, "sent", crashed)
        with pytest.raises(Crash):
            app.gateway.flush()
    app.later(minutes=2)
    assert app.restart(f"127.0.0.1:{port}").flush() == 1
    first, second = server.taken
    assert first == second


def test_two_workers_send_a_mail_once(app: MailSetup) -> None:
    """A mail that another worker has taken for an attempt is left to it."""
    app.deliver(player_mail("B1: move 3"))
    (mail,) = app.gateway.tables.due("2027")
    claims = [app.gateway.tables.claim(mail, mail.at, "2026-01-01T12:01:00.000000Z") for _ in range(2)]
    assert claims == ["ours", "theirs"]
    assert app.gateway.flush() == 0


def test_an_erased_person_gets_nothing(app: MailSetup) -> None:
    """The person is gone, the mail is not sent anywhere."""
    app.deliver(player_mail("B1: move 3"))
    app.gateway.people.erase(app.blue.id)
    assert app.gateway.flush() == 0
    assert rows(app)[0][2] == "the person is not registered any more"


def test_local_mailboxes(app: MailSetup) -> None:
    """maildir:PATH: each address has a Maildir of its own, and mails are whole in it."""
    app.gateway.publish_pending()
    assert app.gateway.flush() == 2
    tree = MaildirTree(app.folder / "mail")
    (mail,) = tree.box("red@example.org").values()
    assert mail["Reply-To"] == app.address("red")


@pytest.mark.parametrize("read", [False, True])
def test_a_crash_before_it_was_noted_puts_no_mail_into_a_mailbox_twice(
    app: MailSetup, monkeypatch: pytest.MonkeyPatch, read: bool
) -> None:
    """M-24: the file's name is made of the Message-ID, so handing it over again is nothing, also when it has been read."""

    class Crash(BaseException):
        """The power fails."""

    def crashed(*args: object) -> None:
        raise Crash

    app.gateway.publish_pending()
    with monkeypatch.context() as broken:
        broken.setattr(MailTables, "sent", crashed)
        with pytest.raises(Crash):
            app.gateway.flush()
    tree = MaildirTree(app.folder / "mail")
    if read:
        for file in (app.folder / "mail").glob("*/new/*"):
            file.rename(file.parents[1] / "cur" / f"{file.name}:2,S")
    app.later(minutes=2)
    assert app.restart().flush() == 2
    assert [len(tree.box(f"{name}@example.org")) for name in ("blue", "red")] == [1, 1]
    assert list((app.folder / "mail").glob("*/tmp/*")) == []


@pytest.mark.parametrize(
    "spec",
    ["", "smtp", "smtp:", "host", "host:x", "maildir:", "pigeon:home", "smtp://", "smtp://host:x", "smtps://user:secret@:1"],
)
def test_a_way_to_send_that_is_none_is_refused(spec: str) -> None:
    """The message says what may be written, and repeats nothing that may be a password."""
    with pytest.raises(ValueError, match=r"HOST:PORT, smtp://USER:PASSWORD@HOST:PORT or maildir:PATH") as caught:
        transport(spec)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "relay"),
    [
        ("mail.example:25", Relay("mail.example", 25)),
        ("[::1]:25", Relay("::1", 25)),
        ("smtp://mail.example", Relay("mail.example", 587)),
        ("smtp://me%40x:p%40ss@mail.example:2587", Relay("mail.example", 2587, "me@x", "p@ss", "starttls")),
        ("smtps://me:pass@mail.example", Relay("mail.example", 465, "me", "pass", "tls")),
    ],
)
def test_a_mail_server_is_named_in_one_line(spec: str, relay: Relay) -> None:
    """With a user, nothing is said before the line is secret."""
    way = transport(spec)
    assert isinstance(way, Smtp) and way.relay == relay


def test_a_port_where_nobody_listens_is_unreachable(port: int) -> None:
    """So that one round does not wait for it once a mail."""
    with transport(f"127.0.0.1:{port}").session() as session, pytest.raises(Unreachable, match=str(port)):
        session.send("a@x.example", "b@x.example", b"\r\n")


# ---------------------------------------------------------------- a server that asks who we are


@pytest.fixture
def guarded(port: int) -> Iterator[Postbox]:
    """A server that takes mail only under TLS and after a login."""
    postbox = Postbox()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    controller = Controller(
        postbox,
        hostname="127.0.0.1",
        port=port,
        tls_context=context,
        require_starttls=True,
        auth_required=True,
        authenticator=postbox.authenticate,
    )
    controller.start()
    yield postbox
    controller.stop()


def test_a_server_that_wants_starttls_and_a_login(guarded: Postbox, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are given, over a line whose certificate was checked."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with transport(f"smtp://me:p%40ss%20word@127.0.0.1:{port}").session() as session:
        session.send("a@x.example", "b@x.example", b"Subject: hello\r\n\r\n")
    assert guarded.logins == [(b"me", b"p@ss word")]
    assert [to for _, to, _ in guarded.taken] == [["b@x.example"]]


def test_no_password_for_a_server_that_cannot_prove_who_it_is(guarded: Postbox, port: int) -> None:
    """Its certificate is signed by nobody we know: nothing is sent, and it is the server's fault, not the mail's."""
    with transport(f"smtp://me:p%40ss%20word@127.0.0.1:{port}").session() as session, pytest.raises(Unreachable, match="CERT"):
        session.send("a@x.example", "b@x.example", b"\r\n")
    assert (guarded.logins, guarded.taken) == ([], [])


def test_a_wrong_password_gives_up_no_mail(guarded: Postbox, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-53: 535 is a 5xx, but says nothing of the mail: it waits until the setting is mended."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with transport(f"smtp://me:wrong@127.0.0.1:{port}").session() as session, pytest.raises(Unreachable, match="535"):
        session.send("a@x.example", "b@x.example", b"\r\n")


def test_a_refusal_says_whether_it_is_for_good(server: Postbox, port: int) -> None:
    """M-53: 4xx is not, 5xx is; what the server said is kept on one line."""
    with transport(f"127.0.0.1:{port}").session() as session:
        for code, final in ((451, False), (550, True)):
            server.answer = lambda address, code=code: "250 OK" if address == "sender" else f"{code} not now"
            with pytest.raises(DeliveryRefused, match=f"^{code} not now$") as caught:
                session.send("a@x.example", "b@x.example", b"\r\n")
            assert caught.value.final is final
