"""WT-16: fires, repairs, flooding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from events.platform import Rolled
from events.wet_thrust.damage import (
    BoxesMarked,
    FiresFought,
    FiresSeen,
    FireStarted,
    GivenUp,
    HolePatched,
    Lost,
    RepairTried,
    SystemRepaired,
)
from events.wet_thrust.opening import TurnEnded
from pbem.games.wet_thrust.model.control_sheet import Hole, Sheet
from pbem.games.wet_thrust.model.orders import ShipOrders
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.rules import sequence
from pbem.games.wet_thrust.rules.combat import repair, threshold
from tests.rulebook.wet_thrust.builders.damages import DamageStep
from tests.rulebook.wet_thrust.builders.ships import spent_dice, state_with, turn_of

DEFAULT = ("BR", "HO2", "HO2", "HO1", "RU1", "RU2", "FC3", "BO2", "PR1", "A2", "RA1", "SB", "C1", "PD4", "AD1")


def work(
    dice: list[int], ship: str = "SUF", lost: str = "", fires: int = 0, order: str = "",
    holes: Mapping[str, Hole] | None = None, **options: Any,
) -> DamageStep:  # fmt: skip
    """Step 7 of turn 4 on one ship; all dice must be used."""
    played = DamageStep(ship, dice, turn=4, orders={ship: ShipOrders(repair=tuple(order.split()))}, **options)
    sheet = played[ship].sheet
    sheet.lost, sheet.fires, sheet.holes = lost.split(), fires, dict(holes or {})
    repair.step(played.scratch)
    spent_dice(played.scratch)
    return played


def tried(played: DamageStep) -> list[str]:
    """What parties worked at, in order."""
    return [event.item for event in played.told(RepairTried)]


# ---------------------------------------------------------------- fires


def test_damage_control() -> None:
    """E30, WT-16.2, WT-16.3, WT-16.6: fires first; RU2 repaired, FC1 given up with a mishap; 3 of 4 fire boxes: she lives."""
    played = work([1, 6, 1, 2], lost="RU2 FC1", fires=1)
    assert played.rolls() == ["fire_fight SUF", "repair SUF RU2", "repair SUF FC1", "repair_mishap SUF FC1"]
    assert played.told(FiresFought) == [FiresFought("SUF", 0, 1, 2)]
    assert played.told(RepairTried) == [RepairTried("SUF", "RU2", 6, "repaired"), RepairTried("SUF", "FC1", 1, "beyond repair")]
    assert played.told(FireStarted) == [FireStarted("SUF", 3, "mishap")]
    assert played.told(GivenUp) == [GivenUp("SUF", "FC1")]
    repair.mend(played.scratch)
    sheet = played["SUF"].sheet
    assert (sheet.lost, sheet.beyond, sheet.fires, played["SUF"].afloat) == (["FC1"], ["FC1"], 3, True)


def test_all_fires_are_fought() -> None:
    """WT-16.3, WT-16.10: 4-6 puts a fire out and frees its box, 1 starts one more that is not fought this turn."""
    played = work([1, 2, 3, 4, 6], ship="BIS", fires=5)
    assert played.told(FiresFought) == [FiresFought("BIS", 2, 1, 4)]
    assert played.why(FiresFought) == [("WT-16.3", "german")]
    assert played.rolls() == ["fire_fight BIS"]


def test_blazing_hulk() -> None:
    """WT-16.8: as many fires as fire boxes after all repairs: lost, for all to see."""
    played = work([1, 1, 2, 2], fires=2, lost="RU2 FC1")
    assert played["SUF"].sheet.fires == 4
    assert played.told(Lost) == [Lost("SUF", "hulk", [0, 0])]
    assert played.why(Lost) == [("WT-16.8", "*")]
    assert work([4, 1, 1, 1, 3, 3], fires=4, lost="RU2 FC1")["SUF"].how == "hulk"
    assert work([4, 1, 2, 2, 3, 3], fires=4, lost="RU2 FC1")["SUF"].sheet.fires == 4


def test_hulk_without_damage_control() -> None:
    """WT-16.1, WT-16.8, WT-9.8: without a party nothing is fought or repaired, and the hulk is lost all the same."""
    played = work([], lost="DC1 DC2 RU1", fires=3)
    assert played.drafts == []
    assert work([], lost="DC1 DC2 RU1", fires=4)["SUF"].how == "hulk"


def test_parties_lost_in_this_turn() -> None:
    """WT-9.8: a DC lost at a check in step 6 does not work in step 7."""
    dice = [1 if system != "DC2" else 6 for system in CLASS_OF["SUF"].all_systems]
    played = DamageStep("SUF", [*dice, 2], turn=4)
    played["SUF"].sheet.checks = [6]
    threshold.step(played.scratch)
    played["SUF"].sheet.lost += ["RU1", "RU2"]
    repair.step(played.scratch)
    assert tried(played) == ["RU1"]
    spent_dice(played.scratch)


def test_shared_parties() -> None:
    """WT-16.4: option dc_teams_shared: a fire takes a party; fires beyond their number burn on; what is left repairs."""
    played = work([2, 3], lost="RU1 RU2 FC1", fires=1, dc_teams_shared="on")
    assert played.rolls() == ["fire_fight SUF", "repair SUF RU1"]
    played = work([4, 4], lost="RU1", fires=3, dc_teams_shared="on")
    assert played.told(FiresFought) == [FiresFought("SUF", 2, 0, 1)]
    assert tried(played) == []


# ---------------------------------------------------------------- repairs


@pytest.mark.parametrize(
    ("dice", "result"),
    [([1, 3], "beyond repair"), ([2], "nothing"), ([3], "nothing"), ([4], "nothing"), ([5], "repaired"), ([6], "repaired")],
)
def test_repair_die(dice: list[int], result: str) -> None:
    """WT-16.6: 5-6 repairs, 1 ends all tries and rolls repair_mishap, on which 3-6 does nothing more."""
    played = work(dice, lost="RU1")
    assert [event.result for event in played.told(RepairTried)] == [result]
    assert set(played.why(RepairTried)) == {("WT-16.6", "british")}
    assert (played["SUF"].sheet.fires, played["SUF"].sheet.beyond) == (0, ["RU1"] * (result == "beyond repair"))


def test_one_attempt_a_party() -> None:
    """WT-16.4: as many attempts as working parties, each at something else."""
    assert tried(work([2, 2], lost="RU1 RU2 FC1")) == ["RU1", "RU2"]
    assert tried(work([2], lost="RU1 RU2 DC1")) == ["RU1"]
    assert tried(work([2], lost="RU1")) == ["RU1"]


def test_repaired_systems_work_from_the_next_turn() -> None:
    """WT-3.12, WT-16.6: nothing in step 8 has the use of a repaired boiler; at the end of the turn it is back."""
    played = work([6], ship="BIS", lost="BO1")
    assert (played["BIS"].top, played.told(SystemRepaired)) == (6, [])
    repair.mend(played.scratch)
    assert played.told(SystemRepaired) == [SystemRepaired("BIS", "BO1")]
    assert played["BIS"].top == 8


def test_repairs_in_a_whole_turn() -> None:
    """WT-3.12, section 3: tried in step 7, at work after all of step 8; holes and new fires of the turn before it."""
    state = state_with({"BIS": ((0, 0), 12, 4), "HOO": ((0, 200), 12, 4)})
    sheet = state.ships["BIS"].sheet
    sheet.lost, sheet.fires, sheet.holes = ["BO1"], 1, {"HO1": Hole(17, 1)}
    turn = turn_of(state, [1, 2, 6])
    sequence.resolve(turn, {})
    kinds = [RepairTried, BoxesMarked, SystemRepaired, FiresSeen, TurnEnded]
    assert [type(draft.event) for draft in turn.drafts if type(draft.event) in kinds] == [RepairTried, *kinds]
    assert (sheet.lost, sheet.marked, sheet.fires, state.ships["BIS"].burning) == ([], 1, 2, 2)


def test_wrecks_are_not_mended() -> None:
    """WT-16.6: a ship that was lost after step 7 gets nothing back."""
    played = work([6], ship="BIS", lost="BO1")
    played["BIS"].fate = "lost"
    repair.mend(played.scratch)
    assert played.told(SystemRepaired) == []


def test_every_roll_is_her_own_sides() -> None:
    """WT-23.3: fire and repair dice."""
    played = work([1, 1, 2, 6], lost="RU1 RU2", fires=1)
    assert {audience for _, audience in played.why(Rolled)} == {"british"}


# ---------------------------------------------------------------- the order of repairs


def bismarck() -> Sheet:
    """Much of everything lost."""
    sheet = Sheet("bismarck")
    sheet.lost = ["AD1", "PD4", "C1", "SB", "RA1", "A2", "PR1", "BO2", "FC3", "RU2", "RU1", "BR", "DC1", "R2"]
    sheet.holes = {"HO1": Hole(17, 1), "HO2": Hole(18, 2), "HO3": Hole(19, 0)}
    return sheet


def test_default_order() -> None:
    """WT-16.5, WT-16.7, WT-16.4: the printed order, by number inside a kind; a type-18 hole twice; DC, R, type 19 never."""
    assert repair.order_of(bismarck(), (), commanded=False) == list(DEFAULT)


def test_bridge_of_a_commanded_ship() -> None:
    """WT-16.5: BR comes first only while she is not commanded."""
    assert repair.order_of(bismarck(), (), commanded=True) == list(DEFAULT[1:])


def test_main_guns_are_those_of_the_sheet() -> None:
    """WT-16.5, WT-7.9: on Scharnhorst B guns are main guns, C guns are not; torpedoes, sonar and A/S mounts follow."""
    sheet = Sheet("scharnhorst")
    sheet.lost = ["TL1", "C1", "B2", "RA1", "FC1"]
    assert repair.order_of(sheet, (), commanded=True) == ["FC1", "B2", "RA1", "C1", "TL1"]
    boat = Sheet("a-class-destroyer")
    boat.lost = ["AD1", "PD1", "AS3", "AS1", "SO1", "TL2"]
    assert repair.order_of(boat, (), commanded=True) == ["TL2", "SO1", "AS1", "AS3", "PD1", "AD1"]


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("RA1 RU2", ["RA1", "RU2"]),
        ("MG1 DC1 R2 HO3 RADAR", ["RA1"]),
        ("BRIDGE", ["BR", "SB"]),
        ("RUDDER PROP", ["RU1", "RU2", "PR1"]),
        ("BOILER FC", ["BO2", "FC3"]),
        ("HOLE", ["HO2", "HO2", "HO1"]),
        ("HO1 HOLE", ["HO1", "HO2", "HO2"]),
        ("MAIN", ["A2"]),
        ("GUNS", ["A2", "C1"]),
        ("PDF ADF", ["PD4", "AD1"]),
        ("TORP SONAR ASW PD4", ["PD4"]),
    ],
)
def test_repair_orders(order: str, first: list[str]) -> None:
    """WT-16.5, 5.2: the owner's list goes before the default, and skips what cannot be repaired; nothing comes twice."""
    found = repair.order_of(bismarck(), order.split(), commanded=False)
    assert found[: len(first)] == first
    assert sorted(found) == sorted(DEFAULT)


