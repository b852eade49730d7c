"""Step 8.5: landings, rearming, endurance, merges."""

from __future__ import annotations

import pytest

from events.wet_thrust.flying import AircraftLost, EnduranceLeft, FlewHome, Landed, Merged, Rearming, Recovered
from events.wet_thrust.opening import OrdersStood
from events.wet_thrust.sailing import OrderLapsed
from pbem.games.wet_thrust.model.orders import Escort, Intercept, Merge, Recover, Return, ShipOrders, Spotting, Strike
from pbem.games.wet_thrust.rules.air import deck, flights
from tests.rulebook.wet_thrust.builders.aircraft import TURN, FlightStep
from tests.rulebook.wet_thrust.builders.ships import Placement

ARK: Placement = ((0, 0), 12, 6)
OVER = (0.0, 0.0)


def waiting(*squadrons: str, dice: list[int], **options: object) -> FlightStep:
    """Squadrons over Ark Royal, waiting to land."""
    played = FlightStep({"ARK": ARK}, dict.fromkeys(squadrons, OVER), dice=dice, **options)
    played.scratch.landing = dict.fromkeys(squadrons, "ARK")
    return played


# ---------------------------------------------------------------- landing and rearming


def test_worked_example_15() -> None:
    """WT-11.11, WT-11.12 (worked example 15): die 4 and three symbols crossed off: landed on turn 5, launched on turn 13."""
    played = waiting("ARK-T1", dice=[4])
    played.ship("ARK").sheet.lost = ["R1", "F1", "BO1", "T4", "RU1"]
    deck.step(played.scratch)
    assert played.told(Landed) == [Landed("ARK-T1", "ARK")]
    assert played.told(Rearming) == [Rearming("ARK-T1", 4, 3, 13)]
    assert (played["ARK-T1"].place, played["ARK-T1"].home, played["ARK-T1"].deck.ready) == ("aboard", "ARK", 13)
    assert played.rolls() == ["rearm ARK-T1"]


@pytest.mark.parametrize(("sheets", "audience"), [("off", "british"), ("on", "*")])
def test_who_knows(sheets: str, audience: str) -> None:
    """WT-23.3: all see a landing; how long rearming takes is on the carrier's sheet."""
    played = waiting("ARK-T1", dice=[4], open_sheets=sheets)
    deck.step(played.scratch)
    assert played.why(Landed) == [("WT-11.9", "*")] and played.why(Rearming) == [("WT-11.11", audience)]


def test_two_land() -> None:
    """WT-11.5: two in one turn, in unit order (a plane counts); the third waits."""
    played = waiting("ARK-T2", "ARK-F1", "ARK-R1", dice=[1, 2])
    deck.step(played.scratch)
    assert played.rolls() == ["rearm ARK-R1", "rearm ARK-F1"]
    assert played["ARK-T2"].airborne and played["ARK-T2"].deck.endurance == 5


def test_no_landing_while_launching() -> None:
    """WT-11.5: a carrier that launches this turn takes nobody on."""
    orders = {"ARK": ShipOrders(launch=("ARK-F1",)), "ARK-T1": Return()}
    played = FlightStep({"ARK": ARK}, {"ARK-T1": OVER}, orders)
    flights.step(played.scratch)
    assert played.scratch.landing == {"ARK-T1": "ARK"}
    deck.step(played.scratch)
    assert played.rolls() == [] and played["ARK-T1"].airborne


def test_an_order_that_launched_nothing_bars_no_landing() -> None:
    """WT-11.5: only a valid LAUNCH order does."""
    orders = {"ARK": ShipOrders(launch=("ARK-F1",)), "ARK-T1": Return()}
    played = FlightStep({"ARK": ARK}, {"ARK-T1": OVER}, orders, [3])
    played["ARK-F1"].deck.ready = TURN + 1
    flights.step(played.scratch)
    deck.step(played.scratch)
    assert played.rolls() == ["rearm ARK-T1"]


