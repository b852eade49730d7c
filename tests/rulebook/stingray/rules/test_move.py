"""STG-LEP, STG-OBS, STG-MOV.11 to .13 and the vessels' steps of a phase."""

from __future__ import annotations

from typing import Any

import pytest

from events.stingray.damage import Damaged
from events.stingray.movement import Exited, Landed, LeapTried, Moved, Struck, Turned
from events.stingray.orders import OrderLapsed, PlanFixed, PowerAllocated
from events.stingray.upkeep import MoveLogged
from events.stingray.weapons import MissileMoved, TargetEvaded
from pbem.core.geometry.hexes import DIRECTIONS, label, parse_label
from pbem.games.stingray.model.orders import Leap, Plan, VesselOrders
from pbem.games.stingray.model.state import Missile, State
from tests.rulebook.stingray.builders.one_step import at, envelope, only, play, rolled, state_with, told, vessel


def seeker(state: State, hex: str, heading: str, **known: Any) -> Missile:
    """A Terror Missile of TF1 under way, armed after 2 hexes and 3 hexes run."""
    where = (parse_label(hex), DIRECTIONS.index(heading))
    given: dict[str, Any] = {"arming": 2, "target": "", "penalty": 0, "run": 3} | known
    state.missiles["TF1-M1"] = Missile("TF1-M1", "TERROR", "TF1", "aquaphibians", *where, **given)
    return state.missiles["TF1-M1"]


def evading(leap: Leap | None, *items: int, **others: Any) -> VesselOrders:
    """A straight plan and a leap; no sonar sweep."""
    return VesselOrders(plan=Plan(items), leap=leap, **others)


# ---------------------------------------------------------------- hexes and turns


def test_a_move_hex_by_hex() -> None:
    """STG-MOV.2, STG-MOV.5: told to the crew only, phase by phase."""
    state = state_with(vessel("SR1", "1010", "N", 3, copilot=True))
    drafts = play(state, {"SR1": "2 S 2"})
    steps = [(e.phase, e.hex) for e in told(drafts, Moved)]
    assert steps == [(2, "1009"), (4, "1008"), (5, "1108"), (6, "1207")]
    assert only(drafts, Turned) == Turned("SR1", 5, 1)
    assert envelope(drafts, Moved) == ("STG-MOV.2", "sr1")
    assert state.vessels["SR1"].speed == 4


def test_megafish_and_supersub_move_their_own_way() -> None:
    """STG-MEG.2, STG-SUP.2, worked examples W22 and W23, played."""
    state = state_with(vessel("MF1", "0806", "N", 3), vessel("SS1", "2010", "N", 3))
    drafts = play(state, {"MF1": "1 S 2", "SS1": "2 S"})
    bodies = [(e.phase, e.hex, e.tail) for e in told(drafts, Moved) if e.vessel == "MF1"]
    assert bodies == [(2, "0805", "0806"), (4, "0905", "0805"), (6, "1004", "0905")]
    assert (at(state, "SS1"), state.vessels["SS1"].facing) == ("2108", 0)
    assert {d.rule for d in drafts if isinstance(d.event, Moved)} == {"STG-MEG.2", "STG-MOV.2", "STG-SUP.2"}


def test_off_the_map() -> None:
    """STG-MOV.11: out of play in that phase, by that edge; the rest of the plan is never moved."""
    state = state_with(vessel("TF1", "1002", "N", 3))
    drafts = play(state, {"TF1": "4"})
    assert only(drafts, Exited) == Exited("TF1", 4, "N")
    assert (state.vessels["TF1"].fate, state.vessels["TF1"].exit_edge) == ("exited", "N")
    assert len(told(drafts, Moved)) == 1 and told(drafts, MoveLogged) == []


def test_corner() -> None:
    """STG-MOV.11: off both edges, the column's edge counts."""
    state = state_with(vessel("TF1", "0101", "NW", 1))
    assert only(play(state, {"TF1": "1"}), Exited).edge == "W"


def test_two_vessels_may_end_in_one_hex() -> None:
    """STG-MOV.13, STG-RAM: unequal dice, and both are there."""
    state = state_with(vessel("SR1", "1010", "N", 1), vessel("TF1", "1008", "S", 1))
    play(state, {"SR1": "1", "TF1": "1"}, [1, 2])
    assert at(state, "SR1") == at(state, "TF1") == "1009"


