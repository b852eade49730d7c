"""Mail in: what is filed, what is answered, what is dropped, and that no crash and no repetition counts twice."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from email.message import Message

import pytest

from pbem.gateway.extract import Extract
from pbem.gateway.inbound import read_mail, settle
from pbem.gateway.inbound.inbox import MailTooBig
from pbem.gateway.inbound.read_mail import MAX_MAIL
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.service.orders.file import file_orders
from tests.gateway.conftest import DOMAIN, House, letter, text_of


def test_orders_are_filed_and_the_receipt_says_what_stands(house: House) -> None:
    """Line 1 says accepted; then what stands unit by unit, the time left, who is waited for, how to change it."""
    assert house.deliver(letter("B1: move 3\nluck: for the Queen\n")) == "orders accepted"
    assert [(f.seat, f.turn, f.sheet, f.luck) for f in house.filed()] == [("blue", 1, {"B1": ["move 3"]}, "for the Queen")]
    mail = house.queued()[0]
    lines = text_of(mail).splitlines()
    assert lines[0] == "ACCEPTED: your mail for Open Sea (g1), turn 1, a move."
    assert lines[lines.index("B1:") + 1] == "  move 3"
    assert "Orders are due Friday 2026-01-02, 12:00 UTC: 1 day left when your mail" in lines
    assert "You are not ready; write `ready` when you are done." in lines
    assert any(line.startswith("Not ready yet: blue, red.") for line in lines)
    assert house.address() in lines
    *_, told = house.store.read(house.stream, 0, house.store.before_turn(house.stream, 1))
    assert f"  {told.hash.hex()}" == lines[lines.index("log head") + 1], "the last report's, not one that filings move"


def test_the_receipt_answers_the_players_mail(house: House) -> None:
    """M-43: to the registered address, in the thread of the game and of the mail, marked as an automatic answer."""
    house.deliver(letter("B1: move 3", message_id="<" + "x" * 90 + "@example.org>"))
    mail = house.queued()[0]
    assert mail["To"] == "The captain of B1 <blue@example.org>"
    assert mail["Reply-To"] == house.address()
    assert mail["In-Reply-To"] == "<" + "x" * 90 + "@example.org>"
    references = mail["References"].split()
    assert (references[0], references[-1]) == (f"<g1@{DOMAIN}>", mail["In-Reply-To"])
    assert mail["Subject"] == "Re: [g1 T0] Drill"
    assert (mail["Auto-Submitted"], mail["X-Auto-Response-Suppress"]) == ("auto-replied", "All")
    assert re.fullmatch(rf"<receipt\.[a-z2-7]{{16}}@{DOMAIN}>", mail["Message-ID"])


def test_the_commitment_can_be_made_again_from_the_receipt(house: House) -> None:
    """HMAC-SHA-256 keyed with the salt over the orders as they stand and the luck line gives the commitment."""
    house.deliver(letter("B1: move 3\nluck: Ahoi, Käpt’n"))
    text = house.answer()
    found = re.search(r"# form \w+\n(.*?)\nEND\n.*^luck: (.*?)$.*^commitment\s+(\w+)\nsalt\s+(\w+)", text, re.S | re.M)
    assert found
    made = hmac.digest(bytes.fromhex(found[4]), f"{found[1]}\nluck: {found[2]}".encode(), "sha256")
    assert made.hex() == found[3] == house.filed()[0].commitment


def test_a_receipt_answered_with_its_form_edited_files_the_new_orders(house: House) -> None:
    """A receipt is as good a form as a report; unchanged, it changes nothing."""
    house.deliver(letter("B1: move 3"))
    quoted = "".join(f"> {line}\n" for line in house.answer().splitlines())
    assert house.deliver(letter(f"On Thu, Wardroom wrote:\n{quoted}", message_id="<m2@x>")) == "orders unchanged"
    edited = quoted.replace("move 3", "move 5")
    assert house.deliver(letter(f"On Thu, Wardroom wrote:\n{edited}", message_id="<m3@x>")) == "orders accepted"
    assert house.filed()[-1].sheet == {"B1": ["move 5"]}


def test_problems_are_quoted_with_line_and_what_would_be_legal(house: House) -> None:
    """A mail with a good and a bad order is partly accepted; each problem has its line in the mail."""
    assert house.deliver(letter("Dear umpire,\nB1: move 3\n")) == "orders partly"
    text = " ".join(house.answer().split())
    assert text.startswith("PARTLY ACCEPTED")
    assert '- line 1: "Dear umpire,": not your ship. Yours: B1 or R1.' in text


def test_another_players_ship_is_a_problem_and_nothing_is_filed(house: House) -> None:
    """Orders for a ship of the other side are refused with the reason."""
    assert house.deliver(letter("R1: move 9")) == "orders refused"
    assert house.answer().startswith("NOT ACCEPTED")
    assert "not your ship" in house.answer()
    assert not house.filed()


def test_yesterdays_turn_is_too_late_and_the_receipt_says_where_to_write(house: House) -> None:
    """M-46: a mail for a resolved turn files nothing; its receipt says which, and gives the open turn's address."""
    old = house.address(turn=1)
    house.resolve(1)
    assert house.deliver(letter("B1: move 3"), to=old) == "orders late"
    text = " ".join(house.answer().split())
    assert "TOO LATE: your mail is for turn 1" in text
    assert "Turn 2 is open" in text
    assert house.address(turn=2) in text
    assert house.queued()[0]["Reply-To"] == house.address(turn=2)
    assert not house.filed()


