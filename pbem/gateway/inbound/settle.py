"""A mail that was read becomes orders and a receipt, or waits for its player's word, or is answered with the reason why not."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

from events import projections
from pbem.accounts.people import Person
from pbem.gateway.extract import VERSION, Extract, Unreadable
from pbem.gateway.inbound import classify, headers
from pbem.gateway.inbound.locate import SeatRef
from pbem.gateway.inbound.read_mail import Reading
from pbem.gateway.inbound.sender_auth import FAIL
from pbem.gateway.mailboxes.deliverability import QUIET_AFTER
from pbem.gateway.mailboxes.mail_context import MailContext
from pbem.gateway.outbound import notices
from pbem.gateway.outbound.resend import resend
from pbem.gateway.special.quarantine_table import HeldMail
from pbem.service.context import moment, stamp
from pbem.service.orders.file import file_orders
from pbem.service.orders.make_receipt import occasion
from pbem.service.orders.quarantine import hold_orders, note_misuse
from pbem.service.orders.receipt import Receipt

# So many mails of one stranger within a day are held with a letter for each; more would be a nuisance, not an oversight.
MAX_HELD = 5
RESUME = "resume"
LAST = "three mails within the hour said the same, and nothing of it was for the game; more like them get no answer"
NOT_STOPPED = "the reports of this game were not stopped, so there is nothing to resume"
NUMBERS = re.compile(r"[\W\d_]+")

log = logging.getLogger(__name__)


def settle(mail_context: MailContext, reading: Reading) -> str:
    """Do what was decided about a mail, and return in words what became of it. May be repeated without harm."""
    act, place = reading.decision.act, reading.place
    if act == "lost":
        return _lost(mail_context, reading)
    if act == "drop" or place is None:
        return f"dropped: {reading.decision.why}"
    if act == "refuse":
        return _refuse(mail_context, reading, place)
    return _hold(mail_context, reading, place) if act == "hold" else take(mail_context, reading, place)


# ---------------------------------------------------------------- taken


def take(mail_context: MailContext, reading: Reading, place: SeatRef) -> str:
    """File the orders; queue the receipt, those of the crew whose receipts are not true any more, and what others are told."""
    words = reading.words
    if isinstance(words, Unreadable):
        return _reject(mail_context, reading, place, words)
    mail_context.mailboxes.arrived(place.person.id, reading.kept.at)
    if words.orders.strip().lower() == RESUME:
        return _resume(mail_context, reading, place, words)
    mail_context.tables.trace(reading.kept.sha, place.stream, place.seat, place.turn, reading.source, words.orders, VERSION)
    receipt = file_orders(mail_context.context, place.stream, place.seat, words.orders, reading.source, place.turn)
    _answer(mail_context, reading, place, receipt, words)
    deliver(mail_context, receipt, occasion(mail_context.context, place.stream, place.turn, reading.source), reading.kept.at)
    return f"orders {receipt.outcome}"


def _answer(
    mail_context: MailContext, reading: Reading, place: SeatRef, receipt: Receipt, words: Extract, remark: str = ""
) -> None:
    """Queue the receipt, whatever it says: only what says the same again and again, and nothing for the game, is a robot's."""
    person, remarks = place.person, [reading.decision.remark] if reading.decision.remark else []
    remarks += [remark] if remark else []
    if receipt.for_game:
        mail_context.mailboxes.productive(person.id)
    elif (number := _fruitless(mail_context, reading, person, words.orders)) >= QUIET_AFTER:
        remarks.append(LAST)
        if number > QUIET_AFTER:
            return
    mail = notices.receipt_mail(
        mail_context.signer,
        person,
        receipt,
        _name(mail_context, "receipt", occasion(mail_context.context, place.stream, place.turn, reading.source)),
        reading.kept.at,
        headers.message_id(reading.message),
        classify.line(reading.message, "Subject"),
        place.turn,
        words,
        headers.offset(reading.message),
        remarks,
    )
    mail_context.queue(mail)


