"""Step 3: launches, aims, flight."""

from __future__ import annotations

from fractions import Fraction

import pytest

from events.wet_thrust.flying import Alongside, CastOff, Flew, FlewHome, TookOff
from events.wet_thrust.sailing import OrderLapsed
from pbem.core.geometry.tabletop import distance, within
from pbem.games.wet_thrust.model.orders import (
    Aim,
    Cap,
    Escort,
    Go,
    Intercept,
    Orbit,
    Recover,
    Return,
    ShipOrders,
    Spotting,
    Strike,
)
from pbem.games.wet_thrust.rules.air import flights
from pbem.games.wet_thrust.rules.air.flights import Attacker, Side
from tests.rulebook.wet_thrust.builders.aircraft import TURN, FlightStep
from tests.rulebook.wet_thrust.builders.ships import Placement, mils, state_with

GRZ: Placement = ((0, 0), 12, 6)
ARK: Placement = ((0, 0), 12, 6)


def flown(played: FlightStep) -> FlightStep:
    """After step 3, which rolls no dice."""
    flights.step(played.scratch)
    assert played.rolls() == []
    return played


# ---------------------------------------------------------------- 3.1 launches


def test_launch_and_attack_in_one_turn() -> None:
    """WT-11.6, WT-11.7: launched at the carrier's new position, with a reach of 8 inches, and attacking if that suffices."""
    ships: dict[str, Placement] = {"GRZ": GRZ, "ARK": ((0, 8), 3, 6), "SHE": ((0, 9), 3, 6)}
    orders = {
        "GRZ": ShipOrders(launch=("GRZ-DB1", "GRZ-DB2")),
        "GRZ-DB1": Strike(("ARK",)),
        "GRZ-DB2": Strike(("SHE",)),
    }
    played = flown(FlightStep(ships, orders=orders))
    took_off = played.told(TookOff)[0]
    assert (took_off.squadron, took_off.carrier, took_off.aircraft, took_off.at) == ("GRZ-DB1", "GRZ", 6, [0, 0])
    assert (played.at("GRZ-DB1"), played.at("GRZ-DB2")) == (mils(0, 8), mils(0, 8))
    assert flights.attacks(played.scratch) == [Attacker("GRZ-DB1", "ARK")]
    assert played.why(TookOff)[0] == ("WT-11.6", "*")
    assert flights.reach(played["GRZ-DB1"], TURN) == 8 and flights.reach(played["GRZ-DB1"], TURN + 1) == 16


def test_a_carrier_launches_two() -> None:
    """WT-11.5: at most two squadrons in one turn, a plane counting as one; the third order comes to nothing."""
    played = flown(FlightStep({"ARK": ARK}, orders={"ARK": ShipOrders(launch=("ARK-R1", "ARK-T1", "ARK-F1"))}))
    assert [event.squadron for event in played.told(TookOff)] == ["ARK-R1", "ARK-T1"]
    lapsed = played.told(OrderLapsed)[0]
    assert (lapsed.unit, lapsed.why) == ("ARK", "no more can be launched in one turn")
    assert played.why(OrderLapsed) == [("WT-11.5", "british")]


def test_other_ships_launch_one_plane() -> None:
    """WT-6.2, WT-6.3: ships that are no carriers have planes, and launch one a turn at any speed."""
    played = flown(FlightStep({"BIS": ((0, 0), 12, 8)}, orders={"BIS": ShipOrders(launch=("BIS-R1", "BIS-R2"))}))
    assert [event.squadron for event in played.told(TookOff)] == ["BIS-R1"]
    assert played.why(TookOff) == [("WT-6.3", "*")]
    assert played["BIS-R1"].airborne and played["BIS-R2"].place == "aboard"


def test_squadrons_fly_from_carriers_only() -> None:
    """WT-11.1: a squadron that is aboard another ship is not launched."""
    played = FlightStep({"ARK": ARK, "SHE": ((0, 9), 3, 6)}, orders={"SHE": ShipOrders(launch=("ARK-F1",))})
    played["ARK-F1"].home = "SHE"
    assert flown(played).told(TookOff) == []
    assert played.told(OrderLapsed)[0].why == "only carriers launch squadrons"


def test_no_launch_without_a_bridge() -> None:
    """WT-15.3: a ship that is not in command launches nothing."""
    played = flown(FlightStep({"ARK": ARK}, orders={"ARK": ShipOrders(launch=("ARK-F1",), commanded=False)}))
    assert played.told(TookOff) == [] and played.told(OrderLapsed)[0].why == "the bridge is out"


