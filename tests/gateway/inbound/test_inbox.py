"""Mail in: what is filed, what is answered, what is dropped, and that no crash and no repetition counts twice."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from email.message import Message

import pytest

from pbem.gateway.extract import Extract
from pbem.gateway.inbound import settle
from pbem.gateway.inbound.inbox import MailTooBig
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.gateway.reading import read_mail
from pbem.gateway.reading.read_mail import MAX_MAIL
from pbem.service.orders.file import file_orders
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail, text_of


def test_orders_are_filed_and_the_receipt_says_what_stands(app: MailSetup) -> None:
    """Line 1 says accepted; then the current orders unit by unit, the time left, who is waited for, how to change it."""
    assert app.deliver(player_mail("B1: move 3\nluck: for the Queen\n")) == "orders accepted"
    assert [(f.seat, f.turn, f.sheet, f.luck) for f in app.filed()] == [("blue", 1, {"B1": ["move 3"]}, "for the Queen")]
    mail = app.queued()[0]
    lines = text_of(mail).splitlines()
    assert lines[0] == "ACCEPTED: your mail for Open Sea (g1), turn 1, a move."
    assert lines[lines.index("B1:") + 1] == "  move 3"
    assert "Orders are due Friday 2026-01-02, 12:00 UTC: 1 day left when your mail" in lines
    assert "You are not ready; write `ready` when you are done." in lines
    assert any(line.startswith("Not ready yet: Blue, Red.") for line in lines)
    assert app.address() in lines
    *_, told = app.store.read(app.stream, 0, app.store.before_turn(app.stream, 1))
    head = lines[lines.index("log head after turn 0 of g1:") + 1]
    assert head == f"  {told.hash.hex()}", "the last report's, not one that filings move"


def test_the_receipt_answers_the_players_mail(app: MailSetup) -> None:
    """M-43: to the registered address, in the thread of the game and of the mail, marked as an automatic answer."""
    app.deliver(player_mail("B1: move 3", message_id="<" + "x" * 90 + "@example.org>"))
    mail = app.queued()[0]
    assert mail["To"] == "The captain of B1 <blue@example.org>"
    assert mail["Reply-To"] == app.address()
    assert mail["In-Reply-To"] == "<" + "x" * 90 + "@example.org>"
    references = mail["References"].split()
    assert (references[0], references[-1]) == (f"<g1@{DOMAIN}>", mail["In-Reply-To"])
    assert mail["Subject"] == "Re: [g1 T0] Drill"
    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-replied", "All")
    assert re.fullmatch(rf"<receipt\.[a-z2-7]{{16}}@{DOMAIN}>", mail["Message-ID"])


def test_the_commitment_can_be_made_again_from_the_receipt(app: MailSetup) -> None:
    """HMAC-SHA-256 keyed with the salt over the orders as they are and the luck line gives the commitment."""
    app.deliver(player_mail("B1: move 3\nluck: Ahoi, Käpt’n"))
    text = app.answer()
    sealed = r"^commitment of blue for turn 1 of g1:\s+(\w+)\nsalt of blue for turn 1 of g1:\s+(\w+)"
    found = re.search(rf"# form \w+\n(.*?)\nEND\n.*^luck: (.*?)$.*{sealed}", text, re.S | re.M)
    assert found
    made = hmac.digest(bytes.fromhex(found[4]), f"{found[1]}\nluck: {found[2]}".encode(), "sha256")
    assert made.hex() == found[3] == app.filed()[0].commitment


def test_a_receipt_answered_with_its_form_edited_files_the_new_orders(app: MailSetup) -> None:
    """A receipt is as good a form as a report; unchanged, it changes nothing."""
    app.deliver(player_mail("B1: move 3"))
    quoted = "".join(f"> {line}\n" for line in app.answer().splitlines())
    assert app.deliver(player_mail(f"On Thu, Wardroom wrote:\n{quoted}", message_id="<m2@x>")) == "orders unchanged"
    edited = quoted.replace("move 3", "move 5")
    assert app.deliver(player_mail(f"On Thu, Wardroom wrote:\n{edited}", message_id="<m3@x>")) == "orders accepted"
    assert app.filed()[-1].sheet == {"B1": ["move 5"]}


def test_problems_are_quoted_with_line_and_what_would_be_legal(app: MailSetup) -> None:
    """A mail with a good and a bad order is partly accepted; each problem has its line in the mail."""
    assert app.deliver(player_mail("Full steam ahead\nB1: move 3\n")) == "orders partly"
    text = " ".join(app.answer().split())
    assert text.startswith("PARTLY ACCEPTED")
    assert '- line 1: "Full steam ahead": not your ship. Yours: B1 or R1.' in text


def test_another_players_ship_is_a_problem_and_nothing_is_filed(app: MailSetup) -> None:
    """Orders for a ship of the other side are refused with the reason."""
    assert app.deliver(player_mail("R1: move 9")) == "orders refused"
    assert app.answer().startswith("NOT ACCEPTED")
    assert "not your ship" in app.answer()
    assert not app.filed()


def test_yesterdays_turn_is_too_late_and_the_receipt_says_where_to_write(app: MailSetup) -> None:
    """M-46: a mail for a resolved turn files nothing; its receipt says which, and gives the open turn's address."""
    old = app.address(turn=1)
    app.resolve(1)
    assert app.deliver(player_mail("B1: move 3"), to=old) == "orders late"
    text = " ".join(app.answer().split())
    assert "TOO LATE: your mail is for turn 1" in text
    assert "Turn 2 is open" in text
    assert app.address(turn=2) in text
    assert app.queued()[0]["Reply-To"] == app.address(turn=2)
    assert not app.filed()


