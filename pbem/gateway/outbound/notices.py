"""Every mail of ours that is no report, ready to be queued: receipts, notices, press, and what the operator is told.

`name` is the Message-ID's first half: the same occasion gives the same name, and with it the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import policy
from email.message import EmailMessage

from pbem.accounts.people import Person
from pbem.gateway.extract import Extract
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.mail_tables import Outbound, OutgoingMail
from pbem.gateway.outbound.compose import Heading, finished, one_line, text_mail, write_text
from pbem.gateway.outbound.receipt_mail import receipt_text, render, useful, when
from pbem.gateway.outbound.reply_markers import defused
from pbem.gateway.outbound.report_mail import thread
from pbem.service.orders.receipt import ExtensionRequest, PressDelivery, Receipt

__all__ = [
    "crew_mail",
    "forward_mail",
    "given_up_mail",
    "held_mail",
    "left_mail",
    "lost_mail",
    "misuse_mail",
    "operator_mail",
    "press_mail",
    "receipt_mail",
    "reject_mail",
    "request_mail",
    "useful",
]

ANSWERED = re.compile(
    r"(?:re|aw|antw|antwort|sv|vs|ref|rif|odp|res|ynt|vá|на|回复|回覆|答复)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]\s*", re.I
)
"""How mail programs begin the subject of an answer."""
MOST_ORIGINAL = 200_000
"""Bytes of a stranger's mail that are handed on to the operator."""


def seat_mail(
    signer: AddressSigner,
    person: Person,
    kind: str,
    name: str,
    subject: str,
    text: str,
    at: str,
    stream: str,
    seat: str,
    turn: int,
    answers: str = "",
    by_itself: bool = True,
    reply_to: str = "",
    parents: tuple[str, ...] = (),
) -> OutgoingMail:
    """A mail about a seat's orders for `turn`; answers go to the seat, or to `reply_to`, its thread is that of the reports."""
    message_id = f"<{name}@{signer.domain}>"
    heading = Heading(
        message_id=message_id,
        to=person,
        subject=subject,
        at=at,
        reply_to=reply_to or signer.seat_address(stream, seat, turn, person.key),
        stream=stream,
        parents=parents or thread(signer, stream, seat, turn, person.id),
        answers=answers,
        by_itself=by_itself,
    )
    raw = text_mail(signer, heading, text)
    return OutgoingMail(message_id, kind, person.id, raw, signer.bounce_code(message_id), stream, seat, turn)


def _re(subject: str, otherwise: str) -> str:
    """The player's own subject, answered."""
    text = one_line(subject)
    while found := ANSWERED.match(text):
        text = text[found.end() :]
    return f"Re: {text or otherwise}"


# ---------------------------------------------------------------- answers to orders


def receipt_mail(
    signer: AddressSigner,
    person: Person,
    receipt: Receipt,
    name: str,
    at: str,
    answers: str,
    subject: str,
    turn: int,
    read: Extract | None = None,
    offset: str = "",
    remarks: Sequence[str] = (),
) -> OutgoingMail:
    """The answer to a mail (Message-ID `answers`) that was for `turn`; a refusal when it changed and asked nothing."""
    stream, seat, now = receipt.stream, receipt.seat, receipt.turn
    reply_to, link = _ways(signer, person, stream, seat, now)
    text = receipt_text(receipt, reply_to, at, turn, read, person.zone, offset, remarks, link)
    kind = "receipt" if useful(receipt) else "refusal"
    shown = _re(subject, f"[{stream} T{now}] your orders")
    return seat_mail(signer, person, kind, name, shown, text, at, stream, seat, now, answers, by_itself=False)


def crew_mail(signer: AddressSigner, person: Person, receipt: Receipt, name: str, at: str) -> OutgoingMail:
    """A receipt that answers no mail of its player: his crew's orders have changed."""
    stream, seat, turn = receipt.stream, receipt.seat, receipt.turn
    reply_to, link = _ways(signer, person, stream, seat, turn)
    text = receipt_text(receipt, reply_to, at, turn, zone=person.zone, link=link)
    subject = f"[{stream} T{turn}] your crew's orders have changed"
    return seat_mail(signer, person, "receipt", name, subject, text, at, stream, seat, turn)


def _ways(signer: AddressSigner, person: Person, stream: str, seat: str, turn: int) -> tuple[str, str]:
    """The address and the page at which the seat is commanded."""
    return signer.seat_address(stream, seat, turn, person.key), signer.seat_link(stream, seat, turn, person.key)


def reject_mail(
    signer: AddressSigner,
    person: Person,
    stream: str,
    seat: str,
    turn: int,
    sentence: str,
    name: str,
    at: str,
    answers: str,
    subject: str,
) -> OutgoingMail:
    """A mail that could not be read at all, and why (`sentence`)."""
    text = render("reject.txt", stream=stream, turn=turn, sentence=sentence)
    shown = _re(subject, f"[{stream} T{turn}] your mail")
    return seat_mail(signer, person, "refusal", name, shown, text, at, stream, seat, turn, answers, by_itself=False)


def lost_mail(
    signer: AddressSigner,
    person: Person,
    games: Sequence[tuple[str, str, str]],
    name: str,
    at: str,
    answers: str,
    subject: str,
) -> OutgoingMail:
    """A player wrote to us, and no game could be told; `games` are (game, seat, address) of all that he plays."""
    message_id = f"<{name}@{signer.domain}>"
    reply_to = games[0][2] if len(games) == 1 else signer.address
    shown = _re(subject, "your mail")
    heading = Heading(message_id, person, shown, at, reply_to, answers=answers, by_itself=False)
    raw = text_mail(signer, heading, render("lost.txt", games=games))
    return OutgoingMail(message_id, "refusal", person.id, raw, signer.bounce_code(message_id))


