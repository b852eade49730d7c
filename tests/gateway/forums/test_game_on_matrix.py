"""A game of two that is played by private messages on a real matrix-synapse, set up by the operator's commands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.gateway.forums.drivers.matrix.homeserver import parted
from pbem.service.context import stamp
from pbem.service.repository import load
from pbem.service.way_in import filings_of
from tests.cli.shell import Shell
from tests.gateway.forums.benches.matrix import MatrixBench, open_bench
from tests.gateway.forums.club import Club
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]

pytestmark = pytest.mark.deep


@pytest.fixture
def bench() -> Iterator[MatrixBench]:
    made = open_bench()
    yield made
    made.close()


@pytest.fixture
def shell(site: WebSite) -> Shell:
    """The command line over the site's data. It goes by the time of the world: the site's clock is set to an hour before."""
    site.clock.time = datetime.now(UTC) - timedelta(hours=1)
    shell = Shell(site.folder)
    shell.env |= {"WARDROOM_SECRET": site.context.secret.decode(), "WARDROOM_BASE_URL": site.base}
    return shell


@pytest.fixture
def club(site: WebSite, bench: MatrixBench, shell: Shell, tmp_path: Path) -> Club:
    """The place is set up as docs/forums.md says, and is there to be read."""
    token = tmp_path / "token.txt"
    token.write_text(f"{bench.account.key}\n")
    where = ("--user", bench.ours, "--key-from", str(token), "--in", bench.part)
    shell("forum", "add", "matrix", bench.account.url, *where)
    tested = shell.process("forum", "test", "matrix", "--user", "blue")
    assert (tested.returncode, tested.stderr) == (0, ""), tested
    assert "failed" not in tested.stdout and "may hide what others post" in tested.stdout
    made = Club(site, bench, "matrix", lambda user: direct_room(bench, user))
    made.beat()  # the reading begins
    return made


def direct_room(bench: MatrixBench, user: str) -> str:
    """The room in which we have written to a user last."""
    return parted(bench.inbox(user)[-1].id)[0]


def test_a_game_of_two_in_a_room(club: Club, shell: Shell) -> None:
    """Codes, block orders, edits, deletions, orders in public, comments, a deadline: three turns, each posted once."""
    site = club.site
    club.link("blue")
    club.link("red")
    assert "This account is yours now" in club.told("blue") and "This account is yours now" in club.told("red")
    club.stream = stream = site.opened()
    shell("game", "forum", stream, "add", "matrix")
    site.clock.time = datetime.now(UTC)
    club.beat()
    assert "Answer with your orders" in club.told("blue") and "SR1" in club.told("red")

    _first_turn(club)
    assert shell("game", "forum", stream).count(" posted ") == 2
    _second_turn(club)
    _third_turn(club)
    club.check_log()
    _each_turn_is_posted_once(club)


def _first_turn(club: Club) -> None:
    """Blue orders in blocks, and takes a message back; red edits one. Both are ready: the turn is resolved."""
    bench = club.bench
    club.tell("blue", "BIS:\nSETUP SPEED 3\nT1 TURN L\nT3 FIRE ANY AT SR1\n\n:) good luck")
    red = club.tell("red", "> Answer with your orders.\n\nSR1: TURN L")
    club.beat()
    assert "ACCEPTED" in club.told("blue") and "T3 FIRE ANY AT SR1" in club.orders("blue")
    assert "ACCEPTED" in club.told("red") and "TURN L" in club.orders("red")
    bench.change(red, "SR1: TURN R")
    thought_again = club.tell("blue", "BIS: T1 TURN R\nready")
    club.beat()
    assert "ACCEPTED" in club.told("red") and "TURN R" in club.orders("red") and "TURN L" not in club.orders("red")
    assert "T1 TURN R" in club.orders("blue") and club.ready() == ["blue"]
    bench.delete(thought_again)
    club.beat()
    assert "WITHDRAWN" in club.told("blue") and "T1 TURN L" in club.orders("blue") and club.ready() == []
    club.tell("blue", "ready")
    club.tell("red", "ready")
    club.beat()
    assert club.beat() == [(club.stream, 1)]
    club.beat()
    for user in ("blue", "red"):
        assert "Turn 1" in club.told(user) and "Answer with your orders" in club.told(user)


def _second_turn(club: Club) -> None:
    """Orders in public are hidden and not taken, comments are shown on our own page; the deadline resolves the turn."""
    site, bench, stream, topic = club.site, club.bench, club.stream, club.topic()
    shown = bench.say("blue", topic, "BIS: TURN R\nT5 TURN L")
    bench.say("red", topic, "What a fine battle this is, everybody!")
    bench.say("visitor", topic, "We have come to watch it.")
    club.beat()
    assert "that everybody can read are not taken" in club.told("blue")
    assert filings_of(site.context, stream, "blue", 2) == []
    assert shown not in [post.id for post in bench.seen(topic)]
    page = site.browser().get(f"/g/{stream}/thread").get_data(as_text=True)
    assert "What a fine battle" in page and "come to watch" in page and "T5 TURN L" not in page

    due = load(site.context, stream).ledger.due
    while stamp(site.clock()) < due:
        site.clock.advance(1)
    club.tell("red", "SR1: TURN L")  # nobody has read it when the turn is due: it is asked for then
    assert club.beat() == [(stream, 2)]
    assert len(filings_of(site.context, stream, "red", 2)) == 1


def _third_turn(club: Club) -> None:
    """What was for a turn that is resolved changes nothing; both are ready at once."""
    late = club.tell("blue", "BIS: TURN R\nready")
    club.beat()
    club.tell("red", "ready")
    club.beat()
    assert club.beat() == [(club.stream, 3)]
    orders = club.orders("blue")
    club.bench.change(late, "BIS: TURN L")
    club.beat()
    assert "turn 3" in club.told("blue") and "nothing was changed" in club.told("blue") and club.orders("blue") == orders


def _each_turn_is_posted_once(club: Club) -> None:
    """In order, with the map below; beside the comments nothing else is in the thread."""
    posts = club.bench.seen(club.topic())
    ours = [(post.text.partition(",")[0], post.pictures) for post in posts if post.author == club.bench.ours]
    assert [pictures for _, pictures in ours] == [1, 1, 1, 1] and "The opening position" in ours[0][0]
    assert [words for words, _ in ours[1:]] == [f"Star Navy: First Blood: Turn {turn}" for turn in (1, 2, 3)]
    assert [post.author for post in posts if post.author != club.bench.ours] == ["red", "visitor"]
    for user in ("blue", "red"):
        told = [post.text.partition(",")[0] for post in club.bench.inbox(user)]
        for turn in (1, 2, 3):
            assert told.count(f"Star Navy: First Blood: Turn {turn}") == 1
