"""After an outage each player gets one mail, over all their games: which deadlines moved, and to when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from events.platform import DeadlineSet, OutageHealed
from pbem.accounts.people import Person
from pbem.gateway.extract.lines.reply_markers import defused
from pbem.gateway.outbound.notices import Notice, person_mail
from pbem.gateway.outbound.notify import players
from pbem.gateway.outbound.receipt_mail import render, when
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.outages.tables import ToTell, to_tell, told

GIVEN_BACK = "For a time your orders could not be taken: {why}. That time is given back, with some more to answer in."
SET_BACK = "The service's clock had been ahead. As much time is left now as there was when the deadline was set."


class Moved(NamedTuple):
    """A deadline that was moved: orders for `turn` were due `before`, and are due `due`. `why` is a sentence, or two."""

    stream: str
    title: str
    turn: int
    before: str
    due: str
    why: str


def tell(mail_context: MailContext) -> int:
    """Queue a mail to each person whose deadlines were moved, each once. Returns how many mails."""
    queued = 0
    for ended, found in groupby(to_tell(mail_context.context), key=lambda each: each.ended):
        rows = list(found)
        queued += _tell_all(mail_context, ended, rows)
        told(mail_context.context, rows)
    return queued


def _tell_all(mail_context: MailContext, ended: str, rows: Sequence[ToTell]) -> int:
    """One outage: who plays several of its games is told of all of them at once."""
    people: dict[str, Person] = {}
    moved: dict[str, list[Moved]] = {}
    for row in rows:
        found = _moved(mail_context, row)
        if found is not None:
            for person in _readers(mail_context, row.stream):
                people[person.id] = person
                moved.setdefault(person.id, []).append(found)
    for person in people.values():
        _queue(mail_context, person, ended, moved[person.id])
    return len(people)


def _moved(mail_context: MailContext, row: ToTell) -> Moved | None:
    """What the log says that was done; None when it was not done after all."""
    store = mail_context.context.store
    game, before, why = store.game(row.stream), "", ""
    if game is None:
        return None
    for entry in store.select(row.stream, [DeadlineSet, OutageHealed], store.before_turn(row.stream, row.turn)):
        event = entry.event
        if isinstance(event, OutageHealed):
            why = event.why if event.ended == row.ended else ""
        elif isinstance(event, DeadlineSet):
            if event.cause == "outage" and why:
                return Moved(
                    row.stream, game.title, event.turn, before, event.due, GIVEN_BACK.format(why=defused(why).rstrip("."))
                )
            if event.cause == "clock" and entry.at >= row.ended:
                return Moved(row.stream, game.title, event.turn, before, event.due, SET_BACK)
            before = event.due
    return None


def _readers(mail_context: MailContext, stream: str) -> Iterator[Person]:
    """Who plays the game, and who orders for a player."""
    seen = set()
    for _, person in players(mail_context, stream):
        seen.add(person.id)
        yield person
    for row in mail_context.context.store.seats(stream):
        sitter = mail_context.people.by_id(row.sitter) if row.sitter else None
        if sitter is not None and sitter.id not in seen:
            seen.add(sitter.id)
            yield sitter


def _queue(mail_context: MailContext, person: Person, ended: str, moved: Sequence[Moved]) -> None:
    signer = mail_context.signer
    games = [(each, when(each.before, person.zone), when(each.due, person.zone)) for each in moved]
    text = render("outage.txt", games=games, reasons=list(dict.fromkeys(each.why for each in moved)))
    name = signer.mail_name("outage", "|".join([ended, person.id, *(each.stream for each in moved)]))
    notice = Notice("notice", name, mail_context.now(), "about deadlines in your games", text)
    mail_context.queue(person_mail(signer, person, notice))
