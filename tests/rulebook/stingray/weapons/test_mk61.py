"""STG-M61: the Sting Mk61A3."""

from __future__ import annotations

import pytest

from events.base import Draft
from events.stingray.damage import Damaged, SpecialHit
from events.stingray.weapons import (
    Attacked,
    AttackMade,
    Launched,
    LockLost,
    LockRegained,
    MissileGone,
    MissileMoved,
    MissileSteered,
    WaypointPassed,
)
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray.model.vessel import Fate
from pbem.games.stingray.rules.weapons import launch, mk61
from tests.rulebook.stingray.builders.one_step import play, state_with, told, vessel
from tests.rulebook.stingray.builders.weapons import Battle, at

AT_TF1 = "LAUNCH STING 1 AT TF1"


def duel(stingray: str, fish: str, facing: str = "N", obstacles: str = "", **given: str) -> Battle:
    """SR1, facing N with an armed Mk61 in tube 1, and TF1."""
    battle = Battle(obstacles=obstacles, **given)
    battle.load(battle.vessel("SR1", stingray, "N"), "1", "MK61", armed=True)
    battle.vessel("TF1", fish, facing)
    return battle


def test_twelve_hexes_a_move() -> None:
    """STG-M61.1, STG-MOV.3, STG-M61.7, STG-SEQ.3: worked example W2: two hexes a phase; the fish hit still moves on."""
    battle = duel("1020", "1010")
    battle.play("3 6", SR1=AT_TF1, TF1="3")
    fish = battle.state.vessels["TF1"]
    assert battle.path("SR1-M1") == [f"10{row:02d}" for row in range(19, 7, -1)]
    assert [moved.phase for moved in battle.all(MissileMoved)] == [p for p in range(1, 7) for _ in (1, 2)]
    assert battle.only(Launched).window == 0
    assert at(fish) == "1007"
    assert (fish.damage, fish.specials) == (4, {"FUEL": 1})
    assert battle.only(MissileGone) == MissileGone("SR1-M1", 6, "exploded", "1008")


def test_it_hits_the_wrong_one() -> None:
    """STG-M61.8: worked example W9: TF1 lies in between and is hit by a 6; TF2 is not attacked."""
    battle = Battle()
    battle.load(battle.vessel("SR1", "0512", "N"), "1", "MK61", armed=True)
    fish = battle.vessel("TF1", "0508")
    battle.vessel("TF2", "0504")
    battle.play("6 4", SR1="LAUNCH STING 1 AT TF2")
    assert battle.path("SR1-M1") == ["0511", "0510", "0509", "0508"]
    assert [(a.vessel, a.how) for a in battle.all(AttackMade)] == [("TF1", "accidental")]
    assert (fish.damage, fish.specials) == (3, {"LAUNCHER": 1})
    assert battle.all(SpecialHit) == [SpecialHit("TF1", "LAUNCHER", "Sting Mk61", 1)]


def test_lock_lost_for_good() -> None:
    """STG-M61.4: worked example W10: behind rocks in phase 3, so straight on to 1003; nothing is rolled."""
    battle = duel("1015", "1004", "SE", obstacles="1106 1107 1108 1206 1207")
    battle.play(SR1=AT_TF1, TF1="3")
    assert battle.path("SR1-M1") == [f"10{row:02d}" for row in range(14, 2, -1)]
    assert battle.only(LockLost) == LockLost("SR1-M1", "sight")
    assert at(battle.state.vessels["TF1"]) == "1306"
    assert battle.state.missiles["SR1-M1"].run == 12
    assert not battle.state.missiles["SR1-M1"].lock


def test_lock_regained_by_option() -> None:
    """STG-M61.4: with option `mk61-reacquire` lock returns with sight, but not after a missed attack."""
    for missed, lock in (([], True), (["TF1"], False)):
        battle = duel("1015", "1005", mk61_reacquire="on")
        missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="TF1", lock=False, missed=missed)
        scratch = battle.begin()
        mk61.step(scratch, missile, 1)
        assert missile.lock is lock
        assert len(battle.all(LockRegained)) == lock


@pytest.mark.parametrize(("changes", "why"), [({"fate": "exited"}, "sight"), ({}, "launcher gone")])
def test_lock_needs_target_and_launcher(changes: dict[str, str], why: str) -> None:
    """STG-M61.4: lost when the target is out of play, which is told as a loss of sight, or the Stingray's crew is dead."""
    battle = duel("1015", "1005")
    vars(battle.state.vessels["TF1"]).update(changes)
    battle.state.vessels["SR1"].injuries = 0 if changes else 4
    missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="TF1")
    mk61.step(battle.begin(), missile, 1)
    assert battle.only(LockLost).why == why
    assert battle.path("SR1-M1") == ["1009", "1008"]


