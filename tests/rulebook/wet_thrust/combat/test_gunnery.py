"""WT-7 and WT-8: hit dice, damage dice, armour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from events.base import Draft
from events.wet_thrust.damage import BoxesMarked, FuelLost
from events.wet_thrust.firing import GermanControl, GunsFired
from pbem.games.wet_thrust.model import tables
from pbem.games.wet_thrust.model.orders import Fire, ShipOrders
from pbem.games.wet_thrust.model.state import Screen, State
from pbem.games.wet_thrust.model.units import Shot
from pbem.games.wet_thrust.rules.combat import gunnery
from pbem.games.wet_thrust.rules.combat.gunnery import armour_of, broadside, hit_dice
from tests.rulebook.wet_thrust.builders.ships import (
    Placement,
    airborne,
    envelope,
    held,
    mils,
    only,
    rolled,
    scratch,
    spent_dice,
    state_with,
    told,
)

S1: dict[str, Placement] = {"BIS": ((20, 40), 8, 7), "HOO": ((32, 16), 10, 7)}
ABEAM: dict[str, Placement] = {"SUF": ((0, 0), 12, 4), "PEU": ((10, 0), 12, 4)}


def shoot(state: State, ship: str, guns: str, target: str, dice: Sequence[int]) -> list[Draft]:
    """One FIRE order carried out with exactly these dice."""
    acting = scratch(state, {ship: ShipOrders(fire=(Fire(tuple(guns.split()), (target,)),))}, dice)
    gunnery.fire(acting, state.ships[ship])
    spent_dice(acting)
    return acting.turn.drafts


def first_salvo(**options: Any) -> State:
    """S1 of section 8 in turn 1: Bismarck's radar is out."""
    state = state_with(S1, 1, **options)
    state.ships["BIS"].sheet.lost = ["RA1"]
    return state


def dice_of(state: State, ship: str = "SUF", target: str = "PEU", guns: str = "B1 B2") -> tuple[int, Mapping[str, int]]:
    """Level and modifiers of a salvo, without radars."""
    state.ships[ship].sheet.lost.append("RA1")
    return hit_dice(state, state.ships[ship], state.ships[target], guns.split())


# ---------------------------------------------------------------- a salvo


def test_first_salvo() -> None:
    """Example 7, WT-7.8, WT-7.6, WT-7.9, WT-7.10: red 1, broadside, German control: 3 hit dice; then amber: 4."""
    state = first_salvo()
    drafts = shoot(state, "BIS", "A", "HOO", [5, 1, 2, 3])
    assert only(drafts, GunsFired) == GunsFired(
        ship="BIS",
        target="HOO",
        batteries=["A1", "A2", "A3", "A4"],
        range=26833,
        level=1,
        modifiers={"broadside": 1, "german_control": 1},
        dice=3,
        symbols=0,
        armour="deck",
        grade=0,
        points=0,
        origin=[20000, 40000],
        aim=[32000, 16000],
    )
    assert rolled(drafts) == ["german_fc BIS", "hit_dice BIS at HOO"]
    assert envelope(drafts, GunsFired)[1:] == ("WT-7.8", "*")
    state.turn = 2
    second = only(shoot(state, "BIS", "A", "HOO", [1, 1, 2, 3]), GunsFired)
    assert (second.level, second.dice) == (2, 4)


def test_a_hit_helps_the_next_salvo() -> None:
    """Example 7, WT-7.12: one more die when she hit this target last turn, for however few points."""
    state = first_salvo()
    missed = [1] * 8
    assert only(shoot(state, "BIS", "A", "HOO", [5, 4, 1, 1, *missed]), GunsFired).points == 0
    state.turn = 2
    fired = only(shoot(state, "BIS", "A", "HOO", [1] * 5), GunsFired)
    assert (fired.dice, fired.modifiers["hit_last_turn"]) == (5, 1)
    state.turn = 3
    assert "hit_last_turn" not in only(shoot(state, "BIS", "A", "HOO", [1] * 5), GunsFired).modifiers


