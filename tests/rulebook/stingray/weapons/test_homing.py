"""STG-MK7: Sting Mk7 and Terror Missiles."""

from __future__ import annotations

import pytest

from events.stingray.upkeep import MoveEnded
from events.stingray.weapons import Attacked, AttackMade, MissileGone, MissileMoved, SeekerTied
from pbem.core.geometry.hexes import DIRECTIONS, parse_label
from pbem.games.stingray.model.apply import apply
from pbem.games.stingray.model.state import Missile
from pbem.games.stingray.rules.weapons import homing, launch
from tests.rulebook.stingray.builders.weapons import Battle


def sources(battle: Battle, missile: Missile) -> list[homing.Source]:
    """What it may home on now."""
    return homing.sources(battle.state, missile, homing.sounding(battle.state))


def swim(battle: Battle, missile: Missile, *phases: int) -> None:
    """Some phases in which only this missile moves."""
    scratch = battle.begin()
    for phase in phases:
        homing.step(scratch, missile, phase, homing.sounding(battle.state))


def test_arming_unguided_miss_and_a_new_search() -> None:
    """STG-MK7.3, STG-MK7.4, STG-MK7.6, STG-MK7.7, STG-MK7.8, STG-MK7.9: worked example W6."""
    battle = Battle()
    battle.vessel("SR1", "1109", "S")
    battle.vessel("SR2", "0913", "NE")
    battle.vessel("TF1", "1004", "S", arming=3)
    battle.vessel("TF2", "1006")
    scratch = battle.play("5 2", TF1="LAUNCH")
    assert battle.path("TF1-M1") == ["1005", "1006", "1007", "1008", "1109", "1209"]
    unguided, homed = battle.all(AttackMade)
    assert (unguided.vessel, unguided.how, unguided.hit) == ("TF2", "unguided", False)
    assert (homed.vessel, homed.how, homed.hit) == ("SR1", "homing", False)
    assert [a.needed for a in battle.all(Attacked)] == [6, 3]
    assert not scratch.hits


@pytest.mark.parametrize(("run", "path"), [(2, "1009"), (3, "1110")])
def test_it_seeks_from_the_hex_where_its_arming_distance_is_run(run: int, path: str) -> None:
    """STG-MK7.3: with 2 of 3 hexes run it still goes straight on; with all 3 it turns to the source."""
    battle = Battle()
    battle.vessel("SS1", "1408")
    battle.vessel("TF1", "1020")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N", arming=3, run=run)
    swim(battle, missile, 1)
    assert battle.path("TF1-M1") == [path]


@pytest.mark.parametrize("heading", DIRECTIONS)
def test_a_stingray_is_shielded_except_from_its_rear(heading: str) -> None:
    """STG-MK7.8: worked example W7: facing N, a missile heading N, NE or NW needs 3, any other 5."""
    battle = Battle()
    stingray, supersub = battle.vessel("SR1", "1010", "N"), battle.vessel("SS1", "2020", "N")
    battle.vessel("TF1", "0101")
    missile = battle.missile("TF1-M1", "TERROR", "1010", heading)
    assert homing.needed_to_hit(missile, stingray) == (3 if heading in ("N", "NE", "NW") else 5)
    assert homing.needed_to_hit(missile, supersub) == 3


def test_the_launchers_penalty_at_launch_counts() -> None:
    """STG-CRW.2, STG-MK7.8: with a penalty of 1 at launch a 3 from astern misses, as in W7; its own die sees the crew."""
    battle = Battle()
    battle.vessel("SR1", "1009", "N")
    battle.vessel("TF1", "1012", "N", arming=0, injuries=1)
    battle.play("3", TF1="LAUNCH")
    attacked = battle.only(Attacked)
    assert (attacked.rolled, attacked.needed, attacked.hit) == (3, 4, False)
    assert ("homing-hit SR1", "sr1") in battle.rolls()