def test_landing_without_bridge_and_fire_control() -> None:
    """WT-15.3, WT-11.9: a carrier recovers without a bridge in control. WT-15.6: and without fire control."""
    played = FlightStep({"ARK": ARK}, {"ARK-T1": OVER}, {"ARK": ShipOrders(commanded=False), "ARK-T1": Return()}, [3])
    played.ship("ARK").sheet.lost = ["BR", "SB", "FC1", "FC2"]
    flights.step(played.scratch)
    deck.step(played.scratch)
    assert played.rolls() == ["rearm ARK-T1"]


def test_no_landing_on_a_wreck() -> None:
    """WT-11.9: only on a carrier afloat."""
    played = waiting("ARK-T1", dice=[])
    played.ship("ARK").fate = "lost"
    deck.step(played.scratch)
    assert played.rolls() == [] and played["ARK-T1"].airborne


def test_an_aim_ends_with_the_landing() -> None:
    """WT-11.9: landed it has no aim any more; the orders are its own side's to know."""
    played = waiting("ARK-T1", dice=[1])
    played["ARK-T1"].standing_if_known = ["RETURN"]
    deck.step(played.scratch)
    assert played.told(OrdersStood) == [OrdersStood("ARK-T1", "british", [])]
    assert played.why(OrdersStood) == [("WT-11.9", "british")] and played["ARK-T1"].standing == []


# ---------------------------------------------------------------- planes of other ships


@pytest.mark.parametrize(("came", "aboard"), [(TURN, False), (TURN - 1, True)])
def test_taken_aboard(came: int, aboard: bool) -> None:
    """WT-6.7, WT-6.8: aboard in the turn after it came alongside, launched again from the following; barred in both turns."""
    played = FlightStep({"BIS": ((0, 0), 12, 0)}, orders={"BIS-R1": Recover()})
    plane = played["BIS-R1"]
    plane.place, plane.home, plane.moored, plane.standing_if_known = "alongside", "BIS", came, ["RECOVER"]
    deck.step(played.scratch)
    assert played.rolls() == [] and (played.told(Recovered) != []) is aboard
    assert plane.moored == TURN and plane.standing == ([] if aboard else ["RECOVER"])
    assert (plane.place, plane.deck.ready) == (("aboard", TURN + 1) if aboard else ("alongside", 0))


def test_planes_go_with_their_ship() -> None:
    """WT-21.8: planes of a ship that has broken contact leave with her; squadrons stay."""
    played = FlightStep({"ARK": ARK}, {"ARK-R1": (0, 9), "ARK-F1": (0, 9)})
    played.ship("ARK").fate = "away"
    deck.step(played.scratch)
    assert played.told(FlewHome) == [FlewHome("ARK-R1")] and played.why(FlewHome) == [("WT-21.8", "*")]
    assert played["ARK-F1"].airborne


# ---------------------------------------------------------------- endurance


def test_endurance() -> None:
    """WT-11.8: every turn in the air costs one of six, not the turn of the launch; planes and land bombers have no limit."""
    played = FlightStep({"ARK": ARK}, {"ARK-T1": OVER, "ARK-F1": OVER, "ARK-R1": OVER, "LB1": OVER}, bombers=(9, 9))
    played["ARK-T1"].launched = TURN
    deck.step(played.scratch)
    assert played.told(EnduranceLeft) == [EnduranceLeft("ARK-F1", 5)]
    assert played.why(EnduranceLeft) == [("WT-11.8", "british")]


def test_out_of_fuel() -> None:
    """WT-11.8: at 0, and not landed, it is lost, for all to see."""
    played = FlightStep({"ARK": ARK}, {"ARK-T1": OVER, "ARK-T2": OVER}, dice=[1], aircraft={"ARK-T1": 4})
    played["ARK-T1"].deck.endurance = played["ARK-T2"].deck.endurance = 1
    played.scratch.landing = {"ARK-T2": "ARK"}
    deck.step(played.scratch)
    assert played.told(AircraftLost) == [AircraftLost("ARK-T1", 4, 0, "no fuel")]
    assert played.why(AircraftLost) == [("WT-11.8", "*")]
    assert played["ARK-T1"].lost and played["ARK-T2"].place == "aboard"


