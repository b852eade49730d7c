"""The start page: what waits for you, oldest deadline first; games to join and to watch; who sees what."""

from __future__ import annotations

import re

from pbem.core.state.ledger import GamePolicy
from pbem.service.games import absence, game_master, opening
from pbem.service.games.lobby import Asks, lobby
from pbem.service.orders.file import file_orders
from tests.web.builders.sites import Place

BLUE = "blue@example.org"
WANTED = "orders for game turn 1 of 10 (cycle 1, turn 1) and for set-up"
BOTS = {"blue": "bot:cautious", "red": "bot:cautious"}


def section(page: str, id: str) -> str:
    """The part of the page below a heading; "" when it is not there."""
    found = re.search(rf'<section[^>]*aria-labelledby="{id}">(.*?)</section>', page, re.S)
    return found[1] if found else ""


def start(place: Place, address: str = "") -> str:
    page = place.browser(address).get("/")
    assert page.status_code == 200
    return page.text


def test_nobody_is_told_what_this_is(place: Place) -> None:
    """A few sentences, the form that asks for a link, games to watch; no game waits for nobody."""
    stream = place.opened(**BOTS)
    page = start(place)
    assert "<title>Wardroom</title>" in page and 'name="address"' in page and "Waiting for you" not in page
    assert f'href="/g/{stream}"' in section(page, "watch")


def test_the_start_page_without_games(place: Place) -> None:
    """Without games the page says so, to nobody and to a person."""
    assert "No game has a free seat" in start(place)
    assert "Nothing waits for you" in start(place, BLUE) and "<title>Wardroom</title>" in start(place, BLUE)


def test_games_wait_oldest_deadline_first(place: Place) -> None:
    """The number is in the title; each with rules, seat, what is asked, time left, the deadline, and the way to its desk."""
    late, soon = place.opened(rhythm=72), place.opened(rhythm=26.5)
    page = start(place, BLUE)
    waiting = section(page, "waiting")
    assert "<title>(2) Wardroom</title>" in page and "Waiting for you (2)" in page
    assert waiting.index(f"/g/{soon}?side=blue") < waiting.index(f"/g/{late}?side=blue")
    assert "1 day 2 hours left" in waiting and "3 days left" in waiting and 'datetime="2026-01-02T14:30' in waiting
    assert "Star Navy" in waiting and "First Blood" in waiting and "nothing filed" in waiting
    assert WANTED in waiting and f'href="/g/{soon}/orders?side=blue"' in waiting
    assert f"/g/{late}" not in section(page, "watch"), "a game stands in one list"


def test_what_is_filed_waits_no_more(place: Place) -> None:
    """Nothing filed, filed, ready: in words; the next turn waits again."""
    stream = place.opened()
    file_orders(place.context, stream, "blue", "BIS: TURN L", "m1")
    page = start(place, BLUE)
    assert "<title>Wardroom</title>" in page and "mark-filed" in section(page, "playing")
    file_orders(place.context, stream, "blue", "ready", "m2")
    assert "mark-ready" in section(start(place, BLUE), "playing")
    file_orders(place.context, stream, "blue", "not ready", "m3")
    assert "mark-filed" in section(start(place, BLUE), "playing")
    assert "Waiting for you (1)" in start(place, "red@example.org")
    place.played(stream, 1)
    assert "Waiting for you (1)" in start(place, BLUE)


def test_what_asks_nothing_of_you_waits_not(place: Place) -> None:
    """The others' turn, a paused game, a table with free seats: among your other games, with the reason."""
    paused = place.opened()
    game_master.pause(place.context, paused, "holidays")
    place.opened(blue=BLUE)
    page = start(place, BLUE)
    playing = section(page, "playing")
    assert "Waiting for you (0)" in page and "mark-paused" in playing and "waits for players" in playing


