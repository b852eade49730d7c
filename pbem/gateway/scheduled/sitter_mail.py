"""Mails about those who order for a player: named, called, not needed any more. Each is queued once."""

from __future__ import annotations

from typing import NamedTuple

from events.base import Entry
from events.lists.game_list import GameRow
from events.lists.report_list import SentReport
from events.platform import AbsenceSet, SeatTaken, SeatVacated, SitterCalled, SitterLeft, SitterNamed
from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import on_the_web
from pbem.gateway.outbound.notices import Notice, seat_mail
from pbem.gateway.outbound.page_mail import queue_notice
from pbem.gateway.outbound.receipt_mail import render, when
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.history import CALLED
from pbem.service.ladder.sitters import DECLINED
from pbem.service.mail_port import SeatRef

NEW_PLAYER = "its player has left the seat"
AS_WISHED = "as you wished"
YOU = {"absent": "you are away", "missed": "you missed the deadline"}


class _Call(NamedTuple):
    """Who was called last for a seat, and until when its player was away then (a stamp; "": that is not known)."""

    entry: Entry
    event: SitterCalled
    until: str


def tell_named(mail_context: MailContext, stream: str, seat: str) -> None:
    """Queue what follows from the seat's last naming: who was named is told, or the player that they declined."""
    row, entry = mail_context.context.store.game(stream), _last_named(mail_context, stream, seat)
    if row is None or entry is None or not isinstance(entry.event, SitterNamed):
        return
    declined = not entry.event.sitter and not entry.event.by
    person = mail_context.directory.player(stream, seat) if declined else mail_context.people.by_id(entry.event.sitter)
    if person is None:
        return
    link = "" if declined else mail_context.signer.sitter_link(stream, seat, person.key)
    called = _called(mail_context, stream, seat)
    text = render("sitter_named.txt", title=row.title, stream=stream, seat=called, declined=declined, link=link)
    subject = f"[{stream}] {about(called)}"
    queue_notice(mail_context, person, "sitter.named", entry.hash.hex(), subject, text)


def _last_named(mail_context: MailContext, stream: str, seat: str) -> Entry | None:
    found = None
    for entry in mail_context.context.store.select(stream, [SitterNamed]):
        found = entry if isinstance(entry.event, SitterNamed) and entry.event.seat == seat else found
    return found


def tell_called(mail_context: MailContext, stream: str, seat: str) -> None:
    """Queue what both are told when somebody begins to order for the player of a seat. The report follows."""
    row, call = mail_context.context.store.game(stream), _last_call(mail_context, stream, seat)
    if row is None or call is None:
        return
    for person, sits in mail_context.directory.holders(stream, seat):
        _tell_called(mail_context, row, call, SeatRef(stream, seat, row.turn, person, sits=sits))


def _tell_called(mail_context: MailContext, row: GameRow, call: _Call, to: SeatRef) -> None:
    signer, sitter = mail_context.signer, mail_context.people.by_id(call.event.sitter)
    called = _called(mail_context, to.stream, to.seat)
    text = render(
        "sitter_called.txt",
        title=row.title,
        stream=to.stream,
        seat=called,
        sits=to.sits,
        officer=call.event.officer,
        why=CALLED[call.event.cause] if to.sits else YOU[call.event.cause],
        until=when(call.until, to.person.zone) if call.until else "",
        sitter=_name(sitter),
        on_the_web=on_the_web(signer.seat_link(to.stream, to.seat, to.turn, to.person.key)),
        link=signer.sitter_link(to.stream, to.seat, to.person.key),
    )
    name = signer.mail_name("sitter.called", f"{call.entry.hash.hex()}|{to.person.id}")
    subject = f"[{to.stream} T{to.turn}] {about(called)}"
    mail_context.queue(seat_mail(signer, to, Notice("notice", name, mail_context.now(), subject, text)))


def _last_call(mail_context: MailContext, stream: str, seat: str) -> _Call | None:
    until, found = "", None
    for entry in mail_context.context.store.select(stream, [AbsenceSet, SitterCalled]):
        event = entry.event
        if isinstance(event, AbsenceSet) and event.seat == seat:
            until = event.until
        elif isinstance(event, SitterCalled) and event.seat == seat:
            found = _Call(entry, event, until if until > entry.at else "")
    return found


def tell_gone(mail_context: MailContext) -> None:
    """Queue a word to everybody who does not order for a player any more. Only then what they were given is forgotten."""
    store = mail_context.context.store
    for given in store.sitters_gone():
        person, row = mail_context.people.by_id(given.player), store.game(given.stream)
        if person is not None and row is not None:
            _tell_gone(mail_context, person, row, given)
        store.forget_sent(given)


def _tell_gone(mail_context: MailContext, person: Person, row: GameRow, given: SentReport) -> None:
    why, told = NEW_PLAYER, ""
    for entry in mail_context.context.store.select(given.stream, [SitterLeft, SeatVacated, SeatTaken]):
        event = entry.event
        if isinstance(event, SitterLeft | SeatVacated | SeatTaken) and event.seat == given.seat:
            why, told = (event.why if isinstance(event, SitterLeft) else NEW_PLAYER), entry.hash.hex()
    why = AS_WISHED if why == DECLINED else why
    called = _called(mail_context, row.stream, given.seat)
    text = render("sitter_left.txt", title=row.title, stream=row.stream, seat=called, why=why)
    subject = f"[{row.stream}] {about(called)}"
    queue_notice(mail_context, person, "sitter.left", f"{told}|{person.id}", subject, text)


def about(seat: str) -> str:
    """The subject of all these mails, whoever is named, called or gone."""
    return f"who orders for {seat}"


def _called(mail_context: MailContext, stream: str, seat: str) -> str:
    """What the rule book calls the seat."""
    return mail_context.context.seat_title(stream, seat)


def _name(person: Person | None) -> str:
    return person.name if person else "somebody"