# ---------------------------------------------------------------- merges


def merging(one: str, into: str, **aircraft: int) -> FlightStep:
    """Ark Royal with a MERGE order, and so many aircraft left in her squadrons."""
    left = {f"ARK-{id}": number for id, number in aircraft.items()}
    return FlightStep({"ARK": ARK}, orders={"ARK": ShipOrders(merge=(Merge(one, into),))}, aircraft=left)


def test_merge() -> None:
    """WT-11.13: two of the one fill the other up to six, which takes the later ready turn."""
    played = merging("ARK-T1", "ARK-T2", T1=5, T2=4)
    played["ARK-T1"].deck.ready = 9
    deck.step(played.scratch)
    assert played.told(Merged) == [Merged("ARK-T1", "ARK-T2", 2, 3, 9)] and played.why(Merged) == [("WT-11.13", "british")]
    assert (played["ARK-T1"].aircraft, played["ARK-T2"].aircraft, played["ARK-T2"].deck.ready) == (3, 6, 9)


def test_emptied() -> None:
    """WT-11.13: an emptied squadron is gone, but not lost."""
    played = merging("ARK-T1", "ARK-T2", T1=2, T2=4)
    deck.step(played.scratch)
    assert (played["ARK-T1"].place, played["ARK-T1"].lost, played["ARK-T2"].aircraft) == ("gone", False, 6)


NO_MATCH = ("ARK-F1", "ARK-T1", "ARK-T2", "ARK-T4", "X")


@pytest.mark.parametrize(
    ("one", "into"), [("ARK-T1", "ARK-T3"), *[("ARK-T1", id) for id in NO_MATCH], *[(id, "ARK-T1") for id in NO_MATCH]]
)
def test_no_merge(one: str, into: str) -> None:
    """WT-11.13: not of two types, with itself or a full squadron, in the air or aboard another ship: it comes to nothing."""
    played = merging(one, into, T1=3, T2=3, T4=3, F1=3)
    played["ARK-T4"].place, played["ARK-T4"].deck.endurance, played["ARK-T2"].home = "air", 6, "GRZ"
    deck.step(played.scratch)
    assert played.told(Merged) == [] and played.why(OrderLapsed) == [("WT-11.13", "british")]


# ---------------------------------------------------------------- aims that have nothing left to name


def test_pointless_aims_end() -> None:
    """WT-11.15, section 6.2: an aim ends when all that it names is out of play; others stand."""
    orders = {
        "ARK-T1": Strike(("BIS",)),
        "ARK-T2": Strike(("BIS", "PEU")),
        "ARK-F1": Intercept(("BIS-R1",)),
        "ARK-F2": Escort("ARK-T3"),
        "ARK-R1": Spotting("BIS"),
    }
    ships: dict[str, Placement] = {"ARK": ARK, "BIS": ((0, 60), 3, 6), "PEU": ((0, 64), 3, 6)}
    played = FlightStep(ships, dict.fromkeys(orders, (0.0, 30.0)), orders)
    for id in orders:
        played[id].standing_if_known = ["as ordered"]
    played.ship("BIS").fate = "lost"
    deck.step(played.scratch)
    assert [event.unit for event in played.told(OrdersStood)] == ["ARK-R1", "ARK-F1", "ARK-T1"]
    assert [event.unit for event in played.told(OrderLapsed)] == ["ARK-R1", "ARK-F1", "ARK-T1"]
    assert set(played.why(OrdersStood)) == {("WT-11.15", "british")}


def test_an_escort_whose_charge_is_lost() -> None:
    """WT-12.5: it waits for a charge that is aboard, but not for one that is gone."""
    played = FlightStep({"ARK": ARK}, {"ARK-F1": OVER}, {"ARK-F1": Escort("ARK-T3")})
    played["ARK-F1"].standing_if_known = ["ESCORT ARK-T3"]
    played["ARK-T3"].place = "gone"
    deck.step(played.scratch)
    assert played["ARK-F1"].standing == []
