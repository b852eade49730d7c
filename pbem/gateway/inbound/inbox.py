"""Mail in: stored first, then read and settled. Every step may be repeated without harm."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from pbem.accounts.people import Person
from pbem.gateway.inbound import seat_offers, special_addresses
from pbem.gateway.inbound.reminders_off import stop_by_mail
from pbem.gateway.inbound.settle import settle
from pbem.gateway.inbound.thread_answers import post_by_mail, unfollow_by_mail
from pbem.gateway.mailboxes.addresses import (
    BareAddress,
    BounceClaim,
    ConfirmClaim,
    LeaveClaim,
    Postmaster,
    ReminderClaim,
    SeatClaim,
    TakeClaim,
    ThreadClaim,
    UnfollowClaim,
)
from pbem.gateway.mailboxes.mail_rows import Arrival, Inbound
from pbem.gateway.reading import headers
from pbem.gateway.reading.mail_context import MailContext
from pbem.gateway.reading.read_mail import MAX_MAIL, Reading, read
from pbem.operation.log_lines import about
from pbem.service.context import stamp
from pbem.service.mail_facts import MailChannel
from pbem.service.turns.fair_order import apart

STUCK_AFTER = timedelta(minutes=15)
# Minutes until a mail is tried again that a fault of ours stopped, after the first, second, … attempt.
WAITS = (1, 5, 15, 60, 240)
SHARED = "desk"
"""Whose the mails are that came to no seat; all of them share one hourly limit, ten times a player's."""
UNKNOWN = "550 5.1.1 No seat has this address; use the address in your last report"
TOO_MANY = "450 4.7.1 Too many mails within the hour; try again later"

SPECIAL: dict[type, Callable[[Reading, Any], str]] = {
    BounceClaim: special_addresses.returned,
    ConfirmClaim: special_addresses.confirm_by_mail,
    LeaveClaim: special_addresses.leave_by_mail,
    ReminderClaim: stop_by_mail,
    TakeClaim: seat_offers.take_by_mail,
    ThreadClaim: post_by_mail,
    UnfollowClaim: unfollow_by_mail,
}
"""What becomes of mail to an address of this kind, in words."""

MAIL_ID = 12
"""So many letters of a mail's key are its id in lines of the log; `mail explain` takes them."""

log = logging.getLogger(__name__)


class MailTooBig(ValueError):
    """A mail has more bytes than are kept. The source that it came in by catches it and refuses the mail."""


