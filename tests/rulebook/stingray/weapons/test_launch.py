"""STG-LAU: launches and their windows; launch parameters and conditions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.stingray.orders import OrderLapsed
from events.stingray.weapons import Launched, MineLaid
from pbem.core.geometry.hexes import parse_label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.order_parts import Condition
from pbem.games.stingray.model.tables import MINE, MK7, MK61, TERROR
from pbem.games.stingray.report.tell import tell
from pbem.games.stingray.rules.weapons import launch
from pbem.games.stingray.rules.weapons.conditions import in_parameters, meets
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import hold_all, only, play, state_with, vessel
from tests.rulebook.stingray.builders.weapons import Battle, at


def window(battle: Battle, number: int, dice: str = "", **orders: str) -> list[Launched]:
    """The launches of one window, all contacts held."""
    battle.know_all()
    launch.window(battle.begin(dice, **orders), number)
    return battle.all(Launched)


def stingray(battle: Battle, hex: str = "1010", facing: str = "N", one: str = "MK61", two: str = "MK7", **changes: Any) -> None:
    """SR1 with loaded tubes, Mk61 armed."""
    vessel = battle.vessel("SR1", hex, facing, **changes)
    for tube, weapon in (("1", one), ("2", two)):
        battle.load(vessel, tube, weapon, armed=weapon == MK61)


# ---------------------------------------------------------------- windows


def test_a_conditional_launch() -> None:
    """STG-LAU.1, STG-LAU.3, STG-LAU.5, STG-SEQ.4: worked example W25: window 4, at 4 hexes; nothing left for the next move."""
    battle = Battle()
    battle.vessel("SR1", "1012", "N")
    fish = battle.vessel("TF1", "1004", "S")
    battle.play(SR1="3", TF1="3; LAUNCH AT SR1 WHEN RANGE<=5 FROM PHASE 3")
    launched = battle.only(Launched)
    assert (launched.window, launched.hex, launched.heading, launched.target) == (4, "1006", 3, "SR1")
    assert battle.path("TF1-M1") == ["1007", "1008"]
    assert at(fish) == "1007"
    assert fish.launchers["LAUNCHER"].load == ""
    assert window(battle, 0, TF1="LAUNCH") == []


@pytest.mark.parametrize(
    ("when", "windows"),
    [("", range(7)), ("AT START", [0]), ("FROM PHASE 4", [4, 5, 6]), ("UNTIL PHASE 2", [0, 1, 2]), ("IN PHASE 3", [3])],
)
def test_allowed_windows(when: str, windows: list[int]) -> None:
    """STG-LAU.3: all; START only 0; FROM, UNTIL, IN; a blind shot fires in the first allowed one."""
    fired = []
    for number in range(7):
        battle = Battle()
        battle.vessel("TF1", "1010")
        fired += [number] if window(battle, number, TF1=f"LAUNCH {when}") else []
    assert fired == list(windows)


WHY = "in none of its windows was SR1 held, in the forward arc and within 12 hexes; the weapon is kept"


def test_never_met() -> None:
    """STG-LAU.3: no launch, the weapon is kept; the crew is told what had to be there at once, not what was missing."""
    battle = Battle()
    battle.vessel("SR1", "1012", "N")
    fish = battle.vessel("TF1", "1004", "N")
    battle.play(TF1="LAUNCH AT SR1")
    assert not battle.all(Launched)
    assert fish.launchers["LAUNCHER"].load == "READY"
    lapsed = battle.only(OrderLapsed)
    assert (lapsed.order, lapsed.why) == ("LAUNCH AT SR1", WHY)
    assert battle.audiences(OrderLapsed) == ["tf1"]


def test_an_armed_missile_stays_armed() -> None:
    """STG-LAU.7: until launched, in a later move if need be."""
    battle = Battle()
    stingray(battle)
    fish = battle.vessel("TF1", "1004", fate="exited")
    battle.play(SR1="LAUNCH STING 1 AT TF1")
    tube = battle.state.vessels["SR1"].launchers["1"]
    assert (tube.load, tube.armed) == ("MK61", True)
    fish.fate = "in play"
    assert len(window(battle, 0, SR1="LAUNCH STING 1 AT TF1")) == 1
    assert (tube.load, battle.state.vessels["SR1"].launchers["1"].armed) == ("MK61", False)


def test_orders_for_one_tube_are_tried_in_turn() -> None:
    """STG-LAU.6, section 5: in the order written; the tube fires once and the rest is done with."""
    battle = Battle()
    stingray(battle)
    battle.vessel("TF1", "1020", "N")
    battle.vessel("TF2", "1005", "N")
    battle.play("1", SR1="LAUNCH STING 2 AT TF1; LAUNCH STING 2 AT TF2; LAUNCH STING 2")
    assert battle.only(Launched).target == "TF2"
    assert not battle.all(OrderLapsed)


def test_the_order_of_launches() -> None:
    """STG-GEN.6: vessel order, then mines before missiles, tube 1 before 2, PORT before STARBOARD."""
    battle = Battle()
    stingray(battle, one="MK7", two="MINE")
    battle.vessel("MF1", "2020", "N", tail="2021")
    battle.vessel("TF1", "0505")
    orders = {"TF1": "LAUNCH", "MF1": "LAUNCH STARBOARD; LAUNCH PORT", "SR1": "LAUNCH STING 1; LAUNCH STING 2"}
    assert [(made.vessel, made.launcher) for made in window(battle, 0, **orders)] == [
        ("SR1", "2"),
        ("SR1", "1"),
        ("MF1", "PORT"),
        ("MF1", "STARBOARD"),
        ("TF1", "LAUNCHER"),
    ]
    assert list(battle.state.missiles) == ["SR1-M1", "MF1-M1", "MF1-M2", "TF1-M1"]


def test_two_nostrils() -> None:
    """STG-LAU.2, STG-LAU.9: both may fire in one move, each from its own store; an empty one not again."""
    battle = Battle()
    mega = battle.vessel("MF1", "1010", "N", tail="1011")
    made = window(battle, 0, MF1="LAUNCH PORT; LAUNCH STARBOARD")
    assert [m.hex for m in made] == ["1010", "1010"]
    assert mega.stores == {"PORT": 7, "STARBOARD": 7, "MINE": 6}
    assert window(battle, 0, MF1="LAUNCH PORT; LAUNCH MINE") == []


def test_what_a_launched_missile_is() -> None:
    """STG-LAU.5, STG-LAU.8, STG-MK7.2: the tube's load, in the launcher's hex, its facing, arming distance and penalty."""
    battle = Battle()
    stingray(battle, facing="SE", arming=7, suited=True, injuries=1)
    battle.vessel("TF1", "1210", "N")
    made = window(battle, 2, SR1="LAUNCH STING 1 AT TF1 VIA 1109; LAUNCH STING 2")
    assert [(m.weapon, m.item, m.target, m.via) for m in made] == [
        ("MK61", "SR1-M1", "TF1", ["1109"]),
        ("MK7", "SR1-M2", "", []),
    ]
    guided, seeker = battle.state.missiles.values()
    assert (guided.lock, guided.target, seeker.lock, seeker.target) == (True, "TF1", False, "")
    assert (seeker.arming, seeker.penalty, seeker.heading, seeker.hex) == (7, 2, 2, parse_label("1010"))
    vessel = battle.state.vessels["SR1"]
    assert (vessel.stores["MK61"], vessel.stores["MK7"]) == (3, 7)
    assert not vessel.launchers["1"].armed
    assert battle.audiences(Launched) == ["sr1", "sr1"]


@pytest.mark.parametrize(
    "changes",
    [{"injuries": 4}, {"broken_off": True}, {"specials": {"LAUNCHER": 1}}, {"fate": "exited"}, {"stores": {"TERROR": 0}}],
)
def test_who_cannot_launch(changes: dict[str, Any]) -> None:
    """STG-LAU.10: a dead crew, a fish that has broken off, a damaged launcher, an empty store, a vessel out of play."""
    battle = Battle()
    battle.vessel("TF1", "1010", **changes)
    assert window(battle, 0, TF1="LAUNCH") == []


def test_tubes_out_destroyed_or_unprepared() -> None:
    """STG-LAU.10, STG-M61.1: a tube that is damaged or destroyed, or a Mk61 that is not armed, stays silent."""
    for harm in ("damaged", "destroyed", "unarmed"):
        battle = Battle()
        stingray(battle)
        vessel = battle.state.vessels["SR1"]
        battle.vessel("TF1", "1005")
        vessel.specials = {"TUBE1": 1} if harm == "damaged" else {}
        vessel.launchers["1"].destroyed = harm == "destroyed"
        vessel.launchers["1"].armed = harm != "unarmed"
        assert window(battle, 0, SR1="LAUNCH STING 1 AT TF1") == []


# ---------------------------------------------------------------- targets


def test_a_target_must_be_held() -> None:
    """STG-LAU.4, STG-SCN.8: nobody fires at what they do not know to be there."""
    battle = Battle()
    stingray(battle, output=0)
    battle.vessel("TF1", "1001", "N")
    scratch = battle.begin(SR1="LAUNCH STING 2 AT TF1")
    launch.window(scratch, 0)
    assert not battle.all(Launched)
    battle.state.vessels["SR1"].finds.contacts["TF1"] = battle.contact(battle.state.vessels["TF1"])
    contacts = battle.state.vessels["SR1"].finds.contacts
    contacts["TF1"] = replace(contacts["TF1"], move=battle.state.move - 1)
    launch.window(scratch, 1)
    assert battle.only(Launched).target == "TF1"


def test_the_nearest_enemy() -> None:
    """Section 5: AT ANY is the nearest held enemy that meets parameters and conditions; never a friend."""
    battle = Battle()
    stingray(battle)
    for id, hex in (("SR2", "1009"), ("TF1", "1012"), ("TF2", "1107"), ("TF3", "0907"), ("TF4", "1004")):
        battle.vessel(id, hex)
    assert [made.target for made in window(battle, 0, SR1="LAUNCH STING 2 AT ANY")] == ["TF2"]
    assert window(battle, 0, SR1="LAUNCH STING 2 AT ANY WHEN RANGE>=7") == []
    assert [made.target for made in window(battle, 0, SR1="LAUNCH STING 1 AT ANY WHEN RANGE>=6")] == ["TF4"]


def test_a_plant_without_a_name_is_fired_at_by_its_number() -> None:
    """STG-SCN.8, section 7: a fish that heard U1 may fire at it, and reads no other name."""
    for order in ("LAUNCH AT U1", "LAUNCH AT ANY"):
        battle = Battle()
        hidden = battle.vessel("SR1", "1004")
        fish = battle.vessel("TF1", "1010", "N")
        battle.state.umpire.plants["U1"] = "SR1"
        fish.finds.contacts["U1"] = battle.contact(hidden, "U1")
        launch.window(battle.begin(TF1=order), 0)
        assert battle.only(Launched).target == "U1"


@pytest.mark.parametrize(("order", "told"), [("LAUNCH AT ANY", "ANY"), ("LAUNCH AT SR1", "SR1")])
def test_a_fish_without_comms_does_not_name_its_target(order: str, told: str) -> None:
    """STG-COM.4, section 7: it fires at what it holds itself; its commander learns of the launch, and no name but their own."""
    battle = Battle()
    stingray(battle)
    battle.vessel("TF1", "1005", "S", specials={"COMMS": 1})
    battle.know_all()
    launch.window(battle.begin(TF1=order), 0)
    launched = battle.only(Launched)
    assert (launched.target, battle.audiences(Launched)) == (told, ["tf1"])
    said = tell(launched, known(battle.state, None))
    assert said and said.endswith("at an enemy" if told == "ANY" else "at SR1")


def test_aim_wins_over_at() -> None:
    """STG-M61.2, section 6: the Co-Pilot's AIM names the target of Mk61 launches, of all or of one tube; not of a Mk7."""
    battle = Battle()
    stingray(battle, two="MK61")
    battle.vessel("TF1", "1005")
    battle.vessel("TF2", "0805")
    made = window(battle, 0, SR1="LAUNCH STING 1 AT TF1; LAUNCH STING 2; AIM AT TF2")
    assert [m.target for m in made] == ["TF2", "TF2"]
    battle = Battle()
    stingray(battle)
    battle.vessel("TF1", "1005")
    battle.vessel("TF2", "0805")
    made = window(battle, 0, SR1="LAUNCH STING 1 AT TF1; LAUNCH STING 2 AT TF1; AIM STING 1 AT TF2")
    assert [m.target for m in made] == ["TF2", "TF1"]