def test_a_target_that_is_gone_looks_like_one_behind_a_rock() -> None:
    """STG-M61.4, section 7: at the end of the move both are told in the same words, so the loss tells of nobody's end."""

    def told(obstacles: str, fate: Fate) -> Draft:
        battle = duel("1015", "1005", obstacles=obstacles)
        battle.missile("SR1-M1", "MK61", "1010", "N", target="TF1")
        battle.state.vessels["TF1"].fate = fate
        mk61.drop_locks(battle.begin())
        (draft,) = [draft for draft in battle.drafts if isinstance(draft.event, LockLost)]
        assert not battle.state.missiles["SR1-M1"].lock
        return draft

    assert told("1007", "in play") == told("", "sunk") == told("", "exited")


def test_the_clause_of_an_explosion_does_not_say_on_whom() -> None:
    """Section 7: the launcher's crew hears a Mk61 explode, on its target or on another vessel."""

    def told(dice: str, *friends: str) -> list[tuple[str, str]]:
        battle = duel("1015", "1005")
        for friend in friends:
            battle.vessel(friend, "1013")
        battle.play(dice, SR1=AT_TF1)
        return [(d.rule, d.audience) for d in battle.drafts if isinstance(d.event, MissileGone)]

    assert told("3 4") == told("6 4", "TF2") == [("STG-SEQ.3", "sr1")]


def test_waypoints_come_first() -> None:
    """STG-M61.5, STG-M61.6: it swims by its VIA hexes, each removed when entered, turning as it needs to."""
    battle = duel("1015", "1007")
    battle.play("3 3", SR1=f"{AT_TF1} VIA 1213 1210")
    assert battle.path("SR1-M1")[:6] == ["1115", "1214", "1213", "1212", "1211", "1210"]
    assert battle.path("SR1-M1")[-1] == "1007"
    assert len(battle.all(WaypointPassed)) == 2


def test_steering_takes_effect_before_it_swims() -> None:
    """Section 6, STG-M61.5: STEER gives new waypoints at window 0; DIRECT none; a missile without lock cannot be steered."""
    battle = duel("1020", "1003")
    missile = battle.missile("SR1-M1", "MK61", "1015", "N", target="TF1", via=[parse_label("1208")])
    scratch = battle.begin(SR1="STEER M1 DIRECT")
    launch.window(scratch, 0)
    assert battle.only(MissileSteered) == MissileSteered("SR1-M1", [])
    assert missile.via == []
    missile.lock = False
    scratch = battle.begin(SR1="STEER M1 VIA 1112")
    launch.window(scratch, 0)
    assert missile.via == []


def test_the_course_avoids_other_vessels() -> None:
    """STG-M61.5: the smaller component is taken if a friend, or anybody but the target, is in the other hex."""
    battle = duel("1020", "1207")
    missile = battle.missile("SR1-M1", "MK61", "1012", "N", target="TF1")
    for hinder in ("", "SR2", "TF2"):
        if hinder:
            battle.vessel(hinder, "1011")
        missile.hex, missile.heading = parse_label("1012"), 0
        mk61.step(battle.begin(), missile, 1)
        assert battle.path("SR1-M1")[0] == ("1112" if hinder else "1011")
        if hinder:
            del battle.state.vessels[hinder]


def test_the_course_keeps_sight() -> None:
    """STG-M61.5: the step along the larger wedge component is not taken if it would lose sight of the target."""
    battle = duel("1020", "1207", obstacles="1010")
    missile = battle.missile("SR1-M1", "MK61", "1012", "N", target="TF1")
    mk61.step(battle.begin(), missile, 1)
    assert battle.path("SR1-M1")[0] == "1112"
    assert missile.lock


def test_the_course_avoids_rocks() -> None:
    """STG-M61.5: of two equal components the one on course; no step into an obstacle; without any step straight on."""
    for obstacles, first in (("", "1011"), ("1011", "1112")):
        battle = duel("1020", "1308", obstacles=obstacles)
        missile = battle.missile("SR1-M1", "MK61", "1012", "N", target="TF1")
        mk61.step(battle.begin(), missile, 1)
        assert battle.path("SR1-M1")[0] == first
    battle = duel("1020", "1515", obstacles="1011")
    missile = battle.missile("SR1-M1", "MK61", "1012", "SE", target="TF1", via=[parse_label("1005")])
    mk61.step(battle.begin(), missile, 1)
    assert battle.path("SR1-M1")[0] == "1113"


def test_point_blank_costs_no_hex() -> None:
    """STG-M61.7: a target in its hex at the start of its step is attacked at once."""
    battle = duel("1010", "1010")
    battle.play("3 2", SR1=AT_TF1)
    assert battle.path("SR1-M1") == []
    assert battle.only(Attacked).how == "mk61"
    assert battle.only(MissileGone) == MissileGone("SR1-M1", 1, "exploded", "1010")


def test_after_a_miss_it_goes_straight_on() -> None:
    """STG-M61.7: lock lost, straight on from the next hex, and no second attack on that target."""
    battle = duel("1010", "1008")
    battle.play("2", SR1=AT_TF1)
    assert battle.path("SR1-M1")[:4] == ["1009", "1008", "1007", "1006"]
    assert battle.only(LockLost) == LockLost("SR1-M1", "missed")
    assert len(battle.all(AttackMade)) == 1


