"""The pages of the club, as anybody sees them."""

from __future__ import annotations

import pytest

from pbem.web.club import league_page
from tests.service.builders.ended import ended_game
from tests.web.builders.sites import WebSite


def _played(site: WebSite) -> tuple[str, str, str]:
    """A game that blue has won: its name, and the ids of blue and red."""
    blue, red = site.person("blue@example.org").id, site.person("red@example.org").id
    return ended_game(site.context, {"blue": blue, "red": red}, ["BLUE"]), blue, red


def test_a_league_without_games_says_what_counts(site: WebSite) -> None:
    page = site.browser().get("/league")
    assert page.status_code == 200 and "One counts when each side was played by people" in page.text


def test_the_table_names_players_and_leads_to_their_pages(site: WebSite) -> None:
    stream, blue, red = _played(site)
    page = site.browser().get("/league").text
    assert page.index(f'href="/players/{blue}"') < page.index(f'href="/players/{red}"')
    assert f'href="/g/{stream}"' in page and "27.6 ± 8.1" in page and "example.org" not in page


def test_a_rule_book_has_a_page_of_its_own(site: WebSite) -> None:
    stream, _, _ = _played(site)
    nobody = site.browser()
    assert f'href="/g/{stream}"' in nobody.get("/league/star_navy").text
    assert "No game is over that counts" in nobody.get("/league/stingray").text
    missing = nobody.get("/league/star_nav")
    assert missing.status_code == 404 and "star_navy" in missing.text


def test_a_player_s_page_says_what_each_game_did(site: WebSite) -> None:
    stream, blue, _ = _played(site)
    page = site.browser().get(f"/players/{blue}").text
    assert f'href="/g/{stream}"' in page and "won against 1 other side: 25.0 to 27.6" in page


def test_who_has_played_nothing_has_no_page(site: WebSite) -> None:
    newcomer = site.person("green@example.org").id
    assert site.browser().get(f"/players/{newcomer}").status_code == 404
    assert site.browser().get("/players/nobody").status_code == 404


def test_results_are_a_feed(site: WebSite) -> None:
    stream, _, _ = _played(site)
    feed = site.browser().get("/results.atom")
    assert feed.mimetype == "application/atom+xml"
    assert f"/g/{stream}" in feed.text and "blue (BLUE) won; red (RED) lost" in feed.text
    assert "Set-Cookie" not in feed.headers


def test_somebody_who_was_erased_has_no_name_there(site: WebSite) -> None:
    _, blue, _ = _played(site)
    site.people.erase(blue)
    page = site.browser().get("/league").text
    assert "somebody" in page and ">blue<" not in page


def test_a_long_table_has_pages(site: WebSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line on each here; behind the last there is none."""
    monkeypatch.setattr(league_page, "PAGE", 1)
    _, blue, red = _played(site)
    nobody = site.browser()
    tables = [nobody.get(f"/league?page={page}").text.partition("</table>")[0] for page in (1, 2)]
    assert blue in tables[0] and red not in tables[0] and red in tables[1] and blue not in tables[1]
    assert 'href="/league/star_navy?page=2"' in nobody.get("/league/star_navy").text
    assert 'href="/league?page=1"' in nobody.get("/league?page=2").text
    assert nobody.get("/league?page=3").status_code == 404 and nobody.get("/league?page=x").status_code == 200
