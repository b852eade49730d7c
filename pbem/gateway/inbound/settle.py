"""A mail that was read becomes orders and a receipt, or is held until its player confirms it, or is answered with why not."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from pbem.accounts.people import Person
from pbem.gateway.extract import VERSION, Extract, UnreadableMail
from pbem.gateway.mailboxes.deliverability import QUIET_AFTER
from pbem.gateway.mailboxes.mail_rows import FiledAs
from pbem.gateway.mailboxes.quarantine_table import HeldMail
from pbem.gateway.outbound import notices
from pbem.gateway.outbound.notify import notify
from pbem.gateway.outbound.receipt_mail import AnsweredMail, left_out
from pbem.gateway.outbound.resend import resend
from pbem.gateway.reading import headers
from pbem.gateway.reading.read_mail import Reading
from pbem.gateway.reading.sender_auth import FAIL, NONE, PASS
from pbem.gateway.scheduled.sitter_mail import tell_named
from pbem.service import mail_facts
from pbem.service.context import parse_stamp, stamp
from pbem.service.ladder.sitters import NotTheirSeat
from pbem.service.mail_facts import MailFacts
from pbem.service.mail_port import SeatRef
from pbem.service.orders.file import file_orders
from pbem.service.orders.make_receipt import occasion
from pbem.service.orders.quarantine import hold_orders, note_misuse
from pbem.service.receipt import Receipt

# So many mails of one stranger within a day are held with a notice for each; more would be a nuisance, not an oversight.
MAX_HELD = 5
RESUME = "resume"
HELD, REFUSED = "held", "refused"
"""How the outcome of a mail begins whose orders were kept back, or that another player wrote."""
LAST = "three mails within the hour said the same, and nothing of it was for the game; more like them get no answer"
NOT_STOPPED = "the reports of this game were not stopped, so there is nothing to resume"
VERDICTS = {PASS: "passed", FAIL: "failed", NONE: "no verdict"}
"""The result of the sender check, as its player reads it."""
NUMBERS = re.compile(r"[\W\d_]+")

log = logging.getLogger(__name__)


def settle(reading: Reading) -> str:
    """Do what was decided about a mail, and return in words what became of it. May be repeated without harm."""
    act, seat_ref = reading.decision.act, reading.seat_ref
    if act == "lost":
        return _lost(reading)
    if act == "drop" or seat_ref is None:
        return f"dropped: {reading.decision.why}"
    if act == "refuse":
        return _refuse(reading, seat_ref)
    return _hold(reading, seat_ref) if act == "hold" else take(reading, seat_ref)


# ---------------------------------------------------------------- taken


def take(reading: Reading, seat_ref: SeatRef) -> str:
    """File the orders; queue the receipt, those of the crew whose receipts are not true any more, and what others are told."""
    words, mail_context = reading.words, reading.mail_context
    if isinstance(words, UnreadableMail):
        return _reject(reading, seat_ref, words)
    mail_context.mailboxes.arrived(seat_ref.person.id, reading.kept.at)
    if words.orders.strip().lower() == RESUME:
        return _resume(reading, seat_ref, words)
    filed_as = FiledAs(seat_ref.stream, seat_ref.seat, seat_ref.turn, reading.source, words.orders, VERSION)
    mail_context.tables.trace(reading.kept.sha, filed_as)
    try:
        receipt = file_orders(mail_context.context, seat_ref.stream, seat_ref.seat, words.orders, reading.source, seat_ref.turn)
    except NotTheirSeat as e:
        return f"dropped: {e}"
    mail_facts.keep(mail_context.context, reading.source, _facts(reading, seat_ref, words, receipt))
    _answer(reading, seat_ref, receipt, words)
    notify(mail_context, receipt, _occasion(reading, seat_ref), reading.kept.at)
    if receipt.names_sitter:
        tell_named(mail_context, seat_ref.stream, seat_ref.seat)
    return f"orders {receipt.outcome}"


def _facts(reading: Reading, seat_ref: SeatRef, words: Extract, receipt: Receipt) -> MailFacts:
    """What its player is told of how these orders came in; kept before the mail is answered, so that an answer can say it."""
    kept, verdict, decision = reading.kept, reading.verdict, reading.decision
    held = f"; held, because {decision.why}, and confirmed" if decision.act == "hold" else ""
    said = f"{VERDICTS[verdict.result]}: {verdict.why}{held}"
    message_id = headers.message_id(reading.message)
    return MailFacts(seat_ref.person.id, kept.channel, kept.at, message_id, said, left_out(words, receipt))


def _occasion(reading: Reading, seat_ref: SeatRef) -> str:
    return occasion(reading.mail_context.context, seat_ref.stream, seat_ref.turn, reading.source)


def _answer(reading: Reading, seat_ref: SeatRef, receipt: Receipt, words: Extract, remark: str = "") -> None:
    """Queue the receipt, whatever it says: only what says the same again and again, and nothing for the game, is a robot's."""
    person, mail_context = seat_ref.person, reading.mail_context
    remarks = list(filter(None, (reading.decision.remark, remark)))
    if receipt.for_game:
        mail_context.mailboxes.person_wrote(person.id)
    elif (number := _repeated_mails(reading, person, words.orders)) >= QUIET_AFTER:
        remarks.append(LAST)
        if number > QUIET_AFTER:
            return
    answered = replace(_answered(reading, seat_ref.turn), read=words, remarks=remarks)
    name = mail_context.signer.mail_name("receipt", _occasion(reading, seat_ref))
    mail_context.queue(notices.receipt_mail(mail_context.signer, person, receipt, answered, name))