def test_no_launch_while_rearming() -> None:
    """WT-11.4, WT-11.11: a squadron is launched from the turn in which it is ready, not before, and never twice."""
    played = FlightStep({"ARK": ARK}, {"ARK-T1": (0, 8)}, {"ARK": ShipOrders(launch=("ARK-T1", "ARK-T2", "ARK-T3"))})
    played["ARK-T2"].deck.ready, played["ARK-T3"].deck.ready = TURN + 1, TURN
    assert [event.squadron for event in flown(played).told(TookOff)] == ["ARK-T3"]
    whys = [event.why for event in played.told(OrderLapsed)]
    assert whys == ["it is not ready aboard", f"it rearms until game turn {TURN + 1}"]


def test_no_aim_at_launch() -> None:
    """WT-11.6: CAP, or no aim, stays at the carrier in the turn of the launch."""
    orders = {"ARK": ShipOrders(launch=("ARK-F1", "ARK-T1")), "ARK-F1": Cap()}
    played = flown(FlightStep({"ARK": ((3, 4), 12, 6)}, orders=orders))
    assert played.at("ARK-F1") == played.at("ARK-T1") == mils(3, 4)
    assert played.told(Flew) == [] and played.scratch.landing == {}


def test_land_based_bombers_enter() -> None:
    """WT-13.7: on their turn they come in at their edge point and fly 16 inches at once; not before it."""
    ships: dict[str, Placement] = {"ARK": ARK, "GRZ": ((50, 50), 12, 6)}
    played = flown(FlightStep(ships, orders={"LB1": Strike(("ARK",))}, bombers=(0, 40)))
    event = played.told(TookOff)[0]
    assert (event.squadron, event.carrier, event.at) == ("LB1", "", [0, 40000])
    assert played.at("LB1") == mils(0, 24) and played.why(TookOff) == [("WT-13.7", "*")]
    early = flown(FlightStep(ships, orders={"LB1": Strike(("ARK",))}, bombers=(0, 40), enters=TURN + 1))
    assert early.told(TookOff) == [] and early["LB1"].place == "waiting"


# ---------------------------------------------------------------- 3.2 strikes


def test_worked_example_18() -> None:
    """WT-11.2 (worked example 18): 16 inches is a radius: a ship 15.62 inches away is reached."""
    played = flown(FlightStep({"GRZ": GRZ, "HOO": ((12, 10), 3, 6)}, {"GRZ-DB1": (0, 0)}, {"GRZ-DB1": Strike(("HOO",))}))
    assert played.at("GRZ-DB1") == mils(12, 10)
    assert played.told(Flew) == [Flew("GRZ-DB1", [0, 0], [12000, 10000])]
    assert flights.attacks(played.scratch) == [Attacker("GRZ-DB1", "HOO")]


def test_out_of_reach() -> None:
    """WT-11.7: a target beyond 16 inches is flown at in a straight line, and not attacked yet."""
    played = flown(FlightStep({"GRZ": GRZ, "HOO": ((12, 16), 3, 6)}, {"GRZ-DB1": (0, 0)}, {"GRZ-DB1": Strike(("HOO",))}))
    assert played.at("GRZ-DB1") == mils(9.6, 12.8) and flights.attacks(played.scratch) == []


def test_the_next_target() -> None:
    """WT-11.15, WT-13.1: ELSE: the first target in play; a ship that is gone and a boat below the surface are none."""
    ships: dict[str, Placement] = {"ARK": ARK, "BIS": ((0, 9), 3, 6), "U47": ((4, 0), 3, 1), "PEU": ((8, 0), 3, 6)}
    aim = Strike(("BIS", "U47", "PEU"), Fraction(2))
    played = FlightStep(ships, {"ARK-T1": (0, 0)}, {"ARK-T1": aim}, modes={"U47": "periscope"})
    played.ship("BIS").fate = "lost"
    flown(played)
    assert flights.attacks(played.scratch) == [Attacker("ARK-T1", "PEU")]


def test_nobody_attacks_their_own() -> None:
    """WT-13.1: only enemy vessels are targets."""
    played = flown(FlightStep({"ARK": ARK, "SHE": ((4, 0), 3, 6)}, {"ARK-T1": (0, 0)}, {"ARK-T1": Strike(("SHE",))}))
    assert flights.attacks(played.scratch) == []