def test_a_game_that_is_over_takes_no_orders(house: House) -> None:
    """After the end the answer says so."""
    house.deliver(letter("B1: move 9"))
    house.resolve(1)
    assert house.deliver(letter("B1: move 1", message_id="<m2@x>"), to=house.address(turn=2)) == "orders over"
    assert house.answer().startswith("OVER: Open Sea (g1) has ended")


@pytest.mark.parametrize("text", ["", "> B1: move 3\n", "-- \nB1: move 3\n", "Sent from my phone\n"])
def test_a_mail_without_orders_is_told_so(house: House, text: str) -> None:
    """M-41: empty, quoted-only and signature-only mails change nothing; the receipt says that no orders were found."""
    assert house.deliver(letter(text)) == "orders unchanged"
    assert house.answer().startswith("NOT ACCEPTED: no orders were found")
    assert "not quoted lines, signatures or pictures" in " ".join(house.answer().split())


def test_a_mail_of_headers_only_is_told_so(house: House) -> None:
    """No body at all."""
    assert house.deliver(b"From: blue@example.org\r\nSubject: hello\r\n") == "orders unchanged"


def test_a_broken_charset_does_not_hide_orders(house: House) -> None:
    """Bytes that fit no declared charset, and an unknown charset, are read as well as can be."""
    for number, charset in enumerate((b"utf-8", b"x-unknown", b"hex", b"")):
        raw = b"From: blue@example.org\r\nMessage-ID: <c%d@x>\r\nContent-Type: text/plain; charset=%s\r\n\r\n" % (
            number,
            charset,
        )
        assert house.deliver(raw + b"B1:\xa0move 3 # Gr\xfc\xdfe \xff\r\n") == "orders accepted"
    assert house.filed()[-1].sheet == {"B1": ["move 3"]}


def test_broken_headers_do_not_stop_a_mail(house: House) -> None:
    """Undecodable words in the subject are no reason to lose orders."""
    raw = b"From: blue@example.org\r\nSubject: =?x-no?q?a?= =?utf-8?b?!!!?= \xff\xfe\r\n\r\nB1: move 3\r\n"
    assert house.deliver(raw) == "orders accepted"
    assert house.queued()[0]["Subject"].startswith("Re: ")


