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
from pbem.gateway.inbound.locate import Place
from pbem.gateway.inbound.read_mail import Reading
from pbem.gateway.inbound.sender_auth import FAIL
from pbem.gateway.mailboxes.deliverability import QUIET_AFTER
from pbem.gateway.mailboxes.mail_context import Postroom
from pbem.gateway.outbound import notices
from pbem.gateway.outbound.resend import resend
from pbem.gateway.special.quarantine_table import Held
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


def settle(post: Postroom, reading: Reading) -> str:
    """Do what was decided about a mail, and return in words what became of it. May be repeated without harm."""
    act, place = reading.decision.act, reading.place
    if act == "lost":
        return _lost(post, reading)
    if act == "drop" or place is None:
        return f"dropped: {reading.decision.why}"
    if act == "refuse":
        return _refuse(post, reading, place)
    return _hold(post, reading, place) if act == "hold" else take(post, reading, place)


# ---------------------------------------------------------------- taken


def take(post: Postroom, reading: Reading, place: Place) -> str:
    """File the orders; queue the receipt, those of the crew whose receipts are not true any more, and what others are told."""
    words = reading.words
    if isinstance(words, Unreadable):
        return _reject(post, reading, place, words)
    post.mailboxes.arrived(place.person.id, reading.kept.at)
    if words.orders.strip().lower() == RESUME:
        return _resume(post, reading, place, words)
    post.tables.trace(reading.kept.sha, place.stream, place.seat, place.turn, reading.source, words.orders, VERSION)
    receipt = file_orders(post.room, place.stream, place.seat, words.orders, reading.source, place.turn)
    _answer(post, reading, place, receipt, words)
    deliver(post, receipt, occasion(post.room, place.stream, place.turn, reading.source), reading.kept.at)
    return f"orders {receipt.outcome}"


def _answer(post: Postroom, reading: Reading, place: Place, receipt: Receipt, words: Extract, remark: str = "") -> None:
    """Queue the receipt, whatever it says: only what says the same again and again, and nothing for the game, is a robot's."""
    person, remarks = place.person, [reading.decision.remark] if reading.decision.remark else []
    remarks += [remark] if remark else []
    if receipt.for_game:
        post.mailboxes.productive(person.id)
    elif (number := _fruitless(post, reading, person, words.orders)) >= QUIET_AFTER:
        remarks.append(LAST)
        if number > QUIET_AFTER:
            return
    mail = notices.receipt_mail(
        post.office,
        person,
        receipt,
        _name(post, "receipt", occasion(post.room, place.stream, place.turn, reading.source)),
        reading.kept.at,
        headers.message_id(reading.message),
        classify.line(reading.message, "Subject"),
        place.turn,
        words,
        headers.offset(reading.message),
        remarks,
    )
    post.queue(mail)


def _fruitless(post: Postroom, reading: Reading, person: Person, said: str) -> int:
    """Which of the mails it is that say the same, numbers aside, and nothing for the game. A robot repeats itself, a person
    does not; what is not answered any more is put into the log of the program."""
    words = sha256(NUMBERS.sub(" ", said.casefold()).encode()).hexdigest()
    number = post.mailboxes.fruitless(person.id, reading.source, words, reading.kept.at)
    if number > QUIET_AFTER:
        log.warning("no answer to %s: the same words came again, and nothing of it was for the game", person.id)
    return number


