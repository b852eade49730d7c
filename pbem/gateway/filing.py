"""A mail that was read becomes orders and a receipt, or waits for its player's word, or is answered with the reason why not."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

from events import projections
from pbem.gateway import kinds, letter, letters
from pbem.gateway.extract import VERSION, Extract, Unreadable
from pbem.gateway.holds import Held
from pbem.gateway.locate import Place
from pbem.gateway.postroom import Postroom
from pbem.gateway.reading import Reading
from pbem.gateway.receipts import useful
from pbem.gateway.resending import resend
from pbem.people import Person
from pbem.service.holding import hold_orders, note_misuse
from pbem.service.orders import file_orders
from pbem.service.receipt import Receipt
from pbem.service.room import moment, stamp

# So many mails of one stranger within a day are held with a letter for each; more would be a nuisance, not an oversight.
MAX_HELD = 5
RESUME = "resume"
LAST = "nothing could be filed of three mails within the hour; more like them get no answer, until one holds a good order"

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
        return _resume(post, place)
    post.tables.trace(reading.kept.sha, place.stream, place.seat, place.turn, reading.source, words.orders, VERSION)
    receipt = file_orders(post.room, place.stream, place.seat, words.orders, reading.source, place.turn)
    _answer(post, reading, place, receipt, words)
    for mate in receipt.crew:
        tell_mate(post, mate, reading.source, reading.kept.at)
    deliver_press(post, receipt, reading.kept.at)
    deliver_request(post, receipt, reading.source, reading.kept.at)
    return f"orders {receipt.outcome}"


def _answer(post: Postroom, reading: Reading, place: Place, receipt: Receipt, words: Extract) -> None:
    """Queue the receipt. A player whose mails hold no order again and again is a robot: he is answered no more."""
    person, remarks = place.person, [reading.decision.remark] if reading.decision.remark else []
    if useful(receipt):
        post.mailboxes.productive(person.id)
    elif _is_quiet(post, person, reading.kept.at):
        return
    elif post.mailboxes.is_quiet(person.id):
        remarks.append(LAST)
    mail = letters.receipt_mail(
        post.office,
        person,
        receipt,
        _name(post, "receipt", reading.source),
        reading.kept.at,
        letter.message_id(reading.message),
        kinds.line(reading.message, "Subject"),
        place.turn,
        words,
        letter.offset(reading.message),
        remarks,
    )
    post.queue(mail)


def _is_quiet(post: Postroom, person: Person, at: str) -> bool:
    """Count an answer that only says «nothing was filed»; after the third in an hour there are no more."""
    if post.mailboxes.is_quiet(person.id):
        log.warning("no more answers to %s: nothing of what came was an order", person.id)
        return True
    post.mailboxes.unproductive(person.id, at)
    return False


def tell_mate(post: Postroom, receipt: Receipt, source: str, at: str) -> None:
    """Queue a receipt of the crew for its seat's player, once: it is known by the filing that gave rise to it."""
    person = post.directory.player(receipt.stream, receipt.seat)
    if person is not None:  # else a bot, or nobody
        name = _name(post, f"crew.{receipt.seat}", source)
        post.queue(letters.crew_mail(post.office, person, receipt, name, at))


def deliver_press(post: Postroom, receipt: Receipt, at: str) -> None:
    """Queue what a seat wrote to others, once for each of them."""
    for press in receipt.press:
        for seat in press.to_seats:
            person = post.directory.player(receipt.stream, seat)
            if person is not None:
                name = _name(post, f"press.{seat}", press.id)
                turn = receipt.turn
                post.queue(letters.press_mail(post.office, person, receipt.stream, seat, turn, press, receipt.seat, name, at))


def deliver_request(post: Postroom, receipt: Receipt, source: str, at: str) -> None:
    """Queue what a seat asked of the deadline, once for each other player; in answer he may ask for the same."""
    asked = receipt.asked
    if asked is None:
        return
    asker = post.directory.player(receipt.stream, asked.seat)
    for seat, person in players(post, receipt.stream):
        if person != asker:
            name = _name(post, f"request.{seat}", source)
            post.queue(letters.request_mail(post.office, person, receipt, asked, seat, name, at))