def test_the_firing_crews_present_penalty_counts() -> None:
    """STG-M61.7, STG-M61.8, STG-CRW.2: of the attack and of the accident, as the crew is now."""
    battle = Battle()
    stingray = battle.vessel("SR1", "1020")
    battle.vessel("TF1", "1009")
    battle.vessel("TF2", "1009")
    missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="TF2", penalty=0)
    stingray.injuries, stingray.suited = 1, True
    mk61.step(battle.begin("6 4"), missile, 1)
    assert [(a.vessel, a.how, a.needed, a.hit) for a in battle.all(Attacked)] == [
        ("TF1", "accidental", 8, False),
        ("TF2", "mk61", 5, False),
    ]


def test_an_accident_comes_before_the_attack_and_once_for_each_vessel() -> None:
    """STG-M61.8: every other vessel in each hex entered, friend or foe, in vessel order; a hit uses the missile up."""
    battle = Battle()
    for id in ("SR1", "SR2", "SR3"):
        battle.vessel(id, "1009")
    battle.vessel("TF1", "1009")
    missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="TF1")
    battle.state.umpire.passed["SR1-M1"] = ["SR2"]
    scratch = battle.begin("5 6")
    mk61.step(scratch, missile, 1)
    assert [(a.vessel, a.hit) for a in battle.all(AttackMade)] == [("SR1", False), ("SR3", True)]
    assert [hit.vessel for hit in scratch.hits] == ["SR3"]


def test_the_former_target_is_rolled_for_by_accident() -> None:
    """STG-M61.8: once lock was lost, unless it was missed."""
    for missed, rolls in (([], 1), (["TF1"], 0)):
        battle = duel("1020", "1009")
        missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="TF1", lock=False, missed=missed)
        mk61.step(battle.begin("5"), missile, 1)
        assert [a.how for a in battle.all(AttackMade)] == ["accidental"] * rolls


def test_a_leap_saves_only_from_missiles_aimed_at_others() -> None:
    """STG-LEP.8: an airborne vessel is not rolled for by a Mk61 with another target; its own Mk61 still attacks it."""
    battle = duel("1020", "1009")
    battle.vessel("TF2", "1009", airborne=True)
    missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="TF2")
    battle.state.vessels["TF1"].airborne = True
    mk61.step(battle.begin("3"), missile, 1)
    assert [(a.vessel, a.how) for a in battle.all(AttackMade)] == [("TF2", "mk61")]


def test_contact() -> None:
    """STG-M61.9: the target moving into its hex is attacked, any other vessel rolled for."""
    for target, how in (("TF1", "mk61"), ("TF2", "accidental")):
        battle = duel("1020", "1010")
        battle.vessel("TF2", "2020")
        battle.missile("SR1-M1", "MK61", "1010", "N", target=target)
        scratch = battle.begin("1")
        scratch.entered = [battle.state.vessels["TF1"]]
        launch.contacts(scratch, 4)
        assert battle.only(AttackMade).how == how


def test_it_is_spent_after_36_hexes() -> None:
    """STG-M61.1: after the checks of its 36th hex."""
    battle = duel("1025", "0101")
    missile = battle.missile("SR1-M1", "MK61", "1020", "N", target="TF1", lock=False, run=35)
    mk61.step(battle.begin(), missile, 3)
    assert battle.path("SR1-M1") == ["1019"]
    assert battle.only(MissileGone) == MissileGone("SR1-M1", 3, "spent", "1019")


def test_it_sees_a_megafish_by_either_hex() -> None:
    """STG-HEX.7, STG-M61.4: head or tail in sight is enough, and the nearer one seen is swum to."""
    battle = Battle(obstacles="1007")
    battle.vessel("SR1", "1020")
    battle.vessel("MF1", "1005", "NW", tail="1105")
    missile = battle.missile("SR1-M1", "MK61", "1010", "N", target="MF1")
    mk61.step(battle.begin(), missile, 1)
    assert missile.lock


def test_its_crew_follows_it_and_nobody_else() -> None:
    """Section 7: own Mk61 with hex, target and lock, every move; the attacked crew never reads its name."""
    battle = duel("1010", "1007")
    battle.play("3 2", SR1=AT_TF1)
    for kind in (MissileMoved, MissileGone, Launched):
        assert set(battle.audiences(kind)) == {"sr1"}
    assert battle.audiences(AttackMade) == [""]
    assert battle.audiences(Attacked) == battle.audiences(Damaged) == ["tf1"]
    assert not any("M1" in str(vars(event)) for event in battle.seen_by("tf1"))


def test_a_whole_move_by_mail() -> None:
    """STG-M61.1, STG-POW.6: worked example W2 with orders from a mail, power, scan and all."""
    stingray = vessel("SR1", "1020", "N", tubes={"1": "MK61", "2": "MK7"})
    stingray.launchers["1"].armed = True
    state = state_with(stingray, vessel("TF1", "1010", "N", 3))
    drafts = play(state, {"SR1": "HALT; LAUNCH STING 1 AT TF1", "TF1": "3"}, dice=[3, 6])
    fish = state.vessels["TF1"]
    assert [moved.hex for moved in told(drafts, MissileMoved)][-1] == "1008"
    assert (at(fish), fish.damage, fish.specials) == ("1007", 4, {"FUEL": 1})