def test_a_hit_is_forgotten() -> None:
    """WT-7.12: a hit of the turn before last no longer helps."""
    state = state_with(ABEAM, 5)
    state.ships["SUF"].ladder = {"PEU": Shot(3, 3, True)}
    assert dice_of(state) == (2, {})
    state.ships["SUF"].ladder = {"PEU": Shot(3, 4, True)}
    assert dice_of(state) == (3, {"hit_last_turn": 1})


def test_damage() -> None:
    """Example 9, WT-8.1, WT-8.2, WT-8.7: four batteries of two dice at 26.8 inches on deck 0; a fuel box for 7 points."""
    state = first_salvo()
    drafts = shoot(state, "BIS", "A", "HOO", [5, 4, 1, 1, 6, 5, 4, 4, 3, 2, 1, 1])
    fired = only(drafts, GunsFired)
    assert (fired.symbols, fired.armour, fired.grade, fired.points) == (1, "deck", 0, 7)
    assert rolled(drafts)[-1] == "gun_damage BIS at HOO"
    assert only(drafts, BoxesMarked) == BoxesMarked("HOO", 7, 7, [], "gunfire")
    assert only(drafts, FuelLost).boxes == 1
    assert envelope(drafts, BoxesMarked)[1:] == ("WT-8.6", "british")
    assert [type(draft.event).__name__ for draft in drafts][-3:] == ["GunsFired", "BoxesMarked", "FuelLost"]


def test_damage_on_the_belt() -> None:
    """Example 9, WT-8.3: the same dice against belt 3 make one point and cost no fuel."""
    state = state_with({"SCH": ((0, 0), 12, 4), "HOO": ((24, 0), 12, 4)}, 1)
    state.ships["SCH"].sheet.german = -1
    drafts = shoot(state, "SCH", "B C", "HOO", [4, 1, 6, 5, 4, 4, 3, 2, 1, 1])
    fired = only(drafts, GunsFired)
    assert (fired.batteries, fired.armour, fired.points) == (["B1", "B2", "B3", "C3", "C4"], "belt", 1)
    assert told(drafts, FuelLost) == []


@pytest.mark.parametrize(("armour", "points"), [(0, 9), (1, 5), (2, 3), (3, 2)])
def test_points_by_armour(armour: int, points: int) -> None:
    """Example 10, WT-8.2: dice 6, 6, 5, 4, 1."""
    assert tables.score([6, 6, 5, 4, 1], armour) == points


@pytest.mark.parametrize(
    ("gun", "dice"), [("A1", [4, 3, 2, 1, 0]), ("B1", [3, 2, 1, 0, 0]), ("C1", [2, 1, 0, 0, 0]), ("D1", [1, 0, 0, 0, 0])]
)
def test_dice_of_a_battery(gun: str, dice: list[int]) -> None:
    """WT-8.1, WT-1.3: by class and range band; exactly 12 inches is the near band."""
    assert [tables.gun_dice(gun, (band + 1) * 12000) for band in range(5)] == dice
    assert tables.gun_dice(gun, 12001) == dice[1]


def test_bow_shot() -> None:
    """Example 35, WT-1.4, WT-7.9: Hood's fore turrets alone bear: four dice on deck 1, no broadside."""
    state = state_with(S1, 1)
    state.ships["HOO"].sheet.lost = ["RA1"]
    fired = only(shoot(state, "HOO", "ALL", "BIS", [6, 6, 6, 6, 6]), GunsFired)
    assert (fired.batteries, fired.armour, fired.grade) == (["A1", "A2"], "deck", 1)
    assert (fired.modifiers, fired.points) == ({}, 8)


@pytest.mark.parametrize(("faces", "face", "symbols"), [(3, 4, 1), (3, 3, 0), (2, 5, 1), (2, 4, 0), (5, 2, 1), (5, 1, 0)])
def test_hit_faces(faces: int, face: int, symbols: int) -> None:
    """WT-7.19, WT-7.20: a die hits above 6 less option `hit_faces`."""
    state = state_with(ABEAM, 1, hit_faces=faces)
    drafts = shoot(state, "SUF", "D2", "PEU", [face, 1, *([1] * symbols)])
    assert only(drafts, GunsFired).symbols == symbols


