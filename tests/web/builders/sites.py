"""A whole site with a real database: people, sessions, mail into Maildirs; browsers that are signed in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from events.database import is_url
from pbem.accounts.credentials import Keys
from pbem.accounts.people import People, Person
from pbem.campaign.played import PLAYED
from pbem.gateway.gateway import Gateway
from pbem.service.context import ServiceContext, stamp
from pbem.service.games import opening
from pbem.service.turns.tick import tick
from pbem.settings.mail_settings import read_mail_settings
from pbem.web import create_web
from pbem.web.infra.limits import limiter
from pbem.web.infra.shared_counts import SharedCounts
from pbem.web.infra.site import Site
from pbem.web.infra.visitor import OPENER
from tests.conftest import HandClock, repeated_entropy
from tests.stores import new_database

BASE = "http://127.0.0.1:8025"
SEATS = {"blue": "blue@example.org", "red": "red@example.org"}


@dataclass
class WebSite:
    """The site and the ways to it. `web` is the application, `base` where it says that it is, `folder` holds all it keeps."""

    context: ServiceContext
    clock: HandClock
    people: People
    keys: Keys
    gateway: Gateway
    web: Flask
    folder: Path
    base: str

    def person(self, address: str) -> Person:
        """The person with this address, added when new."""
        found = self.people.by_address(address)
        return found or self.people.add(address.partition("@")[0], address, stamp(self.clock()))

    def browser(self, address: str = "") -> FlaskClient:
        """A browser: of nobody, or signed in as the person with this address."""
        client = self.web.test_client()
        if address:
            opener = self.keys.open_session(self.person(address).id, "a browser of the tests", stamp(self.clock()))
            with client.session_transaction() as session:
                session[OPENER] = opener
        return client

    def opened(self, game: str = "star_navy", scenario: str = "first-blood", rhythm: float = 24, **players: str) -> str:
        """A game; `players` maps seats to addresses or `bot:NAME`, blue and red sit at it when none are given."""
        given = players or SEATS
        seated = {seat: who if who.startswith("bot:") else self.person(who).id for seat, who in given.items()}
        return opening.open_game(self.context, game, scenario, players=seated, rhythm_hours=rhythm)

    def played(self, stream: str, turns: int, hours: float = 24) -> None:
        """So many deadlines go by."""
        for _ in range(turns):
            self.clock.advance(hours)
            tick(self.context)

    def mails(self, address: str) -> list[EmailMessage]:
        """All that was mailed to an address so far, oldest first."""
        self.gateway.work()
        self.gateway.flush()
        found = []
        for path in sorted((self.folder / "mail" / address / "new").glob("*")):
            mail = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
            assert isinstance(mail, EmailMessage)
            found.append(mail)
        return found


@contextmanager
def site_in(folder: Path, base: str = BASE) -> Iterator[WebSite]:
    """A site over a new database in this folder."""
    clock = HandClock()
    database = new_database(folder / "wardroom.db")
    context = ServiceContext(database, PLAYED, clock, repeated_entropy(), b"a secret for tests")
    settings = read_mail_settings(
        {"SMTP_SEND": f"maildir:{folder / 'mail'}", "DOMAIN": "wardroom.example", "BASE_URL": base}, folder, ("127.0.0.1", 8025)
    )
    gateway = Gateway(context, settings)
    keys = Keys(database, context.entropy, context.secret)
    with _web(Site(context, gateway.people, keys, gateway, base)) as web:
        limiter.reset()
        yield WebSite(context, clock, gateway.people, keys, gateway, web, folder, base)
    database.close()


_idle: defaultdict[tuple[str, bool], list[Flask]] = defaultdict(list)
"""Applications that no site has now, by the address that they were made for, and whether PostgreSQL is under them."""


@contextmanager
def _web(site: Site) -> Iterator[Flask]:
    """An application over this site. It serves other sites after it, because its routes and templates take long to make."""
    idle = _idle[site.base_url, is_url(site.live.database.address)]
    web = idle.pop() if idle else create_web(site)
    web.extensions["wardroom"] = site
    if isinstance(limiter.storage, SharedCounts):
        limiter.storage.database = site.live.database
    kept = dict(web.config)
    web.config.update(TESTING=True, WTF_CSRF_ENABLED=False)  # forms are sent without being opened; tests of the key turn it on
    try:
        yield web
    finally:
        web.config.clear()
        web.config.update(kept)
        idle.append(web)