def deliver(post: Postroom, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue what others are told of a filing, each once: it is `known_by` what `occasion` gives."""
    for mate in receipt.crew:
        _tell_mate(post, mate, known_by, at)
    _deliver_press(post, receipt, known_by, at)
    _deliver_request(post, receipt, known_by, at)


def _tell_mate(post: Postroom, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue a receipt of the crew for its seat's player."""
    person = post.directory.player(receipt.stream, receipt.seat)
    if person is not None:  # else a bot, or nobody
        name = _name(post, f"crew.{receipt.seat}", known_by)
        post.queue(notices.crew_mail(post.office, person, receipt, name, at))


def _deliver_press(post: Postroom, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue what a seat wrote to others, once for each of them."""
    for press in receipt.press:
        for seat in press.to_seats:
            person = post.directory.player(receipt.stream, seat)
            if person is not None:
                name = _name(post, f"press.{seat}", f"{press.id} {known_by}")
                turn = receipt.turn
                post.queue(notices.press_mail(post.office, person, receipt.stream, seat, turn, press, receipt.seat, name, at))


def _deliver_request(post: Postroom, receipt: Receipt, known_by: str, at: str) -> None:
    """Queue what a seat asked of the deadline, once for each other player; in answer he may ask for the same."""
    asked = receipt.asked
    if asked is None:
        return
    asker = post.directory.player(receipt.stream, asked.seat)
    for seat, person in players(post, receipt.stream):
        if person != asker:
            name = _name(post, f"request.{seat}", known_by)
            post.queue(notices.request_mail(post.office, person, receipt, asked, seat, name, at))


def players(post: Postroom, stream: str) -> Iterator[tuple[str, Person]]:
    """Each person who plays the game and wants its mail, with the first of his seats."""
    told: set[str] = set()
    for row in projections.seats(post.room.store.db.con, stream):
        person = post.people.by_id(row.player) if row.player else None
        if person is not None and person.id not in told and not post.mailboxes.has_left(person.id, stream):
            told.add(person.id)
            yield row.seat, person


def _resume(post: Postroom, reading: Reading, place: Place, words: Extract) -> str:
    """Reports again for one who had stopped them, the latest at once; who gets none hears how his game stands."""
    left, sent = post.mailboxes.has_left(place.person.id, place.stream), 0
    if left:
        sent = resend(post, place.person, place.stream)
        post.mailboxes.rejoin(place.person.id, place.stream)
    if not sent:
        receipt = file_orders(post.room, place.stream, place.seat, "status", reading.source, place.turn)
        _answer(post, reading, place, receipt, words, "" if left else NOT_STOPPED)
    return "reports resumed"


# ---------------------------------------------------------------- not taken


def _hold(post: Postroom, reading: Reading, place: Place) -> str:
    """Keep the orders back until the seat's player says that they are his; whoever sent them is told nothing."""
    kept, why = reading.kept, reading.decision.why
    mine = reading.writer is not None and reading.writer.id == place.person.id and reading.verdict.result != FAIL
    his = mine and reading.vouched
    if isinstance(reading.words, Unreadable):
        return _reject(post, reading, place, reading.words, his)
    if not reading.words.orders.strip():
        return _lost(post, reading) if mine else f"dropped: there is nothing in it to be held; {why}"
    code = post.office.code(f"confirm|{kept.sha}")
    held = Held(code, kept.sha, place.stream, place.seat, place.turn, place.person.id, reading.sender, why, kept.at, "waiting")
    since = stamp(moment(kept.at) - timedelta(days=1))
    before = post.holds.count(place.stream, place.seat, reading.sender, since, kept.sha)
    post.holds.hold(held)
    hold_orders(post.room, place.stream, place.seat, place.turn, why, reading.source)
    if his or before < MAX_HELD:
        subject = classify.line(reading.message, "Subject")
        name = _name(post, "held", kept.sha)
        mail = notices.held_mail(
            post.office, place.person, place.stream, place.seat, place.turn, code, reading.sender, subject, why, kept.at, name
        )
        post.queue(mail)
    return f"held: {why}"


def _refuse(post: Postroom, reading: Reading, place: Place) -> str:
    """Another player wrote to this seat's address: both are told, once a day, and the log has it."""
    writer, at = reading.writer, reading.kept.at
    seat = next((seat for _, seat in post.directory.seats_of(writer, place.stream)), "") if writer else ""
    note_misuse(post.room, place.stream, place.seat, seat, reading.source)
    for person, mine in ((place.person, True), (writer, False)):
        if person is not None:
            name = _name(post, "misuse", f"{place.stream} {place.seat} {reading.sender} {mine} {at[:10]}")
            post.queue(
                notices.misuse_mail(post.office, person, place.stream, place.seat, place.turn, mine, reading.sender, at, name)
            )
    return f"refused: {reading.decision.why}"


def _reject(post: Postroom, reading: Reading, place: Place, fault: Unreadable, his: bool = True) -> str:
    """A mail that cannot be read at all: the player is told the reason; of mails that may not be `his`, once a day for each."""
    kept, person = reading.kept, place.person
    name = _name(post, "reject", reading.source if his else f"{person.id} {place.stream} {fault.reason} {kept.at[:10]}")
    answers, subject = headers.message_id(reading.message), classify.line(reading.message, "Subject")
    post.queue(
        notices.reject_mail(
            post.office, person, place.stream, place.seat, place.turn, str(fault), name, kept.at, answers, subject
        )
    )
    return f"rejected: {fault.reason}"


def _lost(post: Postroom, reading: Reading) -> str:
    """A player wrote to us without saying for which game: he is told where to write.

    Anyone can write in his name. So what nobody vouches for is answered once a day, and what his domain vouches for each time,
    unless it says the same again and again.
    """
    writer, at = reading.writer, reading.kept.at
    if writer is None:
        return f"dropped: {reading.decision.why}"
    said = reading.words.orders if isinstance(reading.words, Extract) else reading.words.reason
    if reading.vouched and _fruitless(post, reading, writer, said) > QUIET_AFTER:
        return f"dropped: {reading.decision.why}, again and again"
    games = []
    for stream, seat in post.directory.seats_of(writer):
        turn = post.directory.open_turn(stream)
        games.append((stream, seat, post.office.seat_address(stream, seat, turn, writer.key)))
    answers, subject = headers.message_id(reading.message), classify.line(reading.message, "Subject")
    name = _name(post, "lost", reading.source if reading.vouched else f"{writer.id} {at[:10]}")
    post.queue(notices.lost_mail(post.office, writer, games, name, at, answers, subject))
    return f"answered: {reading.decision.why}"


def _name(post: Postroom, kind: str, what: str) -> str:
    """The local part of the Message-ID of an answer: the same for the same occasion, and not to be guessed."""
    return f"{kind}.{post.office.code(f'{kind}|{what}')}"
