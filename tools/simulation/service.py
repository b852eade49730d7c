"""The service itself: real log, real turn cycle, real mails. Only its clock and its mail server are made by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

from pbem.app_context import AppContext
from pbem.campaign.played import PLAYED
from pbem.database import open_database
from pbem.gateway.gateway import Gateway
from pbem.service.context import ServiceContext
from pbem.service.reports import publish
from pbem.settings.settings import read_config
from tools.smtp_service import fixed_entropy, words

DOMAIN = "wardroom.example"


class HandClock:
    """`true` is the time in the story; `skew` is how far the machine's clock is wrong."""

    def __init__(self, begin: datetime) -> None:
        self.begin = self.true = begin
        self.skew = timedelta(0)

    def now(self) -> datetime:
        """What the machine believes."""
        return self.true + self.skew

    def monotonic(self) -> float:
        """Seconds that have passed, whatever the machine's clock was set to."""
        return (self.true - self.begin).total_seconds()


class ReceivedMail(NamedTuple):
    """A mail of ours as it arrived: when, at whose address, and the mail."""

    at: datetime
    to: str
    message: EmailMessage

    @property
    def text(self) -> str:
        """Its words."""
        return words(self.message).replace("\r\n", "\n")


@dataclass
class MemoryMail:
    """A mail server that hands everything over at once. `arrived` is called with each mail."""

    clock: HandClock
    arrived: Callable[[ReceivedMail], None] = lambda received: None
    paced: bool = False
    mails: list[ReceivedMail] = field(default_factory=list)

    @contextmanager
    def session(self) -> Iterator[MemoryMail]:
        """Nothing need be opened."""
        yield self

    def send(self, sender: str, address: str, raw: bytes) -> None:
        """Keep the mail, and tell its reader."""
        mail = message_from_bytes(raw, policy=policy.default)
        received = ReceivedMail(self.clock.true, address, mail)
        self.mails.append(received)
        self.arrived(received)


def open_service(folder: Path, clock: HandClock, mail: MemoryMail, heartbeat: float) -> AppContext:
    """A new service whose files are in `folder`; its secrets are the same in every run. `heartbeat` is in seconds."""
    environ = {
        "WARDROOM_DATA": str(folder),
        "WARDROOM_DOMAIN": DOMAIN,
        "WARDROOM_BASE_URL": f"https://{DOMAIN}",
        "WARDROOM_SECRET": "the same secret in every run",
        "WARDROOM_HEARTBEAT": f"{heartbeat:g}",
        "WARDROOM_POSTMASTER": "operator@example.org",
    }
    config = read_config(environ, folder / "none.env")
    database = open_database(config.database)
    entropy = fixed_entropy("a year")
    context = ServiceContext(database, PLAYED, clock.now, entropy, config.secret, monotonic=clock.monotonic)
    gateway = Gateway(context, config.mail)
    gateway.outbox.transport = mail
    return AppContext(config, context, gateway)


@contextmanager
def small_maps() -> Iterator[None]:
    """Reports within have small maps: they are read for their words, and a map of full size takes most of their time."""
    full, publish.MAP_WIDTH = publish.MAP_WIDTH, 160
    try:
        yield
    finally:
        publish.MAP_WIDTH = full
