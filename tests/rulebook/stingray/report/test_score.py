"""The panel SCORE: how the game is won, and what its reader may know of the points."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.report.panels import panels
from tests.kit.playing import open_play
from tests.rulebook.stingray.builders.known import known


def opened(key: str) -> State:
    state: State = open_play(STINGRAY, key, {}, "score").state
    return state


def told(state: State, seat: str | None) -> str:
    """The panel as one line of words."""
    (panel,) = [panel for panel in panels(known(state, seat)) if panel.title == "SCORE"]
    return " ".join(" ".join(panel.lines).split())


def put(state: State, id: str, **changes: Any) -> None:
    vars(state.vessels[id]).update(changes)


NUMBERS = {
    "stand-by-for-action": ["after move 10", "6 for each Titan Terror Fish destroyed", "15 for each Stingray destroyed"],
    "overwhelming-numbers": ["after move 16", "12 if SR1 leaves by the east edge with a fix in that move, 4 without"],
    "overwhelming-numbers-balanced": ["2 if SR1 leaves by the east edge with a fix in that move, nothing without"],
    "tanker-run": ["20 if SS1 leaves by the north edge.", "20 for SS1 (SuperSub) destroyed", "15 for robbing the SuperSub"],
    "tanker-run-balanced": ["10 if SS1 leaves by the north edge."],
    "new-toy": ["25 for MF1 (Titan MegaFish) destroyed", "10 if MF1 is not lost and has less than 5 damage at the end"],
    "agent-x20": ["6 for each of 0906, 1412 and 2008 in which a Stingray ends a move with a fix", "whatever the points"],
}


@pytest.mark.parametrize("key", OPENINGS)
def test_every_reader_is_told_how_it_is_won(key: str) -> None:
    """STG-VIC.1, section 8: from the opening on, both sides and spectators alike, with the scenario's numbers."""
    state = opened(key)
    for seat in (*state.seats, None):
        words = told(state, seat)
        assert words.startswith(f"The game ends after move {OPENINGS[key].limit}, ")
        assert "More victory points win, equal points are a draw" in words
        assert all(number in words for number in NUMBERS.get(key, []))
        assert "1 point for each damage point of a fish" in words


def test_points_of_the_list_that_do_not_count_are_left_out() -> None:
    """Section 8: no MegaFish, no points for one; an exit that is worth nothing is no way to score."""
    words = told(opened("stand-by-for-action"), "aquaphibian")
    assert "MegaFish" not in words and "edge" not in words and "robbing" not in words


def test_the_known_score_is_that_of_ones_own_vessels() -> None:
    """Section 7: damage of own vessels is known, that of the enemy is not; the difference is named."""
    state = opened("new-toy")
    put(state, "MF1", damage=4)
    put(state, "SR2", damage=2)
    put(state, "TF1", damage=6, fate="sunk", lost=1)
    assert "Terrainians 16, Aquaphibians 0; by this the Terrainians lead by 16." in told(state, "aquaphibian")
    assert "Terrainians: MF1 damage 4, TF1 damage 6, TF1 destroyed 6." in told(state, "aquaphibian")
    assert "Terrainians 0, Aquaphibians 2; by this the Aquaphibians lead by 2." in told(state, "captain2")
    assert "Terrainians 0, Aquaphibians 0; by this neither side leads." in told(state, "captain1")
    assert told(state, None).endswith("What each side has scored is secret until the end.")


def test_what_the_enemy_lost_changes_no_word() -> None:
    """Section 7: no reader's panel depends on vessels that are not theirs."""
    state = opened("new-toy")
    before = told(state, "captain1")
    for id in ("MF1", "TF1", "TF2", "SR2"):
        put(state, id, damage=5, fate="sunk", lost=1)
    assert told(state, "captain1") == before


def test_what_a_new_craft_is_still_worth() -> None:
    """Scenario 4: its commander sees how far MF1 is from losing its points."""
    state = opened("new-toy")
    put(state, "MF1", damage=4)
    assert "MF1 has 4 damage, less than 5 is wanted: as it is, it is worth 10 points at the end." in told(state, "aquaphibian")
    put(state, "MF1", damage=5)
    assert "MF1 has 5 damage, less than 5 is wanted: its points are lost." in told(state, "aquaphibian")
    assert "MF1 has" not in told(state, "captain1")


def test_objectives_exits_and_robbery_are_known_to_their_crews() -> None:
    """STG-NAV.2, STG-VIC.2: they are in the score of those who were there."""
    survey = opened("agent-x20")
    survey.objectives = ["SR1 0906"]
    assert "Terrainians: objective 0906 6." in told(survey, "captain")
    assert "Terrainians 0" in told(survey, "aquaphibian")
    convoy = opened("tanker-run")
    convoy.robbed = "TF3"
    for seat, points in (("supersub", 15), ("fish2", 15), ("fish1", 0), ("captain", 0)):
        assert f"Aquaphibians {points}" in told(convoy, seat)
    convoy.robbed = "SS1"
    assert "Aquaphibians 0" in told(convoy, "fish2"), "a fish without comms has not told that it was she"
    put(convoy, "SS1", fate="exited", exit_edge="N", lost=9, hex=parse_label("1001"))
    assert "Terrainians: SS1 left by the N edge 20." in told(convoy, "supersub")