# ---------------------------------------------------------------- obstacles


def test_striking_an_obstacle() -> None:
    """STG-OBS.1, STG-OBS.2, STG-MOV.12: it stays, its plan is lost, a die of damage, recorded speed 0."""
    state = state_with(vessel("TF1", "0510", "N", 3), obstacles=["0508"])
    drafts = play(state, {"TF1": "3 P"}, [4])
    assert only(drafts, Struck) == Struck("TF1", 4, "0508", "0509", "")
    assert (at(state, "TF1"), state.vessels["TF1"].speed, state.vessels["TF1"].damage) == ("0509", 0, 4)
    assert told(drafts, Turned) == [] and rolled(drafts) == ["obstacle TF1"]


def test_a_megafish_strikes_with_its_head() -> None:
    """STG-OBS.1, STG-MEG.4: its tail stays where it was."""
    state = state_with(vessel("MF1", "0510", "N", 2), obstacles=["0509"])
    assert only(play(state, {"MF1": "2"}, [1]), Struck) == Struck("MF1", 4, "0509", "0510", "0511")


# ---------------------------------------------------------------- going over


def test_over_an_obstacle() -> None:
    """STG-LEP.2, STG-LEP.3, STG-LEP.6, STG-LEP.9, worked example W15."""
    state = state_with(vessel("SR1", "0510", "N", 6), obstacles=["0508"])
    drafts = play(state, {"SR1": "6 OVER"}, [6])
    fixed = only(drafts, PlanFixed)
    assert (fixed.ordered, fixed.scheduled, only(drafts, PowerAllocated).items["MOVE"]) == (6, 4, 6)
    hexes = [(e.phase, e.hex, e.airborne) for e in told(drafts, Moved)]
    assert hexes == [(2, "0509", False), (4, "0508", True), (5, "0507", True), (6, "0506", False)]
    assert only(drafts, LeapTried) == LeapTried("SR1", 4, "over", 6, 6, True)
    assert only(drafts, Landed).phase == 5
    assert only(drafts, Damaged).points == 1
    assert state.vessels["SR1"].speed == 4


def test_failing_to_go_over() -> None:
    """STG-LEP.6, STG-OBS.2, worked example W16: speed 5 does not make a 6; the fuel is that of 5."""
    state = state_with(vessel("TF1", "0510", "N", 5, fuel=40), obstacles=["0508"])
    drafts = play(state, {"TF1": "5 OVER"}, [6, 4])
    assert [(e.phase, e.hex) for e in told(drafts, Moved)] == [(2, "0509")]
    assert only(drafts, Struck).phase == 4 and envelope(drafts, Struck)[0] == "STG-LEP.6"
    tf1 = state.vessels["TF1"]
    assert (tf1.speed, tf1.damage, tf1.fuel, tf1.airborne) == (0, 4, 38, False)


def test_the_crew_penalty_hinders_a_leap() -> None:
    """STG-LEP.2, STG-CRW.2: two injuries, ordered speed 5: 3 or less."""
    state = state_with(vessel("TF1", "0510", "N", 5, injuries=2), obstacles=["0508"])
    tried = only(play(state, {"TF1": "5 OVER"}, [4, 1]), LeapTried)
    assert (tried.needed, tried.success) == (3, False)


def test_two_hexes_left_are_too_few() -> None:
    """STG-LEP.5: cut to 2 hexes, no leap is rolled; it strikes."""
    state = state_with(vessel("TF1", "0510", "N", 4), obstacles=["0509"])
    drafts = play(state, {"TF1": VesselOrders(plan=Plan((4,)), over=True)}, [1])
    assert told(drafts, LeapTried) == [] and only(drafts, Struck).phase == 4
    assert envelope(drafts, Struck)[0] == "STG-LEP.5"