def test_a_spent_squadron_does_not_attack_again() -> None:
    """WT-11.10: it must return, whatever its aim says."""
    played = FlightStep({"ARK": ARK, "BIS": ((0, 20), 3, 6)}, {"ARK-T1": (0, 16)}, {"ARK-T1": Strike(("BIS",))})
    played["ARK-T1"].deck.spent = True
    assert flown(played).at("ARK-T1") == mils(0, 0)
    assert flights.attacks(played.scratch) == [] and played.scratch.landing == {"ARK-T1": "ARK"}


# ---------------------------------------------------------------- WT-13.2 torpedo attack positions


@pytest.mark.parametrize(
    ("side", "wanted", "place"),
    [
        ("", None, (-4, 0)),
        ("PORT", Fraction(6), (-6, 0)),
        ("STARBOARD", Fraction(5, 2), (2.5, 0)),
        ("BOW", None, (0, 4)),
        ("STERN", Fraction(8), (0, -8)),
    ],
)
def test_attack_position(side: Side, wanted: Fraction | None, place: tuple[float, float]) -> None:
    """WT-13.2: at the wanted range on the wanted side; by default 4 inches off the nearer beam."""
    target = state_with({"BIS": ((0, 0), 12, 6)}).ships["BIS"]
    assert flights.torpedo_place(mils(-10, 3), 16, target, wanted, side) == (mils(*place), True)


def test_both_beams_are_equally_near() -> None:
    """WT-13.2: then the port beam."""
    target = state_with({"BIS": ((0, 0), 6, 6)}).ships["BIS"]
    assert flights.torpedo_place(mils(0, 10), 16, target) == (mils(4, 0), True)


@pytest.mark.parametrize("course", range(1, 13))
def test_rounding_never_lengthens_the_range(course: int) -> None:
    """WT-13.2, WT-10.6: 4 inches is the near band on every course, and 8 inches an attack."""
    target = state_with({"BIS": ((1.234, 5.678), course, 6)}).ships["BIS"]
    for inches in (Fraction(4), Fraction(8), Fraction(7, 3), Fraction(39, 10)):
        spot, attacks = flights.torpedo_place(mils(1.2, 5.1), 16, target, inches)
        assert attacks and within(spot, target.at, inches)
        assert distance(spot, target.at) > float(inches) * 1000 - 2


def test_straight_at_her() -> None:
    """WT-13.2: with the attack position out of reach, straight towards the target to the wanted range."""
    target = state_with({"BIS": ((0, 0), 12, 6)}).ships["BIS"]
    assert flights.torpedo_place(mils(0, 18), 16, target, Fraction(4), "STERN") == (mils(0, 4), True)
    assert flights.torpedo_place(mils(30, 40), 16, target, Fraction(4), "PORT") == (mils(20.4, 27.2), False)


@pytest.mark.parametrize(("far", "attacks"), [(23, True), (24, True), (24.001, False)])
def test_attack_within_eight_inches(far: float, attacks: bool) -> None:
    """WT-13.2, WT-10.1: short of the wanted range it attacks if it has come within 8 inches; exactly 8 is within."""
    target = state_with({"BIS": ((0, 0), 12, 6)}).ships["BIS"]
    spot, there = flights.torpedo_place(mils(0, far), 16, target, Fraction(4))
    assert (spot, there) == (mils(0, far - 16), attacks)


def test_nearer_than_wanted() -> None:
    """WT-13.2: nearer than the wanted range and unable to reach the position it stays where it is, and attacks from there."""
    target = state_with({"BIS": ((0, 0), 12, 6)}).ships["BIS"]
    assert flights.torpedo_place(mils(0, 3), 8, target, Fraction(7), "STERN") == (mils(0, 3), True)


def test_torpedo_bombers_launched_at_a_near_target() -> None:
    """WT-11.6, WT-11.7: in the turn of the launch the attack position must be within 8 inches."""
    orders = {"ARK": ShipOrders(launch=("ARK-T1",)), "ARK-T1": Strike(("BIS",), Fraction(4), "BOW")}
    played = flown(FlightStep({"ARK": ARK, "BIS": ((0, 11), 6, 6)}, orders=orders))
    assert played.at("ARK-T1") == mils(0, 7) and flights.attacks(played.scratch) == [Attacker("ARK-T1", "BIS")]


