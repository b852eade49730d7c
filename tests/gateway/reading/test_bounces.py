"""What mail systems report about a mail of ours."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import Message

import pytest

from pbem.gateway.reading.bounces import Failure, failures, is_complaint, is_receipt_notice

MAIL_ID = "<g17.t3.p1.abc@wardroom.example>"
COPY = f"Message-ID: {MAIL_ID}\nSubject: [g17 T3] Drill\n\nThe report"


def mail(body: str, **headers: str) -> Message:
    lines = {"From": "MAILER-DAEMON@mx.example.net", "Subject": "Undelivered Mail", "Message-ID": "<b1@mx.example.net>"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return message_from_bytes(f"{head}\n{body}".encode(), policy=policy.compat32)


def report(*recipients: str, kind: str = "delivery-status", copy: str = f"Content-Type: message/rfc822\n\n{COPY}") -> Message:
    """A delivery report about some recipients, each a block of fields."""
    blocks = "\n\n".join(("Reporting-MTA: dns; mx.example.net", *recipients))
    return mail(
        f"--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/{kind}\n\n{blocks}\n\n--b\n{copy}\n--b--\n",
        Content_Type=f'multipart/report; report-type={kind}; boundary="b"',
    )


def block(action: str = "failed", status: str = "5.1.1", diagnostic: str = "", address: str = "blue@example.org") -> str:
    told = f"\nDiagnostic-Code: smtp; {diagnostic}" if diagnostic else ""
    return f"Final-Recipient: rfc822; {address}\nAction: {action}\nStatus: {status}{told}"


def test_a_failure_of_class_5_is_permanent() -> None:
    """M-19: a mailbox that does not exist is a hard failure, told with address, status and the other side's words."""
    found = failures(report(block(diagnostic="550 5.1.1 no such user")))
    assert found == (Failure("blue@example.org", True, "5.1.1", "550 5.1.1 no such user"),)


@pytest.mark.parametrize(
    ("status", "diagnostic", "permanent"),
    [
        ("4.2.2", "", False),
        ("4.4.7", "", False),
        ("5.2.2", "552 5.2.2 mailbox full", False),
        ("5.0.0", "452 4.2.2 over quota", False),
        ("5.0.0", "552 the mailbox of this user is full", False),
        ("5.7.1", "550 5.7.1 not allowed", False),
        ("5.0.0", "550 5.1.1 unknown", True),
        ("5.1.1", "550 unknown, was 4.4.1 before", True),
        ("5.0.0", "451 4.4.1 no answer for days", False),
        ("5.0.0 (permanent failure)", "", True),
        ("", "550 no such user", True),
        ("", "451 try later", False),
        ("", "", True),
    ],
)
def test_soft_and_hard(status: str, diagnostic: str, permanent: bool) -> None:
    """M-19: what failed for good with 4.x, or because the mailbox is full, is soft; other failures are hard."""
    (found,) = failures(report(block(status=status, diagnostic=diagnostic)))
    assert found.permanent is permanent


def test_several_recipients_are_told_apart() -> None:
    """M-19: one report may tell of several addresses, of which only the failed ones count, each once."""
    found = failures(
        report(
            block(address="blue@example.org"),
            block(action="delivered", status="2.0.0", address="red@example.org"),
            block(address="blue@example.org"),
            block(action="error", address="<green@example.org>"),
        )
    )
    assert [each.address for each in found] == ["blue@example.org", "green@example.org"]


def test_the_address_we_wrote_to_counts_before_the_one_it_was_forwarded_to() -> None:
    """M-19: a failure behind a forwarder is told of the address that we know."""
    (found,) = failures(report("Original-Recipient: rfc822;blue@example.org\n" + block(address="blue@elsewhere.example")))
    assert found.address == "blue@example.org"


@pytest.mark.parametrize("action", ["delayed", "Delayed (will retry)", "relayed", "expanded", "delivered"])
def test_a_delay_is_no_failure(action: str) -> None:
    """M-20: while the other side goes on trying, and when it has delivered or passed the mail on, nothing has failed."""
    assert failures(report(block(action=action, status="4.4.1"))) == ()


