"""A turn is everybody's some hours after its players': until then no address that others may open changes by a byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from events.platform import ForumSet, PolicySet
from pbem.gateway.forums.places import Place
from pbem.service.context import stamp
from pbem.service.games.game_master import announce, end
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.thread.comments import NewComment, author_of, write_comment
from pbem.service.thread.forum_acts import set_forum
from pbem.service.turns.close import resolve_now
from pbem.web.infra.limits import limiter
from tests.gateway.forums.memory_forum import MemoryForum
from tests.gateway.forums.test_posting import open_kinds
from tests.web.builders.sites import WebSite, site_in
from tests.web.infra.test_hidden import ELSEWHERE, FORM, UNLIKE
from tests.web.replay_files.test_replay_file import taken

GAME, DELAY = "g1", 48.0
NOBODY, STRANGER, BLUE, RED, MASTER = "", *(f"{name}@example.org" for name in ("stranger", "blue", "red", "master"))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[WebSite]:
    """A duel in its third turn, which others see two days later: of its turns they see the first."""
    with site_in(tmp_path) as made:
        players = {"blue": made.person(BLUE).id, "red": made.person(RED).id}
        policy = PolicySet(delay_hours=DELAY, open_seats=True, why="as agreed")
        setup = GameSetup(players, {}, made.person(MASTER).id, policy)
        assert open_game(made.context, "star_navy", "open-space", 0.0, setup=setup) == GAME
        for hours in (1, DELAY):
            made.clock.advance(hours)
            resolve_now(made.context, GAME, "all is said", OPERATOR)
        made.clock.advance(1)
        yield made


def addresses(site: WebSite) -> list[str]:
    """Every address about games that can be looked at, for the opening and the turns to come, at their first steps."""
    found: list[str] = []
    for rule in site.web.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(ELSEWHERE) or "<secret>" in rule.rule:
            continue
        path = rule.rule.replace("<stream>", GAME).replace("<game>", "star_navy").replace("<scenario>", "first-blood")
        for name in ("seat", "filing", "id"):
            path = path.replace(f"<{name}>", "blue")
        turns = range(4) if "<int:turn>" in path else [0]
        found += [path.replace("<int:turn>", str(turn)).replace("<int:number>", "1") for turn in turns]
    asked = ["?side=spectator", "?side=blue", "?side=everything"]
    asked += ["/verify?t=2", "/verify?t=log", "/forum?t=2", "/replay.html?t=2"]
    asked += ["/thread?t=2", "/thread?post=c1", "/thread?quote=c1", "/thread?post=t2"]
    return [*found, *(f"/g/{GAME}{more}" for more in asked), "/api/v1/games?status=ended", "/api/v1/games?status=open"]


def answer(client: FlaskClient, path: str) -> str:
    """All of an answer but what comes from the clock of this machine."""
    limiter.reset()
    page = taken(client, path) if "/replay.html" in path else client.get(path)
    kept = sorted(f"{name}: {value}" for name, value in page.headers if name not in UNLIKE)
    return "\n".join([page.status, *kept, FORM.sub("form", page.data.decode("utf-8", "replace"))])


def answers(site: WebSite, client: FlaskClient) -> dict[str, str]:
    return {path: answer(client, path) for path in addresses(site)}


def news(site: WebSite, kind: str) -> None:
    """Something that its players see at once."""
    if kind == "orders":
        file_orders(site.context, GAME, "blue", "ready", "mail-1")
    elif kind == "turn":
        resolve_now(site.context, GAME, "all is said", OPERATOR)
    elif kind == "comment":
        blue = author_of(site.context, GAME, site.person(BLUE).id)
        write_comment(site.context, GAME, blue, NewComment("I have sunk them!"))
    else:
        end(site.context, GAME, "blue has won", OPERATOR)


@pytest.mark.parametrize("who", [NOBODY, STRANGER], ids=["nobody", "stranger"])
@pytest.mark.usefixtures("replays_here")
def test_no_byte_tells_of_it(site: WebSite, who: str) -> None:
    """Pages, pictures, feeds, proofs, the API and the lists: all as they were, for whoever takes no part, after each news."""
    client = site.browser(who)
    before = answers(site, client)
    assert sum(text.startswith("200") for text in before.values()) > 40
    for kind in ("orders", "comment", "turn", "end"):
        news(site, kind)
        after = answers(site, client)
        assert [path for path in before if before[path] != after[path]] == [], kind


@pytest.mark.parametrize("kind", ["turn", "end"])
def test_all_is_open_when_its_time_has_come(site: WebSite, kind: str) -> None:
    """Two days later a stranger sees what the players saw at once."""
    news(site, kind)
    nobody, before = site.browser(), stamp(site.clock())
    assert f"as it was {DELAY:g} hours ago" in nobody.get(f"/g/{GAME}").text
    assert nobody.get(f"/g/{GAME}/t/2").status_code == nobody.get(f"/g/{GAME}/t/2/map.png").status_code == 404
    site.clock.advance(DELAY)
    assert nobody.get(f"/g/{GAME}/t/3").status_code == 200 and nobody.get(f"/g/{GAME}/t/3/map.png").status_code == 200
    assert before in nobody.get(f"/g/{GAME}/feed.atom").text or before[:16] in nobody.get(f"/g/{GAME}/feed.atom").text
    assert ("blue has won" in nobody.get("/").text) == (kind == "end")
    assert nobody.get(f"/g/{GAME}/log.jsonl").status_code == (200 if kind == "end" else 404)


@pytest.mark.parametrize("who", [BLUE, RED, MASTER])
def test_who_takes_part_sees_it_at_once(site: WebSite, who: str) -> None:
    """Players and the game master: the turn, and the end with all that it lays open."""
    browser = site.browser(who)
    assert (
        browser.get(f"/g/{GAME}/t/2").status_code == 200 and "You see this game as it was" not in browser.get(f"/g/{GAME}").text
    )
    end(site.context, GAME, "blue has won", OPERATOR)
    assert "blue has won" in browser.get(f"/g/{GAME}").text and browser.get(f"/g/{GAME}?side=red").status_code == 200
    assert browser.get(f"/g/{GAME}/t/1/e/0?side=everything").status_code == 200
    token = site.keys.give_token(site.person(who).id, "tests", stamp(site.clock()))
    shown = site.browser().get(f"/api/v1/games/{GAME}", headers={"Authorization": f"Bearer {token}"}).get_json()
    assert shown["data"]["listed"]["status"] == "ended"


def test_secret_feeds_are_their_owners(site: WebSite) -> None:
    """Nobody is signed in there; the address says whose it is."""
    key = site.keys.give_address(site.person(BLUE).id, "feed", "", stamp(site.clock()))
    feed = site.browser().get(f"/feed/{site.keys.secret_of(key)}.atom").text
    assert "Turn 2 was resolved" in feed and "Turn 2 was resolved" not in site.browser(BLUE).get(f"/g/{GAME}/feed.atom").text


def test_a_players_link_from_a_mail_lets_them_in(site: WebSite) -> None:
    """Before they are signed in, too: it is of the turn that is open for them."""
    blue = site.person(BLUE)
    link = site.gateway.signer.seat_link(GAME, "blue", 3, blue.key)
    path = link.removeprefix(site.base)
    client = site.browser()
    assert client.get(path).status_code == 200
    assert client.post(path).headers["Location"].endswith("side=blue")
    assert client.get(f"/g/{GAME}/t/2?side=blue").status_code == 200


def test_a_seat_is_taken_in_the_game_as_it_is(site: WebSite) -> None:
    """Whoever comes sees all from then on."""
    red = site.browser(RED)
    red.post(f"/g/{GAME}/seat", data={"act": "resign", "seat": "red", "why": "no time", "sure": "yes"})
    assert red.get(f"/g/{GAME}/t/2").status_code == 404
    stranger = site.browser(STRANGER)
    page = stranger.post(f"/g/{GAME}/seat", data={"act": "take", "seat": "red"}, follow_redirects=True)
    assert page.status_code == 200 and "Orders of Red for turn 3" in page.text


def test_forums_wait_as_well(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """They tell the world."""
    forum = MemoryForum()
    open_kinds(monkeypatch, memory=forum)
    site.gateway.forums.places.add(Place("club", "memory", "https://forum.example"))
    set_forum(site.context, GAME, ForumSet("club", "", ["announcements"], "the club meets there", OPERATOR))
    site.clock.advance(0.1)
    announce(site.context, GAME, "The enemy was seen")
    assert site.gateway.flush_forums() == 0 and not forum.posts
    site.clock.advance(DELAY)
    assert site.gateway.flush_forums() == 1 and "The enemy was seen" in forum.texts()[0]
