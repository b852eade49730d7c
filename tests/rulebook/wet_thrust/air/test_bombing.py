"""Step 5.3: bombs, and torpedoes of aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from events.wet_thrust.damage import BoxesMarked, BrokenInTwo, ExtraDamage, FuelLost
from events.wet_thrust.firing import TorpedoesFired
from events.wet_thrust.flying import Bombed, Spent
from events.wet_thrust.opening import OrdersStood
from pbem.games.wet_thrust.model.orders import Aim, Escort, ShipOrders, Strike
from pbem.games.wet_thrust.rules.air import bombing, flights
from tests.rulebook.wet_thrust.builders.aircraft import FlightStep
from tests.rulebook.wet_thrust.builders.ships import Placement

OVER = (0.0, 0.0)


def attack(squadron: str, target: str, dice: Sequence[int], speed: int = 6, **more: Any) -> FlightStep:
    """A squadron over its target, or 6 inches off her port beam; step 5.3 with exactly these dice."""
    ships: dict[str, Placement] = {target: ((0, 0), 12, speed), "GRZ": ((0, 60), 12, 6), "ARK": ((9, 60), 12, 6)}
    place = (-6.0, 0.0) if "-T" in squadron else OVER
    evasive = more.pop("evasive", False)
    played = FlightStep(ships, {squadron: place}, {squadron: Strike((target,))}, dice, bombers=(0, 40), **more)
    played.ship(target).evasive = evasive
    bombing.step(played.scratch)
    return played


def bombed(played: FlightStep) -> tuple[int, dict[str, int], int, int]:
    """Needed, modifiers, hits and points of the only attack."""
    event = played.told(Bombed)[0]
    return event.needed, event.modifiers, event.hits, event.points


# ---------------------------------------------------------------- worked examples


def test_worked_example_11_and_12() -> None:
    """WT-13.5 (worked examples 11 and 12): six Swordfish at 6 inches need 4; four hits on belt 3 make 3 points; d20 3."""
    played = attack("ARK-T1", "BIS", [1, 4, 5, 6, 2, 4, 4, 2, 3, 5, 3])
    event = played.told(TorpedoesFired)[0]
    assert (event.by, event.number, event.needed, event.arc, event.hits, event.points) == ("ARK-T1", 6, 4, "beam", 4, 3)
    assert played.told(BoxesMarked)[0].points == 3 and played.told(FuelLost) == []
    assert played.rolls() == ["torp_hit ARK-T1 at BIS", "torp_damage ARK-T1 at BIS", "torp_extra BIS"]


def test_straight_at_her_to_the_near_band() -> None:
    """WT-13.2, WT-10.6: rounding to a mil on the way straight at her never makes 4 inches more than 4."""
    ships: dict[str, Placement] = {"BIS": ((0, 0), 12, 6)}
    played = FlightStep(ships | {"ARK": ((0, 60), 12, 6)}, {"ARK-T1": (0.3, 19)}, {"ARK-T1": Strike(("BIS",))}, [6] * 6)
    flights.step(played.scratch)
    bombing.step(played.scratch)
    event = played.told(TorpedoesFired)[0]
    assert (event.needed, event.modifiers) == (4, {"end_on": -2}) and 3998 <= event.range <= 4000


def test_worked_example_13() -> None:
    """WT-13.3, WT-13.4, WT-13.8 (worked example 13): six on evasive Hood need 4; two hits on deck 0 are 6 points, fuel 1."""
    played = attack("GRZ-DB1", "HOO", [4, 4, 5, 6, 6, 5, 4, 2, 1], evasive=True)
    assert bombed(played) == (4, {"evasive": -2}, 2, 6)
    assert played.told(BoxesMarked) == [BoxesMarked("HOO", 6, 6, [], "bombs")]
    assert played.told(FuelLost)[0].boxes == 1
    assert played.rolls() == ["bomb_hit GRZ-DB1 at HOO", "bomb_damage GRZ-DB1 at HOO", "bomb_extra HOO"]
    assert played.why(Bombed) == [("WT-13.3", "*")] and played.why(BoxesMarked) == [("WT-13.8", "british")]


def test_worked_example_14() -> None:
    """WT-13.6 (worked example 14): six level bombers on evasive Hood need 3; two hits with d8 are 6 points."""
    played = attack("LB1", "HOO", [3, 1, 4, 5, 6, 6, 4, 2, 1], evasive=True)
    assert bombed(played) == (3, {"evasive": -3}, 2, 6)
    assert played.why(Bombed) == [("WT-13.6", "*")]
    played.rolls()


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(("squadron", "dice", "points"), [("GRZ-DB1", [6, 6, 6, 5, 1], 19), ("LB1", [6, 5, 8, 1], 11)])
def test_a_stationary_ship(squadron: str, dice: list[int], points: int) -> None:
    """WT-13.3, WT-13.4, WT-13.6: +4 (level bombers +3) on the number and on every damage die; Suffolk has no armoured deck."""
    more = 3 if squadron == "LB1" else 4
    played = attack(squadron, "SUF", dice, speed=0, aircraft={squadron: 2})
    assert bombed(played) == (2 + more, {"stationary": more}, 2 if more == 4 else 1, points)


def test_deck_armour() -> None:
    """WT-13.4, WT-1.8: each die less the deck, never below 0; without points there is no d20."""
    played = attack("GRZ-DB1", "KGV", [1, 1, 1, 1, 2, 1], aircraft={"GRZ-DB1": 3})
    assert bombed(played) == (3, {}, 3, 0) and played.told(BoxesMarked) == []
    assert len(played.rolls()) == 2


def test_dice_that_cannot_hit_are_rolled() -> None:
    """WT-1.8, WT-13.6: a number needed below 1 cannot be rolled; the dice are rolled all the same, and nothing is damaged."""
    played = attack("LB1", "HOO", [1, 1], evasive=True, aircraft={"LB1": 2})
    assert bombed(played) == (-1, {"evasive": -3}, 0, 0) and played.rolls() == ["bomb_hit LB1 at HOO"]


@pytest.mark.parametrize(("scope", "points"), [("gunfire", 6), ("all", 3)])
def test_evasive_escorts(scope: str, points: int) -> None:
    """WT-2.11: only with option `evasive_armour_scope` does an evasive escort count as armoured against bombs too."""
    played = attack("GRZ-DB1", "ANT", [1, 6, 6, 6, 6, 6, 6, 1], evasive=True, evasive_armour_scope=scope)
    assert bombed(played) == (4, {"evasive": -2}, 1, points)


def test_weather_and_fire_control_do_not_matter() -> None:
    """WT-13.10: bombs fall in a gale as in a calm."""
    calm, gale = (
        attack("GRZ-DB1", "HOO", [1, 6, 1, 1], weather=weather, aircraft={"GRZ-DB1": 1}) for weather in ("calm", "gale")
    )
    assert bombed(calm) == bombed(gale)


# ---------------------------------------------------------------- what follows


def test_breaking_in_two() -> None:
    """WT-13.9: at least one point rolls the d20 on B20, once; 20 breaks her in two."""
    played = attack("GRZ-DB1", "HOO", [1, 6, 20], aircraft={"GRZ-DB1": 1})
    assert played.told(ExtraDamage)[0].table == "B20" and played.told(BrokenInTwo) == [BrokenInTwo("HOO")]


def test_spent() -> None:
    """WT-11.10, WT-12.11: bombers and the escorts with them are spent, their own side knows, and their aims end."""
    ships: dict[str, Placement] = {"HOO": ((0, 0), 12, 6), "GRZ": ((0, 60), 12, 6)}
    aims: dict[str, Aim] = {"GRZ-DB1": Strike(("HOO",)), "GRZ-F1": Escort("GRZ-DB1"), "GRZ-F2": Escort("GRZ-DB1")}
    played = FlightStep(ships, {"GRZ-DB1": OVER, "GRZ-F1": OVER, "GRZ-F2": (0, 9)}, aims, [6], aircraft={"GRZ-DB1": 1})
    for id in aims:
        played[id].standing_if_known = ["as ordered"]
    bombing.step(played.scratch)
    assert played.told(Spent) == [Spent("GRZ-DB1"), Spent("GRZ-F1")]
    assert set(played.why(Spent) + played.why(OrdersStood)) == {("WT-11.10", "german")}
    assert (played["GRZ-DB1"].standing, played["GRZ-F1"].standing, played["GRZ-F2"].standing) == ([], [], ["as ordered"])


def together(aims: Mapping[str, ShipOrders | Aim], dice: Sequence[int], aircraft: int) -> FlightStep:
    """Squadrons over Acasta."""
    ships: dict[str, Placement] = {"ACA": ((0, 0), 12, 6), "GRZ": ((0, 60), 12, 6)}
    played = FlightStep(ships, dict.fromkeys(aims, OVER), aims, dice, aircraft=dict.fromkeys(aims, aircraft))
    bombing.step(played.scratch)
    return played


def test_squadrons_never_combine() -> None:
    """WT-13.1: each attacks for itself, in unit order."""
    aims = {"GRZ-DB2": Strike(("ACA",)), "GRZ-DB1": Strike(("ACA",))}
    assert together(aims, [6, 6, 6, 6], 2).rolls() == ["bomb_hit GRZ-DB1 at ACA", "bomb_hit GRZ-DB2 at ACA"]


def test_a_doomed_target() -> None:
    """WT-13.1: a target that is doomed before the attack is left alone: load and aim are kept."""
    aims = {"GRZ-DB1": Strike(("ACA",)), "GRZ-DB2": Strike(("ACA",))}
    played = together(aims, [1, 1, 6, 6, 1], 2)
    assert played.ship("ACA").sheet.doomed and played.told(Spent) == [Spent("GRZ-DB1")]
    assert played.rolls() == ["bomb_hit GRZ-DB1 at ACA", "bomb_damage GRZ-DB1 at ACA", "bomb_extra ACA"]
    assert not played["GRZ-DB2"].deck.spent
