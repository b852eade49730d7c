"""The gateway as one object: what the service, the pages and the commands ask of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.accounts import last_looks
from pbem.accounts.credentials import Keys
from pbem.accounts.people import Person
from pbem.accounts.substitutes import Substitutes
from pbem.gateway.forums.drivers.mailing import mail_sender
from pbem.gateway.forums.forums import Forums
from pbem.gateway.inbound.inbox import Inbox
from pbem.gateway.mail_links import MailLinks
from pbem.gateway.mail_troubles import MailTroubles
from pbem.gateway.mailboxes.addresses import read_local
from pbem.gateway.outbound import page_mail
from pbem.gateway.outbound.outbox import Outbox
from pbem.gateway.outbound.report_workers import Made, Workers
from pbem.gateway.reading.mail_context import open_mail_context
from pbem.gateway.scheduled import sitter_mail
from pbem.gateway.scheduled.digest_mail import queue_digests
from pbem.gateway.scheduled.offer_mail import queue_offers
from pbem.gateway.scheduled.reminder_mail import queue_reminders
from pbem.gateway.scheduled.silent_masters import SilentMasters
from pbem.gateway.scheduled.thread_mail import queue_thread_mails
from pbem.service import mail_facts, vacation
from pbem.service.context import ServiceContext, parse_stamp
from pbem.service.ladder.sitters import decline
from pbem.service.mail_facts import MailChannel
from pbem.service.mail_port import SeatRef
from pbem.service.masters import weekly
from pbem.service.masters.co_masters import leave_all
from pbem.service.orders import drafts
from pbem.service.press import messages
from pbem.service.reminders import choices
from pbem.service.sandboxes.kept import discard_all_of
from pbem.service.thread import abuse, comments, following
from pbem.service.thread.forum_port import HookAnswer
from pbem.service.turns.fair_order import apart, from_both_ends
from pbem.settings.mail_settings import MailSettings

if TYPE_CHECKING:
    from pbem.gateway.inbound.smtp_server import Listener

PAUSE = 0.01
"""Seconds between two games' reports, in which the thread that sends mail may run."""

LOOK = 1.0
"""Seconds until it is asked again which turns wait for their reports."""

log = logging.getLogger(__name__)


