"""STG-POW: what a Stingray's plant and batteries pay for."""

from __future__ import annotations

from typing import Any

import pytest

from events.stingray.contacts import MessageHeard
from events.stingray.orders import Armed, PlanFixed, PowerAllocated
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.state import Mine, State
from pbem.games.stingray.model.tables import TERRAINIANS
from pbem.games.stingray.rules.lock import lock_orders
from pbem.games.stingray.rules.sequence import play
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from tests.rulebook.stingray.builders.one_step import envelope, only, state_with, told, vessel
from tests.rulebook.stingray.builders.vessel_orders import begun, sheet, turn_of

W19 = "MOVE 4; PREP STING 1; LAUNCH STING 1 AT TF1; LOAD 2 WITH MK7; SCAN 1 2"


def stingray(**changes: Any) -> State:
    """A Stingray under one seat, a Mk61 in tube 1 and nothing in tube 2, and a mine of its side."""
    speed = changes.pop("speed", 4)
    state = state_with(vessel("SR1", "1010", "N", speed, **{"tubes": {"1": "MK61"}, **changes}), vessel("TF1", "1030"))
    state.mines["MN1"] = Mine("MN1", TERRAINIANS, parse_label("1110"))
    return state


def allocated(text: str, **changes: Any) -> tuple[PowerAllocated, TurnScratch]:
    """What is funded of these orders."""
    scratch = begun(stingray(**changes), text)
    return only(scratch.turn.drafts, PowerAllocated), scratch


def test_all_is_funded() -> None:
    """STG-POW.2, STG-POW.3, STG-POW.6: worked example W19: demand 10 is plant 6 and battery 4."""
    power, scratch = allocated(W19, battery=4)
    assert power.items == {"LIFE": 1, "MOVE": 4, "PREP": 1, "LAUNCH": 1, "SCAN": 2, "LOAD": 1}
    assert (power.output, power.drawn, power.dropped, power.zones) == (6, 4, [], ["1", "2"])
    assert scratch.state.vessels["SR1"].battery == 0
    assert envelope(scratch.turn.drafts, PowerAllocated) == ("STG-POW.6", "captain-sr1")


def test_what_cannot_be_paid_is_dropped() -> None:
    """STG-POW.6: worked example W19 with battery 2: the second zone and LOAD are dropped, battery 0."""
    power, scratch = allocated(W19, battery=2)
    assert power.items == {"LIFE": 1, "MOVE": 4, "PREP": 1, "LAUNCH": 1, "SCAN": 1}
    assert (power.dropped, power.zones) == (["SCAN (1 zone)", "LOAD 2"], ["1"])
    orders = scratch.orders["SR1"]
    assert (orders.plan, orders.preps, len(orders.launches), orders.loads) == (Plan((4,)), ["1"], 1, [])
    assert scratch.state.vessels["SR1"].battery == 0


def test_nothing_is_drawn_while_the_plant_suffices() -> None:
    """STG-POW.3, STG-POW.4: worked example W19, speed 2 and SCAN OFF: 3 spent, so a surplus of 3 remains to be stored."""
    power, scratch = allocated("MOVE 2; SCAN OFF", battery=9)
    assert power.output - sum(power.items.values()) == 3
    assert (power.drawn, scratch.state.vessels["SR1"].battery) == (0, 9)


@pytest.mark.parametrize(("hits", "output"), [(0, 6), (1, 3), (2, 1), (3, 0)])
def test_plant_output(hits: int, output: int) -> None:
    """STG-POW.1, STG-SPH.3: 6 APU, halved by each hit on the reactor."""
    power, _ = allocated("HALT", speed=0, specials={"REACTOR": hits})
    assert power.output == output


def test_the_plant_may_be_set_lower() -> None:
    """STG-POW.1: POWER n, but never above what the plant can give."""
    assert allocated("HALT; POWER 2", speed=0)[0].output == 2
    assert allocated("HALT; POWER 0", speed=0)[0].drawn == 1
    assert allocated("HALT; POWER 5", speed=0, specials={"REACTOR": 1})[0].output == 3


def test_batteries_come_second_and_only_so_far() -> None:
    """STG-POW.3: at most BATTERY n; STG-SPH.4: nothing while the batteries are out."""
    text = "MOVE 6; SCAN 1 2 3"
    assert allocated(text, battery=5)[0].drawn == 4
    assert allocated(f"{text}; BATTERY 2", battery=5)[0].drawn == 2
    assert allocated(text, battery=5, specials={"BATTERY": 1})[0].drawn == 0