def test_what_is_beyond_repair() -> None:
    """WT-16.6: no more tries for what was given up."""
    sheet = bismarck()
    sheet.beyond = ["RA1", "HO2"]
    assert repair.order_of(sheet, ["RADAR", "HOLE"], commanded=True)[:2] == ["HO1", "RU1"]


def test_owners_order() -> None:
    """WT-16.5: the DC list is worked off first."""
    assert tried(work([2, 2], lost="RU1 RA1 D2", order="D2 RADAR")) == ["D2", "RA1"]


def test_bridge_first_without_command() -> None:
    """WT-16.5, WT-15.3: a ship out of command repairs her bridge first; with the secondary bridge in control she leaves it."""
    assert tried(work([2, 2, 2], ship="BIS", lost="BR RU1 RU2 FC1")) == ["BR", "RU1", "RU2"]
    played = DamageStep("BIS", [2], turn=4)
    played["BIS"].sheet.lost, played["BIS"].sheet.takes_over = ["BR", "RA1"], 4
    repair.step(played.scratch)
    assert tried(played) == ["RA1"]


# ---------------------------------------------------------------- holes


def test_hole_closed_in_the_same_turn() -> None:
    """E31, WT-16.4, WT-16.9: two parties close a type-18 hole at once: no water, and her speed is back."""
    played = work([5, 6], ship="PEU", holes={"HO1": Hole(18, 2)}, lost="RU1")
    assert played.rolls() == ["repair PEU HO1", "repair PEU HO1"]
    assert played.told(HolePatched) == [HolePatched("PEU", "HO1", 1), HolePatched("PEU", "HO1", 0)]
    repair.flood(played.scratch)
    assert (played.told(BoxesMarked), played["PEU"].top) == ([], 8)


