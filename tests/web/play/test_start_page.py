"""The start page: what waits for you, oldest deadline first; games to join and to watch; who sees what."""

from __future__ import annotations

import re

from pbem.service.games import game_master, opening
from pbem.service.games.lobby import Asks, lobby
from pbem.service.games.seating import seat_player
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from tests.service.builders.policies import policy_of
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"
WANTED = "orders for game turn 1 of 10 (cycle 1, turn 1) and for set-up"
BOTS = {"blue": "bot:cautious", "red": "bot:cautious"}


def section(page: str, id: str) -> str:
    """The part of the page below a heading; "" when it is not there."""
    found = re.search(rf'<section[^>]*aria-labelledby="{id}">(.*?)</section>', page, re.S)
    return found[1] if found else ""


def start(site: WebSite, address: str = "") -> str:
    page = site.browser(address).get("/")
    assert page.status_code == 200
    return page.text


def test_nobody_is_told_what_this_is(site: WebSite) -> None:
    """A few sentences, the form that asks for a link, games to watch; no game waits for nobody."""
    stream = site.opened(**BOTS)
    page = start(site)
    assert "<title>Wardroom</title>" in page and 'name="address"' in page and "Waiting for you" not in page
    assert f'href="/g/{stream}"' in section(page, "watch")


def test_the_start_page_without_games(site: WebSite) -> None:
    """Without games the page says so, to nobody and to a person."""
    assert "No game has a free seat" in start(site)
    assert "Nothing waits for you" in start(site, BLUE) and "<title>Wardroom</title>" in start(site, BLUE)


def test_games_wait_oldest_deadline_first(site: WebSite) -> None:
    """The number is in the title; each with rules, seat, what is asked, time left, the deadline, and the way to its desk."""
    late, soon = site.opened(rhythm=72), site.opened(rhythm=26.5)
    page = start(site, BLUE)
    waiting = section(page, "waiting")
    assert "<title>(2) Wardroom</title>" in page and "Waiting for you (2)" in page
    assert waiting.index(f"/g/{soon}?side=blue") < waiting.index(f"/g/{late}?side=blue")
    assert "1 day 2 hours left" in waiting and "3 days left" in waiting and 'datetime="2026-01-02T14:30' in waiting
    assert "Star Navy" in waiting and "First Blood" in waiting and "nothing filed" in waiting
    assert WANTED in waiting and f'href="/g/{soon}/orders?side=blue"' in waiting
    assert f"/g/{late}" not in section(page, "watch"), "a game stands in one list"


def test_what_is_filed_waits_no_more(site: WebSite) -> None:
    """Nothing filed, filed, ready: in words; the next turn waits again."""
    stream = site.opened()
    file_orders(site.context, stream, "blue", "BIS: TURN L", "m1")
    page = start(site, BLUE)
    assert "<title>Wardroom</title>" in page and "mark-filed" in section(page, "playing")
    file_orders(site.context, stream, "blue", "ready", "m2")
    assert "mark-ready" in section(start(site, BLUE), "playing")
    file_orders(site.context, stream, "blue", "not ready", "m3")
    assert "mark-filed" in section(start(site, BLUE), "playing")
    assert "Waiting for you (1)" in start(site, "red@example.org")
    site.played(stream, 1)
    assert "Waiting for you (1)" in start(site, BLUE)


def test_what_asks_nothing_of_you_waits_not(site: WebSite) -> None:
    """The others' turn, a paused game, a table with free seats: among your other games, with the reason."""
    paused = site.opened()
    game_master.pause(site.context, paused, "holidays")
    site.opened(blue=BLUE)
    page = start(site, BLUE)
    playing = section(page, "playing")
    assert "Waiting for you (0)" in page and "mark-paused" in playing and "waits for players" in playing


