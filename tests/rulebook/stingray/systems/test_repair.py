"""STG-REP: one attempt by a vessel that lies still."""

from __future__ import annotations

from typing import Any

from events.stingray.damage import RepairTried
from events.stingray.movement import Struck
from pbem.games.stingray.model.orders import Plan, Repair, VesselOrders
from pbem.games.stingray.model.state import Trap
from pbem.games.stingray.model.vessel import Launcher
from tests.rulebook.stingray.builders.one_step import envelope, only, play, rolled, state_with, told, vessel


def ordered(*items: Any, repair: Repair | None = None) -> VesselOrders:
    """A plan, and a preference."""
    return VesselOrders(plan=Plan(items), repair=repair)


def test_repairs() -> None:
    """STG-REP.1, STG-REP.2, worked example W24: penalty 1 makes a 5 a 4; a fish needs a 6; who moves does not try."""
    out = {"STEERING": 1}
    state = state_with(
        vessel("TF1", "1010", specials=dict(out)),
        vessel("SR1", "2020", injuries=1, specials={"NAV": 1}),
        vessel("TF2", "0505", "N", 1, specials=dict(out)),
    )
    drafts = play(state, {"TF1": "HALT", "SR1": "HALT", "TF2": "1"}, [5, 6])
    assert told(drafts, RepairTried) == [
        RepairTried("SR1", "NAV", 5, 6, False, 1),
        RepairTried("TF1", "STEERING", 6, 6, True, 0),
    ]
    assert state.vessels["TF1"].specials == {} and state.vessels["SR1"].specials == {"NAV": 1}
    assert envelope(drafts, RepairTried) == ("STG-REP.2", "captain-sr1")


def test_one_step_at_a_time() -> None:
    """STG-REP.2, STG-SPH.3: one level of a reactor hit twice; STG-REP.3: one attempt a move, though two systems are out."""
    state = state_with(vessel("SR1", "1010", specials={"REACTOR": 2, "NAV": 1}))
    tried = only(play(state, {"SR1": ordered()}, [5]), RepairTried)
    assert (tried.system, tried.level) == ("REACTOR", 1)
    assert state.vessels["SR1"].specials == {"REACTOR": 1, "NAV": 1}


def test_preference() -> None:
    """STG-REP.1, section 6: the systems named, then the default order; REPAIR OFF tries nothing."""
    hurt = {"REACTOR": 1, "NAV": 1}
    for order, expected in ((Repair(("SONAR", "NAV")), ["NAV"]), (Repair(("SONAR",)), ["REACTOR"]), (Repair(), [])):
        state = state_with(vessel("SR1", "1010", specials=dict(hurt)))
        drafts = play(state, {"SR1": ordered(repair=order)}, [1] * len(expected))
        assert [e.system for e in told(drafts, RepairTried)] == expected


def test_the_launcher_of_a_megafish_is_a_nostril() -> None:
    """STG-REP.1: REPAIR LAUNCHER means whichever nostril is out."""
    state = state_with(vessel("MF1", "1010", specials={"STEERING": 1, "STARBOARD": 1}))
    drafts = play(state, {"MF1": ordered(repair=Repair(("LAUNCHER",)))}, [1])
    assert only(drafts, RepairTried).system == "STARBOARD"


def test_turning_on_the_spot_does_not_matter() -> None:
    """STG-REP.3: a vessel that only turns may repair."""
    state = state_with(vessel("TF1", "1010", specials={"COMMS": 1}))
    assert len(told(play(state, {"TF1": ordered("S")}, [1]), RepairTried)) == 1


def test_not_after_a_strike() -> None:
    """STG-REP.1: a vessel that struck an obstacle moved no hex, and may not repair either."""
    state = state_with(vessel("TF1", "1010", "N", 1, specials={"COMMS": 1}), obstacles=["1009"])
    drafts = play(state, {"TF1": ordered(1)}, [2])
    assert len(told(drafts, Struck)) == 1 and told(drafts, RepairTried) == []


def test_the_dead_repair_nothing() -> None:
    """STG-REP.1, STG-CRW.3: four injuries."""
    state = state_with(vessel("TF1", "1010", injuries=4, specials={"COMMS": 1}), vessel("SR1", "2020"))
    assert rolled(play(state, {"SR1": ordered()})) == []


def test_damage_of_this_move_must_wait() -> None:
    """STG-REP.1: only what was out when the move began: a trap's special hit of this very move is not."""
    state = state_with(vessel("SR1", "1010"), vessel("TF1", "1110", specials={"FUEL": 1}))
    state.spies.cards, state.move = [Trap("TRAP", "SR1", "NAV", 3)], 2
    drafts = play(state, {"SR1": ordered(), "TF1": ordered()}, [1])
    assert state.vessels["SR1"].out("NAV")
    assert [e.vessel for e in told(drafts, RepairTried)] == ["TF1"]


def test_what_is_beyond_repair() -> None:
    """STG-REP.4, STG-CRW.4: a destroyed tube, injuries and damage points: nothing is rolled for them, and they stay."""
    state = state_with(vessel("SR1", "1010", damage=5, injuries=2, tubes={"2": "MK7"}))
    state.vessels["SR1"].launchers["1"] = Launcher("", destroyed=True)
    assert rolled(play(state, {"SR1": ordered()})) == []
    assert (state.vessels["SR1"].injuries, state.vessels["SR1"].damage) == (2, 5)


def test_suits_hinder() -> None:
    """STG-REP.2, STG-CRW.2, worked example W14: one injury and suits make 7 the die needed."""
    state = state_with(vessel("SR1", "1010", injuries=1, suited=True, specials={"NAV": 1}))
    tried = only(play(state, {"SR1": ordered()}, [6]), RepairTried)
    assert (tried.needed, tried.success) == (7, False)
