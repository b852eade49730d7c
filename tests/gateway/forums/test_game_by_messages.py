"""A game of two that is played by private messages on a Discourse, with all that goes wrong there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.platform import ForumSet
from pbem.gateway.forums.places import Place
from pbem.service.context import stamp
from pbem.service.history import OPERATOR
from pbem.service.repository import load
from pbem.service.thread.forum_acts import set_forum
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from tests.gateway.forums.benches.discourse import DiscourseBench
from tests.gateway.forums.club import Club
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]


@pytest.fixture
def club(site: WebSite) -> Iterator[Club]:
    bench = DiscourseBench()
    account = bench.account
    place = Place("club", "discourse", account.url, account.user, account.key, account.hook_key, part="5")
    site.gateway.forums.places.add(place)
    made = Club(site, bench, "club", lambda user: newest_topic(bench, user))
    made.beat()  # the reading begins: what was written before is of no account
    yield made
    bench.close()


def newest_topic(bench: DiscourseBench, user: str) -> str:
    """The newest conversation of a user with us."""
    mine = [post["topic"] for post in bench.posts() if user in post["readers"]]
    return str(mine[-1]) if mine else ""


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
    assert "TURN R" in club.orders("blue") and club.ready() == ["blue"]
    bench.delete(third)
    club.beat()
    assert "WITHDRAWN" in club.told("blue") and "TURN L" in club.orders("blue") and not club.ready()
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
    topic = club.topic()
    shown = bench.say("blue", topic, "BIS: TURN R\nBIS: SPEED 4")
    bench.say("red", topic, "What a fine battle this is, everybody!")
    club.beat()
    assert "that everybody can read are not taken" in club.told("blue")
    assert filings_of(site.context, stream, "blue", 2) == []
    assert shown not in [post.id for post in bench.seen(topic)]
    page = site.browser().get(f"/g/{stream}/thread").get_data(as_text=True)
    assert "What a fine battle" in page and "SPEED 4" not in page

    # A webhook counts at once, and once; a forged one is refused; a lost one is found by asking.
    hooked = bench.tell("blue", "BIS: TURN L", club.conversation("blue"))
    headers, body = bench.hook(hooked)
    browser = site.browser()
    assert browser.post("/forums/club/hook", headers=dict(headers), data=body + b" ").status_code == 403
    assert browser.post("/forums/nowhere/hook", headers=dict(headers), data=body).status_code == 404
    assert [browser.post("/forums/club/hook", headers=dict(headers), data=body).status_code for _ in range(2)] == [200, 200]
    club.tell("red", "SR1: TURN L\nready")
    club.beat()
    ways = [way_in(site.context, entry).channel for entry in filings_of(site.context, stream, "blue", 2)]
    assert ways == ["forum"] and club.ready() == ["red"]

    # A message that nobody has read when the turn is due counts: the place is asked before the turn is resolved.
    due = load(site.context, stream).ledger.due
    while stamp(site.clock()) < due:
        site.clock.advance(1)
    club.tell("blue", "BIS: TURN R")
    assert tick(site.context, site.gateway.take_in) == [(stream, 2)]
    assert len(filings_of(site.context, stream, "blue", 2)) == 2
    club.check_log()
