"""Pointing at the map: what a click gives, word for word, and that the rules lead there."""

from __future__ import annotations

import re

import pytest

from pbem.core.drawing.hex_chart import point_of
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.hexes import label, parse_label
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.planning.dry_run import dry_run, guesses
from tests.rulebook.star_navy.builders.battle import Battle
from tests.rulebook.star_navy.builders.known import known
from tests.rulebook.star_navy.builders.orders import mailed, position

CLICKS = [
    ("cycle", 0, "5052", "", ["T1 NOTHING", "T3 TURN L", "T3 TURN R", "T3 TURN L; T4 TURN L", "JUMP 5052 N 2"]),
    (
        "cycle",
        0,
        "5154",
        "",
        [
            "T1 TURN R; T2 TURN R",
            "T1 TURN R; T2 TURN R; T3 TURN L",
            "T1 TURN R; T2 TURN R; T3 TURN R",
            "T1 TURN R; T2 TURN R; T3 TURN L; T4 TURN L",
            "JUMP 5154 N 2",
        ],
    ),
    ("cycle", 0, "5152", "", ["T3 TURN R", "T1 TURN R; T3 TURN L", "JUMP 5152 N 2"]),
    ("cycle", 0, "4951", "", ["T1 NOTHING", "T3 TURN L", "T1 TURN L; T3 TURN R", "E2 SPEED 6", "JUMP 4951 N 2"]),
    ("cycle", 0, "4952", "", ["T3 TURN L", "T1 TURN L; T3 TURN R", "JUMP 4952 N 2"]),
    ("cycle", 0, "5151", "", ["T1 NOTHING", "T3 TURN R", "T1 TURN R; T3 TURN L", "E2 SPEED 6", "JUMP 5151 N 2"]),
    ("cycle", 0, "5050", "", ["T1 NOTHING", "E2 SPEED 6", "JUMP 5050 N 2"]),
    (
        "cycle",
        0,
        "5055",
        "",
        [
            "T1 MINE",
            "T1 TURN L; T2 TURN L; T3 TURN L",
            "T1 TURN R; T2 TURN R; T3 TURN R",
            "T1 TURN L; T2 TURN L; T3 TURN L; T4 TURN L",
            "T1 TURN R; T2 TURN R; T3 TURN R; T4 TURN R",
            "T1 TURN L",
            "E2 SPEED 6",
            "JUMP 5055 N 2",
        ],
    ),
    ("cycle", 0, "2020", "", ["T1 NOTHING", "T1 TURN L", "T3 TURN L", "T1 TURN L; T3 TURN R", "E2 SPEED 6", "JUMP 2020 N 2"]),
    (
        "cycle",
        0,
        "5047",
        "SR1",
        ["T1 FIRE F AT SR1", "T1 TURN L", "T1 TURN R", "T1 NOTHING", "E2 SPEED 6", "POLICY TARGETS SR1, ANY"],
    ),
    ("turn", 2, "5052", "", ["T3 NOTHING", "T3 TURN L", "T3 TURN R", "T3 TURN L; T4 TURN L"]),
    ("turn", 2, "5151", "", ["T3 NOTHING", "T3 TURN R"]),
    ("turn", 2, "4950", "", ["T3 NOTHING", "T3 TURN L"]),
    ("turn", 2, "5055", "", ["T3 TURN L"]),
    ("turn", 2, "2020", "", ["T3 NOTHING", "T3 TURN L"]),
    ("turn", 2, "5047", "SR1", ["T3 FIRE F AT SR1", "T3 TURN L", "T3 TURN R", "T3 NOTHING", "POLICY TARGETS SR1, ANY"]),
    (
        "turn",
        2,
        "5053",
        "BIS",
        [
            "T3 TURN L",
            "T3 TURN R",
            "T3 NOTHING",
            "T3 FIRE F AT SR1",
            "T3 FIRE ANY AT SR1 WITHIN 9",
            "T3 MINE",
            "STANDING FIRE ANY",
            "STANDING NONE",
            "POLICY TARGETS SR1, ANY",
            "POLICY RETREAT NEVER",
        ],
    ),
    ("turn", 5, "5052", "", ["T6 NOTHING", "JUMP 5052 N 2"]),
    ("turn", 5, "5054", "", ["T6 MINE", "T6 TURN L", "E2 SPEED 6", "JUMP 5054 N 2"]),
    (
        "turn",
        5,
        "5047",
        "SR1",
        ["T6 FIRE F AT SR1", "T6 TURN L", "T6 TURN R", "T6 NOTHING", "E2 SPEED 6", "POLICY TARGETS SR1, ANY"],
    ),
    ("turn", 5, "2020", "", ["T6 NOTHING", "E2 SPEED 6", "JUMP 2020 N 2"]),
]
"""How orders are given, the last turn played, the hex and the ship that BIS is sent to or aimed at; and the texts offered."""


