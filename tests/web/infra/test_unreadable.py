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
from tests.web.builders.sites import Place

BLUE = "blue@example.org"


def unknown_game(place: Place) -> str:
    """A game of a rule book that is not played here (any more), due at once."""
    return opened_raw(place, "g7", "chess", "queens")


def unknown_scenario(place: Place) -> str:
    """A game of a scenario that its rule book does not have (any more)."""
    return opened_raw(place, "g8", "star_navy", "lost-battle")


def unknown_event(place: Place) -> str:
    """A game whose log holds what a newer version of this program wrote."""
    stream = place.opened()
    head = place.context.store.head(stream)
    row = (stream, head.version + 1, "game.knighted", 1, 1, "", "", "*", stamp(place.clock()), "{}", bytes(32))
    with place.context.database.write() as con:
        con.execute(INSERT, row)
    return stream


def opened_raw(place: Place, stream: str, game: str, scenario: str) -> str:
    opened = GameOpened(game, 1, scenario, "A lost game", {}, {"blue": "blue"}, {}, "0" * 64, 24.0)
    at, blue = stamp(place.clock()), place.person(BLUE).id
    events = [Draft(opened), Draft(SeatTaken("blue", blue)), Draft(TurnOpened(1, "", []), 1), Draft(DeadlineSet(1, at, "x"), 1)]
    place.context.store.append(stream, events, EMPTY, at)
    return stream


@pytest.fixture(params=[unknown_game, unknown_scenario, unknown_event])
def lost(request: pytest.FixtureRequest, place: Place) -> str:
    make: Callable[[Place], str] = request.param
    return make(place)


@pytest.mark.parametrize("path", ["/", "/games", "/new", "/you", "/api/v1/games", "/api/v1/games?mine=1"])
@pytest.mark.parametrize("who", ["", BLUE])
def test_lists_go_on(place: Place, lost: str, path: str, who: str) -> None:
    """Every list shows the games that can be read; nobody is answered 500."""
    good = place.opened()
    answer = place.browser(who).get(path)
    assert answer.status_code == 200 or (not who and answer.status_code == 401), answer.text
    if "games" in path and answer.status_code == 200:
        assert good in answer.text and lost in answer.text


def test_feeds_and_calendars_go_on(place: Place, lost: str) -> None:
    """A person's feed and calendar tell of their other games."""
    good = place.opened()
    assert f"({good})" in "".join(atom(place, address(place, BLUE, "feed")).itertext())
    calendar = place.browser().get(address(place, BLUE, "calendar"))
    assert calendar.status_code == 200 and f"/g/{good}" in calendar.text


def test_the_clock_goes_on(place: Place, lost: str) -> None:
    """The other games are resolved and reported; what cannot be read is left as it is."""
    good, head = place.opened(), place.context.store.head(lost)
    place.clock.advance(24)
    assert (good, 1) in tick(place.context)
    assert any(f"[{good} T1]" in str(mail["Subject"]) for mail in place.mails(BLUE))
    assert lost == "g8" or place.context.store.head(lost) == head


@pytest.mark.parametrize("make", [unknown_game, unknown_event])
def test_its_own_pages_say_what_is_wrong(place: Place, make: Callable[[Place], str]) -> None:
    """No page of it is a fault of the program: an error page with a sentence, or what can still be shown."""
    lost = make(place)
    for path in (f"/g/{lost}", f"/g/{lost}/history", f"/g/{lost}/feed.atom", f"/api/v1/games/{lost}"):
        answer = place.browser(BLUE).get(path)
        assert answer.status_code == 200 or "cannot be shown" in answer.text, (path, answer.text)