def test_one_target_for_all_mk61_of_a_move() -> None:
    """STG-M61.3: two on one target are allowed, a second target is not; ANY then means the first one's."""
    for order, targets in (("AT TF2", ["TF1"]), ("AT ANY", ["TF1", "TF1"]), ("AT TF1", ["TF1", "TF1"])):
        battle = Battle()
        stingray(battle, two="MK61")
        battle.vessel("TF1", "1005", "N")
        battle.vessel("TF2", "1007", "N")
        battle.know_all()
        scratch = battle.begin(SR1=f"LAUNCH STING 1 AT TF1; LAUNCH STING 2 {order}")
        launch.window(scratch, 0)
        launch.lapsed(scratch)
        assert [made.target for made in battle.all(Launched)] == targets
        whys = [lapsed.why for lapsed in battle.all(OrderLapsed)]
        assert whys == ["all Mk61 of one move go to one target, TF1 now"] * (2 - len(targets))


def test_a_mk61_without_a_target_is_not_launched() -> None:
    """STG-M61.2, section 6: no blind shots."""
    battle = Battle()
    stingray(battle)
    assert window(battle, 0, SR1="LAUNCH STING 1") == []


# ---------------------------------------------------------------- parameters and conditions


def test_parameters() -> None:
    """STG-LAU.4: sonar missiles forward arc and 12 hexes, Mk61 line of sight and 36; mines none."""
    battle = Battle(obstacles="1016")
    vessel = battle.vessel("SR1", "1020", "N")
    for hex, sonar, guided in (("1008", True, False), ("1007", False, False), ("1128", False, True), ("0708", False, True)):
        target = battle.vessel("TF1", hex)
        fits = [in_parameters(battle.state, vessel, weapon, target) for weapon in (MK7, TERROR, MK61, MINE)]
        assert fits == [sonar, sonar, guided, True], hex