class Inbox:
    """From raw mail to filed orders and a queued receipt."""

    def __init__(self, mail_context: MailContext) -> None:
        self.mail_context = mail_context
        self.tables = mail_context.tables

    def judge(self, address: str) -> str:
        """The SMTP reply that refuses a recipient; "" for one whose mail is taken."""
        owner = self._owner(address)
        if owner is None:
            return UNKNOWN
        most = self.mail_context.settings.mails_an_hour * (10 if owner == SHARED else 1)
        since = stamp(self.mail_context.context.now() - timedelta(hours=1))
        return TOO_MANY if owner and self.tables.came(owner, since) >= most else ""

    def _owner(self, address: str) -> str | None:
        """The id of the person an address was given to, `SHARED`, "" for a return path; None for an address out of use."""
        claim, directory = self.mail_context.signer.read(address), self.mail_context.directory
        if isinstance(claim, BareAddress | Postmaster):
            return SHARED
        if isinstance(claim, BounceClaim):
            return "" if self.tables.by_code(claim.code) else None
        if isinstance(claim, ConfirmClaim):
            held = self.mail_context.quarantine.by_code(claim.code)
            return held.player if held else None
        if isinstance(claim, TakeClaim):
            offered = seat_offers.offer_of(self.mail_context, claim.code)
            return offered[1].id if offered else None
        if isinstance(claim, ReminderClaim | ThreadClaim | UnfollowClaim):
            person = self._person(claim)
            return person.id if person else None
        seat_ref = directory.leaver(claim) if isinstance(claim, LeaveClaim) else directory.by_claim(claim)
        return seat_ref.person.id if seat_ref else None

    def _person(self, claim: ReminderClaim | ThreadClaim | UnfollowClaim) -> Person | None:
        directory = self.mail_context.directory
        if isinstance(claim, ReminderClaim):
            return directory.reminded(claim)
        return directory.poster(claim) if isinstance(claim, ThreadClaim) else directory.follower(claim)

    def receive(
        self, raw: bytes, mail_from: str | None, rcpt_to: str, whole: bool = True, channel: MailChannel = "mail"
    ) -> str:
        """Store a mail durably, before anything else is done with it, and return its key.

        `mail_from` None: nobody has told us the envelope. Of a mail too big the header is kept if it need not be `whole`, so
        that its sender can be told; else it is refused with `MailTooBig`.
        """
        if len(raw) > MAX_MAIL:
            if whole:
                raise MailTooBig(f"a mail may have {MAX_MAIL} bytes; this one has {len(raw)}")
            raw = headers.cut(raw)
        return self.tables.keep(raw, mail_from, rcpt_to, self.mail_context.now, Arrival(channel, self._owner(rcpt_to) or ""))

    def process_pending(self, failed: bool = False, stop: Callable[[], bool] = lambda: False) -> int:
        """Process what is stored and not yet processed (with `failed`, also what waits after a fault). Returns how many.

        The oldest first, until it shows that another process is at the same mails: then in an order of its own, so that they
        share them. What another has begun and not finished is done here, too: it may have died. Once `stop` says so, what is
        left stays stored.
        """
        until, tried, done = "~" if failed else self.mail_context.now(), set[str](), 0
        waiting = deque(self.tables.waiting(until))
        while waiting and not stop():
            mail = waiting.popleft()
            tried.add(mail.sha)
            if self.process(mail.sha, mail.attempts):
                done += 1
            else:
                left = (each for each in self.tables.waiting(until) if each.sha not in tried)
                waiting = deque(apart(left, lambda each: each.sender))
        return done

    def stuck(self) -> str:
        """Why mail that has come in is not processed, for whoever watches over the doors; "" while it is."""
        before = stamp(self.mail_context.context.now() - STUCK_AFTER)
        number = self.tables.unprocessed(before)
        return f"{number} mails were not processed within {STUCK_AFTER.seconds // 60} minutes" if number else ""

    def process(self, sha: str, attempts: int | None = None) -> bool:
        """Take one stored mail through all steps. A fault stops this mail, for a while, and no other.

        False: another process has done it, or has tried it since there were so many `attempts`.
        """
        kept = self.tables.inbound(sha)
        if kept is None or kept.status == "processed" or attempts not in (None, kept.attempts):
            return False
        with about(mail=sha[:MAIL_ID]):
            return self._try(kept)

    def _try(self, kept: Inbound) -> bool:
        now = self.mail_context.context.now()
        try:
            mine = self.tables.settle(kept.sha, self._handle(kept), stamp(now))
            log.info("a mail was processed" if mine else "a mail was processed by another process at the same time")
            return mine
        except Exception as e:
            log.exception("a mail could not be processed; it is kept, and will be tried again")
            wait = timedelta(minutes=WAITS[min(kept.attempts, len(WAITS) - 1)])
            return self.tables.stopped(kept, f"{type(e).__name__}: {ascii(str(e))[1:-1]}", stamp(now), stamp(now + wait))

    def _handle(self, kept: Inbound) -> str:
        """What becomes of the mail, in words. It is opened here, once."""
        claim = self.mail_context.signer.read(kept.envelope_to)
        reading = read(self.mail_context, kept)
        if special := SPECIAL.get(type(claim)):
            return special(reading, claim)
        if isinstance(claim, Postmaster):
            return special_addresses.forward(reading)
        if isinstance(claim, SeatClaim | BareAddress):
            return settle(reading)
        return "dropped: the address is not ours"
