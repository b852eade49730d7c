"""Every mail of ours that is no report, ready to be queued: receipts, notices, press, and what the operator is told.

No subject says what happened: it says what the mail is about, and is the same whatever the news are.

`name` is the Message-ID's first half: the same occasion gives the same name, and with it the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbem.accounts.people import Person
from pbem.core.game.phrases import count
from pbem.gateway.extract.lines.reply_markers import defused
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.mail_rows import Inbound, Outbound, OutgoingMail
from pbem.gateway.mailboxes.quarantine_table import HeldMail
from pbem.gateway.outbound.compose import Heading, one_line, outgoing
from pbem.gateway.outbound.mail_parts import binary_part, bundle, text_part
from pbem.gateway.outbound.receipt_mail import AnsweredMail, receipt_text, render, useful, when
from pbem.gateway.outbound.report_mail import thread
from pbem.service.audit.claims import Claim
from pbem.service.audit.read_claims import claims_of_receipt
from pbem.service.mail_port import SeatRef
from pbem.service.press.messages import PressDelivery
from pbem.service.receipt import ExtensionRequest, Receipt, VoteNews

ANSWERED = re.compile(
    r"(?:re|aw|antw|antwort|sv|vs|ref|rif|odp|res|ynt|vá|на|回复|回覆|答复)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*", re.I
)
"""How mail programs begin the subject of an answer."""
MOST_ORIGINAL = 200_000
"""Bytes of a stranger's mail that are handed on to the operator."""


@dataclass(frozen=True)
class Notice:
    """What a mail to a seat's player says. `answers` is the Message-ID of the mail it answers; `by_itself`: it answers none.

    Answers to it go to `reply_to`, else to the seat; its thread is `parents`, else that of the reports. `claims` are what it
    says of the game's log, `more` headers of its kind alone.
    """

    kind: str
    name: str
    at: str
    subject: str
    text: str
    answers: str = ""
    by_itself: bool = True
    reply_to: str = ""
    parents: tuple[str, ...] = ()
    claims: Sequence[Claim] = ()
    more: Mapping[str, str] = field(default_factory=dict)


def seat_mail(signer: AddressSigner, to: SeatRef, notice: Notice) -> OutgoingMail:
    """A mail about a seat's orders for a turn."""
    heading = Heading(
        message_id=signer.message_id(notice.name),
        to=to.person,
        subject=notice.subject,
        at=notice.at,
        reply_to=notice.reply_to or signer.seat_address(to.stream, to.seat, to.turn, to.person.key),
        stream=to.stream,
        parents=notice.parents or thread(signer, to.stream, to.seat, to.turn, to.person.id),
        answers=notice.answers,
        by_itself=notice.by_itself,
        more=notice.more,
    )
    mail = outgoing(signer, notice.kind, heading, notice.text)
    return replace(mail, seat=to.seat, turn=to.turn, claims=notice.claims)


def person_mail(signer: AddressSigner, person: Person, notice: Notice) -> OutgoingMail:
    """A mail to a person that is about none of their seats: no orders are written in answer to it."""
    heading = Heading(signer.message_id(notice.name), person, notice.subject, notice.at, signer.address)
    return outgoing(signer, notice.kind, heading, notice.text)


def _re(subject: str, otherwise: str) -> str:
    """The player's own subject, answered."""
    text = one_line(subject)
    while found := ANSWERED.match(text):
        text = text[found.end() :]
    return f"Re: {text or otherwise}"


# ---------------------------------------------------------------- answers to orders


def receipt_mail(signer: AddressSigner, person: Person, receipt: Receipt, mail: AnsweredMail, name: str) -> OutgoingMail:
    """The answer to a mail; a refusal when it changed and asked nothing."""
    to = SeatRef(receipt.stream, receipt.seat, receipt.turn, person)
    kind = "receipt" if useful(receipt) else "refusal"
    subject = _re(mail.subject, f"[{to.stream} T{to.turn}] your orders")
    text = _receipt_text(signer, to, receipt, mail)
    claims = claims_of_receipt(receipt, name)
    return seat_mail(signer, to, Notice(kind, name, mail.at, subject, text, mail.message_id, by_itself=False, claims=claims))


