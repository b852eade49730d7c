"""STG-RAM: encounters, collisions and rams."""

from __future__ import annotations

from typing import Any

import pytest

from events.platform import Rolled
from events.stingray.damage import Damaged, Sank
from events.stingray.movement import Encountered
from pbem.core.geometry.hexes import label
from pbem.games.stingray.model.orders import Leap, Plan, VesselOrders
from pbem.games.stingray.model.state import State
from pbem.games.stingray.report.tell import tell
from pbem.games.stingray.rules.encounter import _rounded
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import envelope, only, play, rolled, state_with, told, vessel


def ordered(*items: int, **others: Any) -> VesselOrders:
    """A straight plan, and whatever else."""
    return VesselOrders(plan=Plan(items), **others)


def damage(state: State) -> dict[str, int]:
    """By vessel."""
    return {vessel.id: vessel.damage for vessel in state.vessels.values()}


# ---------------------------------------------------------------- worked examples


def test_ram() -> None:
    """STG-RAM.2, STG-RAM.3, STG-RAM.5, worked example W3: 3 + 1 = 4."""
    state = state_with(vessel("SR1", "1010", "N", 2, damage=5), vessel("TF1", "1008", "S", 2))
    drafts = play(state, {"SR1": "2", "TF1": "2; RAM SR1"}, [4, 3])
    met = only(drafts, Encountered)
    assert met == Encountered("SR1", "TF1", 4, "1009", [4, 3], "ram", "TF1")
    assert damage(state) == {"SR1": 8, "TF1": 2}
    assert envelope(drafts, Encountered) == ("STG-RAM.1", "captain-sr1,fish")


def test_megafish_ram() -> None:
    """STG-RAM.6, worked example W4: 10 x 1/2 x 3 = 15 sinks the Stingray; its own 10 x 1/5 = 2."""
    state = state_with(vessel("SR1", "1010", "N", damage=5), vessel("MF1", "1008", "S", 2, damage=5))
    drafts = play(state, {"SR1": "HALT", "MF1": "2; RAM SR1"}, [2, 2])
    assert only(drafts, Encountered).phase == 5
    assert damage(state) == {"SR1": 20, "MF1": 7}
    assert only(drafts, Sank).vessel == "SR1"
    tail = state.vessels["MF1"].tail
    assert tail and label(tail) == "1009"


def test_collision() -> None:
    """STG-RAM.4, STG-RAM.7, worked example W5: 5/5 = 1 and 13/5 = 2.6, rounded to 3; STG-RAM.8: no special hits."""
    state = state_with(vessel("SR1", "1010", "N", 1, damage=2), vessel("TF1", "1008", "S", 1, damage=1))
    drafts = play(state, {"SR1": "1", "TF1": "1"}, [3, 3])
    assert only(drafts, Encountered).result == "collision"
    assert damage(state) == {"SR1": 3, "TF1": 4}
    assert rolled(drafts) == ["collision SR1", "collision TF1"]


# ---------------------------------------------------------------- who meets whom


def test_dice_belong_to_the_crews() -> None:
    """STG-RAM.2: each crew sees its own roll, and both faces in what it is told."""
    state = state_with(vessel("SR1", "1010", "N", 1, copilot=True), vessel("TF1", "1008", "S", 1))
    drafts = play(state, {"SR1": "1", "TF1": "1"}, [1, 2])
    assert [d.audience for d in drafts if d.rule == "STG-RAM.2"] == ["sr1", "fish"]
    assert only(drafts, Encountered).result == "passed" and damage(state) == {"SR1": 0, "TF1": 0}


def test_a_fish_without_comms_does_not_say_whom_it_met() -> None:
    """STG-COM.4, STG-RAM.2: its commander is told of the meeting and both faces, which is its own state, and no name."""
    fish = vessel("TF1", "1008", "S", 1, specials={"COMMS": 1})
    state = state_with(vessel("SR1", "1010", "N", 1), fish)
    drafts = play(state, {"SR1": ordered(1, ram="TF1"), "TF1": ordered(1)}, [4, 4])
    met = {draft.audience: draft.event for draft in drafts if isinstance(draft.event, Encountered)}
    assert met == {
        "captain-sr1": Encountered("SR1", "TF1", 4, "1009", [4, 4], "ram", "SR1"),
        "fish": Encountered("", "TF1", 4, "1009", [4, 4], "ram", ""),
    }
    assert tell(met["fish"], known(state, "fish")) == (
        "another vessel and TF1 meet in 1009, rolled 4 and 4: another vessel rams"
    )


def test_a_commander_knows_their_own_fish() -> None:
    """STG-COM.4: two fish of one player that meet are both told by name; there is nothing to report."""
    state = state_with(vessel("TF1", "1010", "N", 1, specials={"COMMS": 1}), vessel("TF2", "1008", "S", 1))
    drafts = play(state, {"TF1": ordered(1), "TF2": ordered(1)}, [1, 2])
    assert only(drafts, Encountered).first == "TF1" and only(drafts, Encountered).second == "TF2"


def test_crew_penalty_counts() -> None:
    """STG-RAM.2, STG-CRW.2: 4 - 1 against 3."""
    state = state_with(vessel("SR1", "1010", "N", 1, injuries=1), vessel("TF1", "1008", "S", 1))
    assert only(play(state, {"SR1": "1", "TF1": "1"}, [4, 3]), Encountered).result == "collision"