def test_a_nearer_decoy_takes_the_missile() -> None:
    """STG-DEC.2, STG-MK7.10: worked example W8: used up in the decoy's hex in phase 5; the decoy stays."""
    battle = Battle()
    battle.vessel("SS1", "1004")
    battle.vessel("TF1", "1020")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N", arming=3, run=4)
    battle.state.decoys.append(parse_label("1206"))
    swim(battle, missile, 1, 2, 3, 4, 5)
    assert battle.path("TF1-M1") == ["1009", "1008", "1108", "1207", "1206"]
    assert battle.only(MissileGone) == MissileGone("TF1-M1", 5, "decoyed", "1206")
    assert battle.state.decoys == [parse_label("1206")]


@pytest.mark.parametrize(("face", "target", "end"), [("2", "D1", "1108"), ("1", "SS1", "1007")])
def test_an_equally_near_decoy_is_diced_for_once(face: str, target: str, end: str) -> None:
    """STG-MK7.6, STG-DEC.2: worked example W8 with SS1 at 1005: `tie` of 2, and the tie at 1009 is not rolled again."""
    battle = Battle()
    battle.vessel("SS1", "1005")
    battle.vessel("TF1", "1020")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N", arming=3, run=4)
    battle.state.decoys.append(parse_label("1206"))
    scratch = battle.begin(face)
    for phase in (1, 2, 3):
        homing.step(scratch, missile, phase, homing.sounding(battle.state))
    assert battle.only(SeekerTied) == SeekerTied("TF1-M1", ["SS1", "D1"], target)
    assert battle.path("TF1-M1") == ["1009", "1008", end]
    assert missile.target == target


def test_an_equally_near_vessel_does_not_displace_the_target() -> None:
    """STG-MK7.6: the present target stays, without dice; a nearer source displaces it."""
    battle = Battle()
    battle.vessel("SS1", "1007")
    equal = battle.vessel("SS2", "1108")
    battle.vessel("TF1", "1020")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N", target="SS1")
    assert len(sources(battle, missile)) == 2
    swim(battle, missile, 1)
    assert missile.target == "SS1"
    missile.hex, equal.hex = parse_label("1010"), parse_label("1109")
    swim(battle, missile, 1)
    assert missile.target == "SS2"


def test_equal_sources_without_a_present_target_are_diced_by_nobody() -> None:
    """STG-MK7.6: tied vessels in vessel order, one die of k sides; its face is secret until the end."""
    battle = Battle()
    for id, hex in (("SS1", "1007"), ("SS2", "1108"), ("SS3", "0908")):
        battle.vessel(id, hex)
    battle.vessel("TF1", "1020")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N")
    scratch = battle.begin("3")
    homing.step(scratch, missile, 1, homing.sounding(battle.state))
    assert battle.only(SeekerTied).among == ["SS1", "SS2", "SS3"]
    assert missile.target == "SS3"
    assert battle.rolls() == [("tie TF1-M1: SS1, SS2, SS3", "")]
    assert battle.audiences(SeekerTied) == [""]


def test_what_makes_a_sound() -> None:
    """STG-MK7.5: SS always, SR by plant or speed, fish by speed; by the speed fixed for the move, even after a strike."""
    battle = Battle()
    supersub = battle.vessel("SS1", "0505")
    silent = battle.vessel("SR1", "0606", output=0, scheduled=0)
    humming = battle.vessel("SR2", "0707", output=1, scheduled=0)
    moving = battle.vessel("SR3", "0808", output=0, scheduled=1)
    halted = battle.vessel("TF1", "0909", scheduled=0)
    swimming = battle.vessel("TF2", "1010", scheduled=1)
    vessels = (supersub, silent, humming, moving, halted, swimming)
    assert [homing.is_source(battle.state, v) for v in vessels] == [True, False, True, True, False, True]


def test_nothing_in_the_air_makes_a_sound() -> None:
    """STG-MK7.5, STG-LEP.8: an airborne vessel is never a source, nor one out of play."""
    battle = Battle(stopped_is_silent="off")
    battle.vessel("SS1", "0505", airborne=True)
    battle.vessel("SS2", "0606", fate="exited")
    battle.vessel("TF1", "0909", scheduled=0)
    assert [id for id, _ in homing.sounding(battle.state)] == ["TF1"]