def test_one_symbol_is_enough() -> None:
    """WT-7.19: further symbols add nothing."""
    drafts = shoot(state_with(ABEAM, 1), "SUF", "D2", "PEU", [6, 6, 6])
    assert (only(drafts, GunsFired).symbols, only(drafts, GunsFired).points) == (2, 2)


def test_less_than_one_hit_die() -> None:
    """Example 20, WT-7.18, WT-7.15: red in a storm: no dice, no hit, but it counts as fired: next comes amber."""
    state = state_with(ABEAM, 1, weather="storm")
    state.ships["SUF"].sheet.lost = ["RA1"]
    drafts = shoot(state, "SUF", "B1", "PEU", [])
    fired = only(drafts, GunsFired)
    assert (fired.level, fired.modifiers, fired.dice, fired.symbols) == (1, {"weather": -3}, 0, 0)
    assert rolled(drafts) == []
    state.turn = 2
    assert only(shoot(state, "SUF", "B1", "PEU", []), GunsFired).level == 2


# ---------------------------------------------------------------- level


def test_level() -> None:
    """Example 19, WT-7.6, WT-7.7: fires on turns 1-3, 5, 6 and 10; as many hit dice as the level says."""
    state = state_with(ABEAM)
    state.ships["SUF"].sheet.lost = ["RA1"]
    for turn, level in ((1, 1), (2, 2), (3, 3), (5, 2), (6, 3), (10, 1)):
        state.turn = turn
        assert only(shoot(state, "SUF", "D2", "PEU", [1] * level), GunsFired).level == level


@pytest.mark.parametrize(
    ("resume", "levels"), [("decayed", [3, 2, 1, 1]), ("advanced", [3, 3, 2, 2])], ids=["at the level left", "a step above it"]
)
def test_silence(resume: str, levels: list[int]) -> None:
    """WT-7.7: green, after no, one, two and three silent turns; option `ladder_resume`."""
    state = state_with(ABEAM, ladder_resume=resume)
    found = []
    for silent in range(4):
        state.turn = 6 + silent
        state.ships["SUF"].ladder = {"PEU": Shot(3, 5, False)}
        found.append(dice_of(state)[0])
    assert found == levels


def test_levels_go_by_firer_and_target() -> None:
    """WT-7.6: another target, or another firer, begins at red."""
    state = state_with({**ABEAM, "NOR": ((0, 1), 12, 4), "SCH": ((10, 1), 12, 4)}, 2)
    state.ships["SUF"].ladder = {"PEU": Shot(2, 1, False)}
    assert [dice_of(state, *pair)[0] for pair in (("SUF", "PEU"), ("SUF", "SCH"), ("NOR", "PEU"))] == [3, 1, 1]


# ---------------------------------------------------------------- modifiers


def test_no_modifier() -> None:
    """WT-7.8: in clear weather, with nothing out of the way: the level alone."""
    assert dice_of(state_with(ABEAM, 1)) == (1, {})


def test_all_apply_together() -> None:
    """WT-7.8: broadside, radar, weather and the target's helm."""
    state = state_with(ABEAM, 1, weather="squalls")
    state.ships["PEU"].chasing = True
    assert hit_dice(state, state.ships["SUF"], state.ships["PEU"], ["B1", "B2", "B3", "B4"]) == (
        1,
        {"broadside": 1, "radar": 1, "weather": -1, "salvo_chasing": -1},
    )


@pytest.mark.parametrize(
    ("lost", "guns", "whole"),
    [
        ((), "A1 A2 A3 A4", True),
        ((), "A1 A2 A3 C3", False),
        (("A4",), "A1 A2 A3", True),
        (("A2", "A3", "A4"), "A1 C3 C4", False),
        (("A1", "A2", "A3", "A4"), "C1 C2 C3 C4", False),
    ],
)
def test_broadside(lost: tuple[str, ...], guns: str, whole: bool) -> None:
    """WT-7.9: every main battery that is left, at least two; smaller guns make none."""
    state = state_with(S1, 1)
    state.ships["BIS"].sheet.lost = list(lost)
    assert broadside(state.ships["BIS"].sheet, guns.split()) is whole


