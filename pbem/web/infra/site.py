"""What the pages are handed: the service, the people, what signs them in, and what they may ask of the mail gateway."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from pbem.accounts.credentials import Keys
from pbem.accounts.people import People
from pbem.core.state.players import bot_name
from pbem.service.context import ServiceContext
from pbem.service.games.lobby import Asks
from pbem.service.games.overview import Overview
from pbem.service.mail_port import Mailer
from pbem.web.replay_files.replay_queue import ReplayQueue


@dataclass
class Site:
    """One per application. `base_url` is where the pages are; `mailbox` whose local mailbox is shown ("": none).

    `proxies` is how many proxies in a row tell who asks (X-Forwarded-For); `asks` is a cache of what open turns ask for,
    `replays` has the replay files.
    """

    context: ServiceContext
    people: People
    keys: Keys
    mailer: Mailer
    base_url: str
    mailbox: str = ""
    smtp_send: str = ""
    smtp_listen: tuple[str, int] | None = None
    proxies: int = 0
    asks: Asks = field(default_factory=Asks)
    replays: ReplayQueue = field(init=False)

    def __post_init__(self) -> None:
        self.replays = ReplayQueue(self.context.database.path)


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
