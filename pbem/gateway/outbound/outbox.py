"""Mail out: what is queued is handed over, again and again until it is taken, refused for good, or two days old."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbem.gateway.mailboxes.mail_rows import Outbound, Pace
from pbem.gateway.outbound.notices import given_up_mail
from pbem.gateway.outbound.transports import DeliveryRefused, MailSession, Unreachable, transport
from pbem.gateway.reading import bounces
from pbem.gateway.reading.mail_context import MailContext
from pbem.operation.log_lines import about
from pbem.service.context import parse_stamp, stamp
from pbem.service.turns.fair_order import apart

# Minutes to the next attempt, after the first, second, … one; from there on the last of them.
WAITS = (1, 5, 15, 60, 120, 240)
GIVE_UP = timedelta(days=2)
MINUTE = timedelta(minutes=1)
STOPPED = timedelta(hours=1)
"""How often a mailbox to which mail is stopped is looked at again."""
MAX_BROKEN = 2
"""So often may a server fall silent within a mail in one round: each time costs half a minute, in which no turn is resolved."""
ALWAYS = ("notice", "operator")
"""Kinds that go out even to a mailbox to which mail is stopped: they say why."""

log = logging.getLogger(__name__)


@dataclass
class SendRound:
    """One round of sending.

    `down` is why the server cannot be spoken to, `broken` how often it fell silent within a mail; `late` counts what each
    domain gets later, because it had enough.
    """

    now: datetime
    session: MailSession
    down: str = ""
    broken: int = 0
    sent: int = 0
    late: Counter[str] = field(default_factory=Counter)
    given_up: list[tuple[Outbound, str]] = field(default_factory=list)


class Outbox:
    """Sends what is queued and due, at the pace that the settings allow; the operator is told what was given up.

    `sign` puts our signature on a mail: at sending, because it carries the time. Once `stop` says so no further mail is begun.
    """

    def __init__(self, mail_context: MailContext, sign: Callable[[bytes], bytes], stop: Callable[[], bool]) -> None:
        self.mail_context = mail_context
        self.tables = mail_context.tables
        self.mailboxes = mail_context.mailboxes
        self.transport = transport(mail_context.settings.smtp_send)
        self.pace = mail_context.settings.pace
        self.sign = sign
        self.stop = stop

    def flush(self, now: datetime) -> int:
        """Try every mail that is due once, and return how many were sent. What fails is tried again later; never raises."""
        due = self.tables.due(stamp(now))
        if not due:
            return 0
        with self.transport.session() as session:
            sending = SendRound(now, session)
            while due and not self.stop():
                due = self._handle_each(sending, due)
        self._tell(sending)
        return sending.sent

    def _handle_each(self, sending: SendRound, due: Sequence[Outbound]) -> list[Outbound]:
        """Handle these mails, until another process is found to have taken one. Returns what is due after that."""
        for mail in due:
            if self.stop():
                break
            with about(mail=mail.message_id):
                if not self._handle(sending, mail):
                    return apart(self.tables.due(stamp(sending.now)), lambda each: each.recipient)
        return self.tables.due(stamp(sending.now))

    def _handle(self, sending: SendRound, mail: Outbound) -> bool:
        """Send one mail, put it off, or give it up. False: another process has taken it."""
        if self._stopped(mail):
            self._put_off(sending, mail, STOPPED, "mail to this mailbox is stopped")
            return True
        address, now = self._address(mail), self.mail_context.context.now()
        domain = address.rpartition("@")[2] if self.transport.paced else ""
        if domain not in sending.late:
            pace = Pace(domain, self.pace, stamp(now - MINUTE)) if domain else None
            claimed = self.tables.claim(mail, stamp(now), stamp(now + _wait(mail.attempts)), pace)
            if claimed == "ours":
                self._attempt(sending, mail, address)
            if claimed != "too many":
                return claimed == "ours"
        self.tables.put_off(mail, stamp(now + MINUTE * (1 + sending.late[domain] // self.pace)))
        sending.late[domain] += 1
        return True

    def _address(self, mail: Outbound) -> str:
        """Where it goes: a person's address, or one that the operator gave us; "" when the person is gone."""
        if "@" in mail.recipient:
            return mail.recipient
        person = self.mail_context.people.by_id(mail.recipient)
        return person.address if person else ""

    def _stopped(self, mail: Outbound) -> bool:
        return mail.kind not in ALWAYS and self.mailboxes.deliverability(mail.recipient).stopped

    def _attempt(self, sending: SendRound, mail: Outbound, address: str) -> None:
        raw = self.tables.raw(mail.message_id)
        if not (address and raw):  # they may have been erased since the mail was claimed
            self._fail(sending, mail, "the person is not registered any more", final=True)
        elif sending.down:
            self._fail(sending, mail, sending.down)
        else:
            self._send(sending, mail, address, self.sign(raw))

    def _send(self, sending: SendRound, mail: Outbound, address: str, raw: bytes) -> None:
        """What was taken is noted before anything else: whatever comes between may send it twice."""
        try:
            sending.session.send(self.mail_context.signer.bounce_address(mail.message_id), address, raw)
            self.tables.sent(mail.message_id)
        except DeliveryRefused as e:
            self._fail(sending, mail, str(e), e.final)
            if e.final and "@" not in mail.recipient:
                self.mailboxes.failed(mail.recipient, bounces.is_gone(str(e)), str(e), stamp(sending.now))
        except Unreachable as e:
            sending.down = str(e)
            self._fail(sending, mail, sending.down)
        except OSError as e:
            sending.broken += 1
            sending.down = str(e) if sending.broken >= MAX_BROKEN else ""
            self._fail(sending, mail, str(e))
        else:
            sending.sent += 1
            log.info("a mail was sent", extra={"kind": mail.kind})
            if "@" not in mail.recipient:
                self.mailboxes.sent(mail.recipient, stamp(sending.now))

    def _put_off(self, sending: SendRound, mail: Outbound, wait: timedelta, why: str) -> None:
        """No attempt is made, so none is counted; two days are two days all the same."""
        if sending.now - parse_stamp(mail.at) >= GIVE_UP:
            self._fail(sending, mail, why, final=True)
        else:
            self.tables.put_off(mail, stamp(sending.now + wait))

    def _fail(self, sending: SendRound, mail: Outbound, error: str, final: bool = False) -> None:
        final = final or sending.now - parse_stamp(mail.at) >= GIVE_UP
        self.tables.unsent(mail.message_id, error, final)
        level = logging.ERROR if final else logging.WARNING
        log.log(level, "a mail was %s: %s", "given up" if final else "put off", error)
        if final and mail.kind != "operator":
            sending.given_up.append((mail, error))

    def _tell(self, sending: SendRound) -> None:
        """One mail to the operator about all that was given up in a round."""
        operator = self.mail_context.settings.postmaster
        if sending.given_up and operator:
            notice = given_up_mail(self.mail_context.signer, operator, sending.given_up, stamp(sending.now))
            self.tables.queue(notice, stamp(sending.now))


def _wait(attempts: int) -> timedelta:
    """How long to wait after the attempt that follows this many."""
    return timedelta(minutes=WAITS[min(attempts, len(WAITS) - 1)])
