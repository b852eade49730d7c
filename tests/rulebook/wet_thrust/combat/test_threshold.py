"""WT-9, WT-3.4, WT-17: threshold checks, boiler rooms, aircraft, magazines."""

from __future__ import annotations

import pytest

from events.platform import Rolled
from events.wet_thrust.damage import BoilerHarmless, BoxesMarked, CheckMade, FireStarted, FuelLost, Lost, SystemLost
from events.wet_thrust.flying import DeckLost
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.rules.combat import hits, threshold
from tests.rulebook.wet_thrust.builders.damages import DamageStep
from tests.rulebook.wet_thrust.builders.ships import airborne, spent_dice

HOOD_REST = 26
"""Hood's systems beside 4 boiler rooms and 2 magazines."""
MERCHANT_REST = "PR1 RU1 D1 BR FC1 DC1"


def hood(dice: list[int], marked: int, points: int) -> DamageStep:
    """Hood with boxes marked takes more, then makes her checks; all dice must be used."""
    played = DamageStep("HOO", dice)
    played["HOO"].sheet.marked = marked
    hits.mark(played.scratch, played["HOO"], points, "gunfire", "WT-8.6")
    threshold.step(played.scratch)
    spent_dice(played.scratch)
    return played


def merchant(dice: list[int], marked: int = 4, lost: str = "", **options: object) -> DamageStep:
    """M01 (rows of 4 (5) and 4) makes the check of her first row; all dice must be used."""
    played = DamageStep("M01", dice, **options)
    sheet = played["M01"].sheet
    sheet.marked, sheet.checks, sheet.lost = marked, [5], lost.split()
    threshold.step(played.scratch)
    spent_dice(played.scratch)
    return played


# ---------------------------------------------------------------- the check itself


def test_number_needed() -> None:
    """WT-9.3, WT-9.4, WT-9.2: a fuel box, then a die for each system in canonical order; the row's number or more loses it."""
    played = merchant([1, 5, 4, 6, 1, 1, 5])
    assert played.rolls() == ["threshold M01 5 BO1", f"threshold M01 5 {MERCHANT_REST}"]
    assert played.kinds() == ["CheckMade", "FuelLost", *["SystemLost"] * 3]
    assert played.told(CheckMade) == [CheckMade("M01", 5)]
    assert played.told(FuelLost) == [FuelLost("M01", 1, 0, 1, "check")]
    assert [event.system for event in played.told(SystemLost)] == ["PR1", "D1", "DC1"]
    assert (played.why(CheckMade), played.why(SystemLost)[0]) == ([("WT-9.1", "british")], ("WT-9.4", "british"))
    assert {audience for _, audience in played.why(Rolled)} == {"british"}
    assert played["M01"].sheet.checks == []


def test_canonical_order() -> None:
    """2.1, WT-9.4: boiler rooms first, magazines last, each alone; all others between them as one roll."""
    played = hood([1] * 32, 10, 1)
    first, last = played.rolls()[:4], played.rolls()[5:]
    assert first == [f"threshold HOO 6 BO{n}" for n in range(1, 5)]
    assert last == ["threshold HOO 6 MG1", "threshold HOO 6 MG2"]
    between = "PR1 PR2 PR3 PR4 RU1 RU2 RA1 A1 A2 A3 A4 D1 D2 TL1 TL2 PD1 PD2 PD3 BR SB FC1 FC2 FC3 DC1 DC2 DC3"
    assert played.rolls()[4] == f"threshold HOO 6 {between}"
    assert len(between.split()) == HOOD_REST


def test_lost_systems_do_not_roll() -> None:
    """WT-9.7: nor do fuel, fires and holes."""
    played = merchant([1, 1, 1, 1], lost="PR1 BR FC1")
    assert played.rolls()[1] == "threshold M01 5 RU1 D1 DC1"


def test_nothing_left_to_roll_for() -> None:
    """WT-9.7, section 3: a roll with zero dice is not made; the fuel box goes all the same."""
    played = merchant([], lost=f"BO1 {MERCHANT_REST}")
    assert played.kinds() == ["CheckMade", "FuelLost"]