def test_a_seat_that_is_not_asked_waits_not(site: WebSite) -> None:
    """Sovereign Seas asks some seats before others: a player whose turn it is not is told so, and asked later."""
    game = site.context.games["sovereign_seas"]
    seats = [seat.id for seat in game.rules.seats("fleet-engagement", game.scenarios.options("fleet-engagement", {}))]
    players = {seat: f"{seat}@example.org" for seat in seats}
    stream = site.opened("sovereign_seas", "fleet-engagement", **players)
    asked = Asks().of(site.context, stream, 1)
    assert asked and set(asked) < set(seats)
    for seat, address in players.items():
        assert f"Waiting for you ({int(seat in asked)})" in start(site, address)
        assert ("mark-not-asked" in start(site, address)) == (seat not in asked)


def test_the_paper_of_a_turn_is_read_once(site: WebSite) -> None:
    """What a turn asks does not move while it is open: later looks fold no log."""
    stream, asks = site.opened(), Asks()
    assert [seat.stream for seat in lobby(site.context, asks, site.person(BLUE).id).waiting] == [stream]
    site.context.database.con.execute("DROP TRIGGER events_no_delete")
    site.context.database.con.execute("DELETE FROM events")
    site.context.records.take(stream)
    assert [seat.wanted for seat in lobby(site.context, asks, site.person(BLUE).id).waiting] == [WANTED]


def test_games_to_join_name_seats_and_who_runs_them(site: WebSite) -> None:
    """Free seats of tables that take whoever comes; a table by invitation is to be watched only."""
    open_table, closed = site.opened(blue=BLUE), site.opened(blue=BLUE)
    boss = site.people.add("Commodore <b>Grey</b>", "boss@example.org", "2026-01-01T00:00:00.000000Z")
    game_master.name_master(site.context, open_table, boss.id, "the club's table")
    absence.set_policy(site.context, open_table, policy_of(0.0, "standing", True, "all are welcome"))
    for address in ("", "stranger@example.org"):
        page = start(site, address)
        join = section(page, "join")
        assert f'href="/g/{open_table}"' in join and "Red" in join and "Commodore &lt;b&gt;Grey&lt;/b&gt;" in join
        assert closed not in join and f'href="/g/{closed}"' in section(page, "watch")
    assert open_table not in section(start(site, BLUE), "join"), "they play there"
    assert f'href="/g/{open_table}/master"' in section(start(site, "boss@example.org"), "runs")
    seat_player(site.context, open_table, "red", site.person("red@example.org").id, "a newcomer")
    assert open_table not in section(start(site), "join")


def test_finished_games_have_their_verdict(site: WebSite) -> None:
    """One's own and those of others; they wait for nobody."""
    own, others = site.opened(), site.opened(**BOTS)
    game_master.end(site.context, own, "both agreed")
    game_master.end(site.context, others, "nobody came")
    page = start(site, BLUE)
    finished = section(page, "finished")
    assert "both agreed" in finished and "nobody came" in finished and "Waiting for you (0)" in page
    assert "both agreed" in section(start(site), "finished")


def test_a_title_is_text(site: WebSite) -> None:
    """Markup in a title is shown, never obeyed."""
    title = '<script>alert("x")</script>'
    opening.open_game(
        site.context, "star_navy", "first-blood", players={"blue": site.person(BLUE).id}, setup=opening.GameSetup(title=title)
    )
    for address in ("", BLUE):
        page = start(site, address)
        assert "<script>" not in page and "&lt;script&gt;" in page


def test_no_persons_id_or_address_is_shown(site: WebSite) -> None:
    """Who plays where is nobody's business on this page."""
    site.opened()
    page = start(site, "stranger@example.org")
    for address in (BLUE, "red@example.org"):
        assert address not in page and site.person(address).id not in page


def test_every_game_is_on_a_page_of_all_games(site: WebSite) -> None:
    """Fifty to a page, the newest first, with links to the other pages; whatever number is asked for."""
    streams = [site.opened(rhythm=0) for _ in range(52)]
    first, second = (site.browser().get(f"/games?page={page}").text for page in (1, 2))
    assert streams[-1] in first and f'"/g/{streams[0]}"' not in first and "older" in first and "newer" not in first
    assert f'"/g/{streams[0]}"' in second and "older" not in second and "newer" in second
    for odd in ("0", "-1", "x", "99999999999999999999", "3"):
        assert site.browser().get(f"/games?page={odd}").status_code == 200