def test_a_seat_that_is_not_asked_waits_not(place: Place) -> None:
    """Sovereign Seas asks some seats before others: a player whose turn it is not is told so, and asked later."""
    game = place.context.games["sovereign_seas"]
    seats = [seat.id for seat in game.rules.seats("fleet-engagement", game.scenarios.options("fleet-engagement", {}))]
    players = {seat: f"{seat}@example.org" for seat in seats}
    stream = place.opened("sovereign_seas", "fleet-engagement", **players)
    asked = Asks().of(place.context, stream, 1)
    assert asked and set(asked) < set(seats)
    for seat, address in players.items():
        assert f"Waiting for you ({int(seat in asked)})" in start(place, address)
        assert ("mark-not-asked" in start(place, address)) == (seat not in asked)


def test_the_paper_of_a_turn_is_read_once(place: Place) -> None:
    """What a turn asks does not move while it is open: later looks fold no log."""
    stream, asks = place.opened(), Asks()
    assert [seat.stream for seat in lobby(place.context, asks, place.person(BLUE).id).waiting] == [stream]
    place.context.database.con.execute("DROP TRIGGER events_no_delete")
    place.context.database.con.execute("DELETE FROM events")
    place.context.records.take(stream)
    assert [seat.wanted for seat in lobby(place.context, asks, place.person(BLUE).id).waiting] == [WANTED]


def test_games_to_join_name_seats_and_who_runs_them(place: Place) -> None:
    """Free seats of tables that take whoever comes; a table by invitation is to be watched only."""
    open_table, closed = place.opened(blue=BLUE), place.opened(blue=BLUE)
    boss = place.people.add("Commodore <b>Grey</b>", "boss@example.org", "2026-01-01T00:00:00.000000Z")
    game_master.name_master(place.context, open_table, boss.id, "the club's table")
    absence.set_policy(place.context, open_table, GamePolicy(0.0, "standing", True, "all are welcome"))
    for address in ("", "stranger@example.org"):
        page = start(place, address)
        join = section(page, "join")
        assert f'href="/g/{open_table}"' in join and "red" in join and "Commodore &lt;b&gt;Grey&lt;/b&gt;" in join
        assert closed not in join and f'href="/g/{closed}"' in section(page, "watch")
    assert open_table not in section(start(place, BLUE), "join"), "they play there"
    assert f'href="/g/{open_table}/master"' in section(start(place, "boss@example.org"), "runs")
    opening.take_seat(place.context, open_table, "red", place.person("red@example.org").id)
    assert open_table not in section(start(place), "join")


def test_finished_games_have_their_verdict(place: Place) -> None:
    """One's own and those of others; they wait for nobody."""
    own, others = place.opened(), place.opened(**BOTS)
    game_master.end(place.context, own, "both agreed")
    game_master.end(place.context, others, "nobody came")
    page = start(place, BLUE)
    finished = section(page, "finished")
    assert "both agreed" in finished and "nobody came" in finished and "Waiting for you (0)" in page
    assert "both agreed" in section(start(place), "finished")


def test_a_title_is_text(place: Place) -> None:
    """Markup in a title is shown, never obeyed."""
    title = '<script>alert("x")</script>'
    opening.open_game(
        place.context, "star_navy", "first-blood", players={"blue": place.person(BLUE).id}, setup=opening.GameSetup(title=title)
    )
    for address in ("", BLUE):
        page = start(place, address)
        assert "<script>" not in page and "&lt;script&gt;" in page


def test_no_persons_id_or_address_is_shown(place: Place) -> None:
    """Who plays where is nobody's business on this page."""
    place.opened()
    page = start(place, "stranger@example.org")
    for address in (BLUE, "red@example.org"):
        assert address not in page and place.person(address).id not in page


def test_every_game_is_on_a_page_of_all_games(place: Place) -> None:
    """Fifty to a page, the newest first, with links to the other pages; whatever number is asked for."""
    streams = [place.opened(rhythm=0) for _ in range(52)]
    first, second = (place.browser().get(f"/games?page={page}").text for page in (1, 2))
    assert streams[-1] in first and f'"/g/{streams[0]}"' not in first and "older" in first and "newer" not in first
    assert f'"/g/{streams[0]}"' in second and "older" not in second and "newer" in second
    for odd in ("0", "-1", "x", "99999999999999999999", "3"):
        assert place.browser().get(f"/games?page={odd}").status_code == 200
