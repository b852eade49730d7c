"""T20 and B20: extra damage of torpedo and bomb salvos."""

from __future__ import annotations

import pytest

from events.platform import Rolled
from events.wet_thrust.damage import BoxesMarked, BrokenInTwo, ExtraDamage, FireStarted, FuelLost, Holed, SystemLost
from pbem.games.wet_thrust.model.orders import ShipOrders
from pbem.games.wet_thrust.rules.combat import d20_effects, sinking
from tests.rulebook.wet_thrust.builders.damages import DamageStep

Struck = list[tuple[str, str, str]]


def salvo(table: str, dice: list[int], ship: str = "BIS", arc: str = "beam", lost: str = "", lose: str = "") -> DamageStep:
    """One d20 and its dice on a ship that has lost some systems; all dice must be used."""
    played = DamageStep(ship, dice, orders={ship: ShipOrders(lose=tuple(lose.split()))})
    played[ship].sheet.lost = lost.split()
    if table == "T20":
        d20_effects.torpedo(played.scratch, played[ship], arc)
    else:
        d20_effects.bomb(played.scratch, played[ship])
    played.rolls()
    return played


def effects(played: DamageStep, ship: str = "BIS") -> tuple[int, int, int]:
    """Boxes marked, fires, fuel boxes lost."""
    sheet = played[ship].sheet
    return sheet.marked, sheet.fires, sheet.fuel_lost


@pytest.mark.parametrize("table", ["T20", "B20"])
@pytest.mark.parametrize(
    ("die", "marked", "fires", "fuel"),
    [
        *((die, 0, 0, 0) for die in range(1, 6)),
        (6, 1, 0, 0),
        (7, 2, 0, 0),
        (8, 3, 0, 1),
        (9, 4, 0, 1),
        (10, 5, 1, 1),
        (13, 0, 1, 1),
    ],
)
def test_common_results(table: str, die: int, marked: int, fires: int, fuel: int) -> None:
    """WT-10.10, WT-10.11, WT-13.9, WT-3.10: results 1-10 and 13 of both tables; armour does not count."""
    played = salvo(table, [die])
    assert effects(played) == (marked, fires, fuel)
    assert [event.die for event in played.told(ExtraDamage)] == [die]


@pytest.mark.parametrize(("table", "burns"), [("T20", 0), ("B20", 1)])
def test_dice_of_boxes(table: str, burns: int) -> None:
    """WT-10.11: 15 marks d6, 16 marks 2d6+6, ships without magazines too; only bombs start a fire."""
    assert effects(salvo(table, [15, 4])) == (4, burns, 0)
    assert effects(salvo(table, [16, 5, 2])) == (13, burns, 0)


def test_rolls_and_their_names() -> None:
    """2.8, WT-10.10, WT-13.9: torp_extra or bomb_extra, then extra_damage, for those who may see her sheet (WT-23.3)."""
    for table, first in (("T20", "torp_extra BIS"), ("B20", "bomb_extra BIS")):
        played = salvo(table, [16, 1, 1])
        assert played.rolls() == [first, "extra_damage BIS"]
        assert {draft.audience for draft in played.drafts} == {"german"}
        assert [(roll.sides, len(roll.faces)) for roll in played.told(Rolled)] == [(20, 1), (6, 2)]


# ---------------------------------------------------------------- struck systems


@pytest.mark.parametrize(
    ("die", "lost", "struck"),
    [
        (11, "", "RU2"),
        (11, "RU2", "RU1"),
        (11, "RU1 RU2", ""),
        (14, "", "PR2"),
        (14, "PR1", "PR2"),
    ],
)
def test_torpedoes_strike_below(die: int, lost: str, struck: str) -> None:
    """WT-10.11: of several alike the highest-numbered working one; with none left nothing is lost."""
    assert salvo("T20", [die], lost=lost).scratch.struck == [("BIS", struck, "torpedo")] * bool(struck)


def test_boiler_by_torpedo() -> None:
    """WT-10.11, WT-3.7: 12 takes a boiler and marks its own d6; the boiler makes no boiler_hits."""
    played = salvo("T20", [12, 5])
    assert played.scratch.struck == [("BIS", "BO4", "torpedo")]
    sinking.after_fire(played.scratch)
    assert played["BIS"].sheet.lost == ["BO4"]
    assert effects(played) == (5, 0, 0)
    assert played.rolls() == ["torp_extra BIS", "extra_damage BIS"]


@pytest.mark.parametrize("die", [11, 12, 14])
def test_bow_shots_spare_the_stern(die: int) -> None:
    """E26, WT-10.11: 11, 12 and 14 do nothing when she is hit on the bow: no d6 either; from astern they do."""
    played = salvo("T20", [die], arc="bow")
    assert (played.scratch.struck, effects(played)) == ([], (0, 0, 0))
    assert "bow" in played.told(ExtraDamage)[0].result
    assert salvo("T20", [die, *([3] if die == 12 else [])], arc="stern").scratch.struck != []


def test_bow_shots_do_the_rest() -> None:
    """WT-10.11: other results count on the bow as well."""
    assert effects(salvo("T20", [10], arc="bow")) == (5, 1, 1)