def test_it_hears_only_its_forward_arc_and_through_rocks() -> None:
    """STG-MK7.6: forward 120 degrees, any distance, no line of sight needed; option `sonar-los` asks for one."""
    for option, heard in (("off", ["SS1"]), ("on", [])):
        battle = Battle(obstacles="1007", sonar_los=option)
        battle.vessel("SS1", "1001")
        battle.vessel("SS2", "1012")
        battle.vessel("TF1", "1020")
        missile = battle.missile("TF1-M1", "TERROR", "1010", "N")
        assert [source.id for source in sources(battle, missile)] == heard


def test_it_homes_on_the_nearer_hex_of_a_megafish() -> None:
    """STG-MK7.6, STG-HEX.7: of head and tail the one that passes at the smaller distance."""
    battle = Battle()
    battle.vessel("SR1", "1020")
    battle.vessel("MF1", "1005", "N", tail="1006", scheduled=1)
    missile = battle.missile("SR1-M1", "MK7", "1010", "N")
    (source,) = sources(battle, missile)
    assert (source.hex, source.distance) == (parse_label("1006"), 4)


def test_friends_and_the_launcher_are_targets_too() -> None:
    """STG-MK7.6: friend, foe and launcher are alike."""
    battle = Battle()
    battle.vessel("TF1", "1008", scheduled=3)
    battle.vessel("TF2", "1007", scheduled=3)
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N")
    assert [source.id for source in sources(battle, missile)] == ["TF1", "TF2"]


def test_a_missed_vessel_is_not_attacked_again_unless_the_option_says_so() -> None:
    """STG-MK7.9: it joins `missed`; option `re-attack` lets it be sought again, but never one that leapt clear."""
    for option, eligible in (("off", []), ("on", ["SS1"])):
        battle = Battle(re_attack=option)
        battle.vessel("SS1", "1007")
        battle.vessel("SS2", "1108")
        battle.vessel("TF1", "1020")
        missile = battle.missile("TF1-M1", "TERROR", "1010", "N", missed=["SS1"], evaded=["SS2"])
        assert [source.id for source in sources(battle, missile)] == eligible


def test_it_is_spent_after_twelve_hexes() -> None:
    """STG-MK7.1: one hex a phase, removed after the checks of its 12th."""
    battle = Battle()
    battle.vessel("TF1", "1025", "N", arming=10)
    battle.play(TF1="LAUNCH")
    assert (len(battle.path("TF1-M1")), battle.state.missiles["TF1-M1"].run) == (6, 6)
    battle.play()
    assert len(battle.path("TF1-M1")) == 6
    assert battle.only(MissileGone) == MissileGone("TF1-M1", 6, "spent", "1013")
    assert not battle.state.missiles


def test_the_last_hex_is_still_checked() -> None:
    """STG-MK7.1: a missile attacks what is in its 12th hex."""
    battle = Battle()
    battle.vessel("SS1", "1009")
    battle.vessel("TF1", "1025")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N", run=11)
    scratch = battle.begin("6")
    homing.step(scratch, missile, 1, homing.sounding(battle.state))
    assert [hit.vessel for hit in scratch.hits] == ["SS1"]
    assert battle.only(MissileGone).why == "exploded"


def test_an_unguided_missile_rolls_once_for_each_vessel_and_stops_at_a_hit() -> None:
    """STG-MK7.4: vessel order; not for one rolled for before, missed or in the air; penalty at launch counts."""
    battle = Battle()
    for id in ("TF1", "TF2", "TF3", "TF4", "TF5", "TF6"):
        battle.vessel(id, "1009")
    battle.vessel("SR1", "1020")
    battle.state.vessels["TF1"].airborne = True
    missile = battle.missile("SR1-M1", "MK7", "1010", "N", arming=10, missed=["TF3"])
    battle.state.umpire.passed["SR1-M1"] = ["TF2"]
    scratch = battle.begin("5 6")
    homing.step(scratch, missile, 1, homing.sounding(battle.state))
    assert [(a.vessel, a.how, a.hit) for a in battle.all(AttackMade)] == [("TF4", "unguided", False), ("TF5", "unguided", True)]
    assert [hit.cause for hit in scratch.hits] == ["MK7"]
    assert scratch.sounds[0].what == "explosion"
    assert not battle.state.missiles


