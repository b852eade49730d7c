"""Step 6: fuel, stored power, loading, suits and life support, the record of the move."""

from __future__ import annotations

from typing import Any

import pytest

from events.stingray.damage import CrewHurt
from events.stingray.upkeep import BrokeOff, FuelPaid, MoveLogged, PowerStored, Reloaded, SuitsChanged, TubeLoaded
from events.stingray.weapons import LockLost
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray.model.orders import Launch, Load, Plan, Scan, VesselOrders
from pbem.games.stingray.model.state import Missile, State
from pbem.games.stingray.model.vessel import Launcher
from tests.rulebook.stingray.builders.one_step import envelope, only, play, state_with, told, vessel

NO_SCAN = Scan()


def ordered(*items: Any, **others: Any) -> VesselOrders:
    """A plan, no sonar sweep, and whatever else."""
    return VesselOrders(plan=Plan(items), scan=NO_SCAN, **others)


def fuel(state: State) -> dict[str, int]:
    """AKG by vessel."""
    return {vessel.id: vessel.fuel for vessel in state.vessels.values()}


# ---------------------------------------------------------------- fuel


def test_fuel() -> None:
    """STG-FUE.2, STG-FUE.3, worked example W18: doubled by the fuel line, never below 0; then it breaks off."""
    state = state_with(
        vessel("TF1", "1010", "N", 4, fuel=3, specials={"FUEL": 1}),
        vessel("MF1", "2020", "N", 4, fuel=50),
        vessel("TF2", "0520", fuel=12),
    )
    drafts = play(state, {"TF1": ordered(4), "MF1": ordered(4), "TF2": ordered()})
    assert fuel(state) == {"MF1": 49, "TF1": 0, "TF2": 12}
    assert told(drafts, FuelPaid) == [FuelPaid("MF1", 1, 49), FuelPaid("TF1", 3, 0)]
    assert only(drafts, BrokeOff).vessel == "TF1" and state.vessels["TF1"].broken_off


def test_flat_out_costs_two() -> None:
    """STG-FUE.2, STG-MOV.10: a TF cruises at 1 to 3."""
    state = state_with(vessel("TF1", "1010", "N", 3, fuel=12), vessel("TF2", "2010", "N", 3, fuel=12))
    play(state, {"TF1": ordered(3), "TF2": ordered(4)})
    assert fuel(state) == {"TF1": 11, "TF2": 10}


def test_broken_off_fish_runs_and_is_told_once() -> None:
    """STG-FUE.3, STG-FUE.4: it ignores its orders and heads for the home edge (here E)."""
    state = state_with(vessel("TF1", "1010", "N", 3, fuel=0, broken_off=True))
    drafts = play(state, {"TF1": ordered("P", 1, ram="ANY")})
    assert state.vessels["TF1"].plan == "S 4" and told(drafts, BrokeOff) == [] and told(drafts, FuelPaid) == []


# ---------------------------------------------------------------- power


def test_surplus() -> None:
    """STG-POW.4, worked example W19: battery 9, spent 3 of 6: one stored, two wasted."""
    state = state_with(vessel("SR1", "1010", "N", 2, battery=9))
    drafts = play(state, {"SR1": ordered(2)})
    assert only(drafts, PowerStored) == PowerStored("SR1", 1, 2, 10)
    assert (state.vessels["SR1"].battery, state.vessels["SR1"].power.wasted) == (10, 2)


def test_store_limits_and_broken_batteries() -> None:
    """STG-POW.4 STORE n; STG-SPH.4 nothing goes into damaged batteries."""
    state = state_with(vessel("SR1", "1010", "N", battery=2), vessel("SR2", "2010", "N", battery=0, specials={"BATTERY": 1}))
    drafts = play(state, {"SR1": ordered(store=1), "SR2": ordered()}, [1])
    assert told(drafts, PowerStored) == [PowerStored("SR1", 1, 4, 3), PowerStored("SR2", 0, 5, 0)]


