"""Step 5.2: point and area defence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from events.wet_thrust.flying import AircraftLost, FlakFired
from pbem.games.wet_thrust.model.orders import Aim, Orbit, ShipOrders, Strike
from pbem.games.wet_thrust.rules.air import flak
from tests.rulebook.wet_thrust.builders.aircraft import FlightStep
from tests.rulebook.wet_thrust.builders.ships import Placement

OVER = (0.0, 0.0)
GRZ: Placement = ((0, 40), 12, 6)
ARK: Placement = ((0, 0), 12, 6)


def shots(played: FlightStep) -> list[str]:
    """Who fired at what, in order, after step 5.2 with exactly these dice."""
    flak.step(played.scratch)
    return [purpose.removeprefix("aa_fire ") for purpose in played.rolls()]


def raid(
    ships: Mapping[str, Placement],
    strikes: Mapping[str, tuple[tuple[float, float], str]],
    dice: Sequence[int],
    orders: Mapping[str, ShipOrders] | None = None,
    aircraft: Mapping[str, int] | None = None,
) -> FlightStep:
    """Squadrons at their places attack these ships ("": nobody); carriers have one PD and one AD left."""
    aims: dict[str, ShipOrders | Aim] = {id: Strike((target,)) if target else Orbit() for id, (_, target) in strikes.items()}
    places = {id: at for id, (at, _) in strikes.items()}
    played = FlightStep({"GRZ": GRZ, **ships}, places, aims | dict(orders or {}), dice, aircraft=aircraft, bombers=(0, 40))
    for carrier in ("ARK", "GRZ"):
        if carrier in played.state.ships:
            played.ship(carrier).sheet.lost = ["PD2", "PD3", "PD4", "AD2"]
    return played


# ---------------------------------------------------------------- the dice


def test_worked_example_23() -> None:
    """WT-14.2, WT-14.3, WT-14.5 (worked example 23): against level bombers PDF is silent, and ADF needs a natural 6."""
    ships: dict[str, Placement] = {"GRZ": GRZ, "ARK": ARK, "SHE": ((5, 0), 12, 6)}
    played = FlightStep(ships, {"LB1": OVER}, {"LB1": Strike(("ARK",))}, [6, 5, 6], bombers=(40, 40))
    assert shots(played) == ["ARK AD1 at LB1", "ARK AD2 at LB1", "SHE AD1 at LB1"]
    assert [(event.die, event.kills) for event in played.told(FlakFired)] == [(4, 1), (3, 0), (4, 1)]
    assert played["LB1"].aircraft == 4
    assert set(played.why(FlakFired) + played.why(AircraftLost)) == {("WT-14.5", "*")}


@pytest.mark.parametrize(("die", "kills"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_kills(die: int, kills: int) -> None:
    """WT-14.5: 4 and 5 shoot down one aircraft, 6 two."""
    played = raid({"NOR": ARK}, {"GRZ-DB1": (OVER, "NOR")}, [die, 1])
    assert shots(played) == ["NOR PD1 at GRZ-DB1", "NOR PD2 at GRZ-DB1"]
    assert played["GRZ-DB1"].aircraft == 6 - kills


def test_a_die_below_one() -> None:
    """WT-14.5, WT-1.8: a 1 less 2 against a plane shoots nothing down."""
    played = raid({"SHE": ARK}, {"GRZ-R1": ((0, 6), "")}, [1])
    assert shots(played) == ["SHE AD1 at GRZ-R1"]
    assert played.told(FlakFired) == [FlakFired("SHE", "AD1", "GRZ-R1", -1, 0, 0)]


# ---------------------------------------------------------------- who may fire at what


def test_point_defence_first() -> None:
    """WT-14.4: ships in unit order, PDF first, then ADF; a ship that is not attacked has area defence only."""
    played = raid({"ARK": ARK, "SHE": ((0, 6), 12, 6)}, {"GRZ-DB1": (OVER, "ARK")}, [1, 1, 1])
    assert shots(played) == ["ARK PD1 at GRZ-DB1", "ARK AD1 at GRZ-DB1", "SHE AD1 at GRZ-DB1"]


@pytest.mark.parametrize(("far", "systems"), [(6, ["PD1", "AD1"]), (6.1, ["AD1"])])
def test_range_of_point_defence(far: float, systems: list[str]) -> None:
    """WT-14.2: PDF up to 6 inches; WT-14.3: ADF at attackers of its own ship at any distance."""
    played = raid({"ARK": ARK}, {"GRZ-T1": ((far, 0), "ARK")}, [1] * len(systems))
    assert shots(played) == [f"ARK {system} at GRZ-T1" for system in systems]


@pytest.mark.parametrize(("far", "fires"), [(6, True), (6.1, False)])
def test_friends_within_six_inches(far: float, fires: bool) -> None:
    """WT-14.3: ADF covers friends up to 6 inches away."""
    played = raid({"SHE": ((far, 0), 12, 6), "M01": ARK}, {"GRZ-DB1": (OVER, "M01")}, [1] if fires else [])
    assert shots(played) == (["SHE AD1 at GRZ-DB1"] if fires else [])


@pytest.mark.parametrize(("far", "fires"), [(6, True), (12, True), (12.1, False)])
def test_planes(far: float, fires: bool) -> None:
    """WT-14.3: a plane within 6 inches of the ship, or of a friend within 6 inches of her, is fired at by ADF only."""
    ships: dict[str, Placement] = {"SHE": ARK, "M01": ((6, 0), 12, 3)}
    played = raid(ships, {"GRZ-R1": ((far, 0), "")}, [6] if fires else [])
    assert shots(played) == (["SHE AD1 at GRZ-R1"] if fires else [])
    assert played["GRZ-R1"].airborne is not fires


def test_no_plane_is_fired_at_for_a_boat_below_the_surface() -> None:
    """WT-14.3, WT-18.2: a friend that nobody sees gives no reason to fire."""
    ships: dict[str, Placement] = {"SCH": ((0, 0), 12, 6), "U47": ((6, 0), 12, 1), "ARK": ((0, 90), 12, 6)}
    played = FlightStep(ships, {"ARK-R1": (12, 0)}, {"ARK-R1": Orbit()}, modes={"U47": "periscope"})
    assert shots(played) == []


def test_passing_aircraft() -> None:
    """WT-14.2, WT-14.3: squadrons that attack nobody are not fired at."""
    assert shots(raid({"ARK": ARK}, {"GRZ-DB1": (OVER, "")}, [])) == []


def test_fire_control() -> None:
    """WT-14.1: without a working fire control all is silent; without a bridge it is not. WT-15.3."""
    played = raid({"SHE": ARK}, {"GRZ-DB1": (OVER, "SHE")}, [])
    played.ship("SHE").sheet.lost = ["FC1", "FC2"]
    assert shots(played) == []
    other = raid({"SHE": ARK}, {"GRZ-DB1": (OVER, "SHE")}, [1, 1, 1], {"SHE": ShipOrders(commanded=False)})
    other.ship("SHE").sheet.lost = ["BR", "FC1"]
    assert len(shots(other)) == 3


def test_a_doomed_ship_still_fires() -> None:
    """WT-14.4, WT-1.9: all of steps 4 and 5 is simultaneous."""
    played = raid({"M01": ((0, 1), 12, 3), "SHE": ARK}, {"GRZ-DB1": (OVER, "SHE")}, [1, 1, 1])
    played.ship("SHE").sheet.marked = played.ship("SHE").printed.boxes
    assert len(shots(played)) == 3


# ---------------------------------------------------------------- WT-14.4 whom they fire at


def test_the_strongest_first() -> None:
    """WT-14.4: the squadron with most aircraft left at that moment; ties T before DB."""
    strikes = {"GRZ-DB1": (OVER, "ARK"), "GRZ-T1": ((0.0, 4.0), "ARK")}
    played = raid({"ARK": ARK}, strikes, [4, 1])
    assert shots(played) == ["ARK PD1 at GRZ-T1", "ARK AD1 at GRZ-DB1"]


def test_ties_in_unit_order() -> None:
    """WT-14.4: of two alike the first in unit order; one that is shot down is fired at no more."""
    strikes = {"GRZ-DB1": (OVER, "ARK"), "GRZ-DB2": (OVER, "ARK")}
    played = raid({"ARK": ARK}, strikes, [6, 6], aircraft={"GRZ-DB1": 1, "GRZ-DB2": 1})
    assert shots(played) == ["ARK PD1 at GRZ-DB1", "ARK AD1 at GRZ-DB2"]
    assert played.told(AircraftLost)[0] == AircraftLost("GRZ-DB1", 1, 0, "shot down")


def test_aa_order() -> None:
    """WT-14.4: the first of AA that may be fired at goes before everything else."""
    strikes = {"GRZ-DB1": (OVER, "ARK"), "GRZ-DB2": (OVER, "ARK")}
    orders = {"ARK": ShipOrders(flak=("GRZ-T1", "GRZ-DB2", "GRZ-DB1"))}
    played = raid({"ARK": ARK}, strikes, [6, 1], orders, {"GRZ-DB1": 6, "GRZ-DB2": 2})
    assert shots(played) == ["ARK PD1 at GRZ-DB2", "ARK AD1 at GRZ-DB1"]


@pytest.mark.parametrize(
    ("cover", "attacked", "prey"),
    [
        ("", {"SHE": "GRZ-DB1", "ARK": "GRZ-DB2", "M01": "GRZ-T1"}, "GRZ-DB1"),
        ("", {"M01": "GRZ-DB1", "ARK": "GRZ-DB2"}, "GRZ-DB2"),
        ("", {"M01": "GRZ-DB1", "M02": "GRZ-DB2"}, "GRZ-DB2"),
        ("", {"ANT": "GRZ-DB1", "M02": "GRZ-DB2"}, "GRZ-DB2"),
        ("M01", {"SHE": "GRZ-DB1", "ARK": "GRZ-DB2", "M01": "GRZ-T1"}, "GRZ-T1"),
        ("M01", {"SHE": "GRZ-DB1", "ARK": "GRZ-DB2"}, "GRZ-DB1"),
    ],
)
def test_whom_area_defence_covers(cover: str, attacked: dict[str, str], prey: str) -> None:
    """WT-14.4: COVER, else the own ship, else the friend by type, then the nearest."""
    ships: dict[str, Placement] = {
        "ARK": ((0, 5), 12, 6),
        "SHE": ((0, 0), 12, 6),
        "ANT": ((0, 1), 12, 6),
        "M01": ((0, 4), 12, 3),
        "M02": ((0, 3), 12, 3),
    }
    strikes = {squadron: ((0.0, ships[ship][0][1]), ship) for ship, squadron in attacked.items()}
    played = raid(ships, strikes, [1] * 9, {"SHE": ShipOrders(cover=cover)}, {"GRZ-DB1": 5, "GRZ-DB2": 5, "GRZ-T1": 4})
    flak.step(played.scratch)
    assert [event.squadron for event in played.told(FlakFired) if (event.ship, event.system) == ("SHE", "AD1")] == [prey]