@pytest.mark.parametrize(("die", "modifier"), [(1, -1), (3, -1), (4, 1), (6, 1)])
def test_german_fire_control(die: int, modifier: int) -> None:
    """WT-7.10, WT-23.3: once, before her first salvo; the result is for her side, the hit die for all to see."""
    state = first_salvo()
    drafts = shoot(state, "BIS", "A1", "HOO", [die, *([1] * (1 + modifier))])
    assert only(drafts, GermanControl) == GermanControl("BIS", modifier)
    assert envelope(drafts, GermanControl)[1:] == ("WT-7.10", "german")
    assert only(drafts, GunsFired).modifiers == {"german_control": modifier}
    state.turn = 2
    assert told(shoot(state, "BIS", "A1", "HOO", [1] * (2 + modifier)), GermanControl) == []


def test_no_german_roll_without_a_salvo() -> None:
    """WT-7.10: it is due immediately before the first gun salvo, not before."""
    acting = scratch(first_salvo(), {"BIS": ShipOrders(hold=True)})
    gunnery.fire(acting, acting.state.ships["BIS"])
    assert acting.turn.drafts == []


def test_radar() -> None:
    """WT-7.11, WT-6.1: a working radar, at any range."""
    state = state_with({"KGV": ((0, 0), 12, 4), "PEU": ((47, 0), 12, 4)}, 1)
    ship, target = state.ships["KGV"], state.ships["PEU"]
    assert hit_dice(state, ship, target, ["A1"])[1] == {"radar": 1}
    ship.sheet.lost = ["RA1"]
    assert hit_dice(state, ship, target, ["A1"])[1] == {}


@pytest.mark.parametrize(
    ("plane", "x", "helps"), [("SUF-R1", 16, True), ("SUF-R1", 16.001, False), ("NOR-R1", 10, False), ("PEU-R1", 10, False)]
)
def test_reconnaissance(plane: str, x: float, helps: bool) -> None:
    """WT-7.13, WT-6.4: her own plane within 6 inches of the target; another ship's does not help her."""
    state = state_with({**ABEAM, "NOR": ((0, 1), 12, 4)}, 1)
    airborne(state, plane, (x, 0))
    assert dice_of(state)[1] == ({"reconnaissance": 1} if helps else {})


def test_reconnaissance_counts_once() -> None:
    """WT-6.4: two planes are no better than one; one aboard does not help."""
    state = state_with({"BIS": ((0, 0), 12, 4), "HOO": ((5, 0), 12, 4)}, 1)
    assert dice_of(state, "BIS", "HOO", "A1")[1] == {}
    for plane in ("BIS-R1", "BIS-R2"):
        airborne(state, plane, (5, 0))
    assert dice_of(state, "BIS", "HOO", "A1")[1] == {"reconnaissance": 1}


@pytest.mark.parametrize(("option", "modifier"), [("previous_turn", -1), ("cumulative", -2)])
def test_lost_fire_controls(option: str, modifier: int) -> None:
    """WT-7.14: one was lost in the turn before, another works no more since long; option `fc_loss_penalty`."""
    state = state_with({"KGV": ((0, 0), 12, 4), "PEU": ((10, 0), 12, 4)}, 5, fc_loss_penalty=option)
    sheet = state.ships["KGV"].sheet
    sheet.lost, sheet.controls_lost_before, sheet.controls_lost = ["FC1", "FC2"], 1, 2
    assert dice_of(state, "KGV", "PEU", "A1")[1] == {"controls_lost": modifier}


@pytest.mark.parametrize(("weather", "x"), [("calm", 0), ("squalls", 1), ("driving", 2), ("fog", 2), ("storm", 3), ("gale", 4)])
def test_weather(weather: str, x: int) -> None:
    """WT-7.15: table 2.7."""
    assert dice_of(state_with(ABEAM, 1, weather=weather))[1] == ({"weather": -x} if x else {})