def offered(state: State, unit: str, place: str, at: str = "", seat: str = "blue") -> list[SuggestedOrder]:
    """For a click on a hex, and the ship in it."""
    return list(STAR_NAVY.planning.toward(known(state, seat), unit, Target(point_of(parse_label(place)), at)))


@pytest.mark.parametrize(("pace", "turn", "place", "at", "texts"), CLICKS)
def test_a_click_gives_these_texts(pace: str, turn: int, place: str, at: str, texts: list[str]) -> None:
    """Each parses; a course comes where its hint says, when it says, by the rules' own steps."""
    state = position(pace=pace, turn=turn, cycle=1 if turn else 0)
    found = offered(state, "BIS", place, at)
    assert [each.text for each in found] == texts
    for each in found:
        parsed = mailed(state, f"BIS: {each.text}")
        assert parsed.problems == []
        arrival = re.match(r"(?:arrives|in (\d{4})) in T(\d)", each.hint)
        if arrival and (pace == "cycle" or int(arrival[2]) == turn + 1):
            run = dry_run(known(state, "blue"), parsed.sheet, guesses(known(state, "blue"))[0])
            assert label(next(stop.hex for stop in run.stops["BIS"] if stop.turn == int(arrival[2]))) == (arrival[1] or place)


def test_hints_tell_range_and_odds() -> None:
    """SN-7.9: lasers do not miss, so their points; the enemy stays or goes on."""
    fire = offered(position(turn=2), "BIS", "5047", "SR1")[0]
    assert fire.hint == "3 lasers: range 5, 12 points or range 4, 12 points (SN-5.6)"


def test_places_before_the_first_turn() -> None:
    """SN-2.1: within the zone, its own heading first; elsewhere there is none."""
    state = position(turn=0, cycle=0)
    state.ships["BIS"].zone = 2
    assert [each.text for each in offered(state, "BIS", "5154")][:3] == [
        "SETUP PLACE 5154 N",
        "SETUP PLACE 5154 NW",
        "SETUP PLACE 5154 NE",
    ]
    assert not [each for each in offered(state, "BIS", "5059") if "SETUP" in each.text]


def test_no_course_leads_into_a_planet() -> None:
    """SN-13.1; asteroids are told."""
    battle = Battle()
    battle.put(battle.a, "2020", "N", speed=6)
    battle.state.planets, battle.state.asteroids = [parse_label("2018")], [parse_label("2019")]
    assert not [each for each in offered(battle.state, "AAA", "2018") if "arrives" in each.hint]
    assert "through asteroids" in offered(battle.state, "AAA", "2019")[0].hint


def test_a_mine_is_offered_where_it_would_lie() -> None:
    """SN-5.12: two hexes astern of where the ship is then."""
    battle = Battle()
    battle.put(battle.a, "2020", "N")
    assert [each.text for each in offered(battle.state, "AAA", "2022") if each.text.endswith("MINE")] == ["T1 MINE"]
    assert not [each for each in offered(battle.state, "AAA", "2021") if each.text.endswith("MINE")]


def test_a_stored_turn_is_overruled() -> None:
    """SN-15.2: where a stored command would turn the ship, NOTHING is written into its slot."""
    state = position(turn=2)
    state.ships["BIS"].stored.slots = {"T4": "TURN R"}
    assert offered(state, "BIS", "5051")[0].text == "T4 NOTHING"