def players(post: Postroom, stream: str) -> Iterator[tuple[str, Person]]:
    """Each person who plays the game and wants its mail, with the first of his seats."""
    told: set[str] = set()
    for row in projections.seats(post.room.store.db.con, stream):
        person = post.people.by_id(row.player) if row.player else None
        if person is not None and person.id not in told and not post.mailboxes.has_left(person.id, stream):
            told.add(person.id)
            yield row.seat, person


def _resume(post: Postroom, place: Place) -> str:
    """Reports again for one who had stopped them, the latest at once."""
    if post.mailboxes.has_left(place.person.id, place.stream):
        resend(post, place.person, place.stream)
        post.mailboxes.rejoin(place.person.id, place.stream)
    return "reports resumed"


# ---------------------------------------------------------------- not taken


def _hold(post: Postroom, reading: Reading, place: Place) -> str:
    """Keep the orders back until the seat's player says that they are his; whoever sent them is told nothing."""
    kept, why = reading.kept, reading.decision.why
    if isinstance(reading.words, Unreadable):
        return _reject(post, reading, place, reading.words, his=False)
    if not reading.words.orders.strip():
        return f"dropped: there is nothing in it to be held; {why}"
    code = post.office.code(f"confirm|{kept.sha}")
    held = Held(code, kept.sha, place.stream, place.seat, place.turn, place.person.id, reading.sender, why, kept.at, "waiting")
    since = stamp(moment(kept.at) - timedelta(days=1))
    before = post.holds.count(place.stream, place.seat, reading.sender, since, kept.sha)
    post.holds.hold(held)
    hold_orders(post.room, place.stream, place.seat, place.turn, why, reading.source)
    if before < MAX_HELD:
        subject = kinds.line(reading.message, "Subject")
        name = _name(post, "held", kept.sha)
        mail = letters.held_mail(
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
                letters.misuse_mail(post.office, person, place.stream, place.seat, place.turn, mine, reading.sender, at, name)
            )
    return f"refused: {reading.decision.why}"


def _reject(post: Postroom, reading: Reading, place: Place, fault: Unreadable, his: bool = True) -> str:
    """A mail that cannot be read at all: the player is told the reason, once a day for each reason.

    What may not be `his` makes no robot of him.
    """
    kept, person = reading.kept, place.person
    if not his or not _is_quiet(post, person, kept.at):
        name = _name(post, "reject", f"{person.id} {place.stream} {fault.reason} {kept.at[:10]}")
        answers, subject = letter.message_id(reading.message), kinds.line(reading.message, "Subject")
        post.queue(
            letters.reject_mail(
                post.office, person, place.stream, place.seat, place.turn, str(fault), name, kept.at, answers, subject
            )
        )
    return f"rejected: {fault.reason}"


def _lost(post: Postroom, reading: Reading) -> str:
    """A player wrote to us without saying for which game: he is told where to write, once a day. It proves nothing of him."""
    writer, at = reading.writer, reading.kept.at
    if writer is None:
        return f"dropped: {reading.decision.why}"
    games = []
    for stream, seat in post.directory.seats_of(writer):
        turn = post.directory.open_turn(stream)
        games.append((stream, seat, post.office.seat_address(stream, seat, turn, writer.key)))
    answers, subject = letter.message_id(reading.message), kinds.line(reading.message, "Subject")
    name = _name(post, "lost", f"{writer.id} {at[:10]}")
    post.queue(letters.lost_mail(post.office, writer, games, name, at, answers, subject))
    return f"answered: {reading.decision.why}"


def _name(post: Postroom, kind: str, what: str) -> str:
    """The local part of the Message-ID of an answer: the same for the same occasion, and not to be guessed."""
    return f"{kind}.{post.office.code(f'{kind}|{what}')}"
