"""SSL-K, SSL-L1 to L4: where hits fall and what they mark off."""

from __future__ import annotations

import pytest

from events.platform import Rolled
from events.sovereign_seas.battle import GunLost, HullMarked, Located, NoEffect, PassedOn, SevereDamage, Sunk
from pbem.games.sovereign_seas.model.tables import LOCATIONS
from pbem.games.sovereign_seas.rules.combat.attack import Attack
from pbem.games.sovereign_seas.rules.combat.hits import inflict
from tests.rulebook.sovereign_seas.builders.gunnery import GunneryStep, struck


def circles(played: GunneryStep) -> list[int]:
    """The circles marked, in order."""
    return [event.marked for event in played.told(HullMarked)]


# ---------------------------------------------------------------- location


def test_location_table() -> None:
    """SSL-K.1: Q.2.4."""
    assert "".join(LOCATIONS) == "HHHBT*"


def test_each_hit_is_resolved_before_the_next() -> None:
    """SSL-K.1: five dice a hit; what a hit does comes before the next roll."""
    played = struck("FB1", 2, "0/5 1/5")
    kinds = [type(draft.event) for draft in played.turn.drafts]
    assert kinds == [Rolled, Located, HullMarked] * 2
    assert played.rolls() == ["LOC FB1", "LOC FB1"]
    assert played["FB1"].hits == {"H": 2}


@pytest.mark.parametrize(("letter", "marked"), [("B", 0), ("C", 1), ("G", 1), (None, 1)])
def test_penetration(letter: str | None, marked: int) -> None:
    """SSL-D4.1, SSL-K.2: Ocean's hull C holds a B and not a C; SSL-J1.8: no armour holds a ram."""
    played = struck("FC1", 1, "2/5", letter)
    assert played["FC1"].log.marked == marked
    assert played.told(NoEffect) == ([] if marked else [NoEffect("FC1", "hull", "B", "C")])


def test_unarmoured_parts_are_always_beaten() -> None:
    """SSL-D4.1: even by an A."""
    assert struck("FF1", 1, "0/5", "A")["FF1"].log.marked == 1


def test_a_hit_kept_out_does_not_move_on() -> None:
    """SSL-K.2: armour holds, and the hit has no other location."""
    played = struck("FC1", 1, "4/5", "A")
    assert [draft.rule for draft in played.drafts(NoEffect)] == ["SSL-K.2"]
    assert played.told(NoEffect) == [NoEffect("FC1", "TSA", "A", "B")]
    assert (played["FC1"].log.marked, played["FC1"].log.gone) == (0, [])


def test_missing_locations_pass_the_hit_on() -> None:
    """SSL-K.3: a ship without guns: T and B are hull hits. SSL-D.1: the merchantman's log has none."""
    played = struck("LM1", 2, "4/5 3/5", "A")
    assert circles(played) == [1, 2]
    assert played["LM1"].hits == {"T": 1, "B": 1}
    assert played.told(PassedOn) == [PassedOn("LM1", "T", "H"), PassedOn("LM1", "B", "H")]


def test_hits_left_over_are_not_rolled() -> None:
    """SSL-K.4, SSL-L3.1: the last circle sinks her."""
    played = struck("FV1", 9, "0/5 0/5 0/5")
    assert circles(played) == [1, 2, 3]
    assert played.told(Sunk) == [Sunk("FV1", "FV1", "1010")]
    assert played["FV1"].fate == "sunk"


# ---------------------------------------------------------------- hull and speed


@pytest.mark.parametrize(("ship", "track"), [("FB1", [11, 11, 10, 9, 8]), ("BB1", [11, 11, 10, 10, 9]), ("FV1", [11, 7])])
def test_slashes(ship: str, track: list[int]) -> None:
    """SSL-L4.1, SSL-L4.2: the first circle behind a slash crosses it: one speed factor from the left."""
    played = struck(ship, len(track), " ".join(["0/5"] * len(track)))
    assert [event.maximum for event in played.told(HullMarked)] == track
    assert played[ship].maximum == track[-1]


def test_printed_example_of_slashes() -> None:
    """E3, SSL-L4.1: six circles of Defense cross the slashes at 3 and 5 only: maximum 11 becomes 9."""
    played = struck("BB1", 6, " ".join(["0/5"] * 6))
    assert (played["BB1"].log.marked, played["BB1"].log.lost, played["BB1"].maximum) == (6, 2, 9)
    assert [draft.rule for draft in played.drafts(HullMarked)] == ["SSL-L3.1"] * 6


