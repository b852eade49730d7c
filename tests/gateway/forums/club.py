"""A place where a game of two is posted, and what its members do there: shared by the games that are played by messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.service.audit.verify import audit
from pbem.service.current_orders import current_orders
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.gateway.forums.bench import Bench
from tests.web.builders.sites import WebSite


@dataclass
class Club:
    """A site, and the place that it knows by `place`. `conversation` gives the topic of a user's talk with us ("": none)."""

    site: WebSite
    bench: Bench
    place: str
    conversation: Callable[[str], str]
    stream: str = ""

    def beat(self, minutes: float = 2) -> list[tuple[str, int]]:
        """A heartbeat, some minutes later: what is written is read, what is due is resolved and posted."""
        self.site.clock.advance(minutes / 60)
        closed = tick(self.site.context, self.site.gateway.take_in)
        self.site.gateway.flush_forums()
        return closed

    def tell(self, user: str, text: str) -> str:
        """Write to us privately, in the conversation that there is."""
        return self.bench.tell(user, text, self.conversation(user))

    def told(self, user: str) -> str:
        """What we have told them last."""
        return self.bench.inbox(user)[-1].text

    def link(self, user: str) -> None:
        """They get a code on their own page, and send it."""
        self.site.browser(f"{user}@example.org").post(f"/you/forums/{self.place}/code")
        person = self.site.person(f"{user}@example.org")
        (box,) = self.site.gateway.forums.links.boxes(person.id)
        self.bench.tell(user, f"link {box.code.lower()}")
        self.beat()

    def topic(self) -> str:
        """The public topic of the game."""
        return next(row.topic for row in self.site.gateway.forums.posts.of(self.stream) if not row.user)

    def orders(self, seat: str) -> str:
        """What is filed for the open turn."""
        return current_orders(load(self.site.context, self.stream), seat).text()

    def ready(self) -> list[str]:
        """The seats that are ready."""
        return load(self.site.context, self.stream).ledger.ready

    def check_log(self) -> None:
        """An audit finds nothing."""
        found = audit(self.site.context, self.stream)
        assert [*found.broken, *found.different, *found.odd] == []