def test_company_is_not_rolled_for_again() -> None:
    """STG-RAM.1: not in later phases, not in the next move; only after they have been apart."""
    state = state_with(vessel("SR1", "1010", "N", 2), vessel("TF1", "1010", "N", 2))
    assert rolled(play(state, {"SR1": "2", "TF1": "2"})) == []
    assert rolled(play(state, {"SR1": "4", "TF1": "2"})) == [], "and apart from phase 2 on"
    state = state_with(vessel("SR1", "1010", "N", 3), vessel("TF1", "1010", "N", 2))
    drafts = play(state, {"SR1": "3", "TF1": "2"}, [1, 2])
    assert [(e.phase, e.hex) for e in told(drafts, Encountered)] == [(5, "1008")], "apart after phase 2, together after 5"


def test_exchanging_hexes() -> None:
    """STG-RAM.1: it counts as an encounter; not with option swap-encounter = off."""
    vessels = [vessel("SR1", "1010", "N", 1), vessel("TF1", "1009", "S", 1)]
    state = state_with(*vessels)
    assert only(play(state, {"SR1": "1", "TF1": "1"}, [1, 2]), Encountered).phase == 4
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1009", "S", 1), options={"swap-encounter": "off"})
    assert told(play(state, {"SR1": "1", "TF1": "1"}), Encountered) == []


def test_following_is_no_encounter() -> None:
    """STG-RAM.1: one enters the hex that the other leaves."""
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1009", "N", 1))
    assert rolled(play(state, {"SR1": "1", "TF1": "1"})) == []


def test_a_megafish_is_met_at_its_tail_too() -> None:
    """STG-MEG.4, STG-RAM.1: once, in whichever hex they share."""
    state = state_with(vessel("MF1", "1010", "N"), vessel("SR1", "0911", "SE", 1))
    drafts = play(state, {"MF1": "HALT", "SR1": "1"}, [1, 2])
    assert only(drafts, Encountered).hex == "1011"


def test_pairs_in_vessel_order() -> None:
    """STG-RAM.1, section 3: SR1-TF1, SR1-TF2, TF1-TF2; friends meet as well."""
    state = state_with(vessel("SR1", "1010", "N"), vessel("TF1", "1008", "S", 2), vessel("TF2", "1012", "N", 2))
    drafts = play(state, {"SR1": "HALT", "TF1": "2", "TF2": "2"}, [1, 2, 1, 2, 1, 2])
    assert [(e.first, e.second) for e in told(drafts, Encountered)] == [("SR1", "TF1"), ("SR1", "TF2"), ("TF1", "TF2")]


def test_an_airborne_vessel_meets_nobody() -> None:
    """STG-LEP.8, STG-RAM.1: it leaps over the other."""
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1009", "N"))
    assert rolled(play(state, {"SR1": ordered(1, leap=Leap(4)), "TF1": ordered()}, [1])) == ["leap SR1 evade"]


# ---------------------------------------------------------------- rams


@pytest.mark.parametrize(("faces", "result"), [([4, 3], "ram"), ([3, 4], "passed"), ([5, 3], "passed"), ([3, 3], "ram")])
def test_one_more_for_the_rammer(faces: list[int], result: str) -> None:
    """STG-RAM.3: only its own die, only by 1, only if that makes them equal; here TF1 has the second die."""
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1008", "S", 1))
    assert only(play(state, {"SR1": ordered(1), "TF1": ordered(1, ram="ANY")}, faces), Encountered).result == result


def test_ram_any_means_enemies() -> None:
    """STG-RAM.3: friends only collide."""
    state = state_with(vessel("TF1", "1010", "N", 1), vessel("TF2", "1008", "S", 1))
    drafts = play(state, {"TF1": ordered(1, ram="ANY"), "TF2": ordered(1, ram="ANY")}, [3, 3])
    assert only(drafts, Encountered).result == "collision"


def test_another_target_is_not_rammed() -> None:
    """STG-RAM.3: RAM names one vessel; meeting another is a collision at most."""
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1008", "S", 1))
    drafts = play(state, {"SR1": ordered(1), "TF1": ordered(1, ram="SR2")}, [4, 3])
    assert only(drafts, Encountered).result == "passed"


def test_both_ramming() -> None:
    """STG-RAM.5: the high die rams, ties again, seen by nobody; the loser takes 6 x 1/2, the rammer 15 x 1/5."""
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1008", "S", 1))
    drafts = play(state, {"SR1": ordered(1, ram="TF1"), "TF1": ordered(1, ram="SR1")}, [2, 2, 3, 3, 1, 6])
    assert only(drafts, Encountered).rammer == "TF1" and damage(state) == {"SR1": 3, "TF1": 3}
    assert [d.audience for d in drafts if isinstance(d.event, Rolled) and d.rule == "STG-RAM.5"] == ["", ""]


@pytest.mark.parametrize(("how", "points"), [("nearest", 3), ("up", 3), ("down", 2)])
def test_rounding(how: str, points: int) -> None:
    """STG-RAM.7: 13/5 = 2.6, option ram-round."""
    assert _rounded(13, 5, how) == points


def test_halves_go_up() -> None:
    """STG-RAM.7: 5 x 1/2 = 2.5 to 3; tripled first: 5 x 1/2 x 3 = 7.5 to 8."""
    assert (_rounded(5, 2, "nearest"), _rounded(15, 2, "nearest")) == (3, 8)


def test_points_are_those_before_assessment() -> None:
    """STG-RAM.7, STG-RAM.8: two collisions in one move count the same points, and nobody stops."""
    state = state_with(vessel("SR1", "1010", "N", 2), vessel("TF1", "1008", "S"), vessel("TF2", "1009", "S"))
    drafts = play(state, {"SR1": ordered(2), "TF1": ordered(), "TF2": ordered()}, [3, 3, 4, 4])
    assert [(e.vessel, e.points) for e in told(drafts, Damaged)] == [("SR1", 1), ("TF2", 3), ("SR1", 1), ("TF1", 3)]
    assert label(state.vessels["SR1"].hex) == "1008"