def test_no_turn_on_an_obstacle() -> None:
    """STG-LEP.4: a vessel that would turn on it gets no leap and strikes; a turn before it is fine."""
    turning = VesselOrders(plan=Plan((2, "S", 3)), over=True)
    state = state_with(vessel("TF1", "0510", "N", 5), obstacles=["0508"])
    drafts = play(state, {"TF1": turning}, [2])
    assert told(drafts, LeapTried) == [] and only(drafts, Struck).hex == "0509"
    state = state_with(vessel("TF1", "0510", "NW", 5), obstacles=["0508"])
    drafts = play(state, {"TF1": VesselOrders(plan=Plan(("S", 5)), over=True)}, [2])
    assert only(drafts, LeapTried).success and at(state, "TF1") == "0507"


def test_several_obstacles_in_one_leap() -> None:
    """STG-LEP.4: airborne over all of them, one attempt, one point."""
    state = state_with(vessel("SR1", "0510", "N", 6), obstacles=["0509", "0508"])
    drafts = play(state, {"SR1": "6 OVER"}, [3])
    assert [(e.hex, e.airborne) for e in told(drafts, Moved)] == [
        ("0509", True),
        ("0508", True),
        ("0507", True),
        ("0506", False),
    ]
    assert state.vessels["SR1"].damage == 1


def test_still_over_an_obstacle_at_the_end() -> None:
    """STG-LEP.6: it strikes and is back in the last open hex, without the point for re-entry; an MF's tail is behind it."""
    state = state_with(vessel("TF1", "0510", "N", 5), vessel("MF1", "2010", "N", 5), obstacles=["0508", "0507", "2008", "2007"])
    drafts = play(state, {id: VesselOrders(plan=Plan((5,)), over=True) for id in ("TF1", "MF1")}, [1, 1, 2, 3])
    assert sorted(told(drafts, Struck), key=lambda e: e.vessel) == [
        Struck("MF1", 6, "2007", "2009", "2010"),
        Struck("TF1", 6, "0507", "0509", ""),
    ]
    assert told(drafts, Landed) == []
    tf1 = state.vessels["TF1"]
    assert (label(tf1.hex), tf1.speed, tf1.airborne) == ("0509", 0, False)


def test_over_without_an_obstacle_changes_nothing() -> None:
    """STG-LEP.3: only a plan that enters one is cut."""
    state = state_with(vessel("TF1", "0510", "N", 5))
    drafts = play(state, {"TF1": VesselOrders(plan=Plan((5,)), over=True)})
    assert at(state, "TF1") == "0505" and told(drafts, LeapTried) == []


def test_without_the_order_it_strikes() -> None:
    """STG-LEP.1, STG-LEP.3: going over needs OVER."""
    state = state_with(vessel("TF1", "0510", "N", 5), obstacles=["0508"])
    drafts = play(state, {"TF1": "5"}, [2])
    assert told(drafts, LeapTried) == [] and only(drafts, Struck).phase == 3


@pytest.mark.parametrize(("face", "damage"), [(3, 1), (6, 0)])
def test_skimming(face: int, damage: int) -> None:
    """STG-LEP.6, option over-mode = skim: it always gets across; in the air, and with 1 damage, only if the leap succeeds."""
    state = state_with(vessel("TF1", "0510", "N", 5), obstacles=["0508"], options={"over-mode": "skim"})
    drafts = play(state, {"TF1": "5 OVER"}, [face])
    assert (at(state, "TF1"), state.vessels["TF1"].damage) == ("0507", damage)
    assert [e.airborne for e in told(drafts, Moved)] == [False, damage == 1, damage == 1]


# ---------------------------------------------------------------- evading


def test_leaping_clear_of_a_missile() -> None:
    """STG-LEP.7, STG-LEP.8, worked example W17: it leaps when the missile is next to it, and is never attacked by it again."""
    state = state_with(vessel("SR1", "0510", "N", 4), vessel("TF1", "2020", "S"))
    missile = seeker(state, "0505", "S")
    drafts = play(state, {"SR1": "4; LEAP EVADE", "TF1": "HALT"}, [4])
    assert only(drafts, LeapTried) == LeapTried("SR1", 4, "evade", 4, 4, True)
    assert envelope(drafts, TargetEvaded) == ("STG-LEP.7", "")
    path = [e.hex for e in told(drafts, MissileMoved)]
    assert path == ["0506", "0507", "0508", "0509", "0510", "0511"]
    hexes = [(e.phase, e.hex, e.airborne) for e in told(drafts, Moved)]
    assert hexes == [(2, "0509", False), (4, "0508", True), (5, "0507", False), (6, "0506", False)]
    assert (state.vessels["SR1"].damage, only(drafts, Landed).phase) == (1, 4)
    assert missile.evaded == ["SR1"] and missile.target == ""