def test_hole_half_closed() -> None:
    """E31, WT-16.9: with one success 2 boxes flood and her speed stays at three quarters; the second may come later."""
    played = work([5, 3], ship="PEU", holes={"HO1": Hole(18, 2)})
    repair.flood(played.scratch)
    assert played.told(BoxesMarked) == [BoxesMarked("PEU", 2, 2, [], "flooding")]
    assert (played["PEU"].top, played["PEU"].sheet.holes["HO1"].left) == (6, 1)
    played = work([6, 2], ship="PEU", holes={"HO1": Hole(18, 1)}, lost="RU1")
    assert tried(played) == ["HO1", "RU1"]
    assert played["PEU"].top == 8


def test_hole_beyond_repair_stays_open() -> None:
    """WT-16.9, WT-16.6: a 1 at the first try ends the tries at it; it floods on."""
    played = work([1, 4, 2], ship="PEU", holes={"HO1": Hole(18, 2)}, lost="RU1")
    assert tried(played) == ["HO1", "RU1"]
    repair.flood(played.scratch)
    assert played["PEU"].sheet.marked == 2


def test_small_hole() -> None:
    """WT-16.9: a type-17 hole closes with one success."""
    played = work([5, 2], ship="PEU", holes={"HO1": Hole(17, 1)}, lost="RU1")
    assert played.told(HolePatched) == [HolePatched("PEU", "HO1", 0)]
    assert tried(played) == ["HO1", "RU1"]