def test_no_surplus_no_word() -> None:
    """STG-POW.4: the batteries gave, so nothing is left to store."""
    state = state_with(vessel("SR1", "1010", "N", 6, battery=5))
    drafts = play(state, {"SR1": ordered(6)})
    assert told(drafts, PowerStored) == [] and state.vessels["SR1"].battery == 4


# ---------------------------------------------------------------- launchers


def test_loading_a_tube() -> None:
    """STG-LAU.6: complete at the end of the move; only into a tube empty at its start."""
    state = state_with(vessel("SR1", "1010", tubes={"1": "", "2": "MK7"}))
    drafts = play(state, {"SR1": ordered(loads=[Load("1", "MK61"), Load("2", "MK7")])})
    assert told(drafts, TubeLoaded) == [TubeLoaded("SR1", "1", "MK61")]
    assert state.vessels["SR1"].launchers == {"1": Launcher("MK61"), "2": Launcher("MK7")}
    assert envelope(drafts, TubeLoaded) == ("STG-LAU.6", "captain-sr1")


def test_a_tube_emptied_in_the_move_is_not_loaded_in_it() -> None:
    """STG-LAU.6: it must be empty when the move begins."""
    state = state_with(vessel("SR1", "1010", tubes={"1": "MK7"}))
    drafts = play(state, {"SR1": ordered(launches=[Launch("1")], loads=[Load("1", "MK7")])})
    assert told(drafts, TubeLoaded) == [] and state.vessels["SR1"].launchers["1"].load == ""


def test_loading_needs_a_weapon_and_a_whole_tube() -> None:
    """STG-LAU.6, STG-LAU.9: the last Mk61 is in the other tube; a damaged tube takes nothing."""
    stores = {"MK61": 1, "MK7": 8, "MINE": 4, "DECOY": 4}
    first = vessel("SR1", "1010", tubes={"1": "", "2": "MK61"}, stores=stores)
    second = vessel("SR2", "2010", tubes={"1": ""}, specials={"TUBE1": 1})
    orders = {"SR1": ordered(loads=[Load("1", "MK61")]), "SR2": ordered(loads=[Load("1", "MK7")])}
    assert told(play(state_with(first, second), orders, [1]), TubeLoaded) == []


def test_a_terror_fish_launches_every_other_move() -> None:
    """STG-LAU.1: fired in move 1, it reloads in the whole of move 2, and is ready for move 3."""
    state = state_with(vessel("TF1", "1010", arming=10), vessel("SR1", "2020"))
    orders = {"TF1": ordered(launches=[Launch("LAUNCHER")]), "SR1": ordered()}
    assert told(play(state, orders), Reloaded) == []
    assert state.vessels["TF1"].launchers["LAUNCHER"].load == ""
    drafts = play(state, {"TF1": ordered(), "SR1": ordered()})
    assert only(drafts, Reloaded) == Reloaded("TF1", "LAUNCHER") and envelope(drafts, Reloaded)[0] == "STG-LAU.1"


def test_nostrils() -> None:
    """STG-LAU.2: each for itself, unless RELOAD OFF, damaged, or nothing is left for it."""
    spent: dict[str, Any] = {"stores": {"PORT": 0, "STARBOARD": 2, "MINE": 0}}
    for changes, off, expected in (
        ({}, False, ["PORT", "STARBOARD"]),
        ({}, True, []),
        (spent, False, ["STARBOARD"]),
    ):
        megafish = vessel("MF1", "1010", "N", 1, launchers={"PORT": Launcher(""), "STARBOARD": Launcher("")}, **changes)
        drafts = play(state_with(megafish), {"MF1": ordered(1, reload_off=off)})
        assert [e.launcher for e in told(drafts, Reloaded)] == expected
    out = vessel("MF1", "1010", "N", 1, launchers={"PORT": Launcher(""), "STARBOARD": Launcher("READY")}, specials={"PORT": 1})
    assert told(play(state_with(out), {"MF1": ordered(1)}), Reloaded) == []