def test_a_report_without_action_goes_by_its_status() -> None:
    """M-20: only a status of class 5 is a failure when the report does not say what was done."""
    told = "Final-Recipient: rfc822; blue@example.org\nStatus: "
    assert failures(report(told + "4.4.1")) == ()
    assert len(failures(report(told + "5.1.1"))) == 1


def test_a_report_that_is_only_the_status_part() -> None:
    """M-19: some systems send the status part alone, without any text around it."""
    bare = mail(f"Reporting-MTA: dns; mx\n\n{block(status='4.2.2')}\n", Content_Type="message/delivery-status")
    assert failures(bare) == (Failure("blue@example.org", False, "4.2.2", ""),)


WORDS = """Hi. This is the mail program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.

<blue@example.org>:
{words}

--- Below this line is a copy of the message.

Message-ID: <g17.t3.p1.abc@wardroom.example>
To: blue@example.org
Subject: version 4.2.1
"""


@pytest.mark.parametrize(
    ("words", "permanent", "status"),
    [
        ("Sorry, no mailbox here by that name. (#5.1.1)", True, "5.1.1"),
        ("The user's mailbox is full.", False, ""),
        ("Connected, but it said:\n450 4.2.1 try again\nGiving up.", False, "4.2.1"),
        ("Sorry.", True, ""),
    ],
)
def test_a_bounce_in_its_own_words(words: str, permanent: bool, status: str) -> None:
    """M-19: a mail system without reports is understood by its text: whom it names, and what it says beside the name."""
    (found,) = failures(mail(WORDS.format(words=words)))
    assert (found.address, found.permanent, found.status) == ("blue@example.org", permanent, status)


def test_a_warning_in_its_own_words_is_no_failure() -> None:
    """M-20: the text of a delay counts against nobody."""
    told = "The address to which the message has not yet been delivered is:\n\n  blue@example.org\n\n"
    assert failures(mail(f"{told}No action is required on your part\n")) == ()


def test_what_an_attached_mail_says_is_not_the_report() -> None:
    """M-21: the returned mail's own text never counts as a failure."""
    assert failures(report(block(action="delayed"), copy=f"Content-Type: message/rfc822\n\nSubject: x\n\n{WORDS}")) == ()
    quoting = mail(
        f"--b\nContent-Type: text/plain\n\nhello\n--b\nContent-Type: message/rfc822\n\nSubject: x\n\n{WORDS}\n--b--\n",
        Content_Type='multipart/mixed; boundary="b"',
    )
    assert failures(quoting) == ()


def test_a_complaint_is_known_and_is_no_failure() -> None:
    """M-20: a feedback report is told apart."""
    complaint = report("Feedback-Type: abuse\nVersion: 1", kind="feedback-report")
    assert is_complaint(complaint)
    assert failures(complaint) == ()
    assert not is_complaint(report(block()))


def test_a_notice_of_receipt_is_known_and_is_no_failure() -> None:
    """M-20: a notice that the mail was shown counts for nothing."""
    shown = report("Disposition: manual-action/MDN-sent-manually; displayed", kind="disposition-notification")
    assert is_receipt_notice(shown)
    assert failures(shown) == ()
    assert not is_receipt_notice(report(block()))


@pytest.mark.parametrize(
    "broken",
    [
        mail("no part at all", Content_Type='multipart/report; report-type=delivery-status; boundary="b"'),
        mail("", Content_Type="message/delivery-status"),
        mail("\n\n\n", Content_Type="message/delivery-status"),
        report("Action: failed"),
        report("Final-Recipient: rfc822;\nAction: failed\nStatus: five"),
        mail("x", From=""),
        mail("x", From="(" * 5000),
        mail("Failed addresses follow:\n blue@ex\udcffample.org\n".encode("utf-8", "replace").decode()),
    ],
)
def test_broken_reports_are_read_as_far_as_they_go(broken: Message) -> None:
    """M-19: a broken report is no fault of ours, and names no address that is not in it."""
    assert {each.address for each in failures(broken)} <= {""}