def test_one_check_a_row_in_order() -> None:
    """WT-9.1: two rows completed at once are two checks, the upper one first; a fuel box for each (WT-3.10)."""
    played = hood([1] * 64, 10, 12)
    assert [event.number for event in played.told(CheckMade)] == [6, 5]
    assert [event.lost for event in played.told(FuelLost)] == [1, 2]


def test_ships_in_unit_order() -> None:
    """WT-9.1: sides in scenario order, then ships as listed."""
    played = DamageStep("M02 U47 M01", [1] * 99)
    for ship in ("M01", "M02", "U47"):
        played[ship].sheet.checks = [5]
    threshold.step(played.scratch)
    assert [event.ship for event in played.told(CheckMade)] == ["U47", "M02", "M01"]


def test_no_queue_no_check() -> None:
    """WT-9.1: ships without completed rows roll nothing."""
    played = DamageStep("HOO BIS")
    threshold.step(played.scratch)
    assert played.drafts == []


# ---------------------------------------------------------------- boiler rooms


@pytest.mark.parametrize(
    ("dice", "marked", "fires"), [([1, 4], 1, 1), ([3, 3], 3, 0), ([2, 6], 2, 1), ([5], 0, 0), ([6], 0, 0)]
)
def test_boiler_lost_at_a_check(dice: list[int], marked: int, fires: int) -> None:
    """WT-3.4, WT-7.20: 1-4 marks so many, then a hit die for a fire; 5 and 6 neither mark nor burn."""
    played = merchant([5, *dice, *[1] * 6])
    assert (played["M01"].sheet.marked, played["M01"].sheet.fires) == (4 + marked, fires)
    rolls = ["boiler_hits M01 BO1", "boiler_fire M01 BO1"][: len(dice)]
    assert played.rolls() == ["threshold M01 5 BO1", *rolls, f"threshold M01 5 {MERCHANT_REST}"]


def test_boiler_dice_stand_under_their_own_boiler() -> None:
    """WT-3.4: what comes to nothing is told before the next boiler's die, so that no report gives its dice to another."""
    played = DamageStep("HOO", [6, 5, 6, 2, 1, *[1] * 40])
    played["HOO"].sheet.checks = [6]
    threshold.step(played.scratch)
    assert played.told(BoilerHarmless)[:2] == [BoilerHarmless("HOO", "BO1", "boxes"), BoilerHarmless("HOO", "BO2", "fire")]
    kinds = played.kinds()
    assert kinds[2:] == ["SystemLost", "BoilerHarmless", "SystemLost", "BoxesMarked", "BoilerHarmless"]


def test_hit_faces() -> None:
    """WT-3.4, WT-7.20: option hit_faces says which faces of the hit die burn."""
    for faces, fires in ((3, 0), (4, 1)):
        assert merchant([6, 1, 3, *[1] * 6], hit_faces=faces)["M01"].sheet.fires == fires


def test_only_checks_make_boilers_burst() -> None:
    """WT-3.7: a boiler that is crossed off by anything else rolls nothing."""
    played = DamageStep("M01")
    hits.lose_system(played.scratch, played["M01"], "BO1", "torpedo", "WT-10.11")
    assert played.rolls() == []


def test_sunk_by_a_boiler() -> None:
    """WT-9.6: the bottom row full, she is gone: no boiler_fire, no further dice, no second check."""
    played = DamageStep("M01", [6, 3])
    sheet = played["M01"].sheet
    sheet.marked, sheet.checks = 5, [5, 5]
    threshold.step(played.scratch)
    assert played.rolls() == ["threshold M01 5 BO1", "boiler_hits M01 BO1"]
    assert played.told(Lost) == [Lost("M01", "boxes", [0, 0])]
    assert played.kinds() == ["CheckMade", "FuelLost", "SystemLost", "BoxesMarked", "Lost"]


# ---------------------------------------------------------------- aircraft


def ark(*lost: str) -> DamageStep:
    """Ark Royal is about to make the check of her first row, in which she will lose these systems."""
    systems = CLASS_OF["ARK"].all_systems
    played = DamageStep("ARK", [6 if system in lost else 1 for system in systems], turn=3)
    played["ARK"].sheet.checks = [6]
    return played


