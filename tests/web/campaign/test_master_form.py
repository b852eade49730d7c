"""What a game master does to a campaign on the web: units, points, a battle again, the end of a battle at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pbem.campaign.model.state import State
from pbem.service.campaigns.go_on import go_on
from pbem.service.games import game_master
from pbem.service.repository import load
from pbem.service.turns import close
from tests.web.builders.sites import WebSite, site_in

BOSS = "boss@example.org"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WebSite]:
    """Campaign c1 with its first battle under way, run by somebody who does not play in it."""
    with site_in(tmp_path) as site:
        site.opened("campaign", "harrow", 0, blue="blue@example.org", red="red@example.org")
        game_master.name_master(site.context, "c1", site.person(BOSS).id, "the club's campaign")
        close.resolve_now(site.context, "c1", "all have said what they want")
        go_on(site.context)
        yield site


def _state(site: WebSite) -> State:
    state: State = load(site.context, "c1").state
    return state


def _act(client: FlaskClient, **fields: str) -> str:
    return client.post("/g/c1/master/campaign", data=fields, follow_redirects=True).text


# ---------------------------------------------------------------- acts


def test_a_unit_joins_and_goes(table: WebSite) -> None:
    boss = table.browser(BOSS)
    new = {"side": "blue", "unit": "new", "class": "FF", "name": "Newcomer", "fleet": "1st", "why": "built at home"}
    assert "NEW has joined" in _act(boss, act="add", **new)
    assert _state(table).units["NEW"].name == "Newcomer"
    assert "out of the campaign" in _act(boss, act="take", unit="NEW", why="sold")
    assert _state(table).units["NEW"].where == "taken"
    history = table.browser().get("/g/c1/history").text
    assert "built at home" in history and "sold" in history


def test_points_are_set(table: WebSite) -> None:
    boss = table.browser(BOSS)
    assert "points for refits are set" in _act(boss, act="points", side="red", number="2.5", why="a prize")
    assert "points of victory are set" in _act(boss, act="score", side="red", number="7", why="a miscount")
    assert (_state(table).purses["red"], _state(table).scores["red"]) == (2.5, 7)


def test_a_battle_is_played_again(table: WebSite) -> None:
    boss = table.browser(BOSS)
    assert "Not done: the position after turn 0 is the present one" in _act(boss, act="again", battle="1", why="no wind")
    close.resolve_now(table.context, _state(table).battles[1].stream, "all are ready")
    assert "Battle 1 is played again" in _act(boss, act="again", battle="1", why="the wind was wrong")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"act": "points", "side": "red", "number": "many", "why": "x"}, "many is no number"),
        ({"act": "points", "side": "red", "number": "nan", "why": "x"}, "nan is no number"),
        ({"act": "add", "side": "blue", "unit": "NEW", "class": "XX", "why": "x"}, "XX"),
        ({"act": "take", "unit": "BIS", "why": "x"}, "BIS"),
        ({"act": "score", "side": "red", "number": "1", "why": ""}, "reason"),
    ],
)
def test_what_cannot_be_is_said(table: WebSite, fields: dict[str, str], told: str) -> None:
    before = load(table.context, "c1").head
    page = _act(table.browser(BOSS), **fields)
    assert "Not done" in page and told in page and load(table.context, "c1").head == before


def test_only_who_runs_the_campaign_does_so(table: WebSite) -> None:
    for who, status in (("", 401), ("blue@example.org", 403)):
        assert table.browser(who).post("/g/c1/master/campaign", data={"act": "take", "unit": "BIS"}).status_code == status
        assert table.browser(who).post("/g/c1/battles/1", data={"text": "DRAW"}).status_code == status


# ---------------------------------------------------------------- a battle at a table


def _sent(site: WebSite) -> list[str]:
    return [unit.id for force in _state(site).battles[1].forces.values() for unit in force]


def test_the_end_of_a_battle_is_shown_and_then_written(table: WebSite) -> None:
    """What *Check* shows is what *Report* writes."""
    boss, (first, *others) = table.browser(BOSS), _sent(table)
    assert f"{first}: UNTOUCHED" in boss.get("/g/c1/battles/1").text
    text = "\n".join(["WINNER blue", f"{first}: integrity 1", *(f"{unit}: LOST" for unit in others)])
    before = load(table.context, "c1").head
    shown = boss.post("/g/c1/battles/1", data={"text": text, "why": "at the club", "do": "check"})
    assert shown.status_code == 200 and "Nothing is written yet" in shown.text and "integrity" in shown.text
    assert load(table.context, "c1").head == before
    done = boss.post("/g/c1/battles/1", data={"text": text, "why": "at the club", "do": "report"}, follow_redirects=True)
    assert "Battle 1 is reported" in done.text
    state = _state(table)
    assert state.battles[1].winners == ["blue"] and state.units[first].lacks == {"integrity": 1}
    assert all(state.units[unit].where == "lost" for unit in others)


def test_problems_are_told_by_line_and_nothing_typed_is_lost(table: WebSite) -> None:
    first = _sent(table)[0]
    page = table.browser(BOSS).post("/g/c1/battles/1", data={"text": f"WINNER blue\n{first}: hul 3", "why": "at the club"})
    assert page.status_code == 400 and "Not reported" in page.text
    assert f"{first}: hul 3</textarea>" in page.text and 'value="at the club"' in page.text


def test_who_plays_in_it_is_not_told_who_was_sent(table: WebSite) -> None:
    """A player who runs the campaign as well neither sees the form nor can ask by it."""
    game_master.name_master(table.context, "c1", table.person("blue@example.org").id, "for the test")
    blue = table.browser("blue@example.org")
    page = blue.get("/g/c1/battles/1")
    assert page.status_code == 200 and "UNTOUCHED" not in page.text
    assert blue.post("/g/c1/battles/1", data={"text": "DRAW"}).status_code == 403
