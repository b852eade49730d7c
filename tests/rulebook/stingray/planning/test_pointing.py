"""Pointing at the map: what a click gives, word for word, and that the rules lead there."""

from __future__ import annotations

import re

import pytest

from pbem.core.drawing.hex_chart import point_of
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.hexes import label, parse_label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MK7, MK61
from pbem.games.stingray.planning.dry_run import dry_run
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import state_with, vessel

CLICKS = [
    ("captain-sr1", "SR1", "1008", "", ["SR1: MOVE 2", "SR1: MOVE 2 S", "SR1: MOVE 2 P"]),
    ("captain-sr1", "SR1", "1109", "", ["SR1: MOVE 1 S 1"]),
    ("captain-sr1", "SR1", "0909", "", ["SR1: MOVE 1 P 1"]),
    ("captain-sr1", "SR1", "1204", "", ["SR1: MOVE 5 S", "SR1: MOVE 4 S 1", "SR1: MOVE 5", "SR1: MOVE 3 S 2", "SR1: MOVE 5 P"]),
    (
        "captain-sr1",
        "SR1",
        "1010",
        "SR1",
        [
            "SR1: HALT",
            "SR1: MOVE 1",
            "SR1: LAUNCH STING 1 AT TF1 WHEN RANGE <= 8",
            "SR1: LAUNCH STING 1 AT MF1 WHEN RANGE <= 8",
            "SR1: LEAP EVADE",
            "SR1: DECOY IF MISSILE WITHIN 3",
            "SR1: PREP STING 2",
            "SR1: SCAN 1, HALF 2 6",
            "SR1: SCAN 1 2 6",
            "SR1: POWER 0",
            "SR1: POWER 3",
            "SR1: STANDING DECOY IF MISSILE WITHIN 3",
        ],
    ),
    (
        "captain-sr1",
        "SR1",
        "1004",
        "TF1",
        [
            "SR1: LAUNCH STING 1 AT TF1 WHEN RANGE <= 8",
            "SR1: PREP STING 2; LAUNCH STING 2 AT TF1",
            "SR1: MOVE 5",
            "SR1: MOVE 5 S",
            "SR1: MOVE 5 P",
            "SR1: MOVE 4",
            "SR1: MOVE 4 S",
            "SR1: RAM TF1",
        ],
    ),
    (
        "captain-sr1",
        "SR1",
        "1304",
        "MF1",
        [
            "SR1: LAUNCH STING 1 AT MF1 WHEN RANGE <= 8",
            "SR1: PREP STING 2; LAUNCH STING 2 AT MF1",
            "SR1: MOVE 5 S",
            "SR1: MOVE 3 S 2",
            "SR1: MOVE 4 S 1",
            "SR1: MOVE 5",
            "SR1: MOVE 2 S 3",
            "SR1: RAM MF1",
        ],
    ),
    ("captain-sr1", "SR1", "1020", "", ["SR1: MOVE S"]),
    ("captain-sr1", "SR1", "0908", "", ["SR1: MOVE 2 P", "SR1: MOVE 2", "SR1: MOVE 1 P 1", "SR1: MOVE 3 P", "SR1: MOVE 3"]),
    ("captain-sr1", "SR1", "1010", "", []),
    (
        "fish",
        "",
        "1010",
        "SR1",
        [
            "TF1: LAUNCH AT SR1 WHEN RANGE <= 8",
            "TF1: MOVE 3",
            "MF1: LAUNCH PORT AT SR1 WHEN RANGE <= 8",
            "MF1: LAUNCH STARBOARD AT SR1 WHEN RANGE <= 8",
        ],
    ),
    ("fish", "", "1206", "", ["MF1: MOVE 2 S 1", "TF1: MOVE 1 P 2", "TF1: MOVE P 2 S 1"]),
    ("fish", "", "1006", "", ["TF1: MOVE 2", "TF1: MOVE 2 S", "MF1: MOVE 1 S 2", "MF1: MOVE S 3"]),
    (
        "fish",
        "MF1",
        "1010",
        "SR1",
        [
            "MF1: LAUNCH PORT AT SR1 WHEN RANGE <= 8",
            "MF1: LAUNCH STARBOARD AT SR1 WHEN RANGE <= 8",
            "MF1: MOVE 3",
            "MF1: MOVE 1 S 2",
            "MF1: MOVE 2 S 1",
            "MF1: MOVE S 3",
            "MF1: MOVE 2",
            "MF1: RAM SR1",
        ],
    ),
    ("fish", "MF1", "1206", "", ["MF1: MOVE 2 S 1"]),
    ("fish", "MF1", "1306", "", ["MF1: MOVE 2"]),
    (
        "fish",
        "MF1",
        "1304",
        "MF1",
        [
            "MF1: HALT",
            "MF1: MOVE 1",
            "MF1: MOVE 2",
            "MF1: MOVE 3",
            "MF1: MOVE S 1",
            "MF1: LAUNCH PORT AT SR1 WHEN RANGE <= 8",
            "MF1: LAUNCH PORT AT ANY WHEN RANGE <= 8 AND CLEAR",
            "MF1: LAUNCH MINE PORT IN PHASE 4",
            "MF1: LAUNCH STARBOARD AT SR1 WHEN RANGE <= 8",
            "MF1: LEAP EVADE",
            "MF1: RAM ANY",
            "MF1: RAM SR1",
        ],
    ),
    (
        "fish",
        "TF1",
        "1010",
        "SR1",
        [
            "TF1: LAUNCH AT SR1 WHEN RANGE <= 8",
            "TF1: MOVE 3",
            "TF1: MOVE 3 S",
            "TF1: MOVE 3 P",
            "TF1: MOVE 2",
            "TF1: MOVE S 1 P 2",
            "TF1: RAM SR1",
        ],
    ),
    ("fish", "TF1", "0906", "", ["TF1: MOVE 1 S 1", "TF1: MOVE S 1 P 1", "TF1: MOVE 1 S 1 S"]),
    ("fish", "TF1", "1006", "", ["TF1: MOVE 2", "TF1: MOVE 2 S", "TF1: MOVE 2 P"]),
    ("fish", "TF1", "1103", "", ["TF1: MOVE P P"]),
]
"""Seat, vessel chosen, the hex and the unit clicked at; and the orders offered."""