def test_each_item_costs_one() -> None:
    """STG-POW.2: table 2.5."""
    text = "HALT; LAUNCH STING 2; DECOY; DECOY IN PHASE 2; SCAN 1, HALF 2 3; LOAD 1 WITH MK7; MINE MN1 OFF; COMMS ON; NAV ON"
    power, scratch = allocated(text, speed=0, battery=10, tubes={"2": "MK7"})
    assert power.items == {"LIFE": 1, "LAUNCH": 1, "DECOY": 2, "SCAN": 2, "LOAD": 1, "MINE": 1, "COMMS": 1, "NAV": 1}
    orders = scratch.orders["SR1"]
    assert (len(orders.decoys), len(orders.codes), orders.comms, orders.nav, orders.life) == (2, 1, True, True, True)


def test_launches_and_preparations_ask_of_themselves() -> None:
    """STG-SEA.4: no power order is needed for them, nor for movement. Several launch orders for one tube cost one launch."""
    power, _ = allocated("MOVE 2; PREP STING 1; LAUNCH STING 1 AT TF1; LAUNCH STING 1 AT TF2; SCAN OFF")
    assert power.items == {"LIFE": 1, "MOVE": 2, "PREP": 1, "LAUNCH": 1}


def test_priority() -> None:
    """STG-POW.6: the items named come first, the others follow in their default order."""
    text = "MOVE 4; SCAN 1 2 3; NAV ON; COMMS ON; BATTERY 0"
    assert allocated(text)[0].items == {"LIFE": 1, "MOVE": 4, "SCAN": 1}
    power, _ = allocated(f"{text}; PRIORITY NAV, SCAN")
    assert power.items == {"NAV": 1, "SCAN": 3, "LIFE": 1, "MOVE": 1}
    assert power.dropped == ["MOVE (3 hexes)", "COMMS"]


def test_after_a_dropped_item_the_next_is_tried() -> None:
    """STG-POW.6: a free second half zone is funded though there is nothing left; tube 1 comes before tube 2."""
    power, _ = allocated("HALT; SCAN 1, HALF 2 3; LOAD 2 WITH MK7; LOAD 1 WITH MK7; POWER 3; BATTERY 1", speed=0, tubes={})
    assert power.zones == ["1", "h2", "h3"]
    assert power.dropped == ["LOAD 2"]


def test_half_zones_go_in_pairs() -> None:
    """STG-POW.6, STG-SCN.1: two to half range for one APU, whatever is between them; an odd one pays in full."""
    assert allocated("HALT; SCAN HALF 1 2 3", speed=0)[0].items["SCAN"] == 2
    assert allocated("HALT; SCAN HALF 1, FULL 4, HALF 2", speed=0)[0].items["SCAN"] == 2
    power, _ = allocated("HALT; SCAN HALF 1 2 3; POWER 2; BATTERY 0", speed=0)
    assert (power.zones, power.dropped) == (["h1", "h2"], ["SCAN (1 zone)"])


def test_a_launch_that_stays_unarmed_is_dropped() -> None:
    """STG-POW.6: and its APU are there for other items."""
    power, scratch = allocated("MOVE 4; LAUNCH STING 1 AT TF1; SCAN 1; BATTERY 0")
    assert power.items == {"LIFE": 1, "MOVE": 4, "SCAN": 1}
    assert power.dropped == ["LAUNCH 1 (its Mk61 is not armed)"]
    assert scratch.orders["SR1"].launches == []


def test_an_armed_missile_needs_no_preparation() -> None:
    """STG-POW.6, STG-LAU.7: it stays armed in its tube."""
    state = stingray()
    state.vessels["SR1"].launchers["1"].armed = True
    scratch = begun(state, "MOVE 4; LAUNCH STING 1 AT TF1")
    assert only(scratch.turn.drafts, PowerAllocated).items["LAUNCH"] == 1


def test_preparation_takes_effect_at_once() -> None:
    """STG-LAU.6: PREP works in step 1, and only the crew knows."""
    _, scratch = allocated("MOVE 2; PREP STING 1")
    assert scratch.state.vessels["SR1"].launchers["1"].armed
    assert envelope(scratch.turn.drafts, Armed) == ("STG-LAU.6", "captain-sr1")
    assert not told(allocated("MOVE 4; PREP STING 1; BATTERY 0; PRIORITY MOVE, SCAN; SCAN 1 2")[1].turn.drafts, Armed)