def _fruitless(mail_context: MailContext, reading: Reading, person: Person, said: str) -> int:
    """Which of the mails it is that say the same, numbers aside, and nothing for the game. A robot repeats itself, a person
    does not; what is not answered any more is put into the log of the program."""
    words = sha256(NUMBERS.sub(" ", said.casefold()).encode()).hexdigest()
    number = mail_context.mailboxes.fruitless(person.id, reading.source, words, reading.kept.at)
    if number > QUIET_AFTER:
        log.warning("no answer to %s: the same words came again, and nothing of it was for the game", person.id)
    return number


def deliver(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue what others are told of a filing, each once: it is `known_by` what `occasion` gives."""
    for mate in receipt.crew:
        _tell_mate(mail_context, mate, known_by, at)
    _deliver_press(mail_context, receipt, known_by, at)
    _deliver_request(mail_context, receipt, known_by, at)


def _tell_mate(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue a receipt of the crew for its seat's player."""
    person = mail_context.directory.player(receipt.stream, receipt.seat)
    if person is not None:  # else a bot, or nobody
        name = _name(mail_context, f"crew.{receipt.seat}", known_by)
        mail_context.queue(notices.crew_mail(mail_context.signer, person, receipt, name, at))


def _deliver_press(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue what a seat wrote to others, once for each of them."""
    for press in receipt.press:
        for seat in press.to_seats:
            person = mail_context.directory.player(receipt.stream, seat)
            if person is not None:
                name = _name(mail_context, f"press.{seat}", f"{press.id} {known_by}")
                turn = receipt.turn
                mail_context.queue(
                    notices.press_mail(mail_context.signer, person, receipt.stream, seat, turn, press, receipt.seat, name, at)
                )


def _deliver_request(mail_context: MailContext, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue what a seat asked of the deadline, once for each other player; in answer he may ask for the same."""
    asked = receipt.asked
    if asked is None:
        return
    asker = mail_context.directory.player(receipt.stream, asked.seat)
    for seat, person in players(mail_context, receipt.stream):
        if person != asker:
            name = _name(mail_context, f"request.{seat}", known_by)
            mail_context.queue(notices.request_mail(mail_context.signer, person, receipt, asked, seat, name, at))


def players(mail_context: MailContext, stream: str) -> Iterator[tuple[str, Person]]:
    """Each person who plays the game and wants its mail, with the first of his seats."""
    told: set[str] = set()
    for row in projections.seats(mail_context.context.store.db.con, stream):
        person = mail_context.people.by_id(row.player) if row.player else None
        if person is not None and person.id not in told and not mail_context.mailboxes.has_left(person.id, stream):
            told.add(person.id)
            yield row.seat, person


def _resume(mail_context: MailContext, reading: Reading, place: SeatRef, words: Extract) -> str:
    """Reports again for one who had stopped them, the latest at once; who gets none hears how his game stands."""
    left, sent = mail_context.mailboxes.has_left(place.person.id, place.stream), 0
    if left:
        sent = resend(mail_context, place.person, place.stream)
        mail_context.mailboxes.rejoin(place.person.id, place.stream)
    if not sent:
        receipt = file_orders(mail_context.context, place.stream, place.seat, "status", reading.source, place.turn)
        _answer(mail_context, reading, place, receipt, words, "" if left else NOT_STOPPED)
    return "reports resumed"


# ---------------------------------------------------------------- not taken


def _hold(mail_context: MailContext, reading: Reading, place: SeatRef) -> str:
    """Keep the orders back until the seat's player says that they are his; whoever sent them is told nothing."""
    kept, why = reading.kept, reading.decision.why
    mine = reading.writer is not None and reading.writer.id == place.person.id and reading.verdict.result != FAIL
    his = mine and reading.vouched
    if isinstance(reading.words, Unreadable):
        return _reject(mail_context, reading, place, reading.words, his)
    if not reading.words.orders.strip():
        return _lost(mail_context, reading) if mine else f"dropped: there is nothing in it to be held; {why}"
    code = mail_context.signer.code(f"confirm|{kept.sha}")
    held = HeldMail(
        code, kept.sha, place.stream, place.seat, place.turn, place.person.id, reading.sender, why, kept.at, "waiting"
    )
    since = stamp(moment(kept.at) - timedelta(days=1))
    before = mail_context.quarantine.count(place.stream, place.seat, reading.sender, since, kept.sha)
    mail_context.quarantine.hold(held)
    hold_orders(mail_context.context, place.stream, place.seat, place.turn, why, reading.source)
    if his or before < MAX_HELD:
        subject = classify.line(reading.message, "Subject")
        name = _name(mail_context, "held", kept.sha)
        mail = notices.held_mail(
            mail_context.signer,
            place.person,
            place.stream,
            place.seat,
            place.turn,
            code,
            reading.sender,
            subject,
            why,
            kept.at,
            name,
        )
        mail_context.queue(mail)
    return f"held: {why}"


def _refuse(mail_context: MailContext, reading: Reading, place: SeatRef) -> str:
    """Another player wrote to this seat's address: both are told, once a day, and the log has it."""
    writer, at = reading.writer, reading.kept.at
    seat = next((seat for _, seat in mail_context.directory.seats_of(writer, place.stream)), "") if writer else ""
    note_misuse(mail_context.context, place.stream, place.seat, seat, reading.source)
    for person, mine in ((place.person, True), (writer, False)):
        if person is not None:
            name = _name(mail_context, "misuse", f"{place.stream} {place.seat} {reading.sender} {mine} {at[:10]}")
            mail_context.queue(
                notices.misuse_mail(
                    mail_context.signer, person, place.stream, place.seat, place.turn, mine, reading.sender, at, name
                )
            )
    return f"refused: {reading.decision.why}"


def _reject(mail_context: MailContext, reading: Reading, place: SeatRef, fault: Unreadable, his: bool = True) -> str:
    """A mail that cannot be read at all: the player is told the reason; of mails that may not be `his`, once a day for each."""
    kept, person = reading.kept, place.person
    name = _name(mail_context, "reject", reading.source if his else f"{person.id} {place.stream} {fault.reason} {kept.at[:10]}")
    answers, subject = headers.message_id(reading.message), classify.line(reading.message, "Subject")
    mail_context.queue(
        notices.reject_mail(
            mail_context.signer, person, place.stream, place.seat, place.turn, str(fault), name, kept.at, answers, subject
        )
    )
    return f"rejected: {fault.reason}"


def _lost(mail_context: MailContext, reading: Reading) -> str:
    """A player wrote to us without saying for which game: he is told where to write.

    Anyone can write in his name. So what nobody vouches for is answered once a day, and what his domain vouches for each time,
    unless it says the same again and again.
    """
    writer, at = reading.writer, reading.kept.at
    if writer is None:
        return f"dropped: {reading.decision.why}"
    said = reading.words.orders if isinstance(reading.words, Extract) else reading.words.reason
    if reading.vouched and _fruitless(mail_context, reading, writer, said) > QUIET_AFTER:
        return f"dropped: {reading.decision.why}, again and again"
    games = []
    for stream, seat in mail_context.directory.seats_of(writer):
        turn = mail_context.directory.open_turn(stream)
        games.append((stream, seat, mail_context.signer.seat_address(stream, seat, turn, writer.key)))
    answers, subject = headers.message_id(reading.message), classify.line(reading.message, "Subject")
    name = _name(mail_context, "lost", reading.source if reading.vouched else f"{writer.id} {at[:10]}")
    mail_context.queue(notices.lost_mail(mail_context.signer, writer, games, name, at, answers, subject))
    return f"answered: {reading.decision.why}"


def _name(mail_context: MailContext, kind: str, what: str) -> str:
    """The local part of the Message-ID of an answer: the same for the same occasion, and not to be guessed."""
    return f"{kind}.{mail_context.signer.code(f'{kind}|{what}')}"
