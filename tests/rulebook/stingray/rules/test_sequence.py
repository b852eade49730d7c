"""Section 3: the steps of a move in their order, what is fixed in step 1, who is asked for orders."""

from __future__ import annotations

from typing import Any

import pytest

from events.stingray.damage import Damaged, SpecialHit
from events.stingray.movement import Moved, Struck
from events.stingray.opening import SetupClosed
from events.stingray.orders import MoveBegan, PlanFixed
from events.stingray.upkeep import MoveEnded, MoveLogged
from events.stingray.weapons import Launched
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import label
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.orders import Launch, Plan, VesselOrders
from pbem.games.stingray.model.state import Missile, State, Trap
from pbem.games.stingray.rules.sequence import due, verdict
from tests.rulebook.stingray.builders.one_step import at, only, play, rolled, state_with, told, vessel


def ordered(*items: Any, **others: Any) -> VesselOrders:
    """A plan, and whatever else."""
    return VesselOrders(plan=Plan(items), **others)


# ---------------------------------------------------------------- the steps


def test_steps_of_a_move() -> None:
    """STG-SEQ.1: orders, plans, window 0, six phases, assessment, repair, housekeeping, scan."""
    fish = vessel("TF1", "2020", "S", arming=10, specials={"STEERING": 1})
    state = state_with(vessel("SR1", "1010", "N", 1), fish, obstacles=["1009"])
    drafts = play(state, {"SR1": "1", "TF1": "HALT; LAUNCH"}, [1, 1])
    assert only(drafts, MoveBegan) == MoveBegan(1) and only(drafts, MoveEnded) == MoveEnded(1)
    steps = ["Orders", "Plan", "Window 0", *(f"Phase {phase}" for phase in range(1, 7))]
    steps += ["Assessment", "Repair", "Housekeeping", "Scan"]
    assert list(dict.fromkeys(d.phase for d in drafts if d.phase != "Set-up")) == steps


def test_missiles_move_before_vessels() -> None:
    """STG-SEQ.2: the missile is in the vessel's hex before the vessel leaves it."""
    state = state_with(vessel("SR1", "1010", "N", 6), vessel("TF1", "2020"))
    missile = Missile("TF1-M1", "TERROR", "TF1", "aquaphibians", state.vessels["SR1"].hex, 0, 0, "SR1", 0, run=11)
    missile.hex = (missile.hex[0], missile.hex[1] + 1)
    state.missiles["TF1-M1"] = missile
    drafts = play(state, {"SR1": ordered(6), "TF1": ordered()}, [1])
    order = [type(d.event).__name__ for d in drafts if d.phase == "Phase 1"]
    assert order.index("MissileMoved") < order.index("Moved")
    assert rolled(drafts) == ["homing-hit SR1"]


def test_a_hit_takes_effect_at_the_end_of_the_move() -> None:
    """STG-SEQ.3: a vessel that strikes in phase 4 may still launch in window 6; its damage comes after that."""
    state = state_with(vessel("TF1", "1010", "N", 1, damage=5), vessel("SR1", "2020"), obstacles=["1009"])
    orders = {"TF1": ordered(1, launches=[Launch("LAUNCHER", first=6)]), "SR1": ordered()}
    kinds = [type(d.event) for d in play(state, orders, [3])]
    assert kinds.index(Struck) < kinds.index(Launched) < kinds.index(Damaged)
    assert state.vessels["TF1"].fate == "sunk"


@pytest.mark.parametrize(("window", "hex"), [(0, "1010"), (4, "1009"), (6, "1009")])
def test_windows(window: int, hex: str) -> None:
    """STG-SEQ.4: before phase 1, and at the end of each phase."""
    state = state_with(vessel("TF1", "1010", "N", 1), vessel("SR1", "2020"))
    drafts = play(state, {"TF1": ordered(1, launches=[Launch("LAUNCHER", first=window)]), "SR1": ordered()})
    assert (only(drafts, Launched).window, only(drafts, Launched).hex) == (window, hex)


def test_scan_is_last() -> None:
    """STG-SEQ.5: from the positions at the end of the move."""
    state = state_with(vessel("TF1", "1010", "N", 3), vessel("TF2", "1015", "N", 3), vessel("SR1", "1001", "S"), held=False)
    play(state, {"TF1": ordered(3), "TF2": ordered(3), "SR1": ordered()})
    assert label(state.vessels["TF1"].finds.contacts["SR1"].hex) == "1001"
    assert label(state.vessels["SR1"].finds.contacts["TF1"].hex) == "1007"


# ---------------------------------------------------------------- step 1