def crew_mail(signer: AddressSigner, person: Person, receipt: Receipt, name: str, at: str) -> OutgoingMail:
    """A receipt that answers no mail of its player: their crew's orders have changed, or somebody has ordered for them."""
    to = SeatRef(receipt.stream, receipt.seat, receipt.turn, person)
    text = _receipt_text(signer, to, receipt, AnsweredMail(at, to.turn))
    what = "orders filed for you" if receipt.outcome == "sitter" else "your crew's orders"
    claims = claims_of_receipt(receipt, name)
    return seat_mail(signer, to, Notice("receipt", name, at, f"[{to.stream} T{to.turn}] {what}", text, claims=claims))


def _receipt_text(signer: AddressSigner, to: SeatRef, receipt: Receipt, mail: AnsweredMail) -> str:
    """The receipt, with the address and the page at which the seat is commanded."""
    given = (to.stream, to.seat, to.turn, to.person.key)
    return receipt_text(receipt, mail, signer.seat_address(*given), signer.seat_link(*given), to.person.zone)


def reject_mail(signer: AddressSigner, to: SeatRef, mail: AnsweredMail, sentence: str, name: str) -> OutgoingMail:
    """A mail that could not be read at all, and why (`sentence`)."""
    text = render("reject.txt", stream=to.stream, turn=to.turn, sentence=sentence)
    subject = _re(mail.subject, f"[{to.stream} T{to.turn}] your mail")
    return seat_mail(signer, to, Notice("refusal", name, mail.at, subject, text, mail.message_id, by_itself=False))


def lost_mail(
    signer: AddressSigner, person: Person, games: Sequence[tuple[str, str, str]], mail: AnsweredMail, name: str
) -> OutgoingMail:
    """A player wrote to us, and no game could be told; `games` are (game, title of the seat, address) of all that they play."""
    message_id = signer.message_id(name)
    reply_to = games[0][2] if len(games) == 1 else signer.address
    subject = _re(mail.subject, "your mail")
    heading = Heading(message_id, person, subject, mail.at, reply_to, answers=mail.message_id, by_itself=False)
    return outgoing(signer, "refusal", heading, render("lost.txt", games=games))


# ---------------------------------------------------------------- who wrote


def held_mail(signer: AddressSigner, person: Person, held: HeldMail, seat: str, subject: str, name: str) -> OutgoingMail:
    """Orders wait until the player confirms them, which an answer does. `seat` is a title, `subject` of the mail held."""
    to = SeatRef(held.stream, held.seat, held.turn, person)
    text = render(
        "held.txt",
        stream=to.stream,
        seat=seat,
        turn=to.turn,
        why=held.why,
        sender=_short(held.sender) or "(no address)",
        subject=_short(subject) or "(none)",
        link=signer.confirm_link(held.code),
    )
    asks = f"[{to.stream} T{to.turn}] are these orders yours?"
    return seat_mail(signer, to, Notice("notice", name, held.at, asks, text, reply_to=signer.confirm_address(held.code)))


def misuse_mail(signer: AddressSigner, to: SeatRef, seat: str, sender: str, name: str, at: str) -> OutgoingMail:
    """Another player wrote, from `sender`, to a seat's address.

    `seat` is its title, for its player; "" for `to.person` who wrote. Neither is told the other's address.
    """
    text = render("misuse.txt", stream=to.stream, seat=seat, turn=to.turn, sender=_short(sender))
    subject = f"[{to.stream} T{to.turn}] about a mail to {'your seat' if seat else 'a seat'}"
    if seat:
        return seat_mail(signer, to, Notice("notice", name, at, subject, text))
    # They have no seat there, and no report of it: their answer goes to nobody's orders.
    parents = (signer.root(to.stream),)
    return seat_mail(signer, to, Notice("notice", name, at, subject, text, reply_to=signer.address, parents=parents))


# ---------------------------------------------------------------- between players, and leaving


def press_mail(signer: AddressSigner, to: SeatRef, press: PressDelivery, receipt: Receipt, name: str, at: str) -> OutgoingMail:
    """What the seat of the receipt wrote, to them or to all; `press to` in an answer to the reader's own seat hands it on."""
    writer = receipt.called(receipt.seat)
    text = render(
        "press.txt",
        stream=to.stream,
        seat=receipt.called(to.seat),
        writer=writer,
        writer_id=receipt.seat,
        others=[receipt.called(each) for each in press.to_seats if each != to.seat],
        text=defused(press.text).strip("\n"),
        public=press.public,
    )
    return seat_mail(signer, to, Notice("press", name, at, f"[{to.stream} T{to.turn}] press from {writer}", text))