def test_too_much_text_is_answered_and_nothing_is_filed(house: House) -> None:
    """M-25: more than 1 MiB of text is no set of orders."""
    text = base64.encodebytes(("B1: move 3 of many\n" * 60_000).encode())
    head = b"From: blue@example.org\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    house.gateway.tables.keep(head + text, "blue@example.org", house.address(), house.gateway.post.now)
    house.gateway.process_pending()
    assert "more than 1,024 KiB of text" in " ".join(house.answer().split())
    assert not house.filed()


def test_more_bytes_than_the_limit_are_not_kept(house: House) -> None:
    """M-25: above 256 KiB nothing is stored, and the door can say so."""
    with pytest.raises(MailTooBig, match="262144"):
        house.gateway.receive(b"x" * (MAX_MAIL + 1), "blue@example.org", house.address())
    assert house.gateway.tables.waiting("~") == []


def test_of_a_mail_too_big_that_was_fetched_the_player_is_told(house: House) -> None:
    """M-25: a mail that no server of ours could refuse is answered: its header is kept, and its sender told the reason."""
    raw = letter("B1: move 3\n", Subject2="x") + b"x" * MAX_MAIL
    house.gateway.inbox.receive(raw, "blue@example.org", house.address(), whole=False)
    house.gateway.process_pending()
    assert "256 KiB" in house.answer()
    assert house.queued()[0]["In-Reply-To"] == "<m1@example.org>"
    assert not house.filed()


def test_the_same_mail_twice_counts_once(house: House) -> None:
    """M-22: the same bytes are one mail; the same Message-ID by another relay is one set of orders with one receipt."""
    mail = letter("B1: move 3")
    house.deliver(mail)
    house.deliver(mail)
    house.deliver(b"Received: from relay.example\r\n" + mail)
    house.deliver(mail, to=house.address().upper().replace("-", "+"))
    assert len(house.filed()) == 1
    assert len(house.queued()) == 1


def test_two_mails_with_one_message_id_and_other_orders_both_count(house: House) -> None:
    """A careless mailer's repeated id must not lose orders."""
    house.deliver(letter("B1: move 3"))
    house.deliver(letter("B1: move 4"))
    assert [f.sheet["B1"] for f in house.filed()] == [["move 3"], ["move 4"]]
    assert len(house.queued()) == 2


def test_status_is_answered_and_change_nothing(house: House) -> None:
    """`status` gets what stands."""
    house.deliver(letter("B1: move 3"))
    assert house.deliver(letter("status", message_id="<m2@x>")) == "orders unchanged"
    text = house.answer()
    assert text.startswith("STATUS: Open Sea (g1), turn 1, a move.")
    assert "  move 3" in text


class Crash(BaseException):
    """The power fails."""


def crashed(*args: object) -> None:
    raise Crash