# ---------------------------------------------------------------- reconnaissance


@pytest.mark.parametrize(("start", "end"), [((0, 0), (0, 14)), ((0, 15), (0, 15)), ((0, 50), (0, 34)), ((0, 26), (0, 26))])
def test_spotting(start: tuple[float, float], end: tuple[float, float]) -> None:
    """WT-6.5, WT-6.4: straight to 6 inches from the target, at most 16; already within 6 inches it stays."""
    played = flown(FlightStep({"BIS": ((9, 9), 12, 6), "HOO": ((0, 20), 3, 6)}, {"BIS-R1": start}, {"BIS-R1": Spotting("HOO")}))
    assert played.at("BIS-R1") == mils(*end)


def test_a_plane_whose_target_is_gone_circles_its_ship() -> None:
    """WT-6.5: with its target out of play a plane goes back to its ship, without coming alongside."""
    played = FlightStep({"BIS": ((0, 0), 12, 0), "HOO": ((0, 20), 3, 6)}, {"BIS-R1": (0, 10)}, {"BIS-R1": Spotting("HOO")})
    played.ship("HOO").fate, played["BIS-R1"].deck.endurance = "away", 0
    assert flown(played).at("BIS-R1") == mils(0, 0)
    assert played.told(Alongside) == []


def test_alongside() -> None:
    """WT-6.6, WT-6.8: a plane within 16 inches comes alongside a ship that has not moved, and bars her from this turn on."""
    played = flown(FlightStep({"BIS": ((0, 0), 12, 0)}, {"BIS-R1": (0, 16)}, {"BIS-R1": Recover()}))
    assert played.told(Alongside) == [Alongside("BIS-R1")] and played.why(Alongside) == [("WT-6.6", "*")]
    plane = played["BIS-R1"]
    assert (plane.place, plane.home, plane.at, plane.moored) == ("alongside", "BIS", mils(0, 0), TURN)


@pytest.mark.parametrize(("speed", "far"), [(1, 16), (0, 16.1)])
def test_not_alongside(speed: int, far: float) -> None:
    """WT-6.6: not of a ship that moves, and not from beyond 16 inches; the plane goes to her and waits."""
    played = flown(FlightStep({"BIS": ((0, 0), 12, speed)}, {"BIS-R1": (0, far)}, {"BIS-R1": Recover()}))
    assert played.told(Alongside) == [] and played.at("BIS-R1") == mils(0, far - 16)


def test_not_alongside_in_the_turn_of_the_launch() -> None:
    """WT-11.6: the placement is the whole movement of a plane in the turn of its launch."""
    orders = {"BIS": ShipOrders(launch=("BIS-R1",)), "BIS-R1": Recover()}
    assert flown(FlightStep({"BIS": ((0, 0), 12, 0)}, orders=orders)).told(Alongside) == []


def test_the_ship_moves_on() -> None:
    """WT-6.7: a plane alongside a ship that moves is in the air again at her new position, and flies no farther."""
    played = FlightStep({"BIS": ((2, 3), 12, 1)}, orders={"BIS-R1": Go(mils(9, 9))})
    played["BIS-R1"].place, played["BIS-R1"].moored = "alongside", TURN - 1
    assert flown(played).told(CastOff) == [CastOff("BIS-R1", [2000, 3000])]
    assert played.at("BIS-R1") == mils(2, 3) and played["BIS-R1"].airborne


# ---------------------------------------------------------------- 3.3 to 3.5 fighters


def test_escort() -> None:
    """WT-12.5, WT-12.1: an escort ends where its charge ends, up to 24 inches away."""
    ships: dict[str, Placement] = {"GRZ": GRZ, "ARK": ((0, 10), 3, 6)}
    orders = {"GRZ-F1": Escort("GRZ-DB1"), "GRZ-F2": Escort("GRZ-DB1"), "GRZ-DB1": Strike(("ARK",))}
    played = flown(FlightStep(ships, {"GRZ-DB1": (0, 0), "GRZ-F1": (0, -14), "GRZ-F2": (0, -15)}, orders))
    assert (played.at("GRZ-F1"), played.at("GRZ-F2")) == (mils(0, 10), mils(0, 9))
    assert [each.id for each in flights.escorts(played.scratch, played["GRZ-DB1"])] == ["GRZ-F1"]