def request_mail(
    signer: AddressSigner, to: SeatRef, receipt: Receipt, asked: ExtensionRequest, name: str, at: str
) -> OutgoingMail:
    """Another seat asks for more time, or has it by now; the reader may ask for it, too, in answer."""
    text = render(
        "request.txt",
        title=receipt.title,
        stream=to.stream,
        turn=to.turn,
        asked=asked,
        asker=receipt.called(asked.seat),
        why=defused(asked.why),
        due=when(receipt.due, to.person.zone) if receipt.due else "",
    )
    return seat_mail(signer, to, Notice("notice", name, at, f"[{to.stream} T{to.turn}] about the deadline", text))


def vote_mail(signer: AddressSigner, to: SeatRef, receipt: Receipt, vote: VoteNews, name: str, at: str) -> OutgoingMail:
    """Another seat votes for something, and the reader may agree in answer; or enough have, and it is done."""
    text = _vote_text(receipt, vote, to.person)
    return seat_mail(signer, to, Notice("notice", name, at, _vote_subject(receipt), text))


def decided_mail(signer: AddressSigner, person: Person, receipt: Receipt, vote: VoteNews, name: str, at: str) -> OutgoingMail:
    """What the players have done by a vote, for who runs the game."""
    text = _vote_text(receipt, vote, person)
    return person_mail(signer, person, Notice("notice", name, at, _vote_subject(receipt), text))


def _vote_text(receipt: Receipt, vote: VoteNews, reader: Person) -> str:
    due = when(receipt.due, reader.zone) if receipt.due else ""
    voter = receipt.called(vote.seat)
    return render(
        "vote.txt", title=receipt.title, stream=receipt.stream, vote=vote, voter=voter, why=defused(vote.why), due=due
    )


def _vote_subject(receipt: Receipt) -> str:
    return f"[{receipt.stream} T{receipt.turn}] a vote"


def left_mail(signer: AddressSigner, to: SeatRef, seat: str, name: str, at: str) -> OutgoingMail:
    """No more reports of a game, as the player asked, and how they get them again. `seat` is the title of theirs."""
    text = render("left.txt", stream=to.stream, seat=seat)
    return seat_mail(signer, to, Notice("notice", name, at, f"[{to.stream}] no more reports", text))


# ---------------------------------------------------------------- to the operator


def operator_mail(signer: AddressSigner, address: str, subject: str, text: str, name: str, at: str) -> OutgoingMail:
    """A mail to whoever runs the service."""
    return outgoing(signer, "operator", Heading(signer.message_id(name), address, subject, at, signer.address), text)


def forward_mail(signer: AddressSigner, address: str, kept: Inbound, name: str) -> OutgoingMail:
    """A mail to the postmaster, handed on as an attachment: as a mail of ours it passes every check of its origin."""
    words = f"This mail came for postmaster@{signer.domain}, from {_short(kept.envelope_from or '') or 'nobody'}.\n"
    original = binary_part(kept.raw[:MOST_ORIGINAL], "application/octet-stream", "mail.eml")
    subject = f"mail for postmaster@{signer.domain}"
    heading = Heading(signer.message_id(name), address, subject, kept.at, signer.address)
    return outgoing(signer, "operator", heading, bundle("mixed", [text_part(words), original]))


def given_up_mail(signer: AddressSigner, address: str, mails: Sequence[tuple[Outbound, str]], at: str) -> OutgoingMail:
    """Mails that were refused for good, or that could not be handed over in two days."""
    rows = [(mail.kind, mail.recipient, mail.stream, mail.seat, mail.message_id, one_line(error)) for mail, error in mails]
    text = render("given_up.txt", mails=rows)
    subject = f"{count(len(mails), 'mail')} could not be delivered"
    name = signer.mail_name("given-up", "|".join(mail.message_id for mail, _ in mails))
    return operator_mail(signer, address, subject, text, name, at)


def _short(text: str) -> str:
    """A stranger's words on one line."""
    return defused(one_line(text))[:120].strip()
