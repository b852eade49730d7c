"""STG-SEA and section 3 step 0: two seats, one vessel; standing orders; what is illegal when the move begins."""

from __future__ import annotations

from typing import Any

import pytest

from events.stingray.orders import OrdersTaken, StandingChanged
from pbem.core.geometry.hexes import parse_label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.language.lines import read_lines
from pbem.games.stingray.model.orders import ITEMS, Load, Plan, Scan, Standing, VesselOrders
from pbem.games.stingray.model.state import Mine, State
from pbem.games.stingray.model.tables import AQUAPHIBIANS
from pbem.games.stingray.rules.lock import owner
from tests.rulebook.stingray.builders.one_step import envelope, state_with, told, vessel
from tests.rulebook.stingray.builders.vessel_orders import CAPTAIN, COPILOT, locked, sheet


def stingray(**changes: Any) -> State:
    """A Stingray with two seats, and fish far away."""
    return state_with(vessel("SR1", "1010", "N", 3, copilot=True, **changes), vessel("TF1", "2030"), vessel("TF2", "2031"))


def ordered(state: State, captain: str, copilot: str = "") -> tuple[VesselOrders, OrdersTaken]:
    """What SR1 does, and what its crew is told."""
    taken, drafts = locked(state, {CAPTAIN: sheet("SR1", captain), COPILOT: sheet("SR1", copilot)})
    return taken["SR1"], next(event for event in told(drafts, OrdersTaken) if event.vessel == "SR1")


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        *((text, "Captain") for text in ("MOVE 2 S 2", "OVER", "LEAP EVADE", "RAM TF1", "LAUNCH STING 1 AT TF1", "DECOY")),
        *((text, "Captain") for text in ("ARMING 4", "LOADOUT TUBE 1 MK7")),
        *((text, "Co-Pilot") for text in ("POWER 3", "ENGINES 2", "BATTERY 1", "STORE ALL", "LIFE OFF", "SUITS ON")),
        *((text, "Co-Pilot") for text in ("LOAD 1 WITH MK7", "PREP STING 1", "AIM AT TF1", "STEER M1 DIRECT", "SCAN 1")),
        *((text, "Co-Pilot") for text in ("COMMS ON", "NAV ON", "MINE MN1 ON", "REPAIR NAV", "PRIORITY MOVE")),
        *((text, "") for text in ("MSG SR2: well", "PASS")),
    ],
)
def test_every_order_is_one_seats_own(text: str, whose: str) -> None:
    """STG-SEA.1: the Captain's orders, the Co-Pilot's, and those of either."""
    (order,) = read_lines((text,))
    assert not isinstance(order, Standing)
    assert owner(order) == whose


def test_the_owners_order_of_a_kind_prevails() -> None:
    """STG-SEA.2: each of both seats orders both; SCAN is the Co-Pilot's, movement the Captain's. Both are told."""
    orders, taken = ordered(stingray(), "MOVE 3; SCAN 1", "MOVE 4; SCAN 2")
    assert orders.plan == Plan((3,))
    assert orders.scan == Scan(((2, False),))
    assert taken.orders == ["MOVE 3", "SCAN 2"]
    assert sorted(taken.remarks) == ["MOVE 4: the Captain's order stands", "SCAN 1: the Co-Pilot's order stands"]


def test_the_others_order_serves_where_the_owner_is_silent() -> None:
    """STG-SEA.2: of a kind that the owner has not given; kinds are told apart by tube, mine and switch."""
    orders, taken = ordered(
        stingray(), "MOVE 3; LOAD 1 WITH MK7; LOAD 2 WITH MK7; COMMS ON; SCAN 1", "LOAD 2 WITH MINE; NAV ON; DECOY"
    )
    assert orders.loads == [Load("1", "MK7"), Load("2", "MINE")]
    assert (orders.comms, orders.nav) == (True, True)
    assert orders.scan == Scan(((1, False),))
    assert len(orders.decoys) == 1
    assert taken.remarks == ["LOAD 2 WITH MK7: the Co-Pilot's order stands"]