def test_a_failed_leap_is_the_only_one() -> None:
    """STG-LEP.1, STG-LEP.7: no second attempt, no damage; the missile attacks from ahead and needs 5."""
    state = state_with(vessel("SR1", "0510", "N", 4), vessel("TF1", "2020", "S"))
    missile = seeker(state, "0505", "S")
    drafts = play(state, {"SR1": "4; LEAP EVADE", "TF1": "HALT"}, [5, 4])
    assert only(drafts, LeapTried).success is False
    assert rolled(drafts)[1:] == ["homing-hit SR1"] and missile.missed == ["SR1"]
    assert told(drafts, Landed) == []


def test_two_hexes_are_near_enough_for_a_vessel_about_to_move() -> None:
    """STG-LEP.7: within 2 if it moves a hex in this phase, else within 1."""
    state = state_with(vessel("SR1", "0510", "N", 2), vessel("TF1", "2020", "S"))
    seeker(state, "0505", "S", target="SR1")
    orders = {"SR1": evading(Leap(), 2), "TF1": evading(None)}
    assert only(play(state, orders, [2]), LeapTried).phase == 4


def test_unarmed_missiles_frighten_nobody() -> None:
    """STG-LEP.7: only one past its arming distance, and locked on this vessel."""
    state = state_with(vessel("SR1", "0508", "N", 1), vessel("TF1", "2020", "S"))
    seeker(state, "0501", "S", arming=10, run=0)
    orders = {"SR1": evading(Leap(), 1), "TF1": evading(None)}
    drafts = play(state, orders, [1])
    assert told(drafts, LeapTried) == [] and rolled(drafts) == ["unguided SR1"]


def test_leap_in_a_phase() -> None:
    """STG-LEP.7: in the phase named, missile or not; airborne in that phase only, 1 point."""
    state = state_with(vessel("TF1", "0510", "N", 3))
    drafts = play(state, {"TF1": "3; LEAP IN PHASE 4"}, [3])
    assert [(e.phase, e.airborne) for e in told(drafts, Moved)] == [(2, False), (4, True), (6, False)]
    assert only(drafts, Landed).phase == 4 and state.vessels["TF1"].damage == 1


def test_a_vessel_that_lies_still_does_not_leap() -> None:
    """STG-LEP.7, section 5.2: ordered speed 1 at least."""
    state = state_with(vessel("TF1", "0510"))
    lapsed = only(play(state, {"TF1": evading(Leap(4))}), OrderLapsed)
    assert lapsed == OrderLapsed("TF1", "LEAP IN PHASE 4", "it lies still")


def test_option_without_evasion() -> None:
    """STG-LEP.7, option leap-evade = off."""
    state = state_with(vessel("TF1", "0510", "N", 3), options={"leap-evade": "off"})
    drafts = play(state, {"TF1": evading(Leap(2), 3)})
    assert told(drafts, LeapTried) == [] and only(drafts, OrderLapsed).order == "LEAP IN PHASE 2"


def test_evading_onto_an_obstacle() -> None:
    """STG-LEP.1, STG-LEP.6: a leap to evade lasts one phase; who comes down on an obstacle strikes it."""
    state = state_with(vessel("TF1", "0510", "N", 3), obstacles=["0509"])
    drafts = play(state, {"TF1": evading(Leap(2), 3)}, [1, 2])
    assert only(drafts, Struck) == Struck("TF1", 2, "0509", "0510", "")
    assert (at(state, "TF1"), state.vessels["TF1"].damage) == ("0510", 2)


def test_vessel_that_has_struck_leaps_no_more() -> None:
    """STG-OBS.1, STG-LEP.7: with the rest of its plan the leap is lost."""
    state = state_with(vessel("TF1", "0510", "N", 3), obstacles=["0509"])
    drafts = play(state, {"TF1": evading(Leap(5), 3)}, [1])
    assert only(drafts, Struck).phase == 2 and told(drafts, LeapTried) == []
