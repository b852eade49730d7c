"""Tournaments of five bots through the service to their end: who met whom, on which side, and what the page shows (CMP-7)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import get_args

import pytest

from pbem.campaign.model.campaign_file import Pairing
from pbem.campaign.model.state import State
from pbem.campaign.model.tournament import tournament
from pbem.core.state.codec import dump
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.campaigns.go_on import go_on
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.service.builders.skirmishes import assert_all_sound
from tests.web.builders.sites import WebSite, site_in

PLAYERS, ROUNDS = 5, 3
ALL_MEET = 5
"""Rounds in which five players meet each other, one of them sitting out in each."""
MOST_BEATS = 400
PAIRINGS = [pairing for pairing in get_args(Pairing) if pairing]


@pytest.fixture(scope="module", params=PAIRINGS)
def cup(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebSite, State]]:
    """A tournament that is over: c1 of its site."""
    file = json.dumps(dump(tournament("star_navy", "first-blood", PLAYERS, request.param, ROUNDS)))
    with site_in(tmp_path_factory.mktemp("cup")) as site:
        seats = {f"p{n}": "bot:steady" for n in range(1, PLAYERS + 1)}
        open_game(site.context, "campaign", "own", 0, setup=GameSetup(seats, options={"file": file}))
        for _ in range(MOST_BEATS):
            tick(site.context)
            go_on(site.context)
            if load(site.context, "c1").ledger.ended:
                break
        yield site, campaign_state(load(site.context, "c1"))


def test_it_ends_after_its_rounds_with_every_battle_fought(cup: tuple[WebSite, State]) -> None:
    """CMP-7.2, CMP-7.3, CMP-7.4: two battles a round; nothing in the logs is wrong."""
    site, state = cup
    rounds = ALL_MEET if state.file.pairing == "round robin" else ROUNDS
    assert state.over and state.round == rounds
    assert Counter(battle.round for battle in state.battles.values()) == dict.fromkeys(range(1, rounds + 1), 2)
    assert {battle.outcome for battle in state.battles.values()} <= {"won", "drawn"}
    assert_all_sound(site.context, "c1")


def test_who_met_and_who_sat_out(cup: tuple[WebSite, State]) -> None:
    """CMP-7.2, CMP-7.3: but on a ladder a pair meets once, and nobody sits out twice."""
    _, state = cup
    pairs = Counter(frozenset(battle.sides) for battle in state.battles.values())
    played = Counter(side for battle in state.battles.values() for side in battle.sides)
    assert sum(played.values()) == 4 * state.round
    match state.file.pairing:
        case "swiss":
            assert max(pairs.values()) == 1 and len(set(state.sat_out)) == ROUNDS
            assert all(played[side] == ROUNDS - state.sat_out.count(side) for side in state.sides)
        case "round robin":
            assert len(pairs) == 10 and set(pairs.values()) == {1} and set(played.values()) == {ALL_MEET - 1}
        case _:
            assert min(played.values()) >= 1


def test_sides_are_swapped_evenly(cup: tuple[WebSite, State]) -> None:
    """CMP-7.5: of two that meet, the one that has played the first side less often plays it."""
    _, state = cup
    first: Counter[str] = Counter()
    for battle in state.battles.values():
        one, other = battle.sides
        assert first[one] <= first[other] and list(battle.sides.values()) == ["BLUE", "RED"]
        if battle.number % 2 == 0:  # both battles of a round are set at once
            first.update(next(iter(each.sides)) for each in (state.battles[battle.number - 1], battle))
    played = Counter(side for battle in state.battles.values() for side in battle.sides)
    assert all(abs(2 * first[side] - played[side]) <= 2 for side in state.sides)


def test_points_are_those_of_the_battles(cup: tuple[WebSite, State]) -> None:
    """CMP-7.1, CMP-7.2: one for a win, half for a draw, one for sitting out of Swiss pairs; most points win."""
    _, state = cup
    points = dict.fromkeys(state.sides, 0.0)
    for battle in state.battles.values():
        for side in battle.winners or battle.sides:
            points[side] += 1 if battle.winners else 0.5
    for side in state.sat_out:
        points[side] += 1
    assert state.scores == points
    best = [side for side in state.sides if points[side] == max(points.values())]
    assert state.winners == (best if len(best) < PLAYERS else [])


def test_its_page_has_the_table_and_all_rounds(cup: tuple[WebSite, State]) -> None:
    """Everybody reads it, best first."""
    site, state = cup
    page = site.browser().get("/g/c1")
    assert page.status_code == 200
    shown = unescape(re.sub(r"<[^>]+>", " ", page.text))
    assert state.verdict in shown
    heading = ["side", "points", "won", "drawn", "lost", *(["sat out"] if state.sat_out else [])]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", page.text, re.S)]
    assert heading in rows
    told = {row[0]: (int(row[2]), int(row[5]) if len(row) > 5 else 0) for row in rows if re.fullmatch(r"Player \d", row[0])}
    won = {side: sum(side in battle.winners for battle in state.battles.values()) for side in state.sides}
    assert told == {state.title_of(side): (won[side], state.sat_out.count(side)) for side in state.sides}
    assert [number for number in range(1, state.round + 1) if f"Round {number}" not in shown] == []
    met = [" against ".join(map(state.title_of, battle.sides)) for battle in state.battles.values()]
    assert [pair for pair in met if pair not in shown] == []