@pytest.mark.parametrize("step", ["file_orders", "queue", "settle"])
def test_a_crash_between_any_two_steps_is_repaired_at_the_next_start(
    house: House, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """M-24: stored, then crashed before filing, before the receipt or before the end: filed once, one receipt."""
    with monkeypatch.context() as broken:
        broken.setattr(settle if step == "file_orders" else MailTables, step, crashed)
        with pytest.raises(Crash):
            house.deliver(letter("B1: move 3"))
    house.restart()
    assert house.gateway.process_pending() == 1
    assert house.gateway.process_pending() == 0
    assert len(house.filed()) == 1
    assert len(house.queued()) == 1
    assert "  move 3" in house.answer()


def test_a_crash_right_after_filing_still_brings_a_receipt(house: House) -> None:
    """The service has filed, the gateway has not heard of it: the receipt is the one he would have had."""
    sha = house.gateway.receive(letter("B1: move 3", message_id=""), "blue@example.org", house.address())
    kept = house.gateway.tables.inbound(sha)
    assert kept is not None
    file_orders(house.room, "g1", "blue", "B1: move 3", read_mail.read(house.gateway.post, kept).source, 1)
    house.restart().process_pending()
    assert len(house.filed()) == 1
    assert house.answer().startswith("ACCEPTED")
    assert "  move 3" in house.answer()


def test_a_fault_stops_one_mail_only_and_that_one_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What the program fails at is kept as failed, with the reason, and can be processed after the fault is mended."""
    real = read_mail.extract

    def fragile(message: Message, sent: list[str]) -> Extract:
        assert message["Subject"] == "ok"
        return real(message, sent)

    with monkeypatch.context() as broken:
        broken.setattr(read_mail, "extract", fragile)
        bad = house.gateway.receive(letter("B1: move 3"), "blue@example.org", house.address())
        house.deliver(b"From: blue@example.org\r\nSubject: ok\r\n\r\nB1: move 4\r\n")
    assert house.outcome(bad).startswith("AssertionError")
    assert len(house.filed()) == 1
    assert house.gateway.process_pending() == 0
    house.later(minutes=1)
    assert house.gateway.process_pending() == 1
    assert len(house.filed()) == 2


def test_deep_nesting_is_survived(house: House) -> None:
    """A mail of many parts within parts ends in some outcome, not in a crash of the worker."""
    head = b"From: blue@example.org\r\n"
    raw = head + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(500))
    sha = house.gateway.receive(raw + b"\r\nB1: move 3\r\n", "blue@example.org", house.address())
    house.gateway.process_pending()
    assert house.outcome(sha) == "rejected: too_deep"


def test_what_crash_tests_patch_is_what_the_inbox_uses(house: House) -> None:
    """The pipeline stores before it files: a stored mail is there before anything else was done."""
    sha = house.gateway.receive(letter("B1: move 3"), "blue@example.org", house.address())
    assert house.gateway.tables.waiting("~") == [sha]
    assert hashlib.sha256(letter("B1: move 3") + b"\n" + house.address().encode()).hexdigest() == sha
    assert house.filed() == []


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        (b"MIME-Version", b"Auto-Submitted: =?utf-7?q?+2AA-?=\r\nMIME-Version", "dropped: auto-reply: Auto-Submitted: ?"),
        (b'"utf-8"', b'"utf-7"', "orders refused"),
    ],
)
def test_half_a_character_stops_no_mail(house: House, old: bytes, new: bytes, outcome: str) -> None:
    """M-36: UTF-7 can write what no database takes; the mail is settled, and those behind it are processed."""
    assert house.deliver(letter("B1: m+2AA-ove").replace(old, new)) == outcome
    assert house.deliver(letter("B1: move 3", message_id="<next@example.org>")) == "orders accepted"


def test_a_fault_in_settling_stops_that_mail_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-24: what cannot be noted of one mail keeps neither the others, nor the clock that takes mail in first, waiting."""
    real = MailTables.settle

    def settle(self: MailTables, sha: str, outcome: str, at: str) -> None:
        real(self, sha, outcome.replace("no seat's", "\ud800"), at)

    monkeypatch.setattr(MailTables, "settle", settle)
    bad = house.gateway.receive(b"From: x@example.net\r\n\r\nhello\r\n", "x@example.net", f"orders@{DOMAIN}")
    assert house.deliver(letter("B1: move 3")) == "orders accepted"
    kept = house.gateway.tables.inbound(bad)
    assert kept is not None and kept.status == "failed" and kept.outcome.startswith("UnicodeEncodeError")


def test_an_envelope_that_is_no_text_is_stored(house: House) -> None:
    """M-36: what a mail server's pipe hands on may be any bytes; a mail that could not be stored would be sent back."""
    sha = house.gateway.receive(letter("B1: move 3"), "bl\udcffe@example.org", house.address())
    house.gateway.process_pending()
    assert house.outcome(sha) == "orders accepted"
    odd = house.gateway.receive(letter("B1: move 3"), "blue@example.org", f"orders\udcff@{DOMAIN}")
    house.gateway.process_pending()
    assert house.outcome(odd).startswith("dropped: ")
