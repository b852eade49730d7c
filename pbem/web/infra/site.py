"""What the pages are handed: the service, the people, what signs them in, and what they may ask of the mail gateway."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from flask import current_app, g, has_request_context

from pbem.accounts.credentials import Keys
from pbem.accounts.people import People
from pbem.core.state.players import bot_name
from pbem.service.context import RecordCache, ServiceContext
from pbem.service.games.lobby import Asks
from pbem.service.games.overview import Overview
from pbem.service.mail_port import Mailer
from pbem.service.released import nobody_at_once, public_view
from pbem.web.replay_files.replay_queue import ReplayQueue


def untimed_page(kind: str, status: int, seconds: float) -> None:
    """A page whose time nobody counts."""


@dataclass
class Site:
    """One per application. `live` is the service as it is, `context` what a page is made from.

    `base_url` is where the pages are; `mailbox` whose local mailbox is shown ("": none). `proxies` is how many proxies in a row
    tell who asks (X-Forwarded-For); `asks` is a cache of what open turns ask for, `replays` has the replay files.
    """

    live: ServiceContext
    people: People
    keys: Keys
    mailer: Mailer
    base_url: str
    mailbox: str = ""
    smtp_send: str = ""
    smtp_listen: tuple[str, int] | None = None
    proxies: int = 0
    asks: Asks = field(default_factory=Asks)
    unready: Callable[[], str] = lambda: ""
    """Why the service cannot take orders or keep deadlines now, "" when it can."""
    on_page: Callable[[str, int, float], None] = untimed_page
    """Called with the kind of page, the status and the seconds of every request."""
    replays: ReplayQueue = field(init=False)
    past: RecordCache = field(default_factory=RecordCache)
    """Records of games as they were when those who do not play see them."""

    def __post_init__(self) -> None:
        self.replays = ReplayQueue(self.live.database.address, self.live.database.folder)

    @property
    def context(self) -> ServiceContext:
        """What whoever looks at a page (GET) may see now; what is sent (POST) is done to the games as they are."""
        if not has_request_context():
            return self.live
        found: ServiceContext | None = g.get("context")
        return found or self.public

    @property
    def seen(self) -> ServiceContext:
        """The service as the visitor may see it: `visitor.open_view` has made it for this request, else as a stranger does."""
        found: ServiceContext | None = g.get("seen")
        return found or self.public

    @property
    def public(self) -> ServiceContext:
        """The service as a stranger sees it, whoever asks: for what others may keep a copy of."""
        return public_view(self.live, nobody_at_once, self.past)


def site() -> Site:
    """The site that this request is for."""
    return cast(Site, current_app.extensions["wardroom"])


def player_names(now: Overview) -> dict[str, str]:
    """What the players, their sitters and the invited are called; bots by their names, who was erased by nothing."""
    seated = (id for seat in now.seats for id in (seat.player, seat.offered, seat.named, seat.sitter))
    ids = {id for id in (*seated, now.master, *now.co_masters) if id}
    people = {id: site().people.by_id(id) for id in ids if not bot_name(id)}
    found = {id: person.name if person else "somebody who was erased" for id, person in people.items()}
    return {**found, **{id: f"the bot {bot}" for id in ids if (bot := bot_name(id))}}