class Gateway:
    """All of the gateway, as its settings say.

    The database must have all its tables (`pbem.database.MIGRATIONS`).
    """

    def __init__(self, context: ServiceContext, settings: MailSettings) -> None:
        self.context = context
        self.mail_context = open_mail_context(context, settings)
        self.signer = self.mail_context.signer
        self.people = self.mail_context.people
        self.tables = self.mail_context.tables
        self.inbox = Inbox(self.mail_context)
        self.mail_links = MailLinks(self.mail_context)
        self.silent_masters = SilentMasters(self.mail_context, self._keys())
        self.mail_troubles = MailTroubles(self.mail_context)
        self.closing = threading.Event()
        """Set when the service is to stop: what takes its time stops at the next good place."""
        self.on_step: Callable[[], object] = lambda: None
        """Called by `stopping`, between two games or mails: the thread that calls it is at work, and does not hang."""
        self.outbox = Outbox(self.mail_context, _sign(settings), self.stopping)
        self.send: Callable[[], object] = self.flush
        """How what was queued is sent: at once, or by waking a thread that does, so that no mail server holds up a turn."""
        self.workers = Workers(self.mail_context)
        self.publish: Callable[[], object] = self.publish_pending
        """How reports of resolved turns are queued: at once, or by waking a thread that does, so that no turn waits."""
        self._taking_in = threading.Lock()
        self.forums = Forums(self.mail_context, mail_sender(self.mail_context))
        self.post: Callable[[], object] = self.flush_forums
        """How forums are posted to: at once, or by waking a thread of their own."""

    def stopping(self) -> bool:
        """Is the service to stop? Asked between two games or mails of what takes its time."""
        self.on_step()
        return self.closing.is_set()

    def receive(self, raw: bytes, mail_from: str | None, rcpt_to: str, channel: MailChannel = "mail") -> str:
        """Store a mail durably and return its key. Raises `inbound.MailTooBig`."""
        return self.inbox.receive(raw, mail_from, rcpt_to, channel=channel)

    def process(self, sha: str) -> None:
        """Process one stored mail."""
        self.inbox.process(sha)

    def process_pending(self, failed: bool = False) -> int:
        """Process all stored mail that is not yet processed (with `failed`, also what a fault stopped). Returns how many.

        When the service is to stop, what is left waits for the next start.
        """
        with self._taking_in:
            return self.inbox.process_pending(failed, self.stopping)

    def publish_pending(self) -> int:
        """Queue the report of every resolved turn for every seat with a person, then mark the turn. Returns how many mails.

        Reports are the same bytes however often they are made, and queued once: a crash in between repeats nothing. A game
        whose report cannot be made is logged and left at that turn; the others go on.
        """
        queued = number = 0
        stuck, others = set[str](), threading.Event()
        sitter_mail.tell_gone(self.mail_context)
        for number, ((stream, turn), making) in enumerate(self.workers.reports(self._untold(others)), 1):
            if number > 1:
                self._process_meanwhile()
            if self.stopping() or self.closing.wait(PAUSE if number > 1 else 0):
                break
            if stream in stuck:
                continue
            try:
                made = making()
                untold = self.context.store.seats_without_report(stream, turn)
                mine = self._queue_reports(made) if untold else 0
                queued += mine
                if not untold or mine < len(made.mails):
                    others.set()
            except Exception:
                stuck.add(stream)
                log.exception("%s turn %d: the reports could not be made; they will be tried again", stream, turn)
        if not number or self.closing.is_set():
            self.workers.end()
        return queued

    def _untold(self, others: threading.Event) -> Iterator[tuple[str, int]]:
        """The turns that wait for their reports, and those that are resolved meanwhile; those of a game in their order.

        From when `others` is set, because another process was first at one of them, in an order of this process's own.
        """
        known: set[tuple[str, int]] = set()
        while True:
            waiting: dict[str, int] = {}
            for stream, turn in self.context.store.unsent_reports():
                if (stream, turn) not in known:
                    waiting.setdefault(stream, turn)
            if not waiting:
                return
            self.workers.expect(len(waiting))
            until = self.context.monotonic() + LOOK
            shared, turns = others.is_set(), list(waiting.items())
            for each in apart(turns, lambda turn: turn[0]) if shared else from_both_ends(turns):
                known.add(each)
                yield each
                if self.context.monotonic() > until or others.is_set() != shared:
                    break

    def _process_meanwhile(self) -> None:
        """Reports of many games take their time: mail that comes meanwhile is answered, and what is ready goes out."""
        self.process_pending()
        self.send()

    def _queue_reports(self, made: Made) -> int:
        """A turn's reports are queued together: no player has theirs before the others. Returns how many were new."""
        for told in made.told:
            if told.sits:
                sitter_mail.tell_called(self.mail_context, told.stream, told.seat)
        queued = self.tables.queue_together(made.mails, self.mail_context.now())
        self.context.store.mark_sent(made.told)
        return queued

    def queue_offers(self) -> int:
        """Queue the mails that offer free seats, each once. Returns how many."""
        return queue_offers(self.mail_context)

    def remind(self) -> int:
        """Queue the reminders and digests that are due. Returns how many mails."""
        return queue_reminders(self.mail_context) + queue_digests(self.mail_context)

    def tell_followers(self) -> int:
        """Queue the mails of what is new in games' threads, for who follows them. Returns how many."""
        return queue_thread_mails(self.mail_context)

    def flush(self) -> int:
        """Send what is queued and due. Returns how many mails were sent."""
        return self.outbox.flush(self.context.now())

    def flush_forums(self) -> int:
        """Read what others wrote where games are posted, and post there what is new. Returns how many posts are there now."""
        return self.forums.flush(self.stopping)

    def take_in(self) -> datetime:
        """Process all mail that is stored, and return a moment such that nothing stamped before it is left.

        The places of games that are due are asked, too, and nothing that they had by that moment is left, if they answer. When
        the service is to stop, mail may be left: then nothing may be resolved any more.
        """
        taken = self.tables.stored_until(self.mail_context.now)
        self.process_pending()
        self.forums.read_before(taken, self.stopping)
        return parse_stamp(taken)

    def work(self) -> None:
        """One round: process what came in, publish what was resolved, send what is queued."""
        self.process_pending()
        self.publish_pending()
        self.queue_offers()
        self.send()

    def listener(self, host: str, port: int) -> Listener:
        """An SMTP server for this gateway, not yet started; it does a round of work for each mail."""
        from pbem.gateway.inbound.smtp_server import Listener

        return Listener(self.inbox, self.work, host, port)

    # ------------------------------------------------------------ what the pages ask for

    def seat_link(self, claim: str) -> SeatRef | None:
        """Whom a seat's link was given to; None when it is not ours, or the seat has another player since."""
        return self.mail_context.directory.by_link(read_local(claim, self.signer.mailbox))

    def order_address(self, stream: str, seat: str, turn: int, person: Person) -> str:
        """Where the person mails orders for the seat to."""
        return self.signer.seat_address(stream, seat, turn, person.key)

    def mail_sign_in(self, person: Person, link: str, minutes: int) -> None:
        """Mail a link that signs its reader in, once, within so many minutes."""
        page_mail.sign_in(self.mail_context, person, link, minutes)
        self.send()

    def mail_invitation(self, person: Person, stream: str, seat: str, link: str, words: str) -> None:
        """Mail an invitation to a seat, with the game master's words."""
        page_mail.invitation(self.mail_context, person, stream, seat, link, words)
        self.send()

    def mail_announcement(self, stream: str, words: str, version: int) -> None:
        """Mail the game master's words (event `version` of the log) to all players of the game, each once."""
        page_mail.announcement(self.mail_context, stream, words, version)
        self.send()

    def mail_sitter_named(self, stream: str, seat: str) -> None:
        """Mail what follows from the seat's last naming of who orders for its player, once."""
        sitter_mail.tell_named(self.mail_context, stream, seat)
        self.send()

    def mail_receipts(self, stream: str, seat: str, source: str) -> None:
        """Mail what follows from orders filed on a page: press they hold, receipts for the seat's crew, and for its player when
        somebody orders for them. Each once."""
        page_mail.receipts(self.mail_context, stream, seat, source)
        self.send()

    def mail_link_code(self, person: str, place: str) -> None:
        """Mail a person a code that links their account at a place. Raises ActRefused."""
        self.forums.links.mail_code(person, place)
        self.send()

    def write_to_account(self, person: str, place: str, user: str) -> None:
        """Write to an account that a person says is theirs, so that it can answer with the code. Raises ActRefused."""
        self.forums.links.write_to(person, place, user)
        self.post()

    def hear_place(self, place: str, headers: Mapping[str, str], body: bytes) -> HookAnswer:
        """What a place tells us by itself: stored, and taken as soon as there is time for it."""
        answer = self.forums.receive(place, headers, body)
        if answer.status == 200:
            self.post()
        return answer

    # ------------------------------------------------------------ people

    def rotate(self, person: str) -> None:
        """Make all addresses and links given to a person worthless, and sign their browsers out."""
        self.people.rotate(person)
        self._keys().close_sessions(person)

    def _keys(self) -> Keys:
        return Keys(self.context.database, self.context.entropy, self.context.secret)

    def forget(self, before: str) -> int:
        """Overwrite the text of mail that was done with before then. Returns how many mails."""
        mail_facts.forget(self.context, before)
        return self.tables.forget(before)

    def erase(self, person: str) -> None:
        """Forget a person: name, address, all mail to and from them, their sandboxes, and what signs them in.

        The games that they run are handed to a co-master, or to the operator.
        """
        found = self.people.by_id(person)
        if found is not None:
            leave_all(self.context, person)
            self._keys().erase(person)
            self.tables.erase(person, [found.address, *self.people.aliases(person)])
            self.mail_context.quarantine.erase(person)
            self.mail_context.mailboxes.erase(person)
            messages.erase(self.context, person)
            comments.erase(self.context, person)
            abuse.erase(self.context, person)
            following.erase(self.context, person)
            mail_facts.erase(self.context, person)
            drafts.erase(self.context, person)
            last_looks.erase(self.context.database, person)
            Substitutes(self.context.database).erase(person)
            choices.erase(self.context, person)
            vacation.erase(self.context, person)
            weekly.erase(self.context, person)
            discard_all_of(self.context, person)
            self._sits_no_more(person)
            self.forums.links.erase(person)
            self.people.erase(person)

    def _sits_no_more(self, person: str) -> None:
        """Who is forgotten orders for nobody any more."""
        for game, seat, _ in self.context.store.played_by(person):
            if seat.sitter == person and game.status != "ended":
                decline(self.context, game.stream, seat.seat, person)


def _sign(settings: MailSettings) -> Callable[[bytes], bytes]:
    """How our mails are signed; without a key they go out as they are."""
    if settings.dkim_key:
        from pbem.gateway.outbound.dkim import Signer

        return Signer(settings.domain, settings.dkim_selector, settings.dkim_key.read_bytes()).sign
    return bytes
