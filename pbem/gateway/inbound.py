"""Mail in: stored first, then taken step by step to orders and a receipt. Every step may be repeated without harm."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from email.message import Message

from events import projections
from pbem.gateway import letter
from pbem.gateway.addresses import Claim, read_address, verify
from pbem.gateway.extract import TooLong, order_text
from pbem.gateway.outbound import House, answer_mail, crew_mail
from pbem.gateway.receipts import notice_text, receipt_text
from pbem.gateway.tables import Inbound, MailTables
from pbem.people import People, Person
from pbem.service.orders import Receipt, file_orders
from pbem.service.room import Room, stamp

MAX_MAIL = 10 * 1024 * 1024
# A robot that answers every mail and marks none of them must come to an end: after so many answers in an hour that only say
# «nothing was filed», there are no more. Orders are still taken, and their receipts sent.
MAX_REFUSALS = 10

log = logging.getLogger(__name__)


class MailTooBig(ValueError):
    """A mail of more bytes than are kept."""


@dataclass(frozen=True)
class Letter:
    """A mail whose address is known to be good: whose it is, and what it is known by."""

    message: Message
    claim: Claim
    seat: str
    person: Person
    source: str
    at: str


class Inbox:
    """From raw mail to filed orders and a queued receipt."""

    def __init__(self, room: Room, people: People, tables: MailTables, house: House) -> None:
        self.room = room
        self.people = people
        self.tables = tables
        self.house = house

    def receive(self, raw: bytes, mail_from: str, rcpt_to: str) -> str:
        """Store a mail durably, before anything else is done with it, and return its key. Raises `MailTooBig`."""
        if len(raw) > MAX_MAIL:
            raise MailTooBig(f"a mail may have {MAX_MAIL} bytes; this one has {len(raw)}")
        return self.tables.keep(raw, mail_from, rcpt_to, stamp(self.room.now()))

    def process_pending(self, failed: bool = False) -> int:
        """Process what is stored and not yet processed (with `failed`, also what a fault stopped). Returns how many."""
        waiting = self.tables.waiting(failed)
        for sha in waiting:
            self.process(sha)
        return len(waiting)

    def process(self, sha: str) -> None:
        """Take one stored mail through all steps. A fault marks this mail as failed and stops no other."""
        kept = self.tables.inbound(sha)
        if kept is None or kept.status == "processed":
            return
        status = "processed"
        try:
            outcome = self._handle(kept)
        except Exception as e:
            log.exception("mail %s could not be processed; it is kept, and tried again at the next start", sha)
            status, outcome = "failed", f"{type(e).__name__}: {e}"
        self.tables.settle(sha, status, outcome, stamp(self.room.now()))

    def player_of(self, claim: Claim) -> tuple[str, Person] | None:
        """The seat and its player, if the address was given to him; None for an address that is forged or out of use."""
        player = self._player(claim.stream, claim.seat)
        if not player or not verify(self.house.secret, claim, player):
            return None
        person = self.people.by_id(player)
        return (claim.seat, person) if person else None

    def _player(self, stream: str, seat: str) -> str | None:
        """The id of a seat's player, or his bot's name."""
        rows = projections.seats(self.room.store.db.con, stream)
        return next((row.player for row in rows if row.seat == seat), None)

    # ------------------------------------------------------------ the steps

    def _handle(self, kept: Inbound) -> str:
        """What becomes of the mail, in words. Nobody is answered who has not shown a seat's address."""
        message = letter.parse(kept.raw)
        machine = letter.automatic(message, kept.envelope_from, self.house.domain)
        if machine:
            return f"dropped: {machine}"
        claim = read_address(kept.envelope_to, self.house.domain)
        known = self.player_of(claim) if claim else None
        if claim is None or known is None:
            return "dropped: the address is no seat's"
        seat, person = known
        source = letter.identity(message, kept.raw, claim, kept.sha)
        mail = Letter(message, claim, seat, person, source, kept.at)
        if letter.sender(message) != person.address:
            return self._notice(mail)
        return self._orders(mail)

    def _orders(self, mail: Letter) -> str:
        """File the orders and queue the receipt, and those of the crew whose receipts are not true any more."""
        kib = 0
        try:
            text = order_text(mail.message)
        except TooLong as e:
            text, kib = "", e.kib
        receipt = file_orders(self.room, mail.claim.stream, mail.seat, text, mail.source, mail.claim.turn)
        reply_to = self.house.seat_address(receipt.stream, receipt.seat, receipt.turn, mail.person.id)
        words = receipt_text(receipt, reply_to, mail.at, mail.claim.turn, kib, not text.strip())
        self._answer(mail, _kind(receipt), f"receipt.{mail.source[:16]}", words, receipt.turn)
        for other in receipt.crew:
            self._tell(mail, other)
        return "too long" if kib else f"orders {receipt.outcome}"

    def _tell(self, mail: Letter, receipt: Receipt) -> None:
        """Queue a receipt of the crew for its seat's player, once: it is known by the mail that gave rise to it."""
        person = self.people.by_id(self._player(receipt.stream, receipt.seat) or "")
        if person is None:  # a bot, or nobody
            return
        reply_to = self.house.seat_address(receipt.stream, receipt.seat, receipt.turn, person.id)
        words = receipt_text(receipt, reply_to, mail.at, receipt.turn)
        name = f"crew.{mail.source[:16]}.{receipt.seat}"
        made = crew_mail(self.house, person, name, words, mail.at, receipt.stream, receipt.seat, receipt.turn)
        self.tables.queue(made, stamp(self.room.now()))

    def _notice(self, mail: Letter) -> str:
        """Tell the seat's player that someone else used his address; the stranger is not answered."""
        claim = mail.claim
        sender, subject = letter.sender(mail.message), letter.header(mail.message, "Subject")
        words = notice_text(claim.stream, mail.seat, sender, subject, mail.person.address)
        self._answer(mail, "notice", f"notice.{mail.source[:16]}", words, claim.turn)
        return "held: it is not from the seat's player"

    def _answer(self, mail: Letter, kind: str, name: str, words: str, turn: int) -> None:
        now = self.room.now()
        since = stamp(now - timedelta(hours=1))
        if kind != "receipt" and self.tables.refusals(mail.person.id, since) >= MAX_REFUSALS:
            log.warning("no more answers to %s within the hour: nothing of what came was an order", mail.person.id)
            return
        stream = mail.claim.stream
        answers = "" if kind == "notice" else letter.message_id(mail.message)
        subject = _subject(mail, kind, f"[{stream} T{turn}] your orders")
        made = answer_mail(self.house, mail.person, kind, name, subject, words, mail.at, stream, mail.seat, turn, answers)
        self.tables.queue(made, stamp(now))


def _kind(receipt: Receipt) -> str:
    """A refusal is an answer that robots, too, could get any number of."""
    useful = receipt.outcome in ("accepted", "partly") or (receipt.asks and receipt.outcome == "unchanged")
    return "receipt" if useful else "refusal"


def _subject(mail: Letter, kind: str, otherwise: str) -> str:
    """The player's own subject, answered."""
    if kind == "notice":
        return f"[{mail.claim.stream}] mail from someone else"
    theirs = letter.header(mail.message, "Subject")
    while theirs[:3].lower() == "re:":
        theirs = theirs[3:].lstrip()
    clean = "".join(c for c in theirs if c.isprintable())
    return f"Re: {clean or otherwise}"