def test_a_game_that_is_over_takes_no_orders(app: MailSetup) -> None:
    """After the end the answer says so."""
    app.deliver(player_mail("B1: move 9"))
    app.resolve(1)
    assert app.deliver(player_mail("B1: move 1", message_id="<m2@x>"), to=app.address(turn=2)) == "orders over"
    assert app.answer().startswith("OVER: Open Sea (g1) has ended")


@pytest.mark.parametrize("text", ["", "> B1: move 3\n", "-- \nB1: move 3\n", "Sent from my phone\n"])
def test_a_mail_without_orders_is_told_so(app: MailSetup, text: str) -> None:
    """M-41: empty, quoted-only and signature-only mails change nothing; the receipt says that no orders were found."""
    assert app.deliver(player_mail(text)) == "orders unchanged"
    assert app.answer().startswith("NOT ACCEPTED: no orders were found")
    assert "not quoted lines, signatures or pictures" in " ".join(app.answer().split())


def test_a_mail_of_headers_only_is_told_so(app: MailSetup) -> None:
    """No body at all."""
    assert app.deliver(b"From: blue@example.org\r\nSubject: hello\r\n") == "orders unchanged"


def test_a_broken_charset_does_not_hide_orders(app: MailSetup) -> None:
    """Bytes that fit no declared charset, and an unknown charset, are read as well as can be."""
    for number, charset in enumerate((b"utf-8", b"x-unknown", b"hex", b"")):
        raw = b"From: blue@example.org\r\nMessage-ID: <c%d@x>\r\nContent-Type: text/plain; charset=%s\r\n\r\n" % (
            number,
            charset,
        )
        assert app.deliver(raw + b"B1:\xa0move 3 # Gr\xfc\xdfe \xff\r\n") == "orders accepted"
    assert app.filed()[-1].sheet == {"B1": ["move 3"]}


def test_broken_headers_do_not_stop_a_mail(app: MailSetup) -> None:
    """Undecodable words in the subject are no reason to lose orders."""
    raw = b"From: blue@example.org\r\nSubject: =?x-no?q?a?= =?utf-8?b?!!!?= \xff\xfe\r\n\r\nB1: move 3\r\n"
    assert app.deliver(raw) == "orders accepted"
    assert app.queued()[0]["Subject"].startswith("Re: ")


def test_too_much_text_is_answered_and_nothing_is_filed(app: MailSetup) -> None:
    """M-25: more than 1 MiB of text is no set of orders."""
    text = base64.encodebytes(("B1: move 3 of many\n" * 60_000).encode())
    head = b"From: blue@example.org\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    app.gateway.tables.keep(head + text, "blue@example.org", app.address(), app.gateway.mail_context.now)
    app.gateway.process_pending()
    assert "more than 1,024 KiB of text" in " ".join(app.answer().split())
    assert not app.filed()


