"""Reports as mails, made by processes of their own when many are wanted at once.

What they make is the same bytes as in this process; only this process queues it. So a worker that dies, or this process with
all of them, loses nothing and sends nothing twice: what is not queued is made again.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from events.database import open_connections
from events.lists.report_list import SentReport
from pbem.accounts.people import Person
from pbem.campaign.played import PLAYED
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound.report_mail import report_mail
from pbem.gateway.reading.mail_context import MailContext, open_mail_context
from pbem.operation.garbage import collect_rarely
from pbem.service.context import ServiceContext
from pbem.service.reports.publish import Published, handed_out, publish
from pbem.settings.mail_settings import MailSettings

MANY = 20
"""So many turns at once are worth the second that processes take to start."""
LEAST_MEMORY = 1_000_000_000
"""Bytes of the machine below which no other process is started: each takes about a tenth of this."""
AHEAD = 2
"""Turns that each process has before it."""
CGROUP = Path("/sys/fs/cgroup/memory.max")

log = logging.getLogger(__name__)


class Made(NamedTuple):
    """The reports of a turn: their mails, and all to whom the turn was told, whether by mail or not."""

    mails: list[OutgoingMail]
    told: list[SentReport]


Making = Callable[[], Made]
"""Gives the reports of a turn, once they are made."""


def make(mail_context: MailContext, stream: str, turn: int) -> Made:
    """The reports of a turn for all who have not been given them. Nothing is queued, nothing marked."""
    told = publish(mail_context.context, stream, turn)
    wanted = [(made, person) for made in told if (person := _reader(mail_context, made))]
    mails = [report_mail(mail_context.signer, made, person) for made, person in wanted]
    return Made(mails, [handed_out(made) for made in told])


def _reader(mail_context: MailContext, made: Published) -> Person | None:
    """Whom a report is mailed to; nobody who is erased, is a guest, or has left the game's mail."""
    person = mail_context.people.by_id(made.player)
    if person is None or person.is_guest or mail_context.mailboxes.has_left(person.id, made.stream):
        return None
    return person


# ---------------------------------------------------------------- the other processes


@dataclass(frozen=True)
class Service:
    """What another process needs to make the same reports, over connections of its own."""

    database: str
    folder: Path
    secret: bytes
    settings: MailSettings


_here: list[MailContext] = []
"""In another process: its own view of the service."""


def _begin(service: Service) -> None:
    """It ends with the process that started it, however that ends; a Ctrl-C is for that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    database = open_connections(service.database, folder=service.folder)
    context = ServiceContext(database, PLAYED, lambda: datetime.now(UTC), secrets.token_bytes, service.secret)
    _here.append(open_mail_context(context, service.settings))
    collect_rarely()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _make(stream: str, turn: int) -> Made:
    return make(_here[0], stream, turn)


def _nothing() -> None:
    """Asked first, to know when the process is there."""


class Workers:
    """The processes. They are started when many turns wait, and ended when none does."""

    def __init__(self, mail_context: MailContext) -> None:
        context = mail_context.context
        self._mail_context = mail_context
        self._service = Service(context.database.address, context.database.folder, context.secret, mail_context.settings)
        self._number = number_of_workers()
        self._pool: ProcessPoolExecutor | None = None
        self._ready: Future[None] = Future()

    def expect(self, waiting: int) -> None:
        """So many turns wait: start the processes if that is many."""
        if waiting >= MANY and self._number and self._pool is None:
            self._pool = ProcessPoolExecutor(self._number, multiprocessing.get_context("spawn"), _begin, (self._service,))
            self._ready = self._pool.submit(_nothing)

    def reports(self, turns: Iterable[tuple[str, int]]) -> Iterator[tuple[tuple[str, int], Making]]:
        """Each turn, in order, with what gives its reports; with processes, a few more than are asked for are under way."""
        under_way: deque[tuple[tuple[str, int], Making]] = deque()
        for each in turns:
            under_way.append((each, self._making(*each)))
            if not self._ready.done() or len(under_way) > self._number * AHEAD:
                yield under_way.popleft()
        yield from under_way

    def _making(self, stream: str, turn: int) -> Making:
        here = partial(make, self._mail_context, stream, turn)
        if self._pool is None or not self._ready.done():  # they take a second to start
            return here
        try:
            return partial(self._taken, self._pool.submit(_make, stream, turn), here)
        except BrokenProcessPool:
            return partial(self._instead, here)

    def _taken(self, future: Future[Made], here: Making) -> Made:
        """What another process made; if that has died, it is made in this one."""
        try:
            return future.result()
        except BrokenProcessPool:
            return self._instead(here)

    def _instead(self, here: Making) -> Made:
        """The processes that are left have been ended with the one that died; others are started when many turns wait again."""
        log.warning("a process that makes reports has died; this one makes them itself")
        self.end()
        return here()

    def end(self) -> None:
        """End the processes. What they have not begun is left."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool, self._ready = None, Future()


def number_of_workers() -> int:
    """As many as there are cores; none where memory is short, or where one core has to do all."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    limit = CGROUP.read_text().strip() if CGROUP.is_file() else "max"
    cores = len(os.sched_getaffinity(0))
    return cores if cores > 1 and min(memory, int(limit) if limit.isdigit() else memory) >= LEAST_MEMORY else 0