@pytest.mark.parametrize(
    ("lost", "lose", "struck"),
    [
        ("", "", "A4"),
        ("A4", "", "A3"),
        ("", "A1 A2", "A1"),
        ("A1", "A1 A2", "A2"),
        ("", "C1", "A4"),
        ("A1 A2 A3 A4", "C2", "C2"),
        ("A1 A2 A3 A4", "", "C4"),
        ("A1 A2 A3 A4 C1 C2 C3 C4", "", ""),
    ],
)
def test_turret_by_bomb(lost: str, lose: str, struck: str) -> None:
    """WT-13.9: of the highest class that still has a battery, the first on the LOSE list, else the highest-numbered."""
    assert salvo("B20", [11], lost=lost, lose=lose).scratch.struck == [("BIS", struck, "bomb")] * bool(struck)


@pytest.mark.parametrize(("lost", "struck"), [("", "BR"), ("BR", "SB"), ("BR SB", "")])
def test_bridge_by_bomb(lost: str, struck: str) -> None:
    """WT-13.9: the bridge; if that is lost already, the secondary one."""
    assert salvo("B20", [12], lost=lost).scratch.struck == [("BIS", struck, "bomb")] * bool(struck)


def test_radar_by_bomb() -> None:
    """2.6, WT-10.11: 14 of B20; a ship without radar loses nothing."""
    assert salvo("B20", [14]).scratch.struck == [("BIS", "RA1", "bomb")]
    played = salvo("B20", [14], ship="ARK")
    assert played.scratch.struck == []
    assert played.told(ExtraDamage)[0].result == "the radar (there is none to lose)"


def test_struck_systems_go_with_step_5_4() -> None:
    """WT-10.11, WT-1.9: she has them until the firing is over; two salvos strike two rudders."""
    played = DamageStep("BIS", [11, 11, 11])
    for _ in range(3):
        d20_effects.torpedo(played.scratch, played["BIS"], "beam")
    assert played["BIS"].sheet.lost == []
    sinking.after_fire(played.scratch)
    assert played.told(SystemLost) == [SystemLost("BIS", "RU2", "torpedo"), SystemLost("BIS", "RU1", "torpedo")]
    assert played.why(SystemLost) == [("WT-10.11", "german")] * 2


def test_bombs_strike_by_their_own_clause() -> None:
    """WT-13.9: named as the reason when the turret goes."""
    played = salvo("B20", [11])
    sinking.after_fire(played.scratch)
    assert played.told(SystemLost) == [SystemLost("BIS", "A4", "bomb")]
    assert played.why(SystemLost) == [("WT-13.9", "german")]


# ---------------------------------------------------------------- holes, and the end


@pytest.mark.parametrize("table", ["T20", "B20"])
@pytest.mark.parametrize(("die", "flow", "patches", "top"), [(17, 1, 1, 8), (18, 2, 2, 6), (19, 3, 0, 4)])
def test_holes(table: str, die: int, flow: int, patches: int, top: int) -> None:
    """2.6, WT-16.9, WT-3.2: what a hole lets in each turn, the repairs it needs, and what it does to her speed."""
    played = salvo(table, [die])
    assert played.told(Holed) == [Holed("BIS", "HO1", die, flow, patches)]
    assert played["BIS"].top == top
    assert played["BIS"].sheet.marked == 0


def test_holes_are_numbered() -> None:
    """2.1: a second hole is HO2."""
    played = DamageStep("BIS", [17, 18])
    d20_effects.torpedo(played.scratch, played["BIS"], "beam")
    d20_effects.bomb(played.scratch, played["BIS"])
    assert [event.hole for event in played.told(Holed)] == ["HO1", "HO2"]


@pytest.mark.parametrize("table", ["T20", "B20"])
def test_broken_in_two(table: str) -> None:
    """WT-10.12: doomed, whatever boxes are left; she fires on until step 5.4 (WT-1.9)."""
    played = salvo(table, [20])
    assert played.why(BrokenInTwo) == [("WT-10.12", "german")]
    assert (played["BIS"].sheet.doomed, played["BIS"].afloat) == (True, True)


def test_order_of_what_follows() -> None:
    """WT-10.11: boxes, fire, fuel of one line, each with the clause."""
    played = salvo("B20", [10])
    assert played.kinds() == ["ExtraDamage", "BoxesMarked", "FireStarted", "FuelLost"]
    assert played.told(BoxesMarked) == [BoxesMarked("BIS", 5, 5, [], "extra")]
    assert played.told(FireStarted) == [FireStarted("BIS", 1, "bomb")]
    assert played.told(FuelLost) == [FuelLost("BIS", 1, 0, 1, "bomb")]


def test_extra_boxes_queue_checks() -> None:
    """WT-8.6, WT-10.11: the eleventh and twelfth box complete Bismarck's first row."""
    played = DamageStep("BIS", [7])
    played["BIS"].sheet.marked = 10
    d20_effects.torpedo(played.scratch, played["BIS"], "beam")
    assert played["BIS"].sheet.checks == [6]