def test_flooding() -> None:
    """WT-16.9, 8.1: every open hole of every ship lets in its 1, 2 or 3, each a mark; a row so filled queues (8.2)."""
    played = DamageStep("BIS HOO")
    played["BIS"].sheet.marked = 9
    played["BIS"].sheet.holes = {"HO1": Hole(17, 1), "HO2": Hole(18, 0, open=False), "HO3": Hole(19, 0)}
    played["HOO"].sheet.holes = {"HO1": Hole(18, 2)}
    repair.flood(played.scratch)
    assert [(event.ship, event.points, event.numbers) for event in played.told(BoxesMarked)] == [
        ("BIS", 1, []),
        ("BIS", 3, [6]),
        ("HOO", 2, []),
    ]
    assert {rule for rule, _ in played.why(BoxesMarked)} == {"WT-16.9"}


def test_flooded_ships_sink_at_once() -> None:
    """WT-8.6, WT-16.9: outside the firing the last box sinks her; her other holes do nothing more."""
    played = DamageStep("M01")
    played["M01"].sheet.marked = 7
    played["M01"].sheet.holes = {"HO1": Hole(18, 2), "HO2": Hole(17, 1)}
    repair.flood(played.scratch)
    assert played.kinds() == ["BoxesMarked", "Lost"]
    assert played["M01"].how == "boxes"