def test_no_factor_left() -> None:
    """SSL-L5.13, SSL-L4.2: factors never go below none; without one her maximum is 0."""
    played = struck("FB1", 3, "0/5 0/5 0/5", changes={"lost": 10})
    assert [event.maximum for event in played.told(HullMarked)] == [1, 1, 0]
    played.hit("FB1", 0)
    assert (played["FB1"].log.lost, played["FB1"].maximum) == (11, 0)


# ---------------------------------------------------------------- armour and batteries


def test_armour_by_location() -> None:
    """E16, SSL-K.2, SSL-L1.2, SSL-L1.3, SSL-L2.3: three hits of letter B on Ocean from half-step 2."""
    played = struck("FC1", 3, "1/5 4/5 3/5", "B", 2)
    assert played.told(NoEffect) == [NoEffect("FC1", "hull", "B", "C"), NoEffect("FC1", "S1", "B", "C")]
    assert played.told(GunLost) == [GunLost("FC1", "TSA", turret=True)]
    assert (played["FC1"].log.marked, played["FC1"].log.gone) == (1, ["TSA"])


def test_chain() -> None:
    """E17, SSL-K.3, SSL-L1.1, SSL-L1.3, SSL-L2.1, SSL-L2.2: barbettes first, then batteries, all with hull points."""
    played = struck("FC1", 4, "4/5 4/5 4/5 4/5", "D", 3)
    assert [(event.battery, event.turret) for event in played.told(GunLost)] == [
        ("TSA", True),
        ("TSF", True),
        ("M1", False),
        ("M2", False),
    ]
    assert [(event.marked, event.maximum) for event in played.told(HullMarked)] == [(1, 12), (2, 12), (3, 11), (4, 11)]
    assert [draft.rule for draft in played.drafts(GunLost)] == ["SSL-L1.3", "SSL-L1.3", "SSL-L2.2", "SSL-L2.2"]
    assert played.told(PassedOn) == [PassedOn("FC1", "T", "B")] * 2


def test_battery_through_and_hull_not() -> None:
    """E18, SSL-L2.2, SSL-K.3: F1 is lost and the hull holds; then no battery bears ahead and the hull holds again."""
    played = struck("BC1", 2, "3/5 3/5", "B", 0)
    assert (played["BC1"].log.marked, played["BC1"].log.gone) == (0, ["F1"])
    assert played.told(NoEffect) == [NoEffect("BC1", "hull", "B", "C")]


def test_turrets_ask_no_hull_armour() -> None:
    """SSL-L1.3: a B destroys Ocean's barbette and marks her hull, which it could not beat."""
    played = struck("FC1", 1, "4/5", "B", 9)
    assert (played["FC1"].log.marked, played["FC1"].log.gone) == (1, ["TPA"])


def test_only_what_bears_on_the_attacker() -> None:
    """SSL-L1.1, SSL-L2.1: from ahead Ocean's forward barbettes, from astern the after ones, no casemate."""
    ahead = struck("FC1", 3, "4/5 4/5 4/5", "G", 0)
    assert ahead["FC1"].log.gone == ["TPF", "TSF"]
    assert ahead["FC1"].log.marked == 3
    assert struck("FC1", 1, "4/5", "G", 6)["FC1"].log.gone == ["TPA"]


def test_in_the_same_hex_all_can_be_hit() -> None:
    """SSL-L1.1: no bearing: turrets and batteries of both sides."""
    assert struck("FC1", 4, "4/5 4/5 4/5 4/5", "G", None)["FC1"].log.gone == ["TPA", "TPF", "TSA", "TSF"]


def test_bow_to_bow_defense_has_no_battery_ahead() -> None:
    """SSL-K.3, SSL-J1.9: a ram from dead ahead on Defense: B and T fall to the hull."""
    played = struck("BB1", 7, "0/5 0/5 0/5 3/5 4/5 0/5 0/5", None, 0)
    assert (played["BB1"].log.marked, played["BB1"].maximum, played["BB1"].log.gone) == (7, 8, [])


# ---------------------------------------------------------------- severe hull damage