def test_a_megafish_is_in_parameters_with_either_hex() -> None:
    """STG-HEX.7: head or tail passes; its own launches are measured from the head."""
    battle = Battle()
    vessel, mega = battle.vessel("SR1", "1020", "N"), battle.vessel("MF1", "1007", "N", tail="1008")
    assert in_parameters(battle.state, vessel, MK7, mega)
    assert not in_parameters(battle.state, mega, TERROR, vessel)
    mega.facing = 3
    assert not in_parameters(battle.state, mega, TERROR, vessel)


@pytest.mark.parametrize(
    ("condition", "hex", "facing", "holds"),
    [
        (Condition("ARC"), "1309", "N", True),
        (Condition("ARC"), "1310", "N", False),
        (Condition("RANGE", 3, 5), "1005", "N", True),
        (Condition("RANGE", 3, 5), "1004", "N", False),
        (Condition("RANGE", 3, 5), "1008", "N", False),
        (Condition("BEHIND"), "1005", "N", True),
        (Condition("BEHIND"), "1005", "S", False),
        (Condition("AHEAD"), "1001", "N", True),
        (Condition("AHEAD"), "1101", "N", False),
    ],
)
def test_conditions(condition: Condition, hex: str, facing: str, holds: bool) -> None:
    """Section 5, STG-HEX.3, STG-HEX.4: ARC, RANGE, BEHIND and AHEAD from 1010 facing N."""
    battle = Battle()
    vessel, target = battle.vessel("SR1", "1010", "N"), battle.vessel("TF1", hex, facing)
    scratch = battle.begin()
    assert meets(scratch, vessel, [condition], target) is holds
    assert not meets(scratch, vessel, [condition], None)


