"""A game of two that is played by private messages on a Discourse, with all that goes wrong there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from events.platform import ForumSet
from pbem.gateway.forums.places import Place
from pbem.service.audit.verify import audit
from pbem.service.context import stamp
from pbem.service.current_orders import current_orders
from pbem.service.history import OPERATOR
from pbem.service.repository import load
from pbem.service.thread.forum_acts import set_forum
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from tests.gateway.forums.benches.discourse import DiscourseBench
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]


@dataclass
class Club:
    """A Discourse where the game is posted, and what its members do there."""

    site: WebSite
    bench: DiscourseBench
    stream: str = ""
    conversations: dict[str, str] = field(default_factory=dict)

    def beat(self, minutes: float = 2) -> list[tuple[str, int]]:
        """A heartbeat, some minutes later."""
        self.site.clock.advance(minutes / 60)
        closed = tick(self.site.context, self.site.gateway.take_in)
        self.site.gateway.flush_forums()
        return closed

    def tell(self, user: str, text: str) -> str:
        """Write to us privately, in the conversation that there is."""
        return self.bench.tell(user, text, self.topic(user))

    def topic(self, user: str) -> str:
        """The newest conversation with us."""
        mine = [post["topic"] for post in self.bench.posts() if user in post["readers"]]
        return str(mine[-1]) if mine else ""

    def told(self, user: str) -> str:
        """What we have told them last."""
        return self.bench.inbox(user)[-1].text

    def link(self, user: str) -> None:
        """They get a code on their own page, and send it."""
        self.site.browser(f"{user}@example.org").post("/you/forums/club/code")
        person = self.site.person(f"{user}@example.org")
        (box,) = self.site.gateway.forums.links.boxes(person.id)
        self.bench.tell(user, f"link {box.code.lower()}")
        self.beat()

    def orders(self, seat: str) -> str:
        return current_orders(load(self.site.context, self.stream), seat).text()


@pytest.fixture
def club(site: WebSite) -> Iterator[Club]:
    bench = DiscourseBench()
    account = bench.account
    place = Place("club", "discourse", account.url, account.user, account.key, account.hook_key, part="5")
    site.gateway.forums.places.add(place)
    made = Club(site, bench)
    made.beat()  # the reading begins: what was written before is of no account
    yield made
    bench.close()


def test_a_game_of_two_by_private_messages(club: Club) -> None:
    """Codes, reports, edits, deletions, orders in public; webhooks lost, told twice and forged; what comes too late."""
    site, bench = club.site, club.bench
    club.link("blue")
    club.link("red")
    assert "This account is yours now" in club.told("blue")
    club.stream = stream = site.opened()
    set_forum(site.context, stream, ForumSet("club", "", ["reports"], "the club meets there", OPERATOR))
    club.beat()
    assert "Answer with your orders" in club.told("blue") and "Your desk" in club.told("red")

    # Turn 1: both answer the report; blue edits, and thinks again.
    club.tell("blue", "> quoted: BIS: TURN R\n\nBIS: TURN L\n\n:) good luck to all of us")
    second = club.tell("red", "SR1: TURN L")
    club.beat()
    assert "ACCEPTED" in club.told("blue") and "TURN L" in club.told("blue") and "TURN R" not in club.orders("blue")
    bench.change(second, "SR1: TURN R\n\npress to blue: have at you")
    club.beat()
    assert "ACCEPTED" in club.told("red") and "TURN R" in club.orders("red")
    third = club.tell("blue", "BIS: TURN R\nready")
    club.beat()
    assert "TURN R" in club.orders("blue") and load(site.context, stream).ledger.ready == ["blue"]
    bench.delete(third)
    club.beat()
    assert "WITHDRAWN" in club.told("blue") and "TURN L" in club.orders("blue") and not load(site.context, stream).ledger.ready
    club.tell("blue", "ready")
    club.tell("red", "ready")
    club.beat()
    assert club.beat() == [(stream, 1)]
    club.beat()
    assert [post for post in bench.inbox("blue") if "turn 1" in post.text.lower()]

    # Turn 2: what was for turn 1 changes nothing any more.
    orders = club.orders("red")
    bench.change(second, "SR1: TURN L")
    club.beat()
    assert "turn 1" in club.told("red") and "nothing was changed" in club.told("red") and club.orders("red") == orders
    bench.delete(second)
    club.beat()
    assert "You deleted a message" in club.told("red") and club.orders("red") == orders

    # Orders in public are not taken; a comment is shown in the game's own thread.
    (topic,) = [row.topic for row in site.gateway.forums.posts.of(stream) if not row.user][:1]
    shown = bench.say("blue", topic, "BIS: TURN R\nBIS: SPEED 4")
    bench.say("red", topic, "What a fine battle this is, everybody!")
    club.beat()
    assert "that everybody can read are not taken" in club.told("blue")
    assert filings_of(site.context, stream, "blue", 2) == []
    assert shown not in [post.id for post in bench.seen(topic)]
    page = site.browser().get(f"/g/{stream}/thread").get_data(as_text=True)
    assert "What a fine battle" in page and "SPEED 4" not in page

    # A webhook counts at once, and once; a forged one is refused; a lost one is found by asking.
    hooked = bench.tell("blue", "BIS: TURN L", club.topic("blue"))
    headers, body = bench.hook(hooked)
    browser = site.browser()
    assert browser.post("/forums/club/hook", headers=dict(headers), data=body + b" ").status_code == 403
    assert browser.post("/forums/nowhere/hook", headers=dict(headers), data=body).status_code == 404
    assert [browser.post("/forums/club/hook", headers=dict(headers), data=body).status_code for _ in range(2)] == [200, 200]
    club.tell("red", "SR1: TURN L\nready")
    club.beat()
    ways = [way_in(site.context, entry).channel for entry in filings_of(site.context, stream, "blue", 2)]
    assert ways == ["forum"] and load(site.context, stream).ledger.ready == ["red"]

    # A message that nobody has read when the turn is due counts: the place is asked before the turn is resolved.
    due = load(site.context, stream).ledger.due
    while stamp(site.clock()) < due:
        site.clock.advance(1)
    club.tell("blue", "BIS: TURN R")
    assert tick(site.context, site.gateway.take_in) == [(stream, 2)]
    assert len(filings_of(site.context, stream, "blue", 2)) == 2
    found = audit(site.context, stream)
    assert (found.broken, found.different, found.odd) == ([], [], [])