def test_more_bytes_than_the_limit_are_not_kept(app: MailSetup) -> None:
    """M-25: above 256 KiB nothing is stored, and the source can say so."""
    with pytest.raises(MailTooBig, match="262144"):
        app.gateway.receive(b"x" * (MAX_MAIL + 1), "blue@example.org", app.address())
    assert app.gateway.tables.waiting("~") == []


def test_of_a_mail_too_big_that_was_fetched_the_player_is_told(app: MailSetup) -> None:
    """M-25: a mail that no server of ours could refuse is answered: its header is kept, and its sender told the reason."""
    raw = player_mail("B1: move 3\n", Subject2="x") + b"x" * MAX_MAIL
    app.gateway.inbox.receive(raw, "blue@example.org", app.address(), whole=False)
    app.gateway.process_pending()
    assert "256 KiB" in app.answer()
    assert app.queued()[0]["In-Reply-To"] == "<m1@example.org>"
    assert not app.filed()


def test_the_same_mail_twice_counts_once(app: MailSetup) -> None:
    """M-22: the same bytes are one mail; the same Message-ID by another relay is one set of orders with one receipt."""
    mail = player_mail("B1: move 3")
    app.deliver(mail)
    app.deliver(mail)
    app.deliver(b"Received: from relay.example\r\n" + mail)
    app.deliver(mail, to=app.address().upper().replace("-", "+"))
    assert len(app.filed()) == 1
    assert len(app.queued()) == 1


def test_two_mails_with_one_message_id_and_other_orders_both_count(app: MailSetup) -> None:
    """A careless mailer's repeated id must not lose orders."""
    app.deliver(player_mail("B1: move 3"))
    app.deliver(player_mail("B1: move 4"))
    assert [f.sheet["B1"] for f in app.filed()] == [["move 3"], ["move 4"]]
    assert len(app.queued()) == 2


def test_status_is_answered_and_change_nothing(app: MailSetup) -> None:
    """`status` gets the current orders."""
    app.deliver(player_mail("B1: move 3"))
    assert app.deliver(player_mail("status", message_id="<m2@x>")) == "orders unchanged"
    text = app.answer()
    assert text.startswith("STATUS: Open Sea (g1), turn 1, a move.")
    assert "  move 3" in text


class Crash(BaseException):
    """The power fails."""


def crashed(*args: object) -> None:
    raise Crash


