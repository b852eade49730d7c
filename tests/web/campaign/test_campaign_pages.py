"""The pages that only campaigns have: the roll of honour, a page for each unit, a page for each battle."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbem.service.campaigns.chapters import fought_between
from pbem.service.campaigns.go_on import go_on
from pbem.service.games.game_master import end
from pbem.service.reports.replay_export import MOST_STEPS_OF_CAMPAIGN
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from pbem.web.replay_files.replay_file import Wanted, page
from tests.web.builders.sites import WebSite, site_in

MOST_BEATS = 200
"""More than a battle between bots has turns."""


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebSite]:
    """A site with campaign c1, of which bots have played the first battle."""
    with site_in(tmp_path_factory.mktemp("fought")) as site:
        site.opened("campaign", "harrow", 0, blue="bot:steady", red="bot:steady")
        for _ in range(MOST_BEATS):
            tick(site.context)
            go_on(site.context)
            state = load(site.context, "c1").state
            if state.battles and not state.waiting:
                break
        yield site


def test_the_roll_of_honour_has_every_unit_by_side(fought: WebSite) -> None:
    page = fought.browser().get("/g/c1/units")
    known = load(fought.context, "c1").known(None)
    assert page.status_code == 200 and known.units
    for unit in known.units.values():
        assert f'href="/g/c1/units/{unit.id}' in page.text and unit.name in page.text


def test_the_roll_of_honour_leads_to_every_battle_and_its_game(fought: WebSite) -> None:
    known = load(fought.context, "c1").known(None)
    page = fought.browser().get("/g/c1/units").text
    for number, battle in known.battles.items():
        assert f'href="/g/c1/battles/{number}"' in page and f'href="/g/{battle.stream}"' in page


def test_a_campaign_without_units_says_so(site: WebSite) -> None:
    site.opened("campaign", "club-season", 0, north="bot:steady", south="bot:steady")
    assert "no units of its own" in site.browser().get("/g/c1/units").text


def test_a_unit_s_page_says_what_her_battle_has_changed(fought: WebSite) -> None:
    known = load(fought.context, "c1").known(None)
    battle = known.battles[1]
    id, report = next((id, each) for id, each in battle.units.items() if each["before"] != each["after"])
    page = fought.browser().get(f"/g/c1/units/{id}").text
    changed = [item for item in report["after"] if report["after"][item] != report["before"].get(item, 0)]
    assert changed and all(f'<th scope="row">{item}</th>' in page for item in changed)
    assert 'href="/g/c1/battles/1' in page and "What the battle has changed" in page


def test_a_battle_s_page_leads_to_its_game_and_its_units(fought: WebSite) -> None:
    known = load(fought.context, "c1").known(None)
    page = fought.browser().get("/g/c1/battles/1").text
    assert f'href="/g/{known.battles[1].stream}"' in page
    assert all(f'href="/g/c1/units/{id}' in page for id in known.battles[1].units)


def test_a_battle_s_game_leads_to_its_campaign(fought: WebSite) -> None:
    page = fought.browser().get(f"/g/{load(fought.context, 'c1').known(None).battles[1].stream}").text
    assert 'href="/g/c1/battles/1"' in page and 'href="/g/c1"' in page


def test_a_battle_that_was_not_over_with_its_campaign_is_void(site: WebSite) -> None:
    """CMP-4.1: its page says so, and its game has ended."""
    site.opened("campaign", "harrow", 0, blue="bot:steady", red="bot:steady")
    tick(site.context)
    go_on(site.context)
    assert "It is being fought." in site.browser().get("/g/c1/battles/1").text
    end(site.context, "c1", "we stop", "operator")
    go_on(site.context)
    assert "It is void: the campaign is over without it." in site.browser().get("/g/c1/battles/1").text
    assert "battle 1 is void: c1 is over: Ended by the operator: we stop" in site.browser().get("/g/g1").text


def test_the_campaign_s_own_page_leads_to_the_roll_of_honour(fought: WebSite) -> None:
    assert 'href="/g/c1/units"' in fought.browser().get("/g/c1").text


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/g/c1/units/NOBODY", "there is no unit"),
        ("/g/c1/battles/9", "there is no battle 9"),
        ("/g/g1/units", "g1 is no campaign"),
        ("/g/c9/units", "there is no game c9"),
    ],
)
def test_what_is_not_there_says_so(fought: WebSite, address: str, told: str) -> None:
    page = fought.browser().get(address)
    assert page.status_code == 404 and told in page.text.lower()


def test_the_whole_campaign_is_one_replay_file(fought: WebSite) -> None:
    """Its own turns, and before the turn that took it over each battle whole."""
    first = load(fought.context, "c1").known(None).battles[1].stream
    closed = fought.context.store.game("c1").closed
    battles = fought_between(fought.context, "c1", 0, closed, None)
    assert [stream for _, stream, _ in battles] == [first]
    text = page(fought.context, Wanted("c1", None, 0, closed, MOST_STEPS_OF_CAMPAIGN, 0, battles))
    places = [text.index(mark) for mark in ('id="t0e0"', 'id="t1e0"', f'id="{first}t0e0"', f'id="{first}t1e0"', 'id="t2e0"')]
    assert places == sorted(places) and len(set(re.findall(r'<details class="step" id="([^"]+)"', text))) == text.count(
        "<details "
    )


def test_another_side_s_page_is_not_shown(fought: WebSite) -> None:
    """As long as the campaign goes on, whoever asks."""
    for address in ("/g/c1/units", "/g/c1/units/BIS", "/g/c1/battles/1"):
        assert fought.browser().get(f"{address}?side=blue").status_code == 401
        assert fought.browser("stranger@example.org").get(f"{address}?side=blue").status_code == 403
