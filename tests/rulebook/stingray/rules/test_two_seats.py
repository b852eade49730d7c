"""STG-SEA.3: what the receipts of a Stingray's two seats say of each other's orders, and what they never do."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray.model.state import Mine, State
from pbem.games.stingray.model.tables import TERRAINIANS
from pbem.games.stingray.rules.lock import remarks
from tests.rulebook.stingray.builders.one_step import state_with, vessel
from tests.rulebook.stingray.builders.vessel_orders import CAPTAIN, COPILOT, sheet


def stingray(**changes: Any) -> State:
    """A Stingray with two seats, and fish far away."""
    return state_with(vessel("SR1", "1010", "N", 3, copilot=True, **changes), vessel("TF1", "2030"), vessel("TF2", "2031"))


def together(state: State, captain: str, copilot: str) -> dict[str, list[str]]:
    """What each receipt says."""
    sheets = {CAPTAIN: sheet("SR1", captain), COPILOT: sheet("SR1", copilot)}
    return {seat: remarks(state, sheets, seat) for seat in (CAPTAIN, COPILOT)}


def both(*said: str) -> dict[str, list[str]]:
    """The same in both receipts."""
    sentences = [f"SR1: {sentence}" for sentence in said]
    return {CAPTAIN: sentences, COPILOT: sentences}


def test_both_seats_hear_what_both_have_ordered() -> None:
    """STG-SEA.3: by kind and whose prevails, never what the other wrote."""
    scan = both("SCAN is ordered by both of you: the Co-Pilot's stands.")
    assert together(stingray(battery=10), "MOVE 3; SCAN 1", "SCAN 2 3; MSG SR2: secret") == scan
    move = both("MOVE is ordered by both of you: the Captain's stands.")
    assert together(stingray(), "MOVE 3; MSG SR2: a", "MOVE 4; MSG SR2: b") == move


def test_tubes_are_not_named() -> None:
    """STG-SEA.2, STG-SEA.3: each tube is a kind for itself, but which one the other has ordered is their own affair."""
    said = both("LAUNCH is ordered by both of you: of one tube the Captain's stands.")
    state = stingray(battery=10, tubes={"1": "MK7", "2": "MK7"})
    for own, other in (("1", "1"), ("1", "2")):
        assert together(state, f"LAUNCH STING {own} AT TF1", f"LAUNCH STING {other} AT TF2; SCAN 1") == said


SHORT = "Together your orders may ask for more APU than there are ({}): by priority some go without."


def test_both_seats_hear_of_too_little_power() -> None:
    """STG-SEA.3, STG-POW.6: worked example W19 with battery 2, by kind, without sums and without what goes without."""
    state = stingray(battery=2, tubes={"1": "MK61"})
    captain, copilot = "MOVE 4; LAUNCH STING 1 AT TF1", "PREP STING 1; LOAD 2 WITH MK7; SCAN 1 2"
    assert together(state, captain, copilot) == both(SHORT.format("MOVE, PREP, LAUNCH, SCAN, LOAD"))
    state.vessels["SR1"].battery = 10
    assert together(state, captain, copilot) == both()
    assert together(state, captain, f"{copilot}; POWER 3") == {
        CAPTAIN: [f"SR1: {SHORT.format('POWER, MOVE, PREP, LAUNCH, SCAN, LOAD')}"],
        COPILOT: [],
    }, "the Co-Pilot knows what they have left"


@pytest.mark.parametrize(
    ("captain", "copilot"),
    [("MOVE 6; DECOY", "SCAN 1 2 3 4; LOAD 2 WITH MK7"), ("MOVE 6; LAUNCH STING 1 AT TF1", "PREP STING 1; SCAN 1 2 3 4 5 6")],
)
def test_no_shortage_is_kept_back(captain: str, copilot: str) -> None:
    """STG-SEA.3: whenever power is short, both are told that it may be."""
    state = stingray(battery=4, tubes={"1": "MK61"})
    for seat, said in together(state, captain, copilot).items():
        assert any("more APU than there are" in sentence for sentence in said), seat


PROBES = (
    "MOVE 1; SCAN 1",
    "MOVE 6; LAUNCH STING 1 AT TF1; LAUNCH STING 2; DECOY",
    "ENGINES 1; PREP STING 1; AIM AT TF1; SCAN 1; MINE MN1 ON",
    "ENGINES 5; PREP STING 2; SCAN 1 2 3 4 5 6; LOAD 1 WITH MK7; BATTERY 2; MINE MN2 ON",
    "NAV ON",
)
ALIKE = (
    ("MOVE 1; LAUNCH STING 1 AT TF1; DECOY; MINE MN1 ON", "MOVE 6 S; LAUNCH STING 2; DECOY; DECOY; DECOY; MINE MN2 OFF"),
    ("ENGINES 1; SCAN 1; AIM AT TF1; PREP STING 1", "ENGINES 6; SCAN 1 2 3 4 5 6; AIM AT TF2; PREP STING 1; PREP STING 2"),
    ("POWER 6; BATTERY 0; LOAD 1 WITH MK7", "POWER 0; BATTERY 10; LOAD 2 WITH MK61"),
)


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("pair", ALIKE)
@pytest.mark.parametrize("battery", [0, 3, 10])
def test_filing_again_finds_out_nothing(probe: str, pair: tuple[str, str], battery: int) -> None:
    """STG-SEA.3: whatever a seat orders, its receipt is the same for all orders of the other that are of the same kinds."""
    state = stingray(battery=battery, tubes={"1": "MK61", "2": "MK61"})
    state.mines = {id: Mine(id, TERRAINIANS, parse_label("1011")) for id in ("MN1", "MN2")}
    for seat in (CAPTAIN, COPILOT):
        one, two = (together(state, *((probe, other) if seat == CAPTAIN else (other, probe)))[seat] for other in pair)
        assert one == two


def test_both_seats_hear_of_engines_below_the_plan() -> None:
    """STG-SEA.3, STG-POW.7: where the Co-Pilot holds the engines down, whether or not it is too far for the Captain's plan."""
    said = both("MOVE and ENGINES are both ordered: if ENGINES pays for fewer hexes, the plan is cut.")
    assert together(stingray(), "MOVE 4", "ENGINES 3") == together(stingray(), "MOVE 4", "ENGINES 4") == said


