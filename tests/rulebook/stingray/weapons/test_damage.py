"""STG-DMG, STG-SPH, STG-CRW: what hits do."""

from __future__ import annotations

from typing import Any

import pytest

from events.stingray.damage import CrewHurt, Damaged, FuelLost, Sank, SpecialHit, TanksHit, TubeDestroyed
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.report.tell import tell
from pbem.games.stingray.rules.systems import repair
from pbem.games.stingray.rules.turn_scratch import Cause, Hit, TurnScratch
from pbem.games.stingray.rules.weapons import damage
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.weapons import Battle


def assess(battle: Battle, dice: str, *hits: tuple[Vessel, Cause] | tuple[Vessel, Cause, int]) -> TurnScratch:
    """ASSESS of these hits, with exactly these dice."""
    scratch = battle.begin(dice)
    for vessel, cause, *points in hits:
        scratch.hits.append(Hit(vessel.id, cause, 4, vessel.hex, *points))
    damage.assess(scratch)
    assert not battle.dice.left
    return scratch


def struck(id: str, cause: Cause, dice: str, tail: str = "", **changes: Any) -> tuple[Vessel, Battle]:
    """One vessel hit once."""
    battle = Battle(**changes.pop("options", {}))
    vessel = battle.vessel(id, "1010", tail=tail, **changes)
    assess(battle, dice, (vessel, cause))
    return vessel, battle


# ---------------------------------------------------------------- tables


@pytest.mark.parametrize(
    ("face", "points", "specials"),
    [
        ("2", 4, {}),
        ("3", 3, {"STEERING": 1}),
        ("4", 3, {"LAUNCHER": 1}),
        ("5", 4, {"COMMS": 1}),
        ("6", 4, {"FUEL": 1}),
    ],
)
def test_table_d1(face: str, points: int, specials: dict[str, int]) -> None:
    """STG-DMG.2, STG-SPH.8: a fish hit by a Mk61."""
    fish, battle = struck("TF1", "MK61", face)
    assert (fish.damage, fish.specials, fish.injuries) == (points, specials, int(face == "2"))
    assert battle.rolls() == [("dmg-fish TF1", "tf1")]


@pytest.mark.parametrize("cause", ["MK7", "TERROR", "MINE"])
@pytest.mark.parametrize(
    ("face", "points", "specials"),
    [
        ("1", 4, {}),
        ("2", 3, {}),
        ("3", 2, {"STEERING": 1}),
        ("4", 2, {"LAUNCHER": 1}),
        ("5", 3, {"COMMS": 1}),
        ("6", 3, {"FUEL": 1}),
    ],
)
def test_table_d2(face: str, points: int, specials: dict[str, int], cause: Cause) -> None:
    """STG-DMG.2, STG-SPH.8: a fish hit by anything else, a Terror Missile included."""
    fish, _ = struck("TF1", cause, face)
    assert (fish.damage, fish.specials, fish.injuries) == (points, specials, int(face == "2"))


@pytest.mark.parametrize(
    ("dice", "points", "specials"),
    [("1 10", 2, {"REACTOR": 1}), ("2 9", 3, {"NAV": 1}), ("3 8", 4, {"COMMS": 1}), ("4", 4, {}), ("5", 5, {}), ("6", 6, {})],
)
def test_table_d3(dice: str, points: int, specials: dict[str, int]) -> None:
    """STG-DMG.2, STG-SPH.1, STG-SPH.6: a Stingray; results 1 to 3 roll D4 at once, its face 10 being 0."""
    points_more: dict[Cause, int] = {"TERROR": 0, "MINE": 0, "MK7": 0, "MK61": 1}
    for cause, more in points_more.items():
        stingray, _ = struck("SR1", cause, dice)
        assert (stingray.damage, stingray.specials) == (points + more, specials)