def test_one_apu_a_hex() -> None:
    """STG-POW.5: of ordered speed; turning is free."""
    assert allocated("MOVE 2 S 2")[0].items["MOVE"] == 4
    assert "MOVE" not in allocated("HALT", speed=2)[0].items


def test_a_vessel_without_power_moves_the_funded_hexes() -> None:
    """STG-POW.7: even beyond its deceleration; hexes are cut from the end of the plan."""
    power, scratch = allocated("MOVE 2 S 4; POWER 3; BATTERY 0", speed=6)
    assert (power.items, power.dropped) == ({"LIFE": 1, "MOVE": 2}, ["MOVE (4 hexes)"])
    assert scratch.orders["SR1"].plan == Plan((2, "S"))


def test_engines_hold_the_speed_down() -> None:
    """STG-POW.7: but not below the lowest legal speed."""
    assert allocated("MOVE 5; ENGINES 3")[1].orders["SR1"].plan == Plan((3,))
    power, scratch = allocated("MOVE 5; ENGINES 0")
    assert scratch.orders["SR1"].plan == Plan((2,))
    assert (power.items["MOVE"], power.dropped) == (2, [])


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("HALT", ["h1", "h2", "h6", "h3", "h5", "h4"]),
        ("MOVE 3", ["h1", "h2", "h6", "h3"]),
        ("MOVE 4", ["h1", "h2"]),
        ("MOVE 5", []),
        ("HALT; POWER 3", ["h1", "h2", "h6", "h3"]),
        ("HALT; SCAN OFF", []),
        ("HALT; SCAN 4", ["4"]),
    ],
)
def test_the_default_scan(text: str, zones: list[str]) -> None:
    """Section 6, STG-SCN.1: without a SCAN order, half-range zones from what the plant has left, at most 3 APU, no battery."""
    power, _ = allocated(text, speed=2, battery=10)
    assert (power.zones, power.drawn) == (zones, 0)
    assert power.items.get("SCAN", 0) == (len(zones) + 1) // 2


def test_a_damaged_sonar_is_not_powered() -> None:
    """STG-SPH.4: no scan, so no APU for one."""
    assert allocated("HALT", speed=0, specials={"SONAR": 1})[0].zones == []


def test_life_support_off_saves_one() -> None:
    """STG-POW.8: with a suited crew."""
    assert "LIFE" not in allocated("HALT; LIFE OFF; SCAN OFF", speed=0, suited=True)[0].items
    assert "LIFE" in allocated("HALT; LIFE OFF; SCAN OFF", speed=0)[0].items


def test_life_support_may_lack_power() -> None:
    """STG-POW.9: then it is dropped like anything else, and the order no longer stands."""
    power, scratch = allocated("HALT; POWER 0; BATTERY 0", speed=0)
    assert (power.dropped, scratch.orders["SR1"].life) == (["LIFE"], False)


@pytest.mark.parametrize(
    ("text", "options", "changes", "fix"),
    [
        ("NAV ON", {}, {}, True),
        ("", {}, {}, False),
        ("NAV ON; MOVE 4; PRIORITY MOVE; POWER 4; BATTERY 0", {}, {}, False),
        ("NAV ON", {}, {"specials": {"NAV": 1}}, False),
        ("", {"nav-matters": "off"}, {"specials": {"NAV": 1}}, True),
    ],
)
def test_a_fix_needs_funded_and_undamaged_aids(text: str, options: dict[str, str], changes: dict[str, Any], fix: bool) -> None:
    """STG-NAV.1: NAV funded and whole; option nav-matters=off; SS and fish always have one."""
    state = state_with(vessel("SR1", "1010", "N", 4, **changes), vessel("SS1", "2020"), vessel("TF1", "1030"), options=options)
    turn = turn_of(state)
    orders = lock_orders(turn, {"captain-sr1": sheet("SR1", text)})
    play(turn, orders, {})
    fixes = {event.vessel: event.fix for event in told(turn.drafts, PlanFixed)}
    assert fixes == {"SR1": fix, "SS1": True, "TF1": True}


def test_a_supersub_pays_for_nothing() -> None:
    """STG-POW.11: no allocation; it has comms when it wants them."""
    state = state_with(vessel("SS1", "1010"), vessel("SR1", "1030"), vessel("TF1", "3030"))
    turn = turn_of(state)
    play(turn, lock_orders(turn, {"captain-ss1": sheet("SS1", "COMMS ON; MSG HQ: all well")}), {})
    assert [event.vessel for event in told(turn.drafts, PowerAllocated)] == ["SR1"]
    assert only(turn.drafts, MessageHeard).sender == "HQ"
