"""Mails of ours that are neither report nor receipt: their words in golden files, who gets them, and where answers go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.accounts.people import Person
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.mail_rows import Inbound, Outbound, OutgoingMail
from pbem.gateway.mailboxes.quarantine_table import HeldMail
from pbem.gateway.outbound import notices
from pbem.gateway.outbound.receipt_mail import AnsweredMail
from pbem.service.mail_port import SeatRef
from pbem.service.press.messages import PressDelivery
from pbem.service.receipt import Receipt
from tests.gateway.builders.golden_files import same_as_golden
from tests.gateway.conftest import opened, text_of

REPORT = "<g1.t0.blue.ifsxzirho7g5vrv2@wardroom.example>"
SIGNER = AddressSigner(
    "wardroom.example", (b"a secret for tests",), base_url="https://wargames.example", asked_by=lambda *_: REPORT
)
BLUE = Person("abcdefgh", "The captain of B1", "blue@example.org", "")
AT = "2026-01-01T10:30:00.000000Z"
CODE = "a" * 16
SEAT = ("g1", "blue", 1)
TO = SeatRef(*SEAT, BLUE)
OPERATOR = "operator@example.org"


def answered(subject: str) -> AnsweredMail:
    """The mail that a notice answers."""
    return AnsweredMail(AT, 1, "<m1@example.org>", subject)


def came(raw: bytes, mail_from: str | None) -> Inbound:
    """A mail that came in."""
    return Inbound("sha", AT, mail_from, "postmaster@wardroom.example", raw, "new", "", "", "", "", 0, "", "", 0, 0)


def held(
    why: str = "it is from stranger@example.net, which is no address of yours", signer: AddressSigner = SIGNER
) -> OutgoingMail:
    held = HeldMail(CODE, "sha", *SEAT, BLUE.id, "stranger@example.net", why, AT, "waiting")
    return notices.held_mail(signer, BLUE, held, "Blue admiral", "orders\r\nBcc: x", "held.x")


def press(text: str = "We shall see.\n\nGood hunting!") -> OutgoingMail:
    titles = {"blue": "Blue admiral", "green": "Green admiral", "red": "Red admiral"}
    of = Receipt("g1", "Open Sea", "red", "red", 1, "accepted", "turn 1", "the unit", titles=titles)
    return notices.press_mail(SIGNER, TO, PressDelivery(["blue", "green"], text, "p.1"), of, "press.x", AT)


def reject(sentence: str = "Your mail is encrypted, and we have no key for it.") -> OutgoingMail:
    return notices.reject_mail(SIGNER, TO, answered("AW: Re: orders"), sentence, "reject.x")


def lost(*games: tuple[str, str, str]) -> OutgoingMail:
    return notices.lost_mail(SIGNER, BLUE, games, answered("hello"), "lost.x")


def misuse(mine: bool) -> OutgoingMail:
    return notices.misuse_mail(SIGNER, TO, "Blue admiral" if mine else "", "other@example.net", "misuse.x", AT)


def given_up() -> OutgoingMail:
    mails = [
        Outbound(f"<m{n}@x>", AT, kind, "abcdefgh", "failed", 1, AT, "", "", stream, seat, 1)
        for n, (kind, stream, seat) in enumerate((("report", "g1", "blue"), ("refusal", "", "")))
    ]
    return notices.given_up_mail(SIGNER, OPERATOR, [(mails[0], "550 no such\nuser"), (mails[1], "421 busy")], AT)


NOTICES: dict[str, Callable[[], OutgoingMail]] = {
    "held": held,
    "misuse-mine": lambda: misuse(True),
    "misuse-theirs": lambda: misuse(False),
    "reject": reject,
    "lost": lambda: lost(
        ("g1", "Blue admiral", "orders+g1-blue-1-x@wardroom.example"), ("g2", "Red admiral", "orders+g2-red-4-y@w.example")
    ),
    "lost-nowhere": lost,
    "press": press,
    "left": lambda: notices.left_mail(SIGNER, TO, "Blue admiral", "left.x", AT),
    "given-up": given_up,
}
KINDS = {"reject": "refusal", "lost": "refusal", "lost-nowhere": "refusal", "press": "press", "given-up": "operator"}


@pytest.mark.parametrize("name", NOTICES)
def test_a_notice_as_it_goes_out(name: str, request: pytest.FixtureRequest) -> None:
    """Header and text in golden files, prose of at most 72 columns; made again it is the same mail to the byte."""
    made = NOTICES[name]()
    assert made == NOTICES[name]()
    assert made.kind == KINDS.get(name, "notice")
    head = made.raw.split(b"\r\n\r\n", 1)[0].decode("ascii").replace("\r\n", "\n")
    text = text_of(opened(made.raw))
    assert max(map(len, text.splitlines())) <= 72
    same_as_golden(request, f"notice-{name}.txt", f"{head}\n\n{text}")


@pytest.mark.parametrize("name", NOTICES)
def test_every_notice_keeps_machines_silent(name: str) -> None:
    """M-18: Auto-Submitted, X-Auto-Response-Suppress and List-Id on every mail, and a code for its return path."""
    made = NOTICES[name]()
    mail = opened(made.raw)
    assert mail["Auto-Submitted"] in ("auto-generated", "auto-replied")
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert str(mail["List-Id"]).endswith(".wardroom.example>")
    assert mail["Message-ID"] == made.message_id
    assert made.code == SIGNER.bounce_code(made.message_id)
    assert [mail["List-Unsubscribe"], mail["Cc"], mail["Bcc"]] == [None, None, None]


def test_held_orders_are_confirmed_by_an_answer_or_a_page() -> None:
    """M-7: an answer goes to the address that confirms; the page is named where there is one; a stranger's words stay words."""
    mail = opened(held().raw)
    assert mail["Reply-To"] == SIGNER.confirm_address(CODE)
    assert mail["To"].addresses[0].addr_spec == "blue@example.org"
    assert SIGNER.confirm_link(CODE) in text_of(mail)
    assert "Subject: orders Bcc: x\n" in text_of(mail)
    assert "http" not in text_of(opened(held(signer=AddressSigner("wardroom.example", (b"a secret",))).raw))