def _answered(reading: Reading, turn: int = 0) -> AnsweredMail:
    """The mail as its answer names it."""
    message = reading.message
    return AnsweredMail(reading.kept.at, turn, headers.message_id(message), reading.subject, headers.offset(message))


def _repeated_mails(reading: Reading, person: Person, said: str) -> int:
    """Count a mail that says nothing for the game: how many there are by now that say the same, numbers aside.

    A robot repeats itself, a person does not. What is not answered any more is put into the log of the program.
    """
    words = sha256(NUMBERS.sub(" ", said.casefold()).encode()).hexdigest()
    number = reading.mail_context.mailboxes.repeated_mails(person.id, reading.source, words, reading.kept.at)
    if number > QUIET_AFTER:
        log.warning("no answer to %s: the same words came again, and nothing of it was for the game", person.id)
    return number


def _resume(reading: Reading, seat_ref: SeatRef, words: Extract) -> str:
    """Reports again for a player who had stopped them, the latest at once; who gets none is told the state of their game."""
    mail_context, person = reading.mail_context, seat_ref.person
    left, sent = mail_context.mailboxes.has_left(person.id, seat_ref.stream), 0
    if left:
        sent = resend(mail_context, person, seat_ref.stream)
        mail_context.mailboxes.rejoin(person.id, seat_ref.stream)
    if not sent:
        receipt = file_orders(mail_context.context, seat_ref.stream, seat_ref.seat, "status", reading.source, seat_ref.turn)
        _answer(reading, seat_ref, receipt, words, "" if left else NOT_STOPPED)
    return "reports resumed"


# ---------------------------------------------------------------- not taken


def _hold(reading: Reading, seat_ref: SeatRef) -> str:
    """Keep the orders back until the seat's player says that they are theirs; whoever sent them is told nothing."""
    mail_context, kept, words, why = reading.mail_context, reading.kept, reading.words, reading.decision.why
    player = seat_ref.person.id
    mine = reading.writer is not None and reading.writer.id == player and reading.verdict.result != FAIL
    certain = mine and reading.vouched
    if isinstance(words, UnreadableMail):
        return _reject(reading, seat_ref, words, certain)
    if not words.orders.strip():
        return _lost(reading) if mine else f"dropped: there is nothing in it to be held; {why}"
    code = mail_context.signer.code(f"confirm|{kept.sha}")
    held = HeldMail(
        code, kept.sha, seat_ref.stream, seat_ref.seat, seat_ref.turn, player, reading.sender, why, kept.at, "waiting"
    )
    before = _hold_orders(reading, held)
    if certain or before < MAX_HELD:
        name = mail_context.signer.mail_name("held", kept.sha)
        title = mail_context.context.seat_title(held.stream, held.seat)
        mail_context.queue(notices.held_mail(mail_context.signer, seat_ref.person, held, title, reading.subject, name))
    return f"{HELD}: {why}"