def test_severe_damage_comes_last() -> None:
    """E5, SSL-L5.8, SSL-L5.1: 8 hits, the first a severe critical: 2 + 7 points, then half of 8."""
    played = struck("BC1", 8, "5/5 3/8" + " 0/5" * 7, "E")
    assert played.told(SevereDamage) == [SevereDamage("BC1", 4)]
    assert (played["BC1"].log.marked, played["BC1"].log.lost, played["BC1"].maximum) == (13, 6, 3)
    assert [(draft.rule, draft.event.marked) for draft in played.drafts(HullMarked)][-2:] == [("SSL-L3.1", 9), ("SSL-L5.8", 13)]


def test_severe_damage_of_an_odd_number_of_hits() -> None:
    """SSL-L5.8, SSL-B.3: half of 3 is 2."""
    assert struck("BC1", 3, "0/5 0/5 5/5 4/8", "E")["BC1"].log.marked == 2 + 2 + 2


def test_severe_damage_sinks() -> None:
    """SSL-L5.8, SSL-K.4: no more points than circles; a ship sunk by the hits themselves suffers none."""
    played = struck("FV1", 2, "5/5 3/8 2/5")
    assert played.told(SevereDamage) == []
    played = struck("FF1", 8, "5/5 3/8" + " 0/5" * 6, changes={"marked": 0})
    assert (played["FF1"].log.marked, played["FF1"].fate, played.told(SevereDamage)) == (8, "sunk", [])
    played = struck("FF1", 5, "5/5 3/8" + " 0/5" * 4, changes={"marked": 1})
    assert (circles(played)[-1], len(played.told(Sunk))) == (8, 1)


@pytest.mark.parametrize(("base", "points"), [("effective", 2), ("taken", 1)])
def test_severe_base(base: str, points: int) -> None:
    """SSL-L5.8: option severe_base: all four hits count, or only the one that armour did not hold."""
    played = struck("FC1", 4, "5/5 3/8 0/5 4/5 3/5", "A", severe_base=base)
    assert [event.part for event in played.told(NoEffect)] == ["hull", "TSA", "S1"]
    assert played.told(SevereDamage)[0].points == points


@pytest.mark.parametrize(("option", "letter", "marked"), [("off", "B", 3), ("on", "B", 2), ("on", "C", 3), ("on", None, 3)])
def test_severe_penetrates(option: str, letter: str | None, marked: int) -> None:
    """SSL-L5.8: option severe_penetrates: the hull's armour can hold the further points, but never a ram's."""
    played = struck("FC1", 1, "5/5 3/8", letter, severe_penetrates=option)
    assert played["FC1"].log.marked == marked
    assert len(played.told(SevereDamage)) == (marked == 3)
    assert len(played.told(NoEffect)) == (marked == 2)


def test_attacks_are_apart() -> None:
    """SSL-L5.8: severe damage in two attacks counts twice; nothing is rolled again."""
    played = GunneryStep({"BC1": ("1010", "N", 6)}, "5/5 3/8 5/5 4/8")
    for _ in range(2):
        inflict(played.scratch, Attack("FB1", "BC1", "G", 3), 1)
    played.spent()
    assert played.told(SevereDamage) == [SevereDamage("BC1", 1)] * 2


# ---------------------------------------------------------------- who may see it


def test_hidden_logs() -> None:
    """SSL-Y.5: what her log suffers is told to her side; location letters, their dice and her sinking to all."""
    played = struck("FV1", 3, "3/5 0/5 0/5", hidden_logs="on")
    told = {type(draft.event): draft.audience for draft in played.turn.drafts}
    assert told == {GunLost: "french", HullMarked: "french", Located: "*", Rolled: "*", Sunk: "*"}


def test_open_logs() -> None:
    """SSL-Y.1: all damage is open."""
    played = struck("FV1", 3, "3/5 0/5 0/5")
    assert {draft.audience for draft in played.turn.drafts} == {"*"}


def test_who_sank_her() -> None:
    """SSL-M.1: from the moment of sinking she is out of play, by the attacker's doing."""
    played = GunneryStep({"BC1": ("1010", "N", 6), "FV1": ("1310", "N", 6)}, "0/5 0/5 0/5")
    played.hit("FV1", 8, by="BC1")
    assert played.told(Sunk) == [Sunk("FV1", "BC1", "1310")]
    assert not list(played.state.active("french"))


def test_attack_pierces() -> None:
    """SSL-D4.1: the same letter or a higher one; unarmoured always."""
    blow = Attack("BC1", "FB1", "C", 3)
    assert [blow.pierces(armour) for armour in ("", "A", "C", "D", "G")] == [True, True, True, False, False]
