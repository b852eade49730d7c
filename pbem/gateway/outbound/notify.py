"""What others are told of a filing: receipts of the crew, press, requests for more time, votes. Each is queued once."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.accounts.people import Person
from pbem.gateway.outbound import notices
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.mail_port import SeatRef
from pbem.service.receipt import Receipt, VoteNews


def notify(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue all of it. The filing is `known_by` what `occasion` gives."""
    _notify_crew(mail_context, receipt, known_by, at)
    _deliver_press(mail_context, receipt, known_by, at)
    _deliver_request(mail_context, receipt, known_by, at)
    for vote in receipt.votes:
        _deliver_vote(mail_context, receipt, vote, known_by, at)


def _notify_crew(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """A receipt for each seat of the crew that has a player, not a bot; what a sitter files is told to the player alone."""
    for mate in receipt.crew:
        for person, sits in mail_context.directory.holders(mate.stream, mate.seat):
            if not (sits and mate.outcome == "sitter"):
                name = mail_context.signer.mail_name(f"crew.{mate.seat}", _of(person, sits, known_by))
                mail_context.queue(notices.crew_mail(mail_context.signer, person, mate, name, at))


def _of(person: Person, sits: bool, occasion: str) -> str:
    """The occasion of a mail to a seat: another one for whoever orders for its player."""
    return f"{occasion} {person.id}" if sits else occasion


def _deliver_press(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """What a seat wrote to others."""
    for press in receipt.press:
        for seat in press.to_seats:
            for person, sits in mail_context.directory.holders(receipt.stream, seat):
                to = SeatRef(receipt.stream, seat, receipt.turn, person, sits=sits)
                name = mail_context.signer.mail_name(f"press.{seat}", _of(person, sits, f"{press.id} {known_by}"))
                mail_context.queue(notices.press_mail(mail_context.signer, to, press, receipt, name, at))


def _deliver_request(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """What a seat asked of the deadline, for each other player; in answer they may ask for the same."""
    asked = receipt.asked
    if asked is None:
        return
    askers = [person for person, _ in mail_context.directory.holders(receipt.stream, asked.seat)]
    for seat, person in players(mail_context, receipt.stream):
        if person not in askers:
            sits = mail_context.context.store.player(receipt.stream, seat) != person.id
            to = SeatRef(receipt.stream, seat, receipt.turn, person, sits=sits)
            name = mail_context.signer.mail_name(f"request.{seat}", _of(person, sits, known_by))
            mail_context.queue(notices.request_mail(mail_context.signer, to, receipt, asked, name, at))


def _deliver_vote(mail_context: MailContext, receipt: Receipt, vote: VoteNews, known_by: str, at: str) -> None:
    """A vote, for each other player who has not voted for the same; what enough have voted for, for all others."""
    asker, occasion = mail_context.directory.player(receipt.stream, vote.seat), f"{vote.words}|{known_by}"
    knowing = {mail_context.directory.player(receipt.stream, seat) for seat in vote.wanting} | {asker}
    for seat, person in players(mail_context, receipt.stream):
        if person not in knowing:
            to = SeatRef(receipt.stream, seat, receipt.turn, person)
            name = mail_context.signer.mail_name(f"vote.{seat}", occasion)
            mail_context.queue(notices.vote_mail(mail_context.signer, to, receipt, vote, name, at))
    playing = {row.player for row in mail_context.context.store.seats(receipt.stream)}
    for id in vote.masters:
        master = mail_context.people.by_id(id)
        if master is not None and id not in playing:
            name = mail_context.signer.mail_name(f"vote.{id}", occasion)
            mail_context.queue(notices.decided_mail(mail_context.signer, master, receipt, vote, name, at))


def players(mail_context: MailContext, stream: str) -> Iterator[tuple[str, Person]]:
    """Each person who plays the game, or orders for a player, and wants its mail, with the first of their seats."""
    told: set[str] = set()
    rows = mail_context.context.store.seats(stream)
    held = [*((row.seat, row.player) for row in rows), *((row.seat, row.sitter) for row in rows)]
    for seat, player in held:
        person = mail_context.people.by_id(player) if player else None
        if person is not None and person.id not in told and not mail_context.mailboxes.has_left(person.id, stream):
            told.add(person.id)
            yield seat, person
