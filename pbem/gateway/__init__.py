"""The mail gateway: mail in, orders filed, receipts and reports out. Everything it does may be repeated after a crash."""

from __future__ import annotations

import logging

from pbem.gateway import tables
from pbem.gateway.inbound import Inbox
from pbem.gateway.listener import Listener
from pbem.gateway.outbound import House, report_mail
from pbem.gateway.outbox import Outbox, transport
from pbem.gateway.tables import MailTables
from pbem.people import People
from pbem.service.publish import mark_published, publish, unpublished
from pbem.service.room import Room, stamp

MIGRATIONS = (tables.migrations,)

log = logging.getLogger(__name__)


class Gateway:
    """All of the gateway over one room. `domain` is what we take mail for; `send_to` is `smtp:HOST:PORT` or `maildir:PATH`.

    The store must have been opened with the migrations of `pbem.people` and with `MIGRATIONS`.
    """

    def __init__(self, room: Room, domain: str, send_to: str) -> None:
        self.room = room
        self.house = House(domain.lower(), room.secret)
        self.people = People(room.store.db, room.entropy)
        self.tables = MailTables(room.store.db)
        self.inbox = Inbox(room, self.people, self.tables, self.house)
        self.outbox = Outbox(self.tables, self.people, transport(send_to), self.house.office)

    def receive(self, raw: bytes, mail_from: str, rcpt_to: str) -> str:
        """Store a mail durably and return its key. Raises `inbound.MailTooBig`."""
        return self.inbox.receive(raw, mail_from, rcpt_to)

    def process(self, sha: str) -> None:
        """Process one stored mail."""
        self.inbox.process(sha)

    def process_pending(self, failed: bool = False) -> int:
        """Process all stored mail that is not yet processed (with `failed`, also what a fault stopped). Returns how many."""
        return self.inbox.process_pending(failed)

    def publish_pending(self) -> int:
        """Queue the report of every resolved turn for every seat with a person, then mark the turn. Returns how many mails.

        Reports are the same bytes however often they are made, and queued once: a crash in between repeats nothing. A game
        whose report cannot be made is logged and left at that turn; the others go on.
        """
        queued = 0
        stuck: set[str] = set()
        for stream, turn in unpublished(self.room):
            if stream in stuck:
                continue
            try:
                queued += self._publish(stream, turn)
            except Exception:
                stuck.add(stream)
                log.exception("%s turn %d: the reports could not be made; they will be tried again", stream, turn)
        return queued

    def _publish(self, stream: str, turn: int) -> int:
        queued = 0
        for made in publish(self.room, stream, turn):
            person = self.people.by_id(made.player)
            if person is not None:
                self.tables.queue(report_mail(self.house, made, person), stamp(self.room.now()))
                queued += 1
        mark_published(self.room, stream, turn)
        return queued

    def flush(self) -> int:
        """Send what is queued and due. Returns how many mails were sent."""
        return self.outbox.flush(self.room.now())

    def work(self) -> None:
        """One round: process what came in, publish what was resolved, send what is queued."""
        self.process_pending()
        self.publish_pending()
        self.flush()

    def listener(self, host: str, port: int) -> Listener:
        """An SMTP server for this gateway, not yet started; it does a round of work for each mail."""
        return Listener(self.inbox, self.work, host, port)

    def erase(self, person: str) -> None:
        """Forget a person: name, address, and all mail to and from him."""
        found = self.people.by_id(person)
        if found is not None:
            self.tables.erase(person, found.address)
            self.people.erase(person)