def test_smoke() -> None:
    """WT-7.16, WT-20.3, WT-20.7: the target's, the firer's and screens between add up; several screens count once."""
    state = state_with(ABEAM, 1)
    state.ships["SUF"].smoking = state.ships["PEU"].smoking = True
    state.screens = [Screen((mils(x, -1), mils(x, 1)), 2, "ANT") for x in (4, 6)]
    assert dice_of(state)[1] == {"target_smoke": -1, "own_smoke": -1, "smoke_screen": -1}


def test_smoke_of_large_ships() -> None:
    """WT-20.3: with `capital_smoke_hides` off only that of CL, DD and MM counts in fire."""
    state = state_with({**ABEAM, "SHE": ((0, 1), 12, 4)}, 1, capital_smoke_hides="off")
    for ship in state.ships.values():
        ship.smoking = True
    assert dice_of(state)[1] == {}
    assert dice_of(state, "SHE", "PEU", "C1")[1] == {"own_smoke": -1}


def test_salvo_chasing() -> None:
    """WT-7.17: of the target, not of the firer."""
    state = state_with(ABEAM, 1)
    state.ships["SUF"].chasing = True
    assert dice_of(state)[1] == {}
    state.ships["PEU"].chasing = True
    assert dice_of(state)[1] == {"salvo_chasing": -1}


# ---------------------------------------------------------------- armour


@pytest.mark.parametrize(("x", "armour"), [(24, ("belt", 3)), (24.001, ("deck", 2))])
def test_belt_and_deck(x: float, armour: tuple[str, int]) -> None:
    """WT-8.3, WT-1.3: exactly 24 inches is still the belt's."""
    state = state_with({"BIS": ((0, 0), 12, 4), "KGV": ((x, 0), 12, 4)}, 1)
    assert armour_of(state.ships["BIS"], state.ships["KGV"]) == armour


def test_no_armour() -> None:
    """WT-8.4: a periscope, and ships without armour."""
    state = state_with({"ANT": ((0, 0), 12, 4), "U47": ((2, 0), 12, 2), "GRZ": ((30, 0), 12, 2)}, 1, modes={"U47": "periscope"})
    held(state, "U47")
    assert armour_of(state.ships["ANT"], state.ships["U47"]) == ("none", 0)
    assert armour_of(state.ships["ANT"], state.ships["GRZ"]) == ("deck", 0)


@pytest.mark.parametrize(("ship", "armour"), [("ANT", ("evasive", 3)), ("HOO", ("belt", 3)), ("NOR", ("belt", 0))])
@pytest.mark.parametrize("scope", ["gunfire", "all"])
def test_evasive(ship: str, armour: tuple[str, int], scope: str) -> None:
    """WT-8.5, WT-2.11: escorts are as hard to hit as the best armour; capital ships gain nothing against guns."""
    state = state_with({"BIS": ((0, 0), 12, 4), ship: ((10, 0), 12, 4)}, 1, evasive_armour_scope=scope)
    state.ships[ship].evasive = True
    assert armour_of(state.ships["BIS"], state.ships[ship]) == armour


def test_fire_at_a_contact() -> None:
    """WT-23.4: dice, report and level go by the contact's name; what is marked only her side sees."""
    state = state_with({"ANT": ((0, 0), 12, 4), "U47": ((2, 0), 12, 2)}, 3, modes={"U47": "periscope"})
    held(state, "U47")
    drafts = shoot(state, "ANT", "D", "SUB1", [6, 1, 6, 4])
    assert rolled(drafts) == ["hit_dice ANT at SUB1", "gun_damage ANT at SUB1"]
    assert (only(drafts, GunsFired).target, only(drafts, GunsFired).points) == ("SUB1", 4)
    assert envelope(drafts, BoxesMarked)[2] == "german"
    assert list(state.ships["ANT"].ladder) == ["SUB1"]
    assert state.contacts["british"]["SUB1"].scored == 4
