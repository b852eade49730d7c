"""Mails that offer free seats: to substitutes, with the position as the seat knows it, and to those who lost one to the clock.

Each is sent once, whoever asks how often; a game whose report cannot be made is logged, and the others go on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

from events.lists.game_list import FreeSeat, GameRow
from events.store import Corrupt
from pbem.accounts.people import Person
from pbem.accounts.substitutes import SeatOffer, Substitutes
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.compose import Heading, outgoing
from pbem.gateway.outbound.mail_parts import binary_part, bundle, text_part
from pbem.gateway.outbound.receipt_mail import render, when
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.ladder.applicants import candidates
from pbem.service.reports.publish import Published
from pbem.service.reports.publish import render as render_report
from pbem.service.reports.turn_report import TurnReport, turn_report
from pbem.service.repository import load

log = logging.getLogger(__name__)


def queue_offers(mail_context: MailContext) -> int:
    """Queue what is still to be said about free seats. Returns how many mails."""
    queued = 0
    for free in mail_context.context.store.seats_to_take_over():
        try:
            queued += _queue(mail_context, free)
        except Corrupt as e:
            log.error("%s: seat %s cannot be offered: %s", free.stream, free.seat, e)
    return queued


def _queue(mail_context: MailContext, free: FreeSeat) -> int:
    row = mail_context.context.store.game(free.stream)
    if row is None:
        return 0
    mails = [*_to_loser(mail_context, free, row), *_to_substitutes(mail_context, free, row)]
    for offer, mail in mails:
        mail_context.queue(mail)
        Substitutes(mail_context.context.database).note_offer(offer)
    return len(mails)


def _to_loser(mail_context: MailContext, free: FreeSeat, row: GameRow) -> Iterator[tuple[SeatOffer, OutgoingMail]]:
    """Who lost the seat may take it back; they know its position."""
    asked = Substitutes(mail_context.context.database).asked(free.stream, free.seat, free.lost_turn)
    person = mail_context.people.by_id(free.lost) if free.lost not in asked else None
    if person is not None:
        offer = _offer(mail_context, free, free.lost_turn, person, position=False)
        link = mail_context.signer.take_link(offer.code)
        text = render("lost_seat.txt", seat=_called(mail_context, free), title=row.title, stream=free.stream, link=link)
        yield offer, _mail(mail_context, offer, person, "your seat", text)


def _to_substitutes(mail_context: MailContext, free: FreeSeat, row: GameRow) -> Iterator[tuple[SeatOffer, OutgoingMail]]:
    """The report that the seat's player would have been given, to each who may take it and was not asked yet."""
    if free.opened != "substitutes":
        return
    context = mail_context.context
    asked = Substitutes(context.database).asked(free.stream, free.seat, free.turn)
    people = [person for person in candidates(context, load(context, free.stream), free.seat) if person not in asked]
    made = turn_report(context, free.stream, row.closed, free.seat) if people else None
    for person in filter(None, map(mail_context.people.by_id, people)):
        offer = _offer(mail_context, free, free.turn, person, position=True)
        if made is not None:
            yield offer, _offer_mail(mail_context, offer, row, person, _position(made, offer))


def _offer(mail_context: MailContext, free: FreeSeat, turn: int, person: Person, position: bool) -> SeatOffer:
    code = mail_context.signer.take_code(free.stream, free.seat, turn, person.key)
    return SeatOffer(code, free.stream, free.seat, turn, person.id, int(position), mail_context.now())


def _position(made: TurnReport, offer: SeatOffer) -> Published:
    """The report without its order form: an answer takes the seat, and files nothing."""
    return render_report(replace(made, report=replace(made.report, template="")), offer.stream, offer.seat, offer.person)


def _offer_mail(mail_context: MailContext, offer: SeatOffer, row: GameRow, person: Person, made: Published) -> OutgoingMail:
    context, signer = mail_context.context, mail_context.signer
    game = context.games[row.game]
    text = render(
        "offer.txt",
        seat=_called(mail_context, offer),
        side=next(each.side for each in context.store.seats(offer.stream) if each.seat == offer.seat),
        title=row.title,
        stream=offer.stream,
        rules=game.title,
        scenario=game.scenarios.find(row.scenario).title,
        turn=row.turn,
        due=when(row.due, person.zone) if row.due else "",
        link=signer.take_link(offer.code),
        list_page=f"{signer.base_url}/you#substitute" if signer.base_url else "",
        position=made.text,
    )
    return _mail(mail_context, offer, person, "a seat for a substitute", text, made.png)


def _called(mail_context: MailContext, free: FreeSeat | SeatOffer) -> str:
    return mail_context.context.seat_title(free.stream, free.seat)


def _mail(mail_context: MailContext, offer: SeatOffer, person: Person, words: str, text: str, png: bytes = b"") -> OutgoingMail:
    """A mail whose answer takes the seat, with its map if there is one."""
    signer = mail_context.signer
    name = signer.mail_name("offer", f"{offer.stream}|{offer.seat}|{offer.turn}|{offer.person}")
    message_id = signer.message_id(name)
    reply_to = signer.take_address(offer.code)
    heading = Heading(message_id, person, f"[{offer.stream}] {words}", offer.at, reply_to, offer.stream)
    picture = [binary_part(png, "image/png", "map.png")] if png else []
    return outgoing(signer, "notice", heading, bundle("mixed", [text_part(text), *picture]))