def test_both_seats_hear_of_a_missile_that_nobody_arms() -> None:
    """STG-SEA.3: once the Co-Pilot has ordered; before, PREP would be added."""
    state = stingray(tubes={"1": "MK61"})
    unarmed = both("LAUNCH is ordered and PREP is not: a Mk61 that is not armed will not be launched.")
    assert together(state, "LAUNCH STING 1 AT TF1", "SCAN OFF") == unarmed
    assert together(state, "LAUNCH STING 1 AT TF1", "") == both()
    state.vessels["SR1"].launchers["1"].armed = True
    assert together(state, "LAUNCH STING 1 AT TF1", "SCAN OFF") == both()


def test_both_seats_hear_of_an_aim_that_overrides() -> None:
    """STG-SEA.3, STG-M61.2: AIM beside AT, at whatever target."""
    state = stingray(tubes={"1": "MK61"})
    differs = both("LAUNCH and AIM are both ordered: AIM names the target of a Mk61.")
    assert together(state, "LAUNCH STING 1 AT TF1", "PREP STING 1; AIM AT TF2") == differs
    assert together(state, "LAUNCH STING 1 AT TF1", "PREP STING 1; AIM AT TF1") == differs


def test_a_seat_alone_hears_nothing_of_a_crew() -> None:
    """STG-SEA.3: remarks are for vessels with two seats, before the end, and not at set-up."""
    state = state_with(vessel("SR1", "1010", "N", 3, battery=0), vessel("TF1", "2030"))
    assert remarks(state, {CAPTAIN: sheet("SR1", "MOVE 6; SCAN 1 2 3 4")}, CAPTAIN) == []
    state = stingray(battery=0)
    state.setting_up = True
    assert together(state, "MOVE 6; SCAN 1", "SCAN 1 2 3 4") == both()