@pytest.mark.parametrize(("face", "system"), list(enumerate(("REACTOR", "STEERING", "SONAR", "DECOY", "", "COMMS"), 1)))
def test_table_d5(face: int, system: str) -> None:
    """STG-SPH.2, STG-SPH.7: a SuperSub rolls a d6; 5 is the crew."""
    supersub, battle = struck("SS1", "TERROR", f"3 {face}")
    assert supersub.damage == 4
    assert supersub.specials == ({system: 1} if system else {})
    assert supersub.injuries == (not system)
    assert battle.rolls()[1] == ("special-supersub SS1", "ss1")


def test_two_hits_in_one_move() -> None:
    """STG-DMG.1, STG-DMG.3: worked example W12: in the order recorded, 3 + 3 = 6, so it sinks; all is told to its crew."""
    battle = Battle()
    fish = battle.vessel("TF1", "1010")
    scratch = assess(battle, "5 4", (fish, "MK7"), (fish, "MK61"))
    assert battle.all(Damaged) == [Damaged("TF1", 3, "Sting Mk7", 3), Damaged("TF1", 3, "Sting Mk61", 6)]
    assert fish.specials == {"COMMS": 1, "LAUNCHER": 1}
    assert battle.only(Sank) == Sank("TF1", "sunk", "1010")
    assert fish.fate == "sunk"
    assert [(sound.what, sound.phase) for sound in scratch.sounds] == [("breaking up", 0)]
    assert {draft.audience for draft in battle.drafts} == {"*", "tf1"}


@pytest.mark.parametrize(("id", "points"), [("TF1", 6), ("MF1", 15), ("SR1", 15), ("SS1", 40)])
def test_damage_points_sink(id: str, points: int) -> None:
    """STG-DMG.3: at its points, not one before."""
    for short, fate in ((1, "in play"), (0, "sunk")):
        battle = Battle()
        vessel = battle.vessel(id, "1010", tail="1011" if id == "MF1" else "")
        assess(battle, "", (vessel, "RAM", points - short))
        assert vessel.fate == fate


def test_points_fixed_before_are_taken_as_they_are() -> None:
    """STG-DMG.1: rams and collisions were reckoned from the damage before ASSESS; re-entry is 1."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010", damage=2)
    assess(battle, "4", (stingray, "COLLISION", 3), (stingray, "LANDING", 1), (stingray, "TERROR"))
    assert [(d.points, d.cause, d.total) for d in battle.all(Damaged)] == [
        (3, "collision", 5),
        (1, "re-entry", 6),
        (4, "Terror Missile", 10),
    ]


def test_damage_points_stay() -> None:
    """STG-DMG.6: a vessel that lies still repairs no structure."""
    battle = Battle()
    fish = battle.vessel("TF1", "1010", damage=3)
    scratch = assess(battle, "")
    scratch.specials_at_start = {"TF1": {}}
    repair.step(scratch)
    assert fish.damage == 3


def test_an_obstacle_costs_a_die_of_points() -> None:
    """STG-OBS.2, STG-DMG.5: no special hits, and no crew penalty on the die."""
    fish, battle = struck("TF1", "OBSTACLE", "4", injuries=2)
    assert (fish.damage, fish.specials) == (4, {})
    assert battle.rolls() == [("obstacle TF1", "tf1")]


def test_no_crew_penalty_on_damage_rolls() -> None:
    """STG-DMG.5: a wounded crew's D3 and D4 dice are read as they fall."""
    stingray, _ = struck("SR1", "TERROR", "3 4", injuries=3)
    assert (stingray.damage, stingray.specials) == (4, {"TUBE1": 1})


def test_a_terror_fish_explodes() -> None:
    """STG-DMG.4: D1 result 1: destroyed, without damage points."""
    fish, battle = struck("TF1", "MK61", "1")
    assert fish.damage == 0
    assert battle.only(Sank) == Sank("TF1", "exploded", "1010")
    assert fish.fate == "exploded"
    assert battle.only(TanksHit) == TanksHit("TF1", "Sting Mk61", 0, True)