def test_escort_of_a_squadron_on_its_way() -> None:
    """WT-12.5: with a charge that flies in step 3.6 it goes where that will be."""
    orders = {"ARK-F1": Escort("ARK-T1"), "ARK-T1": Go(mils(0, 30))}
    played = flown(FlightStep({"ARK": ARK}, {"ARK-T1": (0, 0), "ARK-F1": (0, 0)}, orders))
    assert played.at("ARK-F1") == played.at("ARK-T1") == mils(0, 16)


def test_escort_at_launch() -> None:
    """WT-11.6: an escort launched this turn has a reach of 8 inches too."""
    orders = {"ARK": ShipOrders(launch=("ARK-F1",)), "ARK-F1": Escort("ARK-T1"), "ARK-T1": Orbit()}
    assert flown(FlightStep({"ARK": ARK}, {"ARK-T1": (0, 9)}, orders)).at("ARK-F1") == mils(0, 8)


def test_combat_air_patrol() -> None:
    """WT-12.4, WT-12.2: CAP moves with its mother carrier."""
    played = flown(
        FlightStep({"ARK": ((0, 6), 12, 6)}, {"ARK-F1": (0, 0), "ARK-F2": (0, 36)}, {"ARK-F1": Cap(), "ARK-F2": Cap()})
    )
    assert (played.at("ARK-F1"), played.at("ARK-F2")) == (mils(0, 6), mils(0, 12))


@pytest.mark.parametrize(("far", "engaged"), [(27, True), (27.001, False)])
def test_interception(far: float, engaged: bool) -> None:
    """WT-12.6: 24 inches towards the target's present position; within 3 inches it engages, whatever its facing (WT-11.3)."""
    orders: dict[str, Aim] = {"ARK-F1": Intercept(("GRZ-DB1",)), "GRZ-DB1": Orbit()}
    ships: dict[str, Placement] = {"ARK": ARK, "GRZ": ((0, 60), 12, 6)}
    played = flown(FlightStep(ships, {"ARK-F1": (0, 0), "GRZ-DB1": (0, far)}, orders))
    assert played.at("ARK-F1") == mils(0, 24)
    assert played.scratch.engaged == ({"ARK-F1": "GRZ-DB1"} if engaged else {})


@pytest.mark.parametrize(("far", "engaged"), [(24.1, True), (24.11, False)])
def test_interception_of_fighters(far: float, engaged: bool) -> None:
    """WT-12.6: fighters must be in contact, within a tenth of an inch."""
    orders: dict[str, Aim] = {"ARK-F1": Intercept(("GRZ-F1",)), "GRZ-F1": Orbit()}
    ships: dict[str, Placement] = {"ARK": ARK, "GRZ": ((0, 60), 12, 6)}
    played = flown(FlightStep(ships, {"ARK-F1": (0, 0), "GRZ-F1": (0, far)}, orders))
    assert played.scratch.engaged == ({"ARK-F1": "GRZ-F1"} if engaged else {})


def test_interception_before_the_prey_flies_home() -> None:
    """WT-12.6: step 3.5 comes before 3.6: a squadron caught engages, though its prey then flies on."""
    orders: dict[str, Aim] = {"ARK-F1": Intercept(("GRZ-DB2", "GRZ-DB1")), "GRZ-DB1": Return()}
    ships: dict[str, Placement] = {"ARK": ARK, "GRZ": ((0, 60), 12, 6)}
    played = flown(FlightStep(ships, {"ARK-F1": (0, 0), "GRZ-DB1": (0, 10)}, orders))
    assert played.at("GRZ-DB1") == mils(0, 26) and played.at("ARK-F1") == mils(0, 10)
    assert played.scratch.engaged == {"ARK-F1": "GRZ-DB1"}


# ---------------------------------------------------------------- 3.6


@pytest.mark.parametrize(("far", "end", "waits"), [(16, 0, True), (20, 4, False)])
def test_return(far: float, end: float, waits: bool) -> None:
    """WT-11.9: up to its speed towards its own carrier, over which it waits to land."""
    played = flown(FlightStep({"ARK": ARK}, {"ARK-T1": (0, far)}, {"ARK-T1": Return()}))
    assert played.at("ARK-T1") == mils(0, end)
    assert played.scratch.landing == ({"ARK-T1": "ARK"} if waits else {})