def test_clear() -> None:
    """Section 5: CLEAR means no vessel of its own side in the forward arc at or inside the target's distance."""
    battle = Battle()
    vessel, target = battle.vessel("SR1", "1010", "N"), battle.vessel("TF1", "1005")
    friend = battle.vessel("SR2", "1012")
    scratch = battle.begin()
    cases = {"1012": (True, True), "1106": (False, False), "1105": (True, False), "1004": (True, False), "1009": (False, False)}
    for hex, (clear, blind) in cases.items():
        friend.hex = parse_label(hex)
        assert meets(scratch, vessel, [Condition("CLEAR")], target) is clear
        assert meets(scratch, vessel, [Condition("CLEAR")], None) is blind


def test_conditions_hold_together_for_the_same_window() -> None:
    """STG-LAU.3: all conditions and parameters at once, also those of a mine that names a vessel."""
    battle = Battle()
    battle.vessel("SR1", "1012", "S")
    battle.vessel("TF1", "1010", "S")
    orders = "LAUNCH AT SR1 WHEN BEHIND AND RANGE<=2 AND AHEAD AND CLEAR"
    assert len(window(battle, 0, TF1=orders)) == 1
    battle = Battle()
    battle.vessel("SR1", "1012", "S")
    battle.vessel("TF1", "1010", "S")
    assert window(battle, 0, TF1="LAUNCH MINE AT SR1 WHEN RANGE>2") == []
    assert len(window(battle, 0, TF1="LAUNCH MINE AT SR1 WHEN RANGE=2")) == 1
    assert len(battle.all(MineLaid)) == 1