def _hold_orders(reading: Reading, held: HeldMail) -> int:
    """Keep the mail, and note it in the log. Returns how many others of its sender were held within a day."""
    mail_context = reading.mail_context
    since = stamp(parse_stamp(held.at) - timedelta(days=1))
    before = mail_context.quarantine.count(held.stream, held.seat, held.sender, since, held.sha)
    mail_context.quarantine.hold(held)
    hold_orders(mail_context.context, held.stream, held.seat, held.turn, held.why, reading.source)
    return before


def _refuse(reading: Reading, seat_ref: SeatRef) -> str:
    """Another player wrote to this seat's address: both are told, once a day, and the log has it."""
    mail_context, writer, at = reading.mail_context, reading.writer, reading.kept.at
    seat = next((seat for _, seat in mail_context.directory.seats_of(writer, seat_ref.stream)), "") if writer else ""
    note_misuse(mail_context.context, seat_ref.stream, seat_ref.seat, seat, reading.source)
    title = mail_context.context.seat_title(seat_ref.stream, seat_ref.seat)
    for person, mine in ((seat_ref.person, True), (writer, False)):
        if person is not None:
            once_a_day = f"{seat_ref.stream} {seat_ref.seat} {reading.sender} {mine} {at[:10]}"
            name = mail_context.signer.mail_name("misuse", once_a_day)
            to = replace(seat_ref, person=person)
            mail_context.queue(notices.misuse_mail(mail_context.signer, to, title if mine else "", reading.sender, name, at))
    return f"{REFUSED}: {reading.decision.why}"


def _reject(reading: Reading, seat_ref: SeatRef, fault: UnreadableMail, certain: bool = True) -> str:
    """A mail that cannot be read at all: the player is told the reason.

    Of mails that are not `certain` to be theirs, they are told once a day for each reason.
    """
    mail_context = reading.mail_context
    once_a_day = f"{seat_ref.person.id} {seat_ref.stream} {fault.reason} {reading.kept.at[:10]}"
    name = mail_context.signer.mail_name("reject", reading.source if certain else once_a_day)
    mail_context.queue(notices.reject_mail(mail_context.signer, seat_ref, _answered(reading), str(fault), name))
    return f"rejected: {fault.reason}"


def _lost(reading: Reading) -> str:
    """A player wrote to us without saying for which game: they are told where to write.

    Anyone can write in their name. So what nobody vouches for is answered once a day, and what their domain vouches for each
    time, unless it says the same again and again.
    """
    mail_context, writer, at = reading.mail_context, reading.writer, reading.kept.at
    if writer is None:
        return f"dropped: {reading.decision.why}"
    said = reading.words.orders if isinstance(reading.words, Extract) else reading.words.reason
    if reading.vouched and _repeated_mails(reading, writer, said) > QUIET_AFTER:
        return f"dropped: {reading.decision.why}, again and again"
    games = []
    for stream, seat in mail_context.directory.seats_of(writer):
        turn = mail_context.directory.open_turn(stream)
        title = mail_context.context.seat_title(stream, seat)
        address = mail_context.signer.seat_address(stream, seat, turn, writer.key)
        games.append((stream, title, address))
    name = mail_context.signer.mail_name("lost", reading.source if reading.vouched else f"{writer.id} {at[:10]}")
    mail_context.queue(notices.lost_mail(mail_context.signer, writer, games, _answered(reading), name))
    return f"answered: {reading.decision.why}"