def meeting(copilot: bool = False) -> State:
    """A Stingray before two fish, and a rock."""
    stingray = vessel("SR1", "1010", "N", 2, tubes={"1": MK7, "2": MK61}, copilot=copilot)
    return state_with(stingray, vessel("TF1", "1004", "S", 2), vessel("MF1", "1304", "S", 2), obstacles=["0908"], move=3)


def offered(state: State, seat: str, unit: str, place: str, at: str = "") -> list[SuggestedOrder]:
    """For a click on a hex, and the unit in it."""
    return list(STINGRAY.planning.toward(known(state, seat), unit, Target(point_of(parse_label(place)), at)))


@pytest.mark.parametrize(("seat", "unit", "place", "at", "texts"), CLICKS)
def test_a_click_gives_these_texts(seat: str, unit: str, place: str, at: str, texts: list[str]) -> None:
    """Each parses; a plan ends where its hint says, by the rules' own steps."""
    state = meeting()
    found = offered(state, seat, unit, place, at)
    assert [f"{each.unit}: {each.text}" for each in found] == texts
    for each in found:
        parsed = STINGRAY.orders.read(known(state, seat), seat, f"{each.unit}: {each.text}", OrderSheet())
        assert parsed.problems == []
        if end := re.match(r"ends (?:there|in (\d{4}))", each.hint):
            vessel = dry_run(known(state, seat), parsed.sheet).state.vessels[each.unit]
            assert label(vessel.hex) == (end[1] or place)


def test_hints_tell_range_and_odds() -> None:
    """STG-MK7.8; a Stingray is harder to hit but from its rear."""
    assert offered(meeting(), "captain-sr1", "SR1", "1004", "TF1")[0].hint == "Mk7: now at range 6, hits with 67 % (STG-LAU.4)"
    assert "33 % to 67 %" in offered(meeting(), "fish", "TF1", "1010", "SR1")[0].hint


def test_a_copilot_aims_and_does_not_steer() -> None:
    """STG-SEA.1: helm and launches are the Captain's."""
    state = meeting(copilot=True)
    assert [each.text for each in offered(state, "copilot-sr1", "SR1", "1004", "TF1")] == ["AIM AT TF1"]
    assert offered(state, "copilot-sr1", "SR1", "1008") == []


def test_what_there_is_no_power_for_is_not_offered() -> None:
    """STG-POW.1: with a weak plant and empty batteries it goes no faster than they pay for."""
    state = meeting()
    assert "MOVE 5" in [each.text for each in offered(state, "captain-sr1", "SR1", "1005")]
    state.vessels["SR1"].battery, state.vessels["SR1"].specials["REACTOR"] = 0, 1
    assert "MOVE 5" not in [each.text for each in offered(state, "captain-sr1", "SR1", "1005")]