@pytest.mark.parametrize(("dice", "fate"), [("1 2", "exploded"), ("1 3", "in play")])
def test_a_megafish_loses_half_its_fuel(dice: str, fate: str) -> None:
    """STG-DMG.4: rounded down, and `mega-explode` 1 or 2 destroys it; no damage points."""
    mega, battle = struck("MF1", "MK61", dice, tail="1011", fuel=31)
    assert (mega.damage, mega.fuel, mega.fate) == (0, 15, fate)
    assert battle.only(FuelLost) == FuelLost("MF1", 15)


@pytest.mark.parametrize(("die", "result"), [(2, "they explode"), (3, "they hold")])
def test_the_die_of_an_explosion_is_told_before_the_vessel_goes_down(die: int, result: str) -> None:
    """STG-DMG.4: why it explodes is before that it does, with the die, for its crew."""
    _, battle = struck("MF1", "MK61", f"1 {die}", tail="1011", fuel=31)
    told = battle.only(TanksHit)
    assert told == TanksHit("MF1", "Sting Mk61", die, die <= 2)
    kinds = [type(draft.event) for draft in battle.drafts]
    assert kinds.index(FuelLost) < kinds.index(TanksHit) and battle.audiences(TanksHit) == ["mf1"]
    assert Sank not in kinds or kinds.index(TanksHit) < kinds.index(Sank)
    said = tell(told, known(battle.state, None))
    assert said == f"the tanks of MF1 are hit (Sting Mk61): rolled {die} (explode on 1 or 2) - {result}"


def test_fuel_already_halved_is_halved_again() -> None:
    """STG-DMG.1: specials count for later rolls of the same ASSESS."""
    battle = Battle()
    mega = battle.vessel("MF1", "1010", tail="1011", fuel=40)
    assess(battle, "1 3 1 3", (mega, "MK61"), (mega, "MK61"))
    assert mega.fuel == 10


def test_a_vessel_hit_before_it_left_can_still_go_down() -> None:
    """STG-DMG.1, STG-SEQ.3: its hits are assessed like all others; one that left unharmed is out of it."""
    battle = Battle()
    fish = battle.vessel("TF1", "1010", damage=5)
    other = battle.vessel("TF2", "1212", damage=6)
    fish.fate = other.fate = "exited"
    assess(battle, "3", (fish, "MK7"))
    assert (fish.fate, other.fate) == ("sunk", "exited")


# ---------------------------------------------------------------- special hits


def test_an_armed_missile_in_the_tube() -> None:
    """STG-SPH.5: worked example W13: 3 more points, tube and missile gone, D4 again; the second 5 has no effect."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    battle.load(stingray, "2", "MK61", armed=True)
    assess(battle, "2 5 5", (stingray, "TERROR"))
    assert stingray.damage == 6
    assert battle.only(TubeDestroyed) == TubeDestroyed("SR1", "2")
    assert stingray.launchers["2"].destroyed
    assert stingray.stores["MK61"] == 3
    assert stingray.specials == {}


def test_both_armed_tubes_may_go() -> None:
    """STG-SPH.5: the new roll may find the other tube (chains)."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    for tube in ("1", "2"):
        battle.load(stingray, tube, "MK61", armed=True)
    assess(battle, "1 5 4 7", (stingray, "TERROR"))
    assert (stingray.damage, stingray.injuries) == (2 + 3 + 3, 1)


def test_an_unarmed_load_is_kept() -> None:
    """STG-SPH.5: the tube is out until repaired; a second hit adds nothing."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    battle.load(stingray, "1", "MK61")
    assess(battle, "2 4 2 4", (stingray, "TERROR"), (stingray, "TERROR"))
    assert battle.only(SpecialHit) == SpecialHit("SR1", "TUBE1", "Terror Missile", 1)
    assert stingray.launchers["1"].load == "MK61"


@pytest.mark.parametrize(("face", "system", "output"), [("10", "REACTOR", [3, 1, 0]), ("6", "ENGINES", [6, 6, 6])])
def test_reactor_and_engines_halve_again(face: str, system: str, output: list[int]) -> None:
    """STG-SPH.3: 6, 3, 1, 0 after 0 to 3 unrepaired hits."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    outputs = []
    for n in (1, 2, 3):
        assess(battle, f"1 {face}", (stingray, "TERROR"))
        assert stingray.specials == {system: n}
        outputs.append(stingray.max_output)
    assert outputs == output