def test_over_belongs_to_the_movement_plan() -> None:
    """STG-SEA.2: OVER is of the kind of the plan it is written with, so a Captain's plan is never sent over by the other."""
    orders, _ = ordered(stingray(), "MOVE 5", "OVER")
    assert (orders.plan, orders.over) == (Plan((5,)), False)
    orders, _ = ordered(stingray(), "MOVE 5; OVER")
    assert (orders.plan, orders.over) == (Plan((5,)), True)


def test_a_seat_without_orders_leaves_the_defaults() -> None:
    """Section 6 and STG-SEA.2: life support on, comms and nav off, everything stored, the default priority; no launch."""
    orders, _ = ordered(stingray(), "")
    assert (orders.plan, orders.scan, orders.power, orders.store, orders.repair) == (None, None, None, None, None)
    assert (orders.life, orders.comms, orders.nav, orders.suits) == (True, False, False, None)
    assert orders.priority == ITEMS
    assert not orders.launches and not orders.decoys and not orders.over and not orders.ram


def test_messages_of_both_seats_are_sent() -> None:
    """STG-SEA.1: MSG is for either seat, and none takes the other's place."""
    orders, taken = ordered(stingray(), "MSG SR2: one; MSG HQ: two", "MSG SR2: three")
    assert [message.text for message in orders.messages] == ["one", "two", "three"]
    assert not taken.remarks


def test_the_orders_taken_are_for_the_crew_alone() -> None:
    """STG-SEA.3: both seats of a crew read what the vessel does, once the move is played, and nobody else."""
    _, drafts = locked(stingray(), {CAPTAIN: sheet("SR1", "MOVE 3"), COPILOT: sheet("SR1", "SCAN OFF")})
    assert envelope(drafts, OrdersTaken) == ("STG-SEA.2", "sr1")


# ---------------------------------------------------------------- standing orders


def test_standing_orders_run_until_one_of_their_kind_is_given() -> None:
    """STG-SEA.1 and section 5: repeated every move, unless the same seat orders that kind for this one."""
    orders, _ = ordered(stingray(), "", "STANDING SCAN 1; STANDING NAV ON")
    assert (orders.scan, orders.nav) == (Scan(((1, False),)), True)
    orders, _ = ordered(stingray(), "", "SCAN 2; STANDING SCAN 1; STANDING NAV ON")
    assert (orders.scan, orders.nav) == (Scan(((2, False),)), True)


def test_a_standing_order_of_the_owner_is_an_order() -> None:
    """STG-SEA.2: it is sent again every move, so it prevails over the other seat."""
    orders, _ = ordered(stingray(), "SCAN 3", "STANDING SCAN 1")
    assert orders.scan == Scan(((1, False),))


def test_a_changed_list_of_standing_orders_is_kept() -> None:
    """STG-SEA.1: by seat, in the lines of a sheet; an unchanged list is no event."""
    state = stingray()
    lists = {CAPTAIN: sheet("SR1", "MOVE 3; STANDING DECOY IF MISSILE WITHIN 2"), COPILOT: sheet("SR1", "STANDING NAV ON")}
    _, drafts = locked(state, lists)
    assert told(drafts, StandingChanged) == [
        StandingChanged("SR1", CAPTAIN, ["STANDING DECOY IF MISSILE WITHIN 2"]),
        StandingChanged("SR1", COPILOT, ["STANDING NAV ON"]),
    ]
    assert envelope(drafts, StandingChanged) == ("STG-SEA.1", "sr1")
    _, drafts = locked(state, lists)
    assert told(drafts, StandingChanged) == []
    _, drafts = locked(state, {CAPTAIN: sheet("SR1", ""), COPILOT: lists[COPILOT]})
    assert told(drafts, StandingChanged) == [StandingChanged("SR1", CAPTAIN, [])]
    assert state.vessels["SR1"].standing == {COPILOT: ["STANDING NAV ON"]}


# ---------------------------------------------------------------- a silent Co-Pilot


def test_a_silent_copilot_prepares_what_the_captain_launches() -> None:
    """Section 6: PREP is added for an unarmed Mk61; standing orders alone are silence."""
    state = stingray(tubes={"1": "MK61", "2": "MK61"})
    orders, taken = ordered(state, "LAUNCH STING 1 AT TF1", "STANDING NAV ON")
    assert orders.preps == ["1"]
    assert taken.orders == ["LAUNCH STING 1 AT TF1", "NAV ON", "PREP STING 1"]
    assert taken.remarks == ["PREP STING 1 is added: the Co-Pilot is silent"]