# ---------------------------------------------------------------- whole moves, by mail


def test_the_tube_cycle() -> None:
    """STG-LAU.6, STG-LAU.7: worked example W26: load, then prepare and launch, reload in move 3, launch in move 4."""
    state = state_with(vessel("SR1", "1010", "N", tubes={"1": "", "2": ""}), vessel("TF1", "0135", "N"))
    tube = state.vessels["SR1"].launchers
    cycle = {"LOAD 1 WITH MK61": "MK61", "LAUNCH STING 1 AT TF1; PREP STING 1": "", "LOAD 1 WITH MK7": "MK7"}
    for order, load in cycle.items():
        hold_all(state)
        play(state, {"SR1": f"HALT; {order}"})
        assert tube["1"].load == load
    drafts = play(state, {"SR1": "HALT; LAUNCH STING 1"}, dice=[1])
    assert (only(drafts, Launched).weapon, tube["1"].load) == ("MK7", "")


def test_an_empty_tube_is_refused() -> None:
    """STG-LAU.6: worked example W26: LAUNCH in the move of its LOAD is refused on receipt."""
    state = state_with(vessel("SR1", "1010", "N", tubes={"1": "", "2": ""}), vessel("TF1", "1004", "N"))
    parsed = STINGRAY.orders.read(
        known(state, "captain-sr1"), "captain-sr1", "SR1: LOAD 1 WITH MK61; LAUNCH STING 1 AT TF1", OrderSheet({})
    )
    assert "Tube 1 is empty" in str(parsed.problems[0])
