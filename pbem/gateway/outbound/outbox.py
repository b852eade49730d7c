"""Mail out: what is queued is handed over, again and again until it is taken, refused for good, or two days old."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbem.accounts.people import People
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.mailboxes.deliverability import Mailboxes
from pbem.gateway.mailboxes.mail_tables import MailTables, Outbound
from pbem.gateway.outbound.notices import given_up_mail
from pbem.gateway.outbound.transports import DeliveryRefused, MaildirTree, MailSession, Smtp, Transport, Unreachable, transport
from pbem.gateway.special import bounces
from pbem.service.context import moment, stamp

__all__ = ["MaildirTree", "Outbox", "Smtp", "Unreachable", "transport"]

# Minutes to the next attempt, after the first, second, … one; from there on the last of them.
WAITS = (1, 5, 15, 60, 120, 240)
GIVE_UP = timedelta(days=2)
MINUTE = timedelta(minutes=1)
STOPPED = timedelta(hours=1)
"""How often a mailbox to which mail is stopped is looked at again."""
PATIENCE = 2
"""So often may a server fall silent within a mail in one round: each time costs half a minute, in which no turn is resolved."""
ALWAYS = ("notice", "operator")
"""Kinds that go out even to a mailbox to which mail is stopped: they say why."""

log = logging.getLogger(__name__)


@dataclass
class SendRound:
    """One round of sending.

    `down` is why the server cannot be spoken to, `broken` how often it fell silent within a mail; `places` counts what each
    domain may still get, `late` what has to wait for it.
    """

    now: datetime
    trip: MailSession
    down: str = ""
    broken: int = 0
    sent: int = 0
    places: dict[str, int] = field(default_factory=dict)
    late: Counter[str] = field(default_factory=Counter)
    given_up: list[tuple[Outbound, str]] = field(default_factory=list)


class Outbox:
    """Sends what is queued and due. `pace` is mails a minute to one domain; `operator` is told what was given up.

    `sign` puts our signature on a mail: at sending, because it carries the time. Once `stop` says so no further mail is begun.
    """

    def __init__(
        self,
        tables: MailTables,
        people: People,
        way: Transport,
        signer: AddressSigner,
        mailboxes: Mailboxes | None = None,
        pace: int = 60,
        operator: str = "",
        sign: Callable[[bytes], bytes] = bytes,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.tables = tables
        self.people = people
        self.way = way
        self.signer = signer
        self.mailboxes = mailboxes
        self.pace = pace
        self.operator = operator
        self.sign = sign
        self.stop = stop
        self.undisturbed = threading.Lock()
        """Held from a mail's going out until it is noted. Drawing maps holds it too: that stops every thread for a while, and a
        kill in such a while would send the mail again."""

    def flush(self, now: datetime) -> int:
        """Try every mail that is due once, and return how many were sent. What fails is tried again later; never raises."""
        due = self.tables.due(stamp(now))
        if not due:
            return 0
        with self.way.trip() as trip:
            about = SendRound(now, trip)
            for mail in due:
                if self.stop():
                    break
                self._one(about, mail)
        self._tell(about)
        return about.sent

    def _one(self, about: SendRound, mail: Outbound) -> None:
        """Send one mail, put it off, or give it up."""
        address = self._address(mail)
        if self._stopped(mail):
            self._put_off(about, mail, STOPPED, "mail to this mailbox is stopped")
            return
        domain = address.rpartition("@")[2]
        if domain and self.way.paced and not self._place(about, domain):
            self.tables.put_off(mail, stamp(about.now + MINUTE * (1 + about.late[domain] // self.pace)))
            about.late[domain] += 1
            return
        if self.tables.claim(mail, stamp(about.now + _wait(mail.attempts))):
            self._attempt(about, mail, address, domain)

    def _address(self, mail: Outbound) -> str:
        """Where it goes: a person's address, or one that the operator gave us; "" when the person is gone."""
        if "@" in mail.recipient:
            return mail.recipient
        person = self.people.by_id(mail.recipient)
        return person.address if person else ""

    def _stopped(self, mail: Outbound) -> bool:
        return bool(self.mailboxes and mail.kind not in ALWAYS and self.mailboxes.standing(mail.recipient).stopped_at)

    def _place(self, about: SendRound, domain: str) -> bool:
        """May the domain get one more mail within this minute? Counted in the table, which outlives a restart."""
        if domain not in about.places:
            about.places[domain] = self.pace - self.tables.sent_to(domain, stamp(about.now - MINUTE))
        about.places[domain] -= 1
        return about.places[domain] >= 0

    def _attempt(self, about: SendRound, mail: Outbound, address: str, domain: str) -> None:
        if not address:
            self._fail(about, mail, "the person is not registered any more", final=True)
        elif about.down:
            self._fail(about, mail, about.down)
        else:
            self._send(about, mail, address, domain)

    def _send(self, about: SendRound, mail: Outbound, address: str, domain: str) -> None:
        """What was taken is noted before anything else: whatever comes between may send it twice."""
        signed = self.sign(mail.raw)
        try:
            with self.undisturbed:
                about.trip.send(self.signer.bounce_address(mail.message_id), address, signed)
                self.tables.sent(mail.message_id, stamp(about.now), domain)
        except DeliveryRefused as e:
            self._fail(about, mail, str(e), e.final)
            if e.final and self.mailboxes and "@" not in mail.recipient:
                self.mailboxes.failed(mail.recipient, bounces.is_gone(str(e)), str(e), stamp(about.now))
        except Unreachable as e:
            about.down = str(e)
            self._fail(about, mail, about.down)
        except OSError as e:
            about.broken += 1
            about.down = str(e) if about.broken >= PATIENCE else ""
            self._fail(about, mail, str(e))
        else:
            about.sent += 1
            if self.mailboxes and "@" not in mail.recipient:
                self.mailboxes.sent(mail.recipient, stamp(about.now))

    def _put_off(self, about: SendRound, mail: Outbound, wait: timedelta, why: str) -> None:
        """No attempt is made, so none is counted; two days are two days all the same."""
        if about.now - moment(mail.at) >= GIVE_UP:
            self._fail(about, mail, why, final=True)
        else:
            self.tables.put_off(mail, stamp(about.now + wait))

    def _fail(self, about: SendRound, mail: Outbound, error: str, final: bool = False) -> None:
        final = final or about.now - moment(mail.at) >= GIVE_UP
        self.tables.unsent(mail.message_id, error, final)
        level = logging.ERROR if final else logging.WARNING
        log.log(level, "mail %s %s: %s", mail.message_id, "given up" if final else "put off", error)
        if final and mail.kind != "operator":
            about.given_up.append((mail, error))

    def _tell(self, about: SendRound) -> None:
        """One mail to the operator about all that was given up in a round."""
        if about.given_up and self.operator:
            notice = given_up_mail(self.signer, self.operator, about.given_up, stamp(about.now))
            self.tables.queue(notice, stamp(about.now))


def _wait(attempts: int) -> timedelta:
    """How long to wait after the attempt that follows this many."""
    return timedelta(minutes=WAITS[min(attempts, len(WAITS) - 1)])
