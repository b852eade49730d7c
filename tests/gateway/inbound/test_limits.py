"""How much is taken, and that the same mail counts once whatever way it comes."""

from __future__ import annotations

import threading
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from pbem.gateway.inbound.inbox import TOO_MANY
from tests.gateway.conftest import MailSetup, player_mail, text_of


def test_a_player_may_send_thirty_mails_an_hour(app: MailSetup) -> None:
    """M-26: the 31st is put off by the SMTP server; others are not touched; an hour later they may write again."""
    for number in range(30):
        assert app.gateway.inbox.judge(app.address()) == ""
        app.gateway.receive(player_mail("B1: move 3", message_id=f"<{number}@x>"), "blue@example.org", app.address())
    assert app.gateway.inbox.judge(app.address()) == TOO_MANY and TOO_MANY.startswith("450 4.7.1")
    assert app.gateway.inbox.judge(app.address("red")) == ""
    app.later(minutes=61)
    assert app.gateway.inbox.judge(app.address()) == ""


def test_the_limit_is_a_setting(app: MailSetup) -> None:
    """M-26: a bigger service, a smaller one."""
    app.restart(MAILS_AN_HOUR="1")
    app.deliver(player_mail("B1: move 3"))
    assert app.gateway.inbox.judge(app.address()) == TOO_MANY


def test_each_unreadable_mail_is_told_why(app: MailSetup) -> None:
    """M-26, M-56: two encrypted mails are rejected with a notice each; one that comes twice, with one."""
    secret = (
        "Content-Type: multipart/encrypted; protocol=application/pgp-encrypted; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n"
    )

    def encrypted(number: int) -> bytes:
        return f"From: blue@example.org\r\nMessage-ID: <{number}@x>\r\n{secret}".encode()

    for number in range(5):
        assert app.deliver(encrypted(number)) == "rejected: encrypted"
        app.deliver(b"Received: from relay\r\n" + encrypted(number))
    assert len(app.queued("refusal")) == 5
    assert not app.filed()


def parts(count: int) -> bytes:
    made = MIMEMultipart()
    made["From"] = "blue@example.org"
    for _ in range(count):
        made.attach(MIMEText("B1: move 3\n"))
    return made.as_bytes()


def nested(depth: int) -> bytes:
    inner: MIMEText | MIMEMultipart = MIMEText("B1: move 3\n")
    for _ in range(depth):
        outer = MIMEMultipart()
        outer.attach(inner)
        inner = outer
    inner["From"] = "blue@example.org"
    return inner.as_bytes()


@pytest.mark.parametrize(
    ("raw", "reason", "words"),
    [
        (parts(25), "too_many_parts", "20 parts"),
        (nested(14), "too_deep", "nested more than 10 deep"),
        (player_mail("B1: move 3\n" * 1_100), "too_many_lines", "1,000 lines"),
    ],
)
def test_each_limit_has_its_own_words(app: MailSetup, raw: bytes, reason: str, words: str) -> None:
    """M-25: parts, nesting and order lines: nothing is filed, and the player is told which limit it was."""
    assert app.deliver(raw) == f"rejected: {reason}"
    assert words in " ".join(text_of(app.queued()[0]).split())
    assert not app.filed()


def test_one_mail_by_two_ways_at_once_counts_once(app: MailSetup) -> None:
    """M-22: the same mail from two sources, one of which adds its lines and re-encodes the body, in two workers at once."""
    plain = player_mail("B1: move 3 # für die Königin\n")
    other = plain.replace(b"Content-Transfer-Encoding: 8bit", b"Content-Transfer-Encoding: quoted-printable").replace(
        "für die Königin".encode(), b"f=C3=BCr die K=C3=B6nigin"
    )
    assert other != plain
    shas = [
        app.gateway.receive(plain, "blue@example.org", app.address()),
        app.gateway.receive(b"Delivered-To: x\r\nReceived: from a by b; today\r\n" + other, None, app.address()),
    ]
    workers = [threading.Thread(target=app.gateway.process, args=(sha,)) for sha in shas]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [app.outcome(sha) for sha in shas] == ["orders accepted"] * 2
    assert (len(app.filed()), len(app.queued("receipt"))) == (1, 1)


def test_without_a_message_id_the_body_is_the_mail(app: MailSetup) -> None:
    """M-23: the same text again for the same turn is the same mail; for the next turn it is a new one."""
    raw = player_mail("B1: move 3", message_id="")
    app.deliver(raw)
    app.deliver(b"Received: from relay.example\r\n" + raw)
    assert (len(app.filed()), len(app.queued("receipt"))) == (1, 1)
    app.resolve(1)
    app.deliver(raw, to=app.address(turn=2))
    assert [filed.turn for filed in app.filed()] == [1, 2]


def test_a_date_changes_nothing(app: MailSetup) -> None:
    """M-47: the time of a mail is when we took it; a Date of yesterday or next year moves no deadline."""
    app.later(hours=23)
    sha = app.gateway.receive(
        player_mail("B1: move 3", Date="Mon, 01 Jan 2029 00:00:00 +0000"), "blue@example.org", app.address()
    )
    kept = app.gateway.tables.inbound(sha)
    assert kept is not None and kept.at == app.gateway.mail_context.now()
    app.gateway.process_pending()
    assert [filed.turn for filed in app.filed()] == [1]
    app.resolve(1)
    late = player_mail("B1: move 4", message_id="<late@x>", Date="Thu, 01 Jan 2026 11:00:00 +0000")
    assert app.deliver(late) == "orders late"


def test_what_came_before_the_deadline_counts_though_it_is_read_after_it(app: MailSetup) -> None:
    """M-47: stored at the last second, read when the clock has struck: the beat reads it before it resolves the turn."""
    app.later(hours=24, seconds=-1)
    app.gateway.receive(player_mail("B1: move 3"), "blue@example.org", app.address())
    app.later(seconds=2)
    moment = app.gateway.take_in()
    assert moment == app.clock[0]
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]


def test_orders_in_the_subject_are_hinted_at(app: MailSetup) -> None:
    """M-42: `Subject: orders: B1: move 3` and an empty body: not obeyed; the receipt says why."""
    raw = b"From: blue@example.org\r\nSubject: orders: B1: move 3\r\nMessage-ID: <s@x>\r\n\r\n\r\n"
    assert app.deliver(raw) == "orders unchanged"
    assert "subject" in app.answer()
    assert not app.filed()