@pytest.mark.parametrize("copilot", ["PASS", "SCAN 1", "PREP STING 2"])
def test_a_copilot_who_orders_decides_alone(copilot: str) -> None:
    """Section 6: nothing is added to their orders."""
    orders, _ = ordered(stingray(tubes={"1": "MK61", "2": "MK61"}), "LAUNCH STING 1 AT TF1", copilot)
    assert "1" not in orders.preps


def test_one_seat_prepares_for_itself() -> None:
    """Section 6: the rule is for a seat that did not report; one that holds both has."""
    state = state_with(vessel("SR1", "1010", tubes={"1": "MK61"}), vessel("TF1", "2030"))
    taken, _ = locked(state, {CAPTAIN: sheet("SR1", "LAUNCH STING 1 AT TF1")})
    assert taken["SR1"].preps == []


def test_a_missile_is_prepared_once() -> None:
    """STG-LAU.7, STG-POW.2: a second PREP for a tube, or one for an armed missile, would only cost power."""
    orders, taken = ordered(stingray(tubes={"1": "MK61"}), "PREP STING 1", "PREP STING 1; PREP STING 1")
    assert orders.preps == ["1"]
    assert "PREP STING 1: the Mk61 in tube 1 is armed already" in taken.remarks


def test_prep_without_a_number_is_for_the_lowest_unarmed_tube() -> None:
    """Section 5: PREP."""
    orders, _ = ordered(stingray(tubes={"1": "MK7", "2": "MK61"}), "", "PREP")
    assert orders.preps == ["2"]


# ---------------------------------------------------------------- illegal by now


@pytest.mark.parametrize(
    ("changes", "text", "why"),
    [
        ({}, "LAUNCH STING 1 AT TF1", "tube 1 is empty"),
        ({"tubes": {"1": "MK7"}, "specials": {"TUBE1": 1}}, "LAUNCH STING 1 AT TF1", "tube 1 is out of action"),
        ({"tubes": {"1": "MK61"}}, "LAUNCH STING 1", "a Mk61 needs a target"),
        ({"tubes": {"1": "MK7"}}, "PREP STING 1", "tube 1 holds no Mk61"),
        ({"tubes": {"1": "MK7"}}, "LOAD 1 WITH MK61", "tube 1 is loaded"),
        ({"stores": {"MK61": 1, "MK7": 8, "MINE": 4}, "tubes": {"2": "MK61"}}, "LOAD 1 WITH MK61", "no MK61 left"),
        ({"stores": {"DECOY": 0}}, "DECOY", "no SonaDecoys left"),
        ({}, "RAM SR2", "SR2 is on your side"),
        ({}, "STEER M1 DIRECT", "M1 is not under guidance"),
        ({}, "MINE AM1 ON", "AM1 is not one of ours"),
        ({}, "MINE MN7 ON", "MN7 is not one of ours"),
        ({}, "LIFE OFF", "the crew must be suited"),
        ({}, "SUITS OFF", "the crew is not suited"),
        ({"suited": True}, "SUITS ON", "the crew is already suited"),
        ({"specials": {"COMMS": 1}}, "COMMS ON", "COMMS is damaged"),
        ({"specials": {"NAV": 1}}, "NAV ON", "NAV is damaged"),
        ({"specials": {"SONAR": 1}}, "SCAN 1", "the sonar is damaged"),
    ],
)
def test_what_is_illegal_by_now_is_left_out(changes: dict[str, Any], text: str, why: str) -> None:
    """Section 3 step 0 and STG-SEA.2: an order that cannot be carried out is dropped, and the crew is told."""
    state = stingray(**changes)
    state.mines["AM1"] = Mine("AM1", AQUAPHIBIANS, parse_label("1011"))
    _, taken = ordered(state, text, "PASS")
    assert taken.orders == []
    assert taken.remarks == [f"{text}: {why}"]


def test_aims_are_read_before_launches() -> None:
    """STG-M61.2: the Co-Pilot's AIM gives the Captain's launch its target."""
    orders, taken = ordered(stingray(tubes={"1": "MK61"}), "LAUNCH STING 1", "AIM AT TF1; PREP STING 1")
    assert len(orders.launches) == 1
    assert taken.remarks == []