def test_neither_player_is_told_the_others_address() -> None:
    """M-8: the address's owner learns that a player wrote, the writer that it was not theirs; no address is given away."""
    mine, theirs = (text_of(opened(misuse(whose).raw)) for whose in (True, False))
    assert "other@example.net" not in mine
    assert "other@example.net" in theirs, "their own"
    assert opened(misuse(False).raw)["Reply-To"] == "orders@wardroom.example"
    assert opened(misuse(True).raw)["Reply-To"] == SIGNER.seat_address(*SEAT, BLUE.key)


def test_a_mail_that_cannot_be_read_is_answered_in_its_thread() -> None:
    """M-40, M-25: with the reason, as an answer to the mail, under its subject without the prefixes of mail programs."""
    mail = opened(reject().raw)
    assert (mail["Subject"], mail["In-Reply-To"]) == ("Re: orders", "<m1@example.org>")
    assert text_of(mail).startswith("NOT READ: Your mail is encrypted, and we have no key for it.\n")
    assert mail["Reply-To"] == SIGNER.seat_address(*SEAT, BLUE.key)


def test_a_lost_mail_is_told_where_to_write() -> None:
    """One game: an answer goes there; more: their addresses are named."""
    address = "orders+g1-blue-1-x@wardroom.example"
    assert opened(lost(("g1", "blue", address)).raw)["Reply-To"] == address
    assert opened(NOTICES["lost"]().raw)["Reply-To"] == "orders@wardroom.example"
    assert address in text_of(opened(NOTICES["lost"]().raw))


def test_press_is_answered_through_the_readers_own_seat() -> None:
    """M-48: nobody's address is shown; the words are whole, blank lines and all."""
    mail = opened(press().raw)
    assert mail["Reply-To"] == SIGNER.seat_address(*SEAT, BLUE.key)
    assert "\nWe shall see.\n\nGood hunting!\n" in text_of(mail)
    assert "PRESS from Red admiral to you (Blue admiral) and Green admiral, game g1:" in text_of(mail)
    assert mail["Subject"] == "[g1 T1] press from Red admiral"
    assert "`press to red: your words`" in text_of(mail), "by its id, which every rule book takes"
    assert "Größe \N{REPLACEMENT CHARACTER}[0m" in text_of(opened(press("Größe \x1b[0m").raw))


def test_mail_for_the_postmaster_is_handed_on_whole() -> None:
    """M-6: as an attachment, so that it passes no filter as ours and cannot be mistaken for ours."""
    raw = b"From: someone@example.net\r\nSubject: help\r\n\r\nplease\r\n"
    made = notices.forward_mail(SIGNER, OPERATOR, came(raw, "someone@example.net"), "postmaster.x")
    mail = opened(made.raw)
    (attached,) = mail.iter_attachments()
    assert attached.get_content() == raw
    assert (made.kind, made.recipient, mail["To"]) == ("operator", OPERATOR, OPERATOR)
    assert "from someone@example.net" in text_of(mail)
    for path in (None, ""):
        assert "from nobody" in text_of(opened(notices.forward_mail(SIGNER, OPERATOR, came(raw, path), "x").raw))


def test_a_subjects_prefixes_do_not_pile_up() -> None:
    """Re: once, whatever the mail programs on the way have put before it."""
    for subject in ("orders", "Re: orders", "RE: AW: Re[2]: orders", "SV: Antw: orders", "回复：orders"):
        mail = notices.reject_mail(SIGNER, TO, answered(subject), "No.", "x")
        assert opened(mail.raw)["Subject"] == "Re: orders"
    assert opened(notices.reject_mail(SIGNER, TO, answered("Re: "), "No.", "x").raw)["Subject"] == "Re: [g1 T1] your mail"