def test_return_to_another_carrier() -> None:
    """WT-11.9, WT-21.8: with its own carrier sunk, or out of contact, to the nearest carrier of its side; else it stays."""
    ships: dict[str, Placement] = {"ARK": ARK, "GRZ": ((9, 0), 12, 6)}
    played = FlightStep(ships, {"ARK-T1": (0, 10)}, {"ARK-T1": Return()}, sides={"GRZ": "british"})
    played.ship("ARK").fate = "away"
    assert flown(played).scratch.landing == {"ARK-T1": "GRZ"}
    alone = FlightStep({"ARK": ARK}, {"ARK-T1": (0, 10), "ARK-T2": (0, 11)}, {"ARK-T1": Return()})
    alone.ship("ARK").fate = "lost"
    assert (flown(alone).at("ARK-T1"), alone.at("ARK-T2")) == (mils(0, 10), mils(0, 11))


def test_a_carriers_plane_simply_lands() -> None:
    """WT-6.7: RECOVER of a plane of a carrier is a landing, moving or not."""
    played = flown(FlightStep({"ARK": ARK}, {"ARK-R1": (0, 10)}, {"ARK-R1": Recover()}))
    assert played.scratch.landing == {"ARK-R1": "ARK"} and played.told(Alongside) == []


@pytest.mark.parametrize(("endurance", "far", "end"), [(3, 20, 4), (4, 20, 20), (2, 16, 0), (3, 16, 16)])
def test_without_an_aim(endurance: int, far: float, end: float) -> None:
    """WT-11.9, section 6.2: it sets out when its endurance is no more than the turns needed and one; else it orbits."""
    played = FlightStep({"ARK": ARK}, {"ARK-T1": (0, far)})
    played["ARK-T1"].deck.endurance = endurance
    assert flown(played).at("ARK-T1") == mils(0, end)
    assert played.scratch.landing == ({"ARK-T1": "ARK"} if end == 0 else {})


def test_go_and_orbit() -> None:
    """WT-12.2, WT-11.2: GO flies to a point and stays there; ORBIT stays, however little fuel is left."""
    orders: dict[str, Aim] = {"ARK-F1": Go(mils(3, 4)), "ARK-F2": Orbit(), "ARK-T1": Go(mils(0, 40))}
    played = FlightStep({"ARK": ARK}, {"ARK-F1": (0, 0), "ARK-F2": (5, 5), "ARK-T1": (0, 0)}, orders)
    played["ARK-F2"].deck.endurance = 1
    flown(played)
    assert [played.at(id) for id in orders] == [mils(3, 4), mils(5, 5), mils(0, 16)]


def test_land_based_bombers_leave() -> None:
    """WT-13.7: spent they fly 16 inches a turn back to where they came in, and are gone on reaching it; not lost."""
    played = FlightStep({"ARK": ARK, "GRZ": ((50, 50), 12, 6)}, {"LB1": (0, 20)}, bombers=(0, 40))
    played["LB1"].deck.spent = True
    assert flown(played).at("LB1") == mils(0, 36) and played.told(FlewHome) == []
    played.state.squadrons["LB1"].at = mils(0, 24)
    assert flown(played).told(FlewHome) == [FlewHome("LB1")]
    assert (played["LB1"].place, played["LB1"].lost) == ("gone", False)


def test_flights_are_told_in_unit_order() -> None:
    """WT-11.15, WT-23.3, ruling W56: under one clause, in no order of the steps of their aims; first side first."""
    orders: dict[str, Aim] = {
        "GRZ-F1": Escort("GRZ-DB1"),
        "GRZ-F2": Cap(),
        "GRZ-DB1": Strike(("ARK",)),
        "GRZ-T1": Return(),
        "ARK-F1": Cap(),
        "ARK-F2": Intercept(("GRZ-DB1",)),
        "ARK-T1": Strike(("GRZ",)),
    }
    ships: dict[str, Placement] = {"ARK": ARK, "GRZ": ((0, 30), 12, 6)}
    played = flown(FlightStep(ships, dict.fromkeys(orders, (0.0, 15.0)), orders))
    order = [event.squadron for event in played.told(Flew)]
    assert order == ["GRZ-F1", "GRZ-F2", "GRZ-DB1", "GRZ-T1", "ARK-F1", "ARK-F2", "ARK-T1"]
    assert set(played.why(Flew)) == {("WT-11.2", "*")}
    assert played["GRZ-F1"].at == played["GRZ-DB1"].at == played["ARK-F2"].at, "escorts and interceptors fly after the strikes"