def test_a_homing_missile_passes_others_without_a_roll() -> None:
    """STG-MK7.4: only a missile that is not homing rolls for whom it meets on the way."""
    battle = Battle()
    battle.vessel("SS1", "1007")
    battle.vessel("TF1", "1020")
    battle.vessel("TF2", "1009")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N")
    swim(battle, missile, 1)
    assert battle.path("TF1-M1") == ["1009"]
    assert not battle.all(AttackMade)


def test_a_vessel_moving_into_it_is_attacked_once_it_is_armed() -> None:
    """STG-MK7.11: past its arming distance as its target, before that as STG-MK7.4 says."""
    for arming, how, needed in ((1, "homing", 3), (9, "unguided", 6)):
        battle = Battle()
        battle.vessel("SR1", "2020")
        fish = battle.vessel("TF1", "1010", scheduled=1)
        battle.missile("SR1-M1", "MK7", "1010", "N", arming=arming)
        scratch = battle.begin("2", TF1="1")
        scratch.entered = [fish]
        launch.contacts(scratch, 4)
        attacked = battle.only(Attacked)
        assert (attacked.how, attacked.needed, attacked.hit) == (how, needed, False)


def test_contact_before_the_first_hex_is_unguided() -> None:
    """STG-MK7.11, STG-MK7.4: with arming distance 0 it seeks only once it has run a hex; in the launch hex a 6 is needed."""
    battle = Battle()
    battle.vessel("SR1", "2020")
    battle.vessel("TF1", "1010", scheduled=1)
    battle.missile("SR1-M1", "MK7", "1010", "N", arming=0, run=0)
    scratch = battle.begin("5", TF1="1")
    scratch.entered = [battle.state.vessels["TF1"]]
    launch.contacts(scratch, 4)
    attacked = battle.only(Attacked)
    assert (attacked.how, attacked.needed, attacked.hit) == ("unguided", 6, False)


def test_contact_is_only_with_vessels_that_have_entered() -> None:
    """STG-MK7.11: step 3f is for vessels that moved in step 3c, and for one in the missile's hex."""
    battle = Battle()
    battle.vessel("SR1", "2020")
    battle.vessel("TF1", "1010", scheduled=1)
    battle.vessel("TF2", "1011", scheduled=1)
    battle.missile("SR1-M1", "MK7", "1010", "N")
    scratch = battle.begin()
    scratch.entered = [battle.state.vessels["TF2"]]
    launch.contacts(scratch, 4)
    assert not battle.all(AttackMade)


def test_rocks_and_edges_end_it() -> None:
    """STG-OBS.3, STG-MOV.11: destroyed on an obstacle, lost off the map."""
    for hex, why in (("1006", "obstacle"), ("1001", "edge")):
        battle = Battle(obstacles="1005")
        battle.vessel("SR1", "2020")
        swim(battle, battle.missile("SR1-M1", "MK7", hex, "N"), 1)
        assert battle.only(MissileGone).why == why


def test_nobody_follows_a_sonar_missile() -> None:
    """STG-MK7.6 (forget once fired), section 7: its way is hidden; the attacked crew sees weapon, heading and its die."""
    battle = Battle()
    battle.vessel("SR1", "1009", "N")
    battle.vessel("TF1", "1012", "N", arming=0)
    battle.play("2", TF1="LAUNCH")
    for kind in (MissileMoved, AttackMade):
        assert set(battle.audiences(kind)) == {""}
    assert battle.audiences(Attacked) == ["sr1"]
    told = battle.only(Attacked)
    assert (told.weapon, told.heading, told.how) == ("TERROR", 0, "homing")
    assert not any("M1" in str(vars(event)) for event in battle.seen_by("sr1"))


def test_decoys_of_an_earlier_move_are_forgotten() -> None:
    """STG-DEC.1: a missile that made for a decoy does not take a later one for it."""
    battle = Battle()
    battle.vessel("TF1", "1020")
    missile = battle.missile("TF1-M1", "TERROR", "1010", "N", target="D1", tie=["SS1", "D1"])
    battle.state.decoys.append(parse_label("1006"))
    apply(battle.state, MoveEnded(4))
    assert (missile.target, missile.tie) == ("", [])