def test_aircraft_go_with_their_symbol() -> None:
    """WT-11.12: aboard, ready or rearming, they are lost; in the air they fly on, though their symbol is gone."""
    played = ark("R1", "T1", "T2")
    squadrons = played.state.squadrons
    airborne(played.state, "ARK-T2", (0, 0))
    squadrons["ARK-T1"].deck.ready = 9
    threshold.step(played.scratch)
    assert [event.system for event in played.told(SystemLost)] == ["R1", "T1", "T2"]
    assert played.told(DeckLost) == [DeckLost("ARK-R1"), DeckLost("ARK-T1")]
    assert played.why(DeckLost) == [("WT-11.12", "british")] * 2
    assert (squadrons["ARK-T1"].lost, squadrons["ARK-T2"].lost, squadrons["ARK-T2"].place) == (True, False, "air")


def test_aircraft_elsewhere_are_safe() -> None:
    """WT-11.12: a plane alongside, or a squadron aboard another carrier, does not go with the symbol."""
    played = ark("R1", "T1")
    played.state.squadrons["ARK-R1"].place = "alongside"
    played.state.squadrons["ARK-T1"].home = "GRZ"
    threshold.step(played.scratch)
    assert len(played.told(SystemLost)) == 2
    assert played.told(DeckLost) == []


# ---------------------------------------------------------------- magazines


def test_chained_checks() -> None:
    """E21, WT-9.5, WT-17.1, WT-17.2, WT-17.4: each magazine in its own check; the rows they fill make further checks."""
    first = [6, 4, 5, 1, 1, 1, *[1] * HOOD_REST, 6, 5, 4, 4]
    second = [1, 1, 1, *[1] * HOOD_REST, 4, 1, 1]
    third = [1, 1, 1, *[1] * HOOD_REST]
    played = hood([*first, *second, *third], 10, 3)
    marks = [(event.cause, event.marked, event.numbers) for event in played.told(BoxesMarked)]
    assert marks == [("gunfire", 13, [6]), ("boiler", 17, []), ("magazine", 32, [5]), ("magazine", 40, [4])]
    assert [event.cause for event in played.told(FireStarted)] == ["boiler", "magazine", "magazine"]
    assert [event.number for event in played.told(CheckMade)] == [6, 5, 4]
    sheet = played["HOO"].sheet
    assert (sheet.lost, sheet.fires, sheet.fuel_lost) == (["BO1", "MG1", "MG2"], 3, 3)
    assert played["HOO"].afloat


def test_magazine_modifier() -> None:
    """E21, WT-17.1: MG2 adds 1 to its die: 4 stands against 6, 5 does not; MG1 adds nothing."""
    for die, lost in ((4, []), (5, ["MG2"])):
        played = hood([1] * 30 + [5, die, *([1, 1] * len(lost))], 10, 1)
        assert played["HOO"].sheet.lost == lost


def test_explosion() -> None:
    """E22, WT-17.3: the second magazine of one check: she explodes, its 2d6 are not rolled."""
    played = DamageStep("HOO", [1] * 30 + [6, 2, 3, 5])
    played["HOO"].sheet.marked, played["HOO"].sheet.checks = 11, [6]
    threshold.step(played.scratch)
    assert played.rolls()[-3:] == ["threshold HOO 6 MG1", "magazine HOO MG1", "threshold HOO 6 MG2"]
    assert played["HOO"].sheet.marked == 22
    assert played.told(Lost) == [Lost("HOO", "explosion", [0, 0])]
    assert played.why(Lost) == [("WT-17.3", "*")]


def test_sunk_by_a_magazine() -> None:
    """WT-9.6, WT-17.2: boxes full, no fire starts and the other magazine does not roll."""
    played = DamageStep("HOO", [1] * 30 + [6, 6, 6])
    played["HOO"].sheet.marked, played["HOO"].sheet.checks = 33, [4]
    threshold.step(played.scratch)
    assert played.rolls()[-1] == "magazine HOO MG1"
    assert (played.told(FireStarted), played["HOO"].how) == ([], "boxes")