def test_one_leap_a_move() -> None:
    """STG-LEP.1: an evading leap beside OVER, or where the option forbids it, is left out."""
    orders, taken = ordered(stingray(), "LEAP EVADE; MOVE 5; OVER")
    assert (orders.leap, orders.over) == (None, True)
    assert taken.remarks == ["LEAP EVADE: one leap a move: OVER is ordered too"]
    state = stingray()
    state.options["leap-evade"] = "off"
    assert ordered(state, "LEAP EVADE")[0].leap is None


def test_decoys_are_only_dropped_from_store() -> None:
    """STG-DEC.3, STG-DEC.4: as many as are left; from a SuperSub one a move, and it must be said where."""
    orders, _ = ordered(stingray(stores={"DECOY": 1}), "DECOY; DECOY IN PHASE 3")
    assert len(orders.decoys) == 1
    state = state_with(vessel("SS1", "1010"), vessel("TF1", "2030"))
    taken, _ = locked(state, {"captain-ss1": sheet("SS1", "DECOY; DECOY NE; DECOY SW")})
    assert [decoy.where for decoy in taken["SS1"].decoys] == ["NE"]


def test_a_fish_launches_what_it_has() -> None:
    """STG-LAU.1, STG-LAU.10: not while it reloads, not without missiles or mines, not from a damaged launcher."""

    def launches(text: str, **changes: Any) -> int:
        taken, _ = locked(state_with(vessel("TF1", "1010", **changes)), {"fish": sheet("TF1", text)})
        return len(taken["TF1"].launches)

    assert launches("LAUNCH") == launches("LAUNCH MINE") == 1
    assert launches("LAUNCH", tubes={"LAUNCHER": ""}) == 0
    assert launches("LAUNCH", stores={"TERROR": 0, "MINE": 1}) == 0
    assert launches("LAUNCH MINE", stores={"TERROR": 3, "MINE": 0}) == 0
    assert launches("LAUNCH", specials={"LAUNCHER": 1}) == 0


def test_reload_off() -> None:
    """STG-LAU.2: nostrils reload by default."""
    state = state_with(vessel("MF1", "1010"), vessel("SR1", "2020"))
    assert locked(state, {"fish": sheet("MF1", "RELOAD PORT")})[0]["MF1"].reload_off is False
    assert locked(state, {"fish": sheet("MF1", "RELOAD OFF")})[0]["MF1"].reload_off is True


def test_a_dead_crew_takes_no_orders() -> None:
    """STG-CRW.3: of no kind."""
    sheets = {CAPTAIN: sheet("SR1", "MOVE 3; SCAN 1"), COPILOT: OrderSheet()}
    alive, drafts = locked(stingray(injuries=3), sheets)
    assert "SR1" in alive and "SR1" in [event.vessel for event in told(drafts, OrdersTaken)]
    taken, drafts = locked(stingray(injuries=4), sheets)
    assert "SR1" not in taken
    assert "SR1" not in [event.vessel for event in told(drafts, OrdersTaken)]


def test_a_fish_that_has_broken_off_only_talks_and_repairs() -> None:
    """STG-FUE.3: it ignores movement orders and never launches."""
    state = state_with(vessel("TF1", "1010", broken_off=True), vessel("SR1", "2020"))
    taken, drafts = locked(state, {"fish": sheet("TF1", "MOVE 2; LAUNCH; MSG TF2: farewell; REPAIR FUEL")})
    assert taken["TF1"].plan is None and taken["TF1"].launches == []
    assert told(drafts, OrdersTaken)[-1].orders == ["MSG TF2: farewell", "REPAIR FUEL"]


def test_gear_of_another_class() -> None:
    """STG-POW.11: power, scans and the like are a Stingray's; a SuperSub has comms."""
    state = state_with(vessel("SS1", "1010"), vessel("TF1", "2030"))
    taken, _ = locked(
        state, {"captain-ss1": sheet("SS1", "COMMS ON; SCAN 1; LIFE OFF"), "fish": sheet("TF1", "POWER 2; NAV ON")}
    )
    assert (taken["SS1"].comms, taken["SS1"].scan, taken["SS1"].life) == (True, None, True)
    assert (taken["TF1"].power, taken["TF1"].nav) == (None, False)
