"""The whole service put together: log, rule books, people, mail, and the heartbeat that moves it."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from events.database import database_name
from pbem.accounts.credentials import Keys
from pbem.accounts.people import People, Person
from pbem.campaign.played import PLAYED
from pbem.database import check_migrated, open_database
from pbem.gateway.gateway import Gateway
from pbem.gateway.scheduled import outage_mail
from pbem.gateway.scheduled.weekly_mail import queue_weekly_mails
from pbem.operation.readiness import unready
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext, stamp
from pbem.service.guests.guest_games import unseen_guests
from pbem.service.outages.doors import note_door, open_quiet_pipe
from pbem.service.outages.heartbeat import note_heartbeat
from pbem.service.sandboxes.kept import discard_old
from pbem.service.turns.clock_jumps import mend_all
from pbem.service.turns.tick import tick
from pbem.service.vacation import note_new_seats
from pbem.settings.settings import BadConfig, Config

if TYPE_CHECKING:
    from pbem.web.infra.site import Site


def utc_now() -> datetime:
    """The real time."""
    return datetime.now(UTC)


@dataclass
class AppContext:
    """Everything a command or a server needs.

    `checks` are asked at each heartbeat, by the name of a door: why it takes no orders, "" if it does. Whoever opens the door
    puts its check there.
    """

    config: Config
    context: ServiceContext
    gateway: Gateway
    checks: dict[str, Callable[[], str]] = field(default_factory=dict)
    _process: str = field(default_factory=lambda: secrets.token_hex(8))
    _heartbeat_lock: threading.Lock = field(default_factory=threading.Lock)
    _at_work: threading.local = field(default_factory=threading.local)

    def __post_init__(self) -> None:
        """Steps of other threads, such as the sender's, say nothing of the clock."""
        self.gateway.on_step = self._note_step

    @property
    def people(self) -> People:
        """Who plays here."""
        return self.gateway.people

    @property
    def keys(self) -> Keys:
        """What lets people in."""
        return Keys(self.context.database, self.context.entropy, self.context.secret)

    def site(self, mailbox: str = "") -> Site:
        """What the pages are handed; `mailbox` is the address whose local mailbox is shown ("": none)."""
        from pbem.web.infra.site import Site

        mail = self.config.mail
        return Site(
            self.context,
            self.people,
            self.keys,
            self.gateway,
            mail.base_url,
            mailbox,
            mail.smtp_send,
            mail.smtp_listen,
            self.config.proxies,
            unready=self.unready,
        )

    def unready(self) -> str:
        """Why the service cannot take orders or keep deadlines now, in a sentence; "" when it can."""
        try:
            check_migrated(self.context.database)
        except sqlite3.Error as e:
            return f"database: {e}"
        return unready(self.context, self.config.heartbeat, at_work=self._heartbeat_lock.locked())

    def person(self, address: str) -> Person:
        """The person who writes from this address; a new one is added, named after it. Raises `BadPerson`."""
        found = self.people.by_address(address)
        return found or self.people.add(address.partition("@")[0], address, stamp(self.context.now()))

    def heartbeat(self, every: float | None = None) -> list[tuple[str, int]]:
        """Take in stored mail, resolve what is due, hand out reports, remind, send what is queued. Stopped between two games.

        First it is noted what could take no orders, and deadlines are moved for that. Sandboxes that are too old are thrown
        away last, and guests who have not come back are forgotten. `every`: the seconds between two heartbeats, if not
        those of the settings; when too many are missing, the service could take no orders.

        Only what was due before the mail was taken in is resolved, so that no order counts late for waiting to be read.

        Returns the (stream, turn) that it resolved. Heartbeats that come together follow one another, so that no report
        is rendered twice; between processes the log decides who was first.
        """
        with self._heartbeat_lock:
            self.note_outages(every)
            note_new_seats(self.context)
            self._at_work.beating = True
            try:
                closed = tick(self.context, self.gateway.take_in, self.gateway.stopping, self.gateway.publish)
                go_on(self.context, self.gateway.stopping)
                for act in self._after_turns():
                    act()
                    self._note_heartbeat(None)
            finally:
                self._at_work.beating = False
        return closed

    def _after_turns(self) -> Sequence[Callable[[], object]]:
        """What a heartbeat does once all that was due is resolved."""
        gateway = self.gateway
        return (
            partial(outage_mail.tell, gateway.mail_context),
            gateway.publish,
            gateway.queue_offers,
            gateway.silent_masters.look,
            gateway.remind,
            gateway.tell_followers,
            partial(queue_weekly_mails, gateway.mail_context),
            gateway.send,
            gateway.post,
            partial(discard_old, self.context),
            self._forget_guests,
        )

    def _forget_guests(self) -> None:
        for guest in unseen_guests(self.context):
            self.gateway.erase(guest)

    def _note_step(self) -> None:
        """A heartbeat with much to do is seen to move on, from one game or mail to the next."""
        if getattr(self._at_work, "beating", False):
            self._note_heartbeat(None)

    def note_outages(self, every: float | None = None) -> None:
        """Note this heartbeat, a clock that jumped, and the doors that take no orders. Raises sqlite3.Error."""
        self._note_heartbeat(every or self.config.heartbeat)
        for door, check in list(self.checks.items()):  # a door may open meanwhile
            note_door(self.context, door, check())
        note_door(self.context, "queue", self.gateway.inbox.stuck())
        open_quiet_pipe(self.context)

    def _note_heartbeat(self, every: float | None) -> None:
        """Deadlines that were counted from times that are not yet are mended when the clock was set back."""
        if note_heartbeat(self.context, self._process, every):
            mend_all(self.context)


def open_app_context(config: Config) -> AppContext:
    """Open (and set up, on first run) the service that `config` describes. Raises `BadConfig`."""
    try:
        database = open_database(config.database, config.data)
    except (OSError, sqlite3.DatabaseError) as e:
        raise BadConfig(f"the database {database_name(config.database)} cannot be opened: {e}") from e
    context = ServiceContext(database, PLAYED, utc_now, secrets.token_bytes, config.secret)
    return AppContext(config, context, Gateway(context, config.mail))