@pytest.mark.parametrize("step", ["file_orders", "queue", "settle"])
def test_a_crash_between_any_two_steps_is_repaired_at_the_next_start(
    app: MailSetup, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """M-24: stored, then crashed before filing, before the receipt or before the end: filed once, one receipt."""
    with monkeypatch.context() as broken:
        broken.setattr(settle if step == "file_orders" else MailTables, step, crashed)
        with pytest.raises(Crash):
            app.deliver(player_mail("B1: move 3"))
    app.restart()
    assert app.gateway.process_pending() == 1
    assert app.gateway.process_pending() == 0
    assert len(app.filed()) == 1
    assert len(app.queued()) == 1
    assert "  move 3" in app.answer()


def test_a_crash_right_after_filing_still_brings_a_receipt(app: MailSetup) -> None:
    """The service has filed, the gateway has not heard of it: the receipt is the one they would have had."""
    sha = app.gateway.receive(player_mail("B1: move 3", message_id=""), "blue@example.org", app.address())
    kept = app.gateway.tables.inbound(sha)
    assert kept is not None
    file_orders(app.context, "g1", "blue", "B1: move 3", read_mail.read(app.gateway.mail_context, kept).source, 1)
    app.restart().process_pending()
    assert len(app.filed()) == 1
    assert app.answer().startswith("ACCEPTED")
    assert "  move 3" in app.answer()


def test_a_fault_stops_one_mail_only_and_that_one_is_tried_again(
    app: MailSetup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What the program fails at is kept as failed, with the reason, and can be processed after the fault is mended."""
    real = read_mail.extract

    def fragile(message: Message, sent: list[str]) -> Extract:
        assert message["Subject"] == "ok"
        return real(message, sent)

    with monkeypatch.context() as broken:
        broken.setattr(read_mail, "extract", fragile)
        bad = app.gateway.receive(player_mail("B1: move 3"), "blue@example.org", app.address())
        app.deliver(b"From: blue@example.org\r\nSubject: ok\r\n\r\nB1: move 4\r\n")
    assert app.outcome(bad).startswith("AssertionError")
    assert len(app.filed()) == 1
    assert app.gateway.process_pending() == 0
    app.later(minutes=1)
    assert app.gateway.process_pending() == 1
    assert len(app.filed()) == 2


def test_deep_nesting_is_survived(app: MailSetup) -> None:
    """A mail of many parts within parts ends in some outcome, not in a crash of the worker."""
    head = b"From: blue@example.org\r\n"
    raw = head + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(500))
    sha = app.gateway.receive(raw + b"\r\nB1: move 3\r\n", "blue@example.org", app.address())
    app.gateway.process_pending()
    assert app.outcome(sha) == "rejected: too_deep"


def test_what_crash_tests_patch_is_what_the_inbox_uses(app: MailSetup) -> None:
    """The pipeline stores before it files: a stored mail is there before anything else was done."""
    sha = app.gateway.receive(player_mail("B1: move 3"), "blue@example.org", app.address())
    assert [mail.sha for mail in app.gateway.tables.waiting("~")] == [sha]
    assert hashlib.sha256(player_mail("B1: move 3") + b"\n" + app.address().encode()).hexdigest() == sha
    assert app.filed() == []


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        (b"MIME-Version", b"Auto-Submitted: =?utf-7?q?+2AA-?=\r\nMIME-Version", "dropped: auto-reply: Auto-Submitted: ?"),
        (b'"utf-8"', b'"utf-7"', "orders refused"),
    ],
)
def test_half_a_character_stops_no_mail(app: MailSetup, old: bytes, new: bytes, outcome: str) -> None:
    """M-36: UTF-7 can write what no database takes; the mail is settled, and those behind it are processed."""
    assert app.deliver(player_mail("B1: m+2AA-ove").replace(old, new)) == outcome
    assert app.deliver(player_mail("B1: move 3", message_id="<next@example.org>")) == "orders accepted"


def test_a_fault_in_settling_stops_that_mail_alone(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-24: what cannot be noted of one mail keeps neither the others, nor the clock that takes mail in first, waiting."""
    real = MailTables.settle

    def settle(self: MailTables, sha: str, outcome: str, at: str) -> None:
        real(self, sha, outcome.replace("no seat's", "\ud800"), at)

    monkeypatch.setattr(MailTables, "settle", settle)
    bad = app.gateway.receive(b"From: x@example.net\r\n\r\nhello\r\n", "x@example.net", f"orders@{DOMAIN}")
    assert app.deliver(player_mail("B1: move 3")) == "orders accepted"
    kept = app.gateway.tables.inbound(bad)
    assert kept is not None and kept.status == "failed" and kept.outcome.startswith("UnicodeEncodeError")


def test_an_envelope_that_is_no_text_is_stored(app: MailSetup) -> None:
    """M-36: what a mail server's pipe hands on may be any bytes; a mail that could not be stored would be sent back."""
    sha = app.gateway.receive(player_mail("B1: move 3"), "bl\udcffe@example.org", app.address())
    app.gateway.process_pending()
    assert app.outcome(sha) == "orders accepted"
    odd = app.gateway.receive(player_mail("B1: move 3"), "blue@example.org", f"orders\udcff@{DOMAIN}")
    app.gateway.process_pending()
    assert app.outcome(odd).startswith("dropped: ")


def test_what_another_process_did_meanwhile_stays(app: MailSetup) -> None:
    """A mail is settled once, its failure is counted once, and neither is tried again by who comes second."""
    tables, inbox, now = app.gateway.tables, app.gateway.inbox, app.gateway.mail_context.now()
    settled, failed = (
        app.gateway.receive(player_mail(text), "blue@example.org", app.address()) for text in ("BIS: TURN L", "x")
    )
    read = [tables.inbound(sha) for sha in (settled, failed)]
    assert read[0] is not None and read[1] is not None
    assert tables.settle(settled, "filed", now) and not tables.settle(settled, "a duplicate", now)
    assert not tables.stopped(read[0], "a fault", now, now) and not inbox.process(settled)
    assert tables.stopped(read[1], "a fault", now, now) and not tables.stopped(read[1], "another fault", now, now)
    assert not inbox.process(failed, 0)
    assert [app.outcome(sha) for sha in (settled, failed)] == ["filed", "a fault"]
    found = tables.inbound(failed)
    assert found is not None and found.attempts == 1