def test_plans_are_clamped() -> None:
    """STG-MOV.8: what is sailed is the legal part of what was ordered."""
    state = state_with(vessel("TF1", "1010", "N", 5))
    drafts = play(state, {"TF1": ordered(1)})
    assert only(drafts, PlanFixed).plan == "3" and at(state, "TF1") == "1007"


def test_no_orders_no_change() -> None:
    """Section 6, STG-MOV.4: a vessel without orders goes straight on at its last speed."""
    state = state_with(vessel("TF1", "1010", "N", 3), vessel("SS1", "2020", "N", 3))
    play(state)
    assert (at(state, "TF1"), at(state, "SS1")) == ("1007", "2017")


def test_dead_crew_slows_down() -> None:
    """STG-CRW.3: straight ahead with full deceleration, whatever was ordered."""
    state = state_with(vessel("TF1", "1010", "N", 5, injuries=4), vessel("TF2", "2020"))
    drafts = play(state, {"TF1": ordered("S", 5), "TF2": ordered()})
    assert [e.plan for e in told(drafts, PlanFixed)] == ["3", "HALT"]
    play(state)
    assert (at(state, "TF1"), state.vessels["TF1"].speed) == ("1006", 1)


def test_trap_strikes_before_the_plans() -> None:
    """Section 3 step 1a, STG-MOV.8: STEERING is out when the turn is looked at."""
    state = state_with(vessel("SR1", "1010", "N", 3), vessel("TF1", "2030"))
    state.spies.cards = [Trap("TRAP", "SR1", "STEERING", 1)]
    drafts = play(state, {"SR1": ordered(1, "S", 2), "TF1": ordered()})
    assert only(drafts, SpecialHit).system == "STEERING" and at(state, "SR1") == "1007"


def test_supersub_waits_are_those_of_the_move_played() -> None:
    """STG-SUP.1: shifted in move 1, the shift of move 5 is refused, that of move 6 made."""
    for last, hex in ((4, "1007"), (5, "1108")):
        state = state_with(vessel("SS1", "1010", "N", 3, shifted=1), move=last)
        play(state, {"SS1": ordered(2, "S")})
        assert at(state, "SS1") == hex


def test_unpowered_hexes_are_not_moved() -> None:
    """STG-POW.7, STG-MOV.12: three APU, life support first: two hexes, though it cannot slow so fast."""
    state = state_with(vessel("SR1", "1010", "N", 6, battery=0))
    drafts = play(state, {"SR1": ordered(6, power=3)})
    assert len(told(drafts, Moved)) == 2
    assert [e.speed for e in told(drafts, MoveLogged)] == [2]


# ---------------------------------------------------------------- between moves


def opened(scenario: str) -> State:
    """A scenario, set up."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), ScriptedDice([3, 3, 3, 3, 3, 3, 3, 3]), 0)
    STINGRAY.rules.setup(turn, scenario, STINGRAY.scenarios.options(scenario, {}))
    return turn.state


def test_every_seat_is_asked_until_the_end() -> None:
    """STG-VIC.1: also one without vessels; nobody once the game is over."""
    state = state_with(vessel("SR1", "1010", copilot=True), vessel("TF1", "2020", fate="sunk"), move=4)
    asked = due(state)
    assert {seat: (ask.what, ask.units) for seat, ask in asked.items()} == {
        "captain-sr1": ("orders for move 5 of 99", ["SR1"]),
        "copilot-sr1": ("orders for move 5 of 99", ["SR1"]),
        "fish": ("orders for move 5 of 99", []),
    }
    assert verdict(state) is None
    state.over, state.winners, state.verdict = True, ["terrainians"], "Terrainians win."
    assert due(state) == {} and verdict(state) == verdict(state) and verdict(state) is not None


def test_spies_have_a_deadline_of_their_own() -> None:
    """STG-SPY.1: the first deadline of scenario 5 is for set-up; move 1 follows."""
    state = opened("agent-x20")
    asked = due(state)
    assert {ask.what for ask in asked.values()} == {"set-up orders"}
    assert next(ask.units for seat, ask in asked.items() if state.seats[seat] == "aquaphibians")[-1] == "SIDE"
    drafts = play(state)
    assert len(told(drafts, SetupClosed)) == 1 and told(drafts, MoveBegan) == [] and state.move == 0
    assert {ask.what for ask in due(state).values()} == {"orders for move 1 of 16"}
    play(state)
    assert state.move == 1


def test_without_spies_the_first_orders_are_for_move_1() -> None:
    """STG-SEQ.1: set-up orders come with them."""
    state = opened("stand-by-for-action")
    play(state)
    assert state.move == 1
