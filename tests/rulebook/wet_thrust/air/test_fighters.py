"""Step 5.1: CAP, escorts, dogfights, fighters on bombers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from events.wet_thrust.flying import AircraftLost, Dogfight, FightersFired, GunnersFired
from pbem.games.wet_thrust.model.orders import Aim, Cap, Escort, Intercept, Orbit, Recover, Strike
from pbem.games.wet_thrust.rules.air import fighters, flights
from tests.rulebook.wet_thrust.builders.aircraft import FlightStep
from tests.rulebook.wet_thrust.builders.ships import Placement, mils

SHIPS: dict[str, Placement] = {"GRZ": ((0, 40), 12, 6), "ARK": ((0, 0), 12, 6)}
OVER = (0.0, 0.0)


def melee(aims: Mapping[str, Aim], dice: Sequence[int], aircraft: Mapping[str, int] | None = None) -> FlightStep:
    """All squadrons over Ark Royal; steps 3 and 5.1."""
    played = FlightStep(SHIPS, dict.fromkeys(aims, OVER), aims, dice, aircraft=aircraft)
    flights.step(played.scratch)
    fighters.step(played.scratch)
    return played


def rolls(played: FlightStep) -> list[str]:
    """Who rolled, without the name of the roll."""
    return [purpose.split(" ", 1)[1] for purpose in played.rolls()]


# ---------------------------------------------------------------- WT-12.8, WT-12.9


def test_worked_example_24() -> None:
    """WT-12.9 (worked example 24): 4 Fulmars shoot down 3 of 6 Ju 87; the 3 left shoot down 2 Fulmars and fly on."""
    aims: dict[str, Aim] = {"ARK-F1": Intercept(("GRZ-DB1",)), "GRZ-DB1": Strike(("ARK",))}
    played = melee(aims, [6, 4, 2, 1, 5, 2, 6], {"ARK-F1": 4})
    assert played.rolls() == ["fighter_fire ARK-F1 at GRZ-DB1", "air_return GRZ-DB1 at ARK-F1"]
    assert played.kinds() == ["Engaged", "FightersFired", "AircraftLost", "GunnersFired", "AircraftLost"]
    assert played.told(FightersFired) == [FightersFired("ARK-F1", "GRZ-DB1", 3, 3)]
    assert played.told(GunnersFired) == [GunnersFired("GRZ-DB1", "ARK-F1", 2, 2)]
    assert (played["ARK-F1"].aircraft, played["GRZ-DB1"].aircraft) == (2, 3)
    assert flights.attacks(played.scratch) == [flights.Attacker("GRZ-DB1", "ARK")]
    assert played.why(AircraftLost) == [("WT-12.9", "*")] * 2


def test_worked_example_25() -> None:
    """WT-12.8 (worked example 25): 3 against 3, each loses 2, both at once."""
    aims: dict[str, Aim] = {"ARK-F1": Intercept(("GRZ-F1",)), "GRZ-F1": Orbit()}
    played = melee(aims, [6, 3, 1, 4, 5, 2], {"ARK-F1": 3, "GRZ-F1": 3})
    assert rolls(played) == ["ARK-F1 at GRZ-F1", "GRZ-F1 at ARK-F1"]
    assert played.told(Dogfight) == [Dogfight("ARK-F1", "GRZ-F1", 2, 2, 2, 2)]
    assert (played["ARK-F1"].aircraft, played["GRZ-F1"].aircraft) == (1, 1)
    assert played.why(Dogfight) == [("WT-12.8", "*")]


def test_a_squadron_fires_in_one_dogfight() -> None:
    """WT-12.8, WT-12.3: fired at by two it fires at the first; losses are taken together, after all dogfights."""
    aims: dict[str, Aim] = {"GRZ-F1": Intercept(("ARK-F1",)), "GRZ-F2": Intercept(("ARK-F1",)), "ARK-F1": Orbit()}
    played = melee(aims, [6, 6, 6, 6], {"GRZ-F1": 1, "GRZ-F2": 1, "ARK-F1": 2})
    assert rolls(played) == ["GRZ-F1 at ARK-F1", "ARK-F1 at GRZ-F1", "GRZ-F2 at ARK-F1"]
    assert played.told(Dogfight) == [Dogfight("GRZ-F1", "ARK-F1", 2, 4, 2, 1), Dogfight("GRZ-F2", "ARK-F1", 2, 0, 0, 0)]
    assert played.kinds() == ["Engaged", "Engaged", "Dogfight", "Dogfight", "AircraftLost", "AircraftLost"]
    assert played.told(AircraftLost) == [AircraftLost("GRZ-F1", 1, 0, "shot down"), AircraftLost("ARK-F1", 2, 0, "shot down")]


def test_they_intercept_each_other() -> None:
    """WT-12.3, WT-12.8: each fires once only: one dogfight, not two."""
    aims: dict[str, Aim] = {"GRZ-F1": Intercept(("ARK-F1",)), "ARK-F1": Intercept(("GRZ-F1",))}
    played = melee(aims, [1, 1], {"GRZ-F1": 1, "ARK-F1": 1})
    assert rolls(played) == ["GRZ-F1 at ARK-F1", "ARK-F1 at GRZ-F1"] and len(played.told(Dogfight)) == 1


def test_squadron_that_has_fired_in_a_dogfight_does_not_fire_at_bombers() -> None:
    """WT-12.3: an interceptor that is itself intercepted fires in the dogfight and at nothing else."""
    aims: dict[str, Aim] = {
        "GRZ-F1": Intercept(("ARK-F1",)),
        "GRZ-DB1": Strike(("ARK",)),
        "ARK-F1": Intercept(("GRZ-DB1",)),
    }
    played = melee(aims, [1, 2], {"GRZ-F1": 1, "ARK-F1": 1})
    assert rolls(played) == ["GRZ-F1 at ARK-F1", "ARK-F1 at GRZ-F1"]


def test_all_fighters_fire_before_the_gunners() -> None:
    """WT-12.9, WT-12.10: both fire first, kills beyond strength are lost, and the survivors answer the first of them."""
    aims: dict[str, Aim] = {
        "ARK-F1": Intercept(("GRZ-DB1",)),
        "ARK-F2": Intercept(("GRZ-DB1",)),
        "GRZ-DB1": Strike(("ARK",)),
    }
    played = melee(aims, [6, 4, 1, 6], {"ARK-F1": 2, "ARK-F2": 1, "GRZ-DB1": 4})
    assert rolls(played) == ["ARK-F1 at GRZ-DB1", "ARK-F2 at GRZ-DB1", "GRZ-DB1 at ARK-F1"]
    assert played["ARK-F1"].aircraft == 1
    wiped = melee(aims, [6, 6, 6], {"ARK-F1": 2, "ARK-F2": 1, "GRZ-DB1": 4})
    assert wiped.told(AircraftLost) == [AircraftLost("GRZ-DB1", 4, 0, "shot down")]
    assert rolls(wiped) == ["ARK-F1 at GRZ-DB1", "ARK-F2 at GRZ-DB1"]


def test_a_squadron_without_aircraft_is_lost() -> None:
    """WT-11.14, WT-12.10: at 0 it is gone, and attacks nobody."""
    aims: dict[str, Aim] = {"ARK-F1": Intercept(("GRZ-DB1",)), "GRZ-DB1": Strike(("ARK",))}
    played = melee(aims, [6, 1], {"ARK-F1": 2, "GRZ-DB1": 1})
    assert (played["GRZ-DB1"].place, played["GRZ-DB1"].lost) == ("gone", True) and played.told(GunnersFired) == []
    assert flights.attacks(played.scratch) == [] and played.rolls() == ["fighter_fire ARK-F1 at GRZ-DB1"]


def test_planes_do_not_answer() -> None:
    """WT-12.9: reconnaissance planes are unarmed."""
    played = melee({"ARK-F1": Intercept(("GRZ-R1",)), "GRZ-R1": Orbit()}, [1, 1], {"ARK-F1": 2})
    assert played.rolls() == ["fighter_fire ARK-F1 at GRZ-R1"] and played["GRZ-R1"].airborne


# ---------------------------------------------------------------- WT-12.7 who fights whom


def test_escorts_are_paired() -> None:
    """WT-12.7: attackers and escorts pair off in unit order and dogfight; the rest of the attackers go through."""
    aims: dict[str, Aim] = {
        "GRZ-F1": Escort("GRZ-DB1"),
        "GRZ-DB1": Strike(("ARK",)),
        "ARK-F1": Cap(),
        "ARK-F2": Intercept(("GRZ-DB1",)),
    }
    played = melee(aims, [1, 1, 1, 1], {"GRZ-F1": 1, "ARK-F1": 1, "ARK-F2": 1, "GRZ-DB1": 1})
    assert rolls(played) == ["ARK-F1 at GRZ-F1", "GRZ-F1 at ARK-F1", "ARK-F2 at GRZ-DB1", "GRZ-DB1 at ARK-F2"]


def test_an_escort_left_behind_does_not_escort() -> None:
    """WT-12.5: only fighters that have kept up with the squadron are paired."""
    aims: dict[str, Aim] = {"GRZ-F1": Escort("GRZ-DB1"), "GRZ-DB1": Strike(("ARK",)), "ARK-F1": Cap()}
    places = {"GRZ-F1": (0.0, 25.0), "GRZ-DB1": OVER, "ARK-F1": OVER}
    played = FlightStep(SHIPS, places, aims, [1, 1], aircraft={"GRZ-F1": 1, "ARK-F1": 1, "GRZ-DB1": 1})
    flights.step(played.scratch)
    fighters.step(played.scratch)
    assert rolls(played) == ["ARK-F1 at GRZ-DB1", "GRZ-DB1 at ARK-F1"]


@pytest.mark.parametrize(
    ("priority", "prey"),
    [((), ["GRZ-T1", "GRZ-DB1"]), (("DB",), ["GRZ-DB1", "GRZ-DB2"]), (("B", "DB"), ["LB1", "GRZ-DB1"])],
)
def test_cap_priority(priority: tuple[str, ...], prey: list[str]) -> None:
    """WT-12.7: CAP goes for attackers one by one by its priority, by default T, DB, B, and then in unit order."""
    aims: dict[str, Aim] = {id: Strike(("ARK",)) for id in ("GRZ-DB1", "GRZ-DB2", "GRZ-T1", "LB1")}
    aims |= {"ARK-F1": Cap(priority), "ARK-F2": Cap(priority)}
    played = FlightStep(SHIPS, dict.fromkeys(aims, OVER), aims, [1] * 4, aircraft=dict.fromkeys(aims, 1), bombers=(0, 40))
    flights.step(played.scratch)
    fighters.step(played.scratch)
    assert sorted(event.target for event in played.told(FightersFired)) == sorted(prey)
    played.rolls()


def test_cap_goes_round_again() -> None:
    """WT-12.7: with more CAP than attackers the rest goes for them a second time."""
    aims: dict[str, Aim] = {"GRZ-T1": Strike(("ARK",)), "ARK-F1": Cap(), "ARK-F2": Cap()}
    played = melee(aims, [1, 1, 1], dict.fromkeys(aims, 1))
    assert rolls(played) == ["ARK-F1 at GRZ-T1", "ARK-F2 at GRZ-T1", "GRZ-T1 at ARK-F1"]


@pytest.mark.parametrize(
    ("ship", "far", "lost", "covered"),
    [
        ("SHE", 6, [], True),
        ("SHE", 6.1, [], False),
        ("SHE", 6, ["AD1"], False),
        ("NOR", 6, [], False),
    ],
)
def test_whom_cap_protects(ship: str, far: float, lost: list[str], covered: bool) -> None:
    """WT-12.4: the carrier, and friends within 6 inches of her with a working area defence."""
    aims: dict[str, Aim] = {"GRZ-DB1": Strike((ship,)), "ARK-F1": Cap()}
    places = {"GRZ-DB1": (far, 0.0), "ARK-F1": OVER}
    ships = SHIPS | {ship: ((far, 0), 12, 6)}
    played = FlightStep(ships, places, aims, [1, 1] if covered else [], aircraft=dict.fromkeys(aims, 1))
    played.ship(ship).sheet.lost = lost
    flights.step(played.scratch)
    fighters.step(played.scratch)
    assert (rolls(played) != []) is covered


def test_cap_that_has_not_come_back_protects_nobody() -> None:
    """WT-12.4: CAP is at its carrier; on its way there it is none, and neither is a fighter that only circles over her."""
    aims: dict[str, Aim] = {"GRZ-DB1": Strike(("ARK",)), "ARK-F1": Cap(), "ARK-F2": Orbit()}
    played = FlightStep(SHIPS, {"GRZ-DB1": OVER, "ARK-F1": (0, 25), "ARK-F2": OVER}, aims)
    flights.step(played.scratch)
    fighters.step(played.scratch)
    assert played.rolls() == []


def test_fighters_leave_squadrons_alone_that_do_not_attack() -> None:
    """WT-12.7: CAP meets attacks; aircraft that only pass are for interceptors."""
    played = melee({"GRZ-DB1": Orbit(), "ARK-F1": Cap()}, [])
    assert played.rolls() == []


def test_an_interceptor_flies_once() -> None:
    """WT-11.2, WT-12.6: with its quarry taken alongside in step 3.6 it does not fly home as well, and fights nobody."""
    ships: dict[str, Placement] = {"BIS": ((0, 0), 12, 0), "ARK": ((0, 40), 12, 4)}
    aims: dict[str, Aim] = {"BIS-R1": Recover(), "ARK-F1": Intercept(("BIS-R1",))}
    played = FlightStep(ships, {"BIS-R1": (0, 10), "ARK-F1": (0, 12)}, aims)
    played["ARK-F1"].deck.endurance = 1
    flights.step(played.scratch)
    fighters.step(played.scratch)
    assert played["BIS-R1"].place == "alongside" and played.at("ARK-F1") == mils(0, 10)
    assert played.rolls() == []
