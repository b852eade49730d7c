"""Seats that were offered by mail: an answer takes one, and so does the page that the mail leads to."""

from __future__ import annotations

import re

from pbem.accounts.people import Person
from pbem.accounts.substitutes import SeatOffer, Substitutes
from pbem.gateway.extract import Extract
from pbem.gateway.mailboxes.addresses import TakeClaim
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.receipt_mail import render
from pbem.gateway.reading.headers import message_id as id_of
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import Reading
from pbem.service.context import ActRefused
from pbem.service.games import seating

TAKE = re.compile(r"\W{0,20}take\b", re.I)


def offer_of(mail_context: MailContext, code: str) -> tuple[SeatOffer, Person] | None:
    """The offer that has this code, and whom it was mailed to; None when they are gone, or their keys were changed since."""
    offer = Substitutes(mail_context.context.database).offer(code)
    person = mail_context.people.by_id(offer.person) if offer else None
    if offer is None or person is None:
        return None
    holds = mail_context.signer.takes(code, offer.stream, offer.seat, offer.turn, person.key)
    return (offer, person) if holds else None


def take_by_mail(reading: Reading, claim: TakeClaim) -> str:
    """The answer to an offer, and in words what became of it: `take` takes the seat; the person is told so, or why not."""
    mail_context, kind, words = reading.mail_context, reading.kind, reading.words
    found = offer_of(mail_context, claim.code)
    if found is None:
        return "dropped: no seat was offered under this code"
    if kind.name != "reply":
        return f"dropped: {kind.name}: {kind.why}"
    offer, person = found
    why = "your answer does not begin with the word `take`"
    if isinstance(words, Extract) and TAKE.match(words.text):
        why = take(mail_context, offer)
    mail_context.queue(_answer(reading, offer, person, why))
    return f"not taken: {why}" if why else "seat taken"


def take(mail_context: MailContext, offer: SeatOffer) -> str:
    """Take the seat. Returns why that could not be, "" when it is theirs."""
    try:
        seating.take_over(mail_context.context, offer.stream, offer.seat, offer.person)
    except ActRefused as e:
        return str(e)
    mail_context.mailboxes.person_wrote(offer.person)
    return ""


def _answer(reading: Reading, offer: SeatOffer, person: Person, why: str) -> OutgoingMail:
    mail_context, kept = reading.mail_context, reading.kept
    signer, row = mail_context.signer, mail_context.context.store.game(offer.stream)
    title = row.title if row else offer.stream
    seat = mail_context.context.seat_title(offer.stream, offer.seat)
    text = render("took_seat.txt", seat=seat, title=title, stream=offer.stream, taken=not why, why=why.rstrip("."))
    message_id = signer.message_id(signer.mail_name("took", kept.sha))
    answers, address = id_of(reading.message), signer.take_address(offer.code)
    heading = Heading(
        message_id, person, f"Re: [{offer.stream}] the free seat", kept.at, address, offer.stream, (), answers, False
    )
    return outgoing(signer, "notice", heading, text)
