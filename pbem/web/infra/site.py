"""What the pages are handed: the room, the people, what lets them in, and what they may ask of the post."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, cast

from flask import current_app

from pbem.accounts.credentials import Keys
from pbem.accounts.people import People, Person
from pbem.service.context import ServiceContext
from pbem.service.games.lobby import Asks
from pbem.web.replay.replay_queue import ReplayQueue


class MailLinkPort(Protocol):
    """What the pages behind the links of our mails need of the gateway. An unknown code or claim gives None, or False."""

    def held(self, code: str) -> object | None:
        """The orders held under a code: game, seat, turn, sender, why, at (a stamp), orders.

        Their status is waiting, confirmed or refused.
        """
        ...

    def confirm(self, code: str) -> str:
        """Let them count; what became of them, in words."""
        ...

    def discard(self, code: str) -> bool:
        """Throw them away."""
        ...

    def farewell(self, claim: str) -> object | None:
        """What an unsubscribe link is about: game, seat, left (are they stopped already?)."""
        ...

    def leave(self, claim: str) -> bool:
        """Stop the reports."""
        ...

    def rejoin(self, claim: str) -> bool:
        """Send them again."""
        ...


class SeatLink(Protocol):
    """What a seat's link in a report says: whose seat it is, and the turn that the report asks orders for."""

    @property
    def stream(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def person(self) -> Person: ...


class Mailer(Protocol):
    """What the pages ask of the mail gateway."""

    @property
    def mail_links(self) -> MailLinkPort:
        """The pages behind the links of our mails."""
        ...

    def seat_link(self, claim: str) -> SeatLink | None:
        """Whom a seat's link was given to; None when it is not ours, or the seat has another player since."""
        ...

    def order_address(self, stream: str, seat: str, turn: int, person: Person) -> str:
        """Where the person mails orders for the seat to: what "copy as mail" is addressed to."""
        ...

    def mail_sign_in(self, person: Person, link: str, minutes: int) -> None:
        """Mail a link that signs its reader in, once, within so many minutes."""
        ...

    def mail_invitation(self, person: Person, stream: str, seat: str, link: str, words: str) -> None:
        """Mail an invitation to a seat, with the game master's words."""
        ...

    def mail_announcement(self, stream: str, words: str, version: int) -> None:
        """Mail the game master's words (event `version` of the log) to all players of the game, each once."""
        ...

    def mail_receipts(self, stream: str, seat: str, source: str) -> None:
        """Mail what follows from orders filed on a page: press they hold, and receipts for the seat's crew. Each once."""
        ...


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
        self.replays = ReplayQueue(self.context.store.db.path)


def site() -> Site:
    """The site that this request is for."""
    return cast(Site, current_app.extensions["wardroom"])