def test_a_battery_hit_empties_it() -> None:
    """STG-SPH.4: charge 0."""
    stingray, _ = struck("SR1", "TERROR", "1 1", battery=9)
    assert (stingray.battery, stingray.specials) == (0, {"BATTERY": 1})


def test_other_systems_are_hit_once() -> None:
    """STG-SPH.3, STG-SPH.4: a second hit on STEERING, and on a SuperSub's REACTOR, adds nothing."""
    battle = Battle()
    stingray, supersub = battle.vessel("SR1", "1010"), battle.vessel("SS1", "1212")
    assess(battle, "1 2 1 2 1 1 1 1", (stingray, "MINE"), (stingray, "MINE"), (supersub, "MINE"), (supersub, "MINE"))
    assert (stingray.specials, supersub.specials) == ({"STEERING": 1}, {"REACTOR": 1})
    assert len(battle.all(SpecialHit)) == 2


@pytest.mark.parametrize(
    ("dice", "out", "systems"),
    [
        ("4 3", "", {"PORT": 1}),
        ("4 4", "", {"STARBOARD": 1}),
        ("4 1", "PORT", {"PORT": 1, "STARBOARD": 1}),
        ("4 6", "STARBOARD", {"PORT": 1, "STARBOARD": 1}),
    ],
)
def test_one_nostril(dice: str, out: str, systems: dict[str, int]) -> None:
    """STG-SPH.8: by `mega-launcher`, the other one if that is out already."""
    mega, battle = struck("MF1", "MK7", dice, tail="1011", specials={out: 1} if out else {})
    assert mega.specials == systems
    assert battle.rolls()[1] == ("mega-launcher MF1", "mf1")


def test_both_nostrils_by_option() -> None:
    """STG-SPH.8: option `mega-launcher` = both: no roll."""
    mega, _ = struck("MF1", "MK61", "4", tail="1011", options={"mega_launcher": "both"})
    assert mega.specials == {"PORT": 1, "STARBOARD": 1}


def test_special_hits_of_other_origin() -> None:
    """STG-SPY.2, STG-SPH.5: a saboteur's hit costs no points, unless an armed Mk61 goes off."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010")
    battle.load(stingray, "1", "MK61", armed=True)
    scratch = battle.begin("9")
    damage.special(scratch, stingray, "SONAR", "booby-trap")
    assert (stingray.damage, stingray.specials) == (0, {"SONAR": 1})
    damage.special(scratch, stingray, "TUBE1", "booby-trap")
    assert (stingray.damage, stingray.specials) == (3, {"SONAR": 1, "NAV": 1})


# ---------------------------------------------------------------- crew


def test_crew_injuries() -> None:
    """STG-CRW.1: worked example W14: 2 injuries and D2 result 2: 3 damage, penalty 3; one more kills the crew."""
    fish, battle = struck("TF1", "MK7", "2", injuries=2)
    assert (fish.damage, fish.injuries, fish.penalty, fish.crew_dead) == (3, 3, 3, False)
    assert battle.only(CrewHurt) == CrewHurt("TF1", 3, "Sting Mk7")
    fish.damage = 0
    assess(battle, "2", (fish, "MK7"))
    assert (fish.crew_dead, fish.penalty) == (True, 3)
    fish.damage = 0
    assess(battle, "2", (fish, "MK7"))
    assert fish.injuries == 4


def test_the_penalty_of_suits() -> None:
    """STG-CRW.2: injuries, at most 3, and 1 if suited."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1010", injuries=1, suited=True)
    assert stingray.penalty == 2
