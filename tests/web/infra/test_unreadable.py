"""Games that this program cannot read are in the database: everything that lists games goes on without them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from events.base import Draft
from events.platform import DeadlineSet, GameOpened, SeatTaken, TurnOpened
from events.store import EMPTY, INSERT
from pbem.service.context import stamp
from pbem.service.turns.tick import tick
from tests.web.account.test_feeds import address, atom
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"


def unknown_game(site: WebSite) -> str:
    """A game of a rule book that is not played here (any more), due at once."""
    return opened_raw(site, "g7", "chess", "queens")


def unknown_scenario(site: WebSite) -> str:
    """A game of a scenario that its rule book does not have (any more)."""
    return opened_raw(site, "g8", "star_navy", "lost-battle")


def unknown_event(site: WebSite) -> str:
    """A game whose log holds what a newer version of this program wrote."""
    stream = site.opened()
    head = site.context.store.head(stream)
    row = (stream, head.version + 1, "game.knighted", 1, 1, "", "", "*", stamp(site.clock()), "{}", bytes(32))
    with site.context.database.write() as con:
        con.execute(INSERT, row)
    return stream


def opened_raw(site: WebSite, stream: str, game: str, scenario: str) -> str:
    opened = GameOpened(game, 1, scenario, "A lost game", {}, {"blue": "blue"}, {}, "0" * 64, 24.0)
    at, blue = stamp(site.clock()), site.person(BLUE).id
    events = [Draft(opened), Draft(SeatTaken("blue", blue)), Draft(TurnOpened(1, "", []), 1), Draft(DeadlineSet(1, at, "x"), 1)]
    site.context.store.append(stream, events, EMPTY, at)
    return stream


@pytest.fixture(params=[unknown_game, unknown_scenario, unknown_event])
def lost(request: pytest.FixtureRequest, site: WebSite) -> str:
    make: Callable[[WebSite], str] = request.param
    return make(site)


@pytest.mark.parametrize("path", ["/", "/games", "/new", "/you", "/api/v1/games", "/api/v1/games?mine=1"])
@pytest.mark.parametrize("who", ["", BLUE])
def test_lists_go_on(site: WebSite, lost: str, path: str, who: str) -> None:
    """Every list shows the games that can be read; nobody is answered 500."""
    good = site.opened()
    answer = site.browser(who).get(path)
    assert answer.status_code == 200 or (not who and answer.status_code == 401), answer.text
    if "games" in path and answer.status_code == 200:
        assert good in answer.text and lost in answer.text


def test_feeds_and_calendars_go_on(site: WebSite, lost: str) -> None:
    """A person's feed and calendar tell of their other games."""
    good = site.opened()
    assert f"({good})" in "".join(atom(site, address(site, BLUE, "feed")).itertext())
    calendar = site.browser().get(address(site, BLUE, "calendar"))
    assert calendar.status_code == 200 and f"/g/{good}" in calendar.text


def test_the_clock_goes_on(site: WebSite, lost: str) -> None:
    """The other games are resolved and reported; what cannot be read is left as it is."""
    good, head = site.opened(), site.context.store.head(lost)
    site.clock.advance(24)
    assert (good, 1) in tick(site.context)
    assert any(f"[{good} T1]" in str(mail["Subject"]) for mail in site.mails(BLUE))
    assert lost == "g8" or site.context.store.head(lost) == head


@pytest.mark.parametrize("make", [unknown_game, unknown_event])
def test_its_own_pages_say_what_is_wrong(site: WebSite, make: Callable[[WebSite], str]) -> None:
    """No page of it is a fault of the program: an error page with a sentence, or what can still be shown."""
    lost = make(site)
    for path in (f"/g/{lost}", f"/g/{lost}/history", f"/g/{lost}/feed.atom", f"/api/v1/games/{lost}"):
        answer = site.browser(BLUE).get(path)
        assert answer.status_code == 200 or "cannot be shown" in answer.text, (path, answer.text)