# ---------------------------------------------------------------- who wrote


def held_mail(
    signer: AddressSigner,
    person: Person,
    stream: str,
    seat: str,
    turn: int,
    code: str,
    sender: str,
    subject: str,
    why: str,
    at: str,
    name: str,
) -> OutgoingMail:
    """Orders wait for the player's word, which an answer gives."""
    text = render(
        "held.txt",
        stream=stream,
        seat=seat,
        turn=turn,
        why=why,
        sender=_short(sender) or "(no address)",
        subject=_short(subject) or "(none)",
        link=signer.confirm_link(code),
    )
    shown = f"[{stream} T{turn}] are these orders yours?"
    reply_to = signer.confirm_address(code)
    return seat_mail(signer, person, "notice", name, shown, text, at, stream, seat, turn, reply_to=reply_to)


def misuse_mail(
    signer: AddressSigner, person: Person, stream: str, seat: str, turn: int, mine: bool, sender: str, at: str, name: str
) -> OutgoingMail:
    """Another player wrote to a seat's address. `mine`: it was this person's; else he is the one who wrote, from `sender`.

    Neither is told the other's address.
    """
    text = render("misuse.txt", stream=stream, seat=seat, turn=turn, mine=mine, sender=_short(sender))
    subject = f"[{stream} T{turn}] {'mail from another player' if mine else 'this was not your address'}"
    if mine:
        return seat_mail(signer, person, "notice", name, subject, text, at, stream, seat, turn)
    # He has no seat there, and no report of it: his answer goes to nobody's orders.
    reply_to, parents = signer.address, (signer.root(stream),)
    return seat_mail(signer, person, "notice", name, subject, text, at, stream, seat, turn, reply_to=reply_to, parents=parents)


# ---------------------------------------------------------------- between players, and leaving


def press_mail(
    signer: AddressSigner,
    person: Person,
    stream: str,
    seat: str,
    turn: int,
    press: PressDelivery,
    sender_seat: str,
    name: str,
    at: str,
) -> OutgoingMail:
    """What another seat wrote; an answer goes to the reader's own seat, where `press to` hands it on."""
    to = [each for each in press.to_seats if each != seat]
    text = render("press.txt", stream=stream, seat=seat, writer=sender_seat, others=to, text=defused(press.text).strip("\n"))
    subject = f"[{stream} T{turn}] press from {sender_seat}"
    return seat_mail(signer, person, "press", name, subject, text, at, stream, seat, turn)


def request_mail(
    signer: AddressSigner, person: Person, receipt: Receipt, asked: ExtensionRequest, seat: str, name: str, at: str
) -> OutgoingMail:
    """Another seat asks for more time, or has it by now; the reader may ask for it, too, in answer."""
    stream, turn = receipt.stream, receipt.turn
    due = when(receipt.due, person.zone) if receipt.due else ""
    text = render("request.txt", title=receipt.title, stream=stream, turn=turn, asked=asked, why=defused(asked.why), due=due)
    subject = f"[{stream} T{turn}] {'the deadline moves' if asked.moved else f'{asked.seat} asks for more time'}"
    return seat_mail(signer, person, "notice", name, subject, text, at, stream, seat, turn)


def left_mail(signer: AddressSigner, person: Person, stream: str, seat: str, turn: int, name: str, at: str) -> OutgoingMail:
    """No more reports of a game, as the player wished, and how he gets them again."""
    text = render("left.txt", stream=stream, seat=seat)
    subject = f"[{stream}] no more reports"
    return seat_mail(signer, person, "notice", name, subject, text, at, stream, seat, turn)


# ---------------------------------------------------------------- to the operator


def operator_mail(signer: AddressSigner, address: str, subject: str, text: str, name: str, at: str) -> OutgoingMail:
    """A mail to whoever runs the service."""
    message_id = f"<{name}@{signer.domain}>"
    heading = Heading(message_id, address, subject, at, signer.address)
    return OutgoingMail(message_id, "operator", address, text_mail(signer, heading, text), signer.bounce_code(message_id))


def forward_mail(
    signer: AddressSigner, address: str, raw: bytes, envelope_from: str | None, name: str, at: str
) -> OutgoingMail:
    """A mail to the postmaster, handed on as an attachment: as a mail of ours it passes every check of its origin."""
    message_id = f"<{name}@{signer.domain}>"
    mail = EmailMessage(policy=policy.SMTP)
    write_text(mail, f"This mail came for postmaster@{signer.domain}, from {_short(envelope_from or '') or 'nobody'}.\n")
    mail.add_attachment(raw[:MOST_ORIGINAL], "application", "octet-stream", filename="mail.eml")
    heading = Heading(message_id, address, f"mail for postmaster@{signer.domain}", at, signer.address)
    return OutgoingMail(message_id, "operator", address, finished(signer, heading, mail), signer.bounce_code(message_id))


def given_up_mail(signer: AddressSigner, address: str, mails: Sequence[tuple[Outbound, str]], at: str) -> OutgoingMail:
    """Mails that were refused for good, or that could not be handed over in two days."""
    rows = [(mail.kind, mail.recipient, mail.stream, mail.seat, mail.message_id, one_line(error)) for mail, error in mails]
    text = render("given_up.txt", mails=rows)
    subject = f"{len(mails)} mail{'' if len(mails) == 1 else 's'} could not be delivered"
    name = f"given-up.{signer.code('|'.join(['given-up', *(mail.message_id for mail, _ in mails)]))}"
    return operator_mail(signer, address, subject, text, name, at)


def _short(text: str) -> str:
    """A stranger's words on one line."""
    return defused(one_line(text))[:120].strip()