def test_dead_hands_load_nothing() -> None:
    """STG-CRW.3: no launcher is made ready by a dead crew."""
    fish = vessel("TF1", "1010", injuries=4, launchers={"LAUNCHER": Launcher("")})
    assert told(play(state_with(fish, vessel("SR1", "2020")), {"SR1": ordered()}), Reloaded) == []


# ---------------------------------------------------------------- the crew


def test_suits() -> None:
    """STG-POW.8: up in the whole move, worn from the next on; off at the end of the move."""
    state = state_with(vessel("SR1", "1010"))
    assert only(play(state, {"SR1": ordered(suits=True)}), SuitsChanged) == SuitsChanged("SR1", True)
    assert told(play(state, {"SR1": ordered(suits=True)}), SuitsChanged) == []
    assert only(play(state, {"SR1": ordered(suits=False)}), SuitsChanged) == SuitsChanged("SR1", False)


@pytest.mark.parametrize(("suited", "hurt"), [(False, 1), (True, 0)])
def test_life_support(suited: bool, hurt: int) -> None:
    """STG-POW.9: without power for it an unsuited crew takes an injury; suiting up in this move comes too late."""
    state = state_with(vessel("SR1", "1010", battery=0, suited=suited))
    drafts = play(state, {"SR1": ordered(power=0, suits=True)})
    assert len(told(drafts, CrewHurt)) == hurt and state.vessels["SR1"].injuries == hurt


# ---------------------------------------------------------------- Mk61


def guided(target: str) -> State:
    """SR1 guides a Mk61, 17 hexes away from TF1, which is about to leave the map; SR1's bow is at a rock."""
    state = state_with(
        vessel("SR1", "1036", "N", 1, damage=14), vessel("TF1", "1003", "N", 3), vessel("TF2", "2020"), obstacles=["1035"]
    )
    place = parse_label("1031")
    state.missiles["SR1-M1"] = Missile("SR1-M1", "MK61", "SR1", "terrainians", place, 0, 0, target, 0, run=2, lock=True)
    return state


def test_lock_is_lost_with_the_target() -> None:
    """STG-M61.4: a target that left the map in phase 6 is missed at the end of the move; the launcher's crew is told."""
    state = guided("TF1")
    drafts = play(state, {"SR1": ordered(), "TF1": ordered(3), "TF2": ordered()})
    assert only(drafts, LockLost) == LockLost("SR1-M1", "sight")
    assert envelope(drafts, LockLost) == ("STG-M61.4", "captain-sr1") and not state.missiles["SR1-M1"].lock


def test_lock_is_lost_with_the_launcher() -> None:
    """STG-M61.4: a Stingray that sinks guides nothing."""
    state = guided("TF2")
    drafts = play(state, {"SR1": ordered(1), "TF1": ordered(), "TF2": ordered()}, [1])
    assert only(drafts, LockLost) == LockLost("SR1-M1", "launcher gone")


# ---------------------------------------------------------------- the record


def test_hexes_since_the_last_turn() -> None:
    """STG-MOV.7, STG-MOV.12: counted on from move to move."""
    state = state_with(vessel("TF1", "1010", "N", 2))
    assert only(play(state, {"TF1": ordered(2)}), MoveLogged).since_turn == 3
    assert only(play(state, {"TF1": ordered(1, "S", 1)}), MoveLogged).since_turn == 1
    assert only(play(state, {"TF1": ordered(1, "S")}), MoveLogged) == MoveLogged("TF1", 1, 0, 0, 0, 0)


def test_supersub_remembers() -> None:
    """STG-SUP.1: the moves of its last acceleration, slowing and shift."""
    state = state_with(vessel("SS1", "1010", "N", 2), move=4)
    assert only(play(state, {"SS1": ordered(2, "S")}), MoveLogged) == MoveLogged("SS1", 3, 4, 5, 0, 5)
    assert only(play(state, {"SS1": ordered(2)}), MoveLogged) == MoveLogged("SS1", 2, 6, 5, 6, 5)
