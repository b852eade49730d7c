"""Orders offered to a crew: courses it can sail, launchers that are ready, power that is there."""

from __future__ import annotations

from typing import Any

from pbem.core.game.report_parts import SuggestedOrder
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import Mine, State, Trap
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK61, TERRAINIANS
from pbem.games.stingray.model.vessel import Launcher
from tests.kit.playing import open_play
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, state_with, vessel

CAPTAIN, COPILOT = "captain-sr1", "copilot-sr1"


def offered(state: State, seat: str) -> list[SuggestedOrder]:
    return list(STINGRAY.planning.suggest(known(state, seat)))


def texts(suggestions: list[SuggestedOrder], group: str) -> list[str]:
    return [each.text for each in suggestions if each.group == group]


def duel(**changes: Any) -> State:
    """A Stingray with two seats, speed 2, and a fish six hexes ahead, after move 3."""
    sr = vessel("SR1", "1010", "N", 2, copilot=True, tubes={"1": MK61}, **changes)
    return state_with(sr, vessel("TF1", "1004", "S", 2), move=3)


def test_courses_are_legal_and_say_where_they_end() -> None:
    """STG-MOV.4, STG-MOV.6: from speed 2 a Stingray may do 0 to 5, with one turn."""
    found = [each for each in offered(duel(), CAPTAIN) if each.group == "Movement"]
    by_text = {each.text: each.hint for each in found}
    assert {"HALT", "MOVE 5", "MOVE S 3", "MOVE 5 P"} <= set(by_text) and "MOVE 6" not in by_text
    assert by_text["MOVE 2"] == "speed 2, ends in 1008 facing N; 2 APU (STG-POW.5)"
    assert "ends in 1209 facing NE" in by_text["MOVE S 2"]


def test_damaged_steering_leaves_straight_courses() -> None:
    """STG-SPH.4."""
    assert texts(offered(duel(specials={"STEERING": 1}), CAPTAIN), "Movement") == ["HALT", *(f"MOVE {n}" for n in range(1, 6))]


def test_each_seat_is_offered_its_own_orders() -> None:
    """STG-SEA.1: the helm and the launches are the Captain's, tubes and power the Co-Pilot's."""
    state = duel()
    assert texts(offered(state, CAPTAIN), "Launch") == ["LAUNCH STING 1 AT TF1"]
    assert not texts(offered(state, CAPTAIN), "Power") and not texts(offered(state, COPILOT), "Movement")
    tubes = texts(offered(state, COPILOT), "Tubes and missiles")
    assert tubes[0] == "PREP STING 1" and "LOAD 2 WITH MK7" in tubes and "LOAD 1 WITH MK7" not in tubes


def test_one_crew_prepares_and_launches() -> None:
    """STG-LAU.6, STG-M61.1: a captain who sits alone gets the preparation with the launch."""
    state = state_with(vessel("SR1", "1010", tubes={"1": MK61}), vessel("TF1", "1004", "S"), move=3)
    assert texts(offered(state, CAPTAIN), "Launch") == ["PREP STING 1; LAUNCH STING 1 AT TF1"]


def test_mines_within_three_hexes_are_offered_by_code() -> None:
    """STG-MIN.5: what is on may be switched off, what is off on; the mine four hexes away, and the enemy's, not at all."""
    state = duel()
    for id, side, hex, active in (
        ("MN1", TERRAINIANS, "1013", True),
        ("MN2", TERRAINIANS, "1010", False),
        ("MN3", TERRAINIANS, "1014", True),
        ("AM1", AQUAPHIBIANS, "1011", True),
    ):
        state.mines[id] = Mine(id, side, parse_label(hex), active)
    found = texts(offered(state, COPILOT), "Tubes and missiles")
    assert [text for text in found if text.startswith("MINE")] == ["MINE MN1 OFF", "MINE MN2 ON"]


def test_a_fish_launches_when_it_has_reloaded() -> None:
    """STG-LAU.1: an empty launcher offers nothing; a ready one missiles and mines."""
    state = duel()
    assert texts(offered(state, FISH), "Launch")[-1] == "LAUNCH MINE IN PHASE 4"
    assert "LAUNCH AT SR1 WHEN RANGE <= 8" in texts(offered(state, FISH), "Launch")
    state.vessels["TF1"].launchers["LAUNCHER"] = Launcher("")
    assert texts(offered(state, FISH), "Launch") == []


def test_a_fish_that_has_broken_off_only_rams() -> None:
    """STG-FUE.3."""
    state = duel()
    state.vessels["TF1"].broken_off = True
    assert {each.text for each in offered(state, FISH)} == {"RAM ANY", "RAM SR1"}


def test_a_dead_crew_is_offered_nothing() -> None:
    """STG-CRW.3."""
    assert offered(duel(injuries=4), CAPTAIN) == []


def test_what_is_broken_can_be_repaired() -> None:
    """STG-REP.1: the systems that are out, and no scan without sonar."""
    found = offered(duel(specials={"SONAR": 1}), COPILOT)
    assert texts(found, "Repair") == ["REPAIR SONAR"]
    assert [text for text in texts(found, "Scan and links") if text.startswith("SCAN")] == []


def test_spies_are_offered_where_they_are_granted() -> None:
    """STG-SPY.1, STG-SPY.3: cards at set-up, sabotage once there is an agent."""
    state = open_play(STINGRAY, "agent-x20", {}, "picks").state
    fish = next(seat for seat, side in state.seats.items() if side == "aquaphibians")
    assert {"SPY PLANS", "SPY AGENT SR1"} <= set(texts(offered(state, fish), "Spies"))
    state.setting_up, state.spies.cards = False, [Trap("AGENT", "SR1")]
    assert all(text.startswith("SPY SABOTAGE") for text in texts(offered(state, fish), "Spies"))


def test_set_up_comes_before_move_1() -> None:
    """STG-MK7.2, STG-LAU.9: arming and loads, by the Captain."""
    found = texts(offered(duel(), CAPTAIN), "Before move 1")
    state = duel()
    state.move = 0
    assert found == [] and "ARMING 5" in texts(offered(state, CAPTAIN), "Before move 1")
