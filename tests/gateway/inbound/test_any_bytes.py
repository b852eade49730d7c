"""From its source to the answer: whatever bytes a mail is made of, it is done with, and a player's is answered.

`--hypothesis-profile=deep` tries more mails of each kind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.gateway.inbound.inbox import Inbox
from pbem.gateway.reading.sender_auth import TrustedServer
from pbem.service.context import ServiceContext
from tests.gateway.builders import mutations
from tests.gateway.builders.mutations import LABELS, Mutation, mutated
from tests.gateway.builders.tiny_game import GAMES
from tests.gateway.clients import Shape, reply
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail

TRIED = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.large_base_example]
)
SHAPES = (
    *(Shape("gmail"), Shape("outlook", tongue="de", charset="iso-8859-1"), Shape("iphone", place="bottom", tongue="ja")),
    *(Shape("mutt", form="text", place="inline"), Shape("thunderbird", encoding="base64", tongue="ru", charset="koi8-r")),
)
BOUNCE = (
    b"From: MAILER-DAEMON@example.org\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
    b"Message-ID: <b@example.org>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
    b"--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n<blue@example.org>: 550 5.1.1 no such us\xc3\xa9r\r\n"
    b"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; example.org\r\n\r\n"
    b"Final-Recipient: rfc822; blue@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n\r\n"
    b"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <x@y>\r\nSubject: =?utf-8?q?=C3=A9?=\r\n\r\nx\r\n--b--\r\n"
)


RECORDS = ["v=DMARC1; p=none", "v=DKIM1; k=rsa; p=eA=="]
"""What the DNS says, whatever it is asked."""


@dataclass(repr=False)
class Baseline:
    """A service whose reports are out, and as it was then for each mail that is tried."""

    app: MailSetup
    then: sqlite3.Connection
    seeds: list[bytes]
    addresses: dict[str, str]

    def anew(self) -> MailSetup:
        """As if no mail had ever come."""
        self.then.backup(self.app.context.database.con)
        self.app.context = ServiceContext(
            self.app.database, GAMES, lambda: self.app.clock[0], self.app._entropy, b"a secret for tests"
        )
        self.app.restart(POSTMASTER="boss@example.org", AUTHSERV_ID="mx.example", LISTS=f"list@{DOMAIN}")
        return self.app


@pytest.fixture
def baseline(app_in_file: MailSetup) -> Iterator[Baseline]:
    app = app_in_file
    app.context.database.con.execute("PRAGMA synchronous=OFF")
    app.restart(POSTMASTER="boss@example.org")
    app.gateway.publish_pending()
    app.gateway.flush()
    app.deliver(player_mail("B1: move 2", "stranger@example.net", "<held@example.net>"))
    report, held = app.queued("report")[0], app.queued("notice")[-1]
    signer = app.gateway.signer
    addresses = {
        "seat": app.address(),
        "late": app.address(turn=0),
        "office": signer.address,
        "bounce": signer.bounce_address(str(report["Message-ID"])),
        "leave": signer.unsubscribe_address("g1", "blue", app.blue.key),
        "confirm": str(held["Reply-To"]),
        "postmaster": f"postmaster@{DOMAIN}",
    }
    then = sqlite3.connect(":memory:", check_same_thread=False)
    app.context.database.con.backup(then)
    seeds = [reply(report.as_bytes(), "B1: move 3\nready\n", shape) for shape in SHAPES]
    yield Baseline(app, then, [player_mail("B1: move 3"), *seeds, BOUNCE], addresses)
    then.close()


def done(app: MailSetup, raw: bytes, to: str, mail_from: str | None = "blue@example.org") -> str:
    """Take a mail in, as from a folder, where one too big is cut; what became of it. It must be done with, at once."""
    sha = app.gateway.inbox.receive(raw, mail_from, to, whole=False)
    app.gateway.process_pending()
    kept = app.gateway.tables.inbound(sha)
    assert kept is not None
    assert kept.status == "processed", kept.outcome
    return kept.outcome


def answered(app: MailSetup) -> bool:
    """Has the player of blue been sent more than their report and the notice of held orders?"""
    return len([mail for mail in app.queued() if "blue@" in str(mail["To"])]) > 2


@TRIED
@given(number=st.integers(0, 5), changes=mutations.words_changed, late=st.booleans())
def test_a_players_mail_is_answered_whatever_it_is_made_of(
    baseline: Baseline, number: int, changes: list[Mutation], late: bool
) -> None:
    """M-55: with any words, parts, labels, encodings and dates: orders, or the reason why they were not read; never nothing."""
    app = baseline.anew()
    raw = mutated(baseline.seeds[number], changes)
    outcome = done(app, raw, baseline.addresses["late" if late else "seat"])
    assert outcome.startswith(("orders ", "rejected: ")), outcome
    assert answered(app)


@TRIED
@given(
    number=st.integers(0, 6),
    changes=mutations.anything_changed,
    to=st.sampled_from(["seat", "office", "bounce", "leave", "confirm", "postmaster"]),
    mail_from=st.sampled_from(["blue@example.org", "", None, "\udcff@\udce9", "red@example.org"]),
    looked_up=st.booleans(),
)
def test_no_mail_fails(
    baseline: Baseline, number: int, changes: list[Mutation], to: str, mail_from: str | None, looked_up: bool
) -> None:
    """M-55: at every address that we give out, with any bytes in any place, from a person or a machine."""
    app = baseline.anew()
    if looked_up:
        app.gateway.inbox.mail_context = replace(app.gateway.mail_context, server=TrustedServer(resolver=lambda name: RECORDS))
    raw = mutated(baseline.seeds[number], changes)
    outcome = done(app, raw, baseline.addresses[to], mail_from)
    if outcome.startswith(("orders ", "rejected: ", "held: ", "refused: ", "answered: ")):
        assert answered(app)


@TRIED
@given(raw=st.binary(max_size=400), to=st.sampled_from(["seat", "office", "bounce", "leave", "confirm", "postmaster"]))
def test_nothing_at_all_fails(baseline: Baseline, raw: bytes, to: str) -> None:
    """M-55: bytes that are no mail."""
    done(baseline.anew(), raw, baseline.addresses[to])


FORMS = (b"charset=", b"charset*=", b"charset*=utf-8''", b"charset*0*=")
WORST = (b"undefined", b"idna", b"punycode", b"hex", b"\0", b"\xfc")


def labelled(number: int, form: bytes, label: bytes, attached: bool) -> bytes:
    """Orders with eight bits in them under a label, in the mail itself or in a text file."""
    head = b"From: blue@example.org\r\nSubject: \xfc\r\nMessage-ID: <m%d@x>\r\n" % number
    kind = b"Content-Type: text/plain; " + form + label
    file = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" + kind + b"\r\nContent-Disposition: attachment"
    return head + (file if attached else kind) + b"\r\n\r\nB1: move 3 # f\xfcr\r\n"


def test_every_label_of_eight_bits_at_every_address(baseline: Baseline) -> None:
    """M-36, M-55: all names that Python knows, and some that it does not; the worst in every way to write them."""
    app = baseline.anew()
    tried = [(FORMS[number % 4], label, number % 8 < 4) for number, label in enumerate(LABELS)]
    tried += [(form, label, attached) for form in FORMS for label in WORST for attached in (True, False)]
    for number, (form, label, attached) in enumerate(tried):
        to = baseline.addresses[("seat", "office", "bounce", "postmaster")[number // 4 % 4]]
        done(app, labelled(2 * number, form, label, attached), to)
        outcome = done(app, labelled(2 * number + 1, form, label, attached), baseline.addresses["seat"])
        assert outcome.startswith("orders "), (form, label)
        assert outcome == "orders accepted" or label not in WORST
    assert answered(app)


PARTS = b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nB1: move 3\r\n--b--\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/mixed; boundary*=undefined''b" + PARTS,
        b"Content-Type: multipart/mixed; boundary*=x; boundary*0=b" + PARTS,
        b"Content-Type: multipart/mixed; boundary*" + b"9" * 5000 + b"=b" + PARTS,
        b"Subject: =?\xfc?q?x?= =?undefined?q?x?=\r\n\r\nB1: move 3\r\n",
        b"Content-Disposition: inline; filename*=idna''%FC\r\n\r\nB1: move 3\r\n",
        b"Content-Type: text/plain; charset*=utf-8''utf-8\r\n\r\nB1: move 3 # f\xc3\xbcr\r\n",
    ],
)
def test_the_orders_are_read_all_the_same(baseline: Baseline, raw: bytes) -> None:
    """M-55: a boundary, subject or name in letters that are none is no reason not to read what can be read."""
    app = baseline.anew()
    assert done(app, b"From: blue@example.org\r\nMessage-ID: <m@x>\r\n" + raw, baseline.addresses["seat"]) == "orders accepted"
    assert answered(app)


@pytest.mark.parametrize(
    "kind", [b"message/x", b"message/global", b"multipart/mixed; boundary*=b%d", b"multipart/mixed; boundary =b%d"]
)
def test_mails_in_mails_are_counted_however_their_frames_are_written(baseline: Baseline, kind: bytes) -> None:
    """M-25, M-27: a thousand frames of any kind; also inside of what a multipart that is coded, or a signature, encloses."""
    framed = b"".join(b"Content-Type: " + (kind % n if b"%d" in kind else kind) + b"\r\n\r\n--b%d\r\n" % n for n in range(1000))
    outcome = done(baseline.anew(), b"From: blue@example.org\r\n" + framed, baseline.addresses["seat"])
    assert outcome == "rejected: too_deep"
    app = baseline.anew()
    coded = mutations.coded_multipart(framed)
    assert done(app, b"From: blue@example.org\r\n" + coded, baseline.addresses["seat"]) == "rejected: too_deep"
    assert answered(app)


def test_a_fault_of_ours_is_still_seen(baseline: Baseline, monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure itself: were the reading to raise anything, these tests would say so."""

    def fault(*args: object) -> str:
        raise LookupError("unknown encoding")

    monkeypatch.setattr(Inbox, "_handle", fault)
    with pytest.raises(AssertionError):
        done(baseline.anew(), player_mail("B1: move 3"), baseline.addresses["seat"])
