"""Players as they are: punctual, late, forgetful, on holiday, gone. They answer their mails with what a bot would order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import sha256
from random import Random

from events.platform import OrdersFiled
from pbem.accounts.people import Person
from pbem.campaign.simulate import chance_from
from pbem.gateway.mailboxes.addresses import SeatClaim
from pbem.service.context import parse_stamp
from pbem.service.repository import load
from tools.simulation.service import ReceivedMail
from tools.simulation.story import Story


@dataclass(frozen=True)
class Habits:
    """How a player plays: hours from report to orders, which turns come `late` (by how many hours after the deadline),
    whether they wait for a reminder, say that they are ready, and from when on nothing is heard of them.
    """

    least: float = 4.0
    most: float = 60.0
    late: dict[tuple[str, int], float] = field(default_factory=dict)
    forgetful: bool = False
    ready: bool = False
    gone: datetime | None = None
    takes_offers: bool = False


@dataclass(frozen=True)
class Attempt:
    """Orders that somebody sent, or tried to send, for a turn, and whether the deadline of that moment was still to come."""

    at: datetime
    stream: str
    seat: str
    turn: int
    in_time: bool


@dataclass
class Captain:
    """A person who plays. `chance` decides what habits leave open; `answered` are the turns that they have sent orders for."""

    person: Person
    habits: Habits
    story: Story
    chance: Random
    mails: list[ReceivedMail] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    answered: set[tuple[str, str, int]] = field(default_factory=set)
    away: list[tuple[datetime, datetime]] = field(default_factory=list)

    def reads(self, received: ReceivedMail) -> None:
        """A mail has come: it is kept, and answered when it asks for something."""
        self.mails.append(received)
        if self.habits.gone and received.at >= self.habits.gone:
            return
        if self.habits.takes_offers and "A SEAT IS FREE" in received.text:
            self.after(6.0, lambda: self.reply(received, "take"))
        claim = self.story.service.gateway.signer.read(str(received.message["Reply-To"]))
        if isinstance(claim, SeatClaim) and self._asks(received):
            self.after(self._hours(claim), lambda: self.orders(received, claim))

    def after(self, hours: float, action: Callable[[], object]) -> None:
        """Do something later, or when they are back from their holiday."""
        when = self.story.clock.true + timedelta(hours=hours)
        for begin, end in self.away:
            if begin <= when < end:
                when = end + timedelta(hours=self.chance.uniform(2, 10))
        self.story.at(when, action)

    def _asks(self, received: ReceivedMail) -> bool:
        """Is it one that this player answers with orders? Who is forgetful needs to be reminded."""
        if self.habits.forgetful:
            return "ORDERS ARE DUE IN" in received.text
        return any(part.get_filename() for part in received.message.walk())  # only reports have their map beside them

    def _hours(self, claim: SeatClaim) -> float:
        late = self.habits.late.get((claim.stream, claim.turn))
        row = self.story.service.context.store.game(claim.stream)
        if late is not None and row is not None and row.due:
            return (parse_stamp(row.due) - self.story.clock.true).total_seconds() / 3600 + late
        return self.chance.uniform(self.habits.least, self.habits.most)

    def orders(self, received: ReceivedMail, claim: SeatClaim) -> None:
        """Send what a bot would order for the seat, unless that was done before or the turn is over."""
        key = (claim.stream, claim.seat, claim.turn)
        record = load(self.story.service.context, claim.stream)
        ledger = record.ledger
        if key in self.answered or ledger.ended or ledger.turn != claim.turn:
            return
        if claim.seat not in record.game.rules.due(record.state):
            return
        self.answered.add(key)
        bot = next(iter(record.game.planning.bots.values()))
        text = bot(record.known(claim.seat), chance_from(f"{key}"))
        in_time = not ledger.due or self.story.clock.true < parse_stamp(ledger.due)
        self.attempts.append(Attempt(self.story.clock.true, *key, in_time))
        self.reply(received, f"{text}\nready" if self.habits.ready else text)

    def asks(self, stream: str, seat: str, words: str) -> None:
        """Write to the seat's address of the open turn, of their own accord."""
        gateway, row = self.story.service.gateway, self.story.service.context.store.game(stream)
        turn = row.turn if row else 0
        self.mail(gateway.order_address(stream, seat, turn, self.person), f"[{stream} T{turn}] a word", words)

    def reply(self, received: ReceivedMail, text: str) -> None:
        """Answer a mail as a mail program does."""
        self.mail(
            str(received.message["Reply-To"]), f"Re: {received.message['Subject']}", text, str(received.message["Message-ID"])
        )

    def mail(self, to: str, subject: str, text: str, answers: str = "") -> None:
        """Send a mail to the service."""
        sent = EmailMessage()
        sent["From"], sent["To"], sent["Subject"] = self.person.address, to, subject
        sent["Date"], sent["Message-ID"] = format_datetime(self.story.clock.true), self._message_id(text)
        if answers:
            sent["In-Reply-To"] = answers
        sent.set_content(text)
        raw, gateway = sent.as_bytes(), self.story.service.gateway
        self.story.deliver(lambda: gateway.receive(raw, self.person.address, to))

    def _message_id(self, text: str) -> str:
        code = sha256(f"{self.person.id} {self.story.clock.true} {text}".encode()).hexdigest()[:20]
        return f"<{code}@example.org>"


def unheard(story: Story, captains: list[Captain]) -> list[Attempt]:
    """Orders that were sent in time, or tried to be, for a turn that was resolved without any of that seat's."""
    store = story.service.context.store
    filed = {
        (row.stream, e.event.seat, e.event.turn)
        for row in store.games()
        for e in store.select(row.stream, [OrdersFiled], 0)
        if isinstance(e.event, OrdersFiled) and not e.event.source.startswith("bot ")
    }
    sent = [attempt for captain in captains for attempt in captain.attempts if attempt.in_time]
    return [attempt for attempt in sent if (attempt.stream, attempt.seat, attempt.turn) not in filed]
