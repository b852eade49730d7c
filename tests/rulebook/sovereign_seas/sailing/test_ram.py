"""SSL-J1: ramming attacks."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import EVERYONE
from events.platform import Rolled
from events.sovereign_seas.battle import Located, Sunk
from events.sovereign_seas.sailing import RamEffect, RamPicked, RamRolled, RamShoved, RamStopped
from pbem.games.sovereign_seas.rules.sailing import move, when
from tests.rulebook.sovereign_seas.builders.impulses import Passage, orders
from tests.rulebook.told import envelope

RAMMING = orders(avoid="NONE")


def meeting(attacker: str, now: int, target: str, heading: str, its: int, dice: str, **options: Any) -> Passage:
    """The attacker goes N from 1011 into 1010, where the target lies; she stays there because her place comes later."""
    ships = {attacker: ("1011", "N", now), target: ("1010", heading, its)}
    room = Passage(ships, dice, {attacker: RAMMING}, **options)
    room.scratch.sequence["british"].sort(key=lambda id: id != attacker)
    return room


def first_ram(room: Passage) -> RamRolled:
    """The first attack."""
    return room.told(RamRolled)[0]


def ram(room: Passage, attacker: str) -> Passage:
    """Only the attacker's first step, whatever the order of moving."""
    room.scratch.impulse = 1
    when.step(room.scratch)
    move.enter(room.scratch, room[attacker], "F")
    room.spent()
    return room


# ---------------------------------------------------------------- worked examples


def test_worked_example_e13() -> None:
    """SSL-J1.4 to hit, SSL-J1.5 hits, SSL-J1.6, SSL-J1.8, SSL-K.4 (worked example E13): Bellerophon sinks Armorique."""
    room = ram(meeting("BC1", 8, "FF1", "SE", 4, "5/9 2/5" + " 0/5" * 10), "BC1")
    attack = RamRolled("BC1", "FF1", 1, "1010", "starboard bow", 8, 4, 9, 5, True)
    assert room.told(RamRolled) == [attack]
    assert room.told(RamEffect) == [RamEffect("BC1", "FF1", 2, 16, 2)]
    assert [e.ship for e in room.told(Located)] == ["FF1"] * 8 + ["BC1"] * 2
    assert room.told(Sunk) == [Sunk("FF1", "BC1", "1010")]
    assert room.told(RamStopped) == [RamStopped(["BC1"])]
    assert (room["BC1"].log.marked, room["BC1"].maximum, room["BC1"].speed, room["FF1"].speed) == (2, 12, 0, 0)


def test_worked_example_e14() -> None:
    """SSL-J1.10, SSL-I3.2 (worked example E14): over the stern three dice cannot hit; she sails on without another attack."""
    room = Passage({"BC1": ("1011", "N", 8), "FF1": ("1011", "N", 6)}, "3/3", {"BC1": RAMMING}).sail(1)
    assert (first_ram(room).pool, first_ram(room).hit, first_ram(room).struck) == (3, False, "stern")
    assert (room["BC1"].speed, room["FF1"].speed, room.at("FF1")) == (8, 6, "1010 N")
    assert len(room.told(RamRolled)) == 1 and room.at("BC1") == "1009 N"


def test_worked_example_e15() -> None:
    """SSL-J1.9, SSL-J1.7 (worked example E15): bow to bow no battery of Defense bears; the armored ram suffers nothing."""
    dice = "4/4 0/5 0/5 0/5 0/5 3/5 4/5 0/5 0/5"
    room = ram(meeting("FC1", 7, "BB1", "S", 7, dice), "FC1")
    assert (first_ram(room).struck, first_ram(room).pool) == ("bow", 4)
    assert room.told(RamEffect) == [RamEffect("FC1", "BB1", 0, 7, 0)]
    assert (room["BB1"].log.marked, room["BB1"].maximum, room["BB1"].log.gone, room["FC1"].log.marked) == (7, 8, [], 0)
    assert room["BB1"].speed == room["FC1"].speed == 0


# ---------------------------------------------------------------- the roll to hit


@pytest.mark.parametrize(
    ("heading", "struck", "pool"),
    [
        ("N", "stern", 3),
        ("NE", "starboard quarter", 6),
        ("SE", "starboard bow", 7),
        ("S", "bow", 4),
        ("SW", "port bow", 7),
        ("NW", "port quarter", 6),
    ],
)
def test_relative_heading(heading: str, struck: str, pool: int) -> None:
    """SSL-J1.4, Q.1.3: the headings at the moment of entry."""
    room = ram(meeting("BC1", 4, "FB1", heading, 4, f"0/{pool}"), "BC1")
    assert (first_ram(room).struck, first_ram(room).pool) == (struck, pool)


@pytest.mark.parametrize(("own", "its", "pool"), [(8, 4, 6), (7, 4, 4), (4, 7, 4), (4, 8, 2)])
def test_difference_of_speeds(own: int, its: int, pool: int) -> None:
    """SSL-J1.4, Q.1.2: more than 3 either way; bow to bow."""
    assert first_ram(ram(meeting("BC1", own, "FB1", "S", its, f"0/{pool}"), "BC1")).pool == pool


def test_three_strikes_miss() -> None:
    """SSL-J1.4, Q.1.1: four are needed."""
    room = ram(meeting("BC1", 4, "FB1", "S", 4, "3/4"), "BC1")
    assert not first_ram(room).hit and room.told(RamEffect) == []
    assert envelope(room.turn.drafts, RamRolled)[1:] == ("SSL-J1.4", EVERYONE)


# ---------------------------------------------------------------- what it does


@pytest.mark.parametrize(("strikes", "times"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 4)])
def test_effect(strikes: int, times: int) -> None:
    """SSL-J1.5: a multiple of the attacker's speed, here 1; SSL-J1.6: a quarter of it, rounded up."""
    room = ram(meeting("BC1", 1, "FB1", "S", 1, f"4/4 {strikes}/5" + " 0/5" * (times + 1)), "BC1")
    assert room.told(RamEffect) == [RamEffect("BC1", "FB1", strikes, times, 1)]


@pytest.mark.parametrize(("attacker", "own"), [("FC1", 0), ("FV1", 4), ("FB1", 2)])
def test_hits_on_the_attacker(attacker: str, own: int) -> None:
    """SSL-J1.6, SSL-J1.7: armored ram, no ram, other, at speed 7."""
    room = ram(meeting(attacker, 7, "BC1", "S", 7, "4/4 0/5" + " 0/5" * (7 + min(own, 3))), attacker)
    assert room.told(RamEffect)[0].own_hits == own
    assert [e.ship for e in room.told(Located)].count(attacker) == min(own, 3)


def test_the_attacker_suffers_though_the_target_sinks_and_may_sink_herself() -> None:
    """SSL-J1.6: Limier, three circles, at speed 7 into Eclipse: both go down, each by the other."""
    room = ram(meeting("FV1", 7, "BV1", "S", 7, "4/4 0/5" + " 0/5" * 7), "FV1")
    assert room.told(Sunk) == [Sunk("BV1", "FV1", "1010"), Sunk("FV1", "BV1", "1010")]


def test_armour_is_not_asked() -> None:
    """SSL-J1.8: a corvette's stem goes through Ocean's side, and each hit is rolled, the target's first."""
    room = ram(meeting("BV1", 4, "FC1", "SE", 4, "4/7 0/5" + " 0/5" * 6), "BV1")
    assert (room["FC1"].log.marked, room["BV1"].log.marked) == (4, 2)
    assert room.rolls() == ["RAM_HIT BV1 on FC1", "RAM_EFFECT BV1 on FC1"] + ["LOC FC1"] * 4 + ["LOC BV1"] * 2


def test_where_the_blow_comes_from() -> None:
    """SSL-J1.9: struck in the starboard bow, Ocean may lose a barbette of that side; the attacker what bears ahead."""
    room = ram(meeting("BC1", 1, "FC1", "SE", 1, "4/7 0/5 4/5 3/5"), "BC1")
    assert first_ram(room).struck == "starboard bow"
    assert (room["FC1"].log.gone, room["BC1"].log.gone) == (["TSA"], ["F1"])


def test_after_a_hit_both_stand_still() -> None:
    """SSL-J1.10: her remaining movement points are lost; SSL-J1.1: the attack comes at once, in the midst of moving."""
    room = Passage({"BC1": ("1011", "N", 8), "FB1": ("1010", "S", 8)}, "4/4 0/5" + " 0/5" * 10, {"BC1": RAMMING})
    room.state.advantage = "french"
    room.sail()
    assert room.way("BC1") == ["1010 N"] and room.way("FB1") == []


# ---------------------------------------------------------------- several ships


def test_one_of_several_is_picked() -> None:
    """SSL-J1.3, SSL-C.5: one die with as many sides, in natural id order; one attack only."""
    ships = {"BC1": ("1011", "N", 4), "FV2": ("1010", "S", 4), "FB1": ("1010", "S", 4), "BV1": ("1010", "S", 4)}
    room = ram(Passage(ships, "=3 0/4", {"BC1": RAMMING}), "BC1")
    assert room.told(RamPicked) == [RamPicked("BC1", "FV2", ["BV1", "FB1", "FV2"])]
    assert room.told(Rolled)[0] == Rolled("RAM_PICK BC1", 3, [3], 0)
    assert room.rolls() == ["RAM_PICK BC1", "RAM_HIT BC1 on FV2"] and len(room.told(RamRolled)) == 1


def test_each_entry_is_an_attack_of_its_own() -> None:
    """SSL-J1.2: two ships enter one hex, one after the other."""
    ships = {"BC1": ("1011", "N", 4), "BC2": ("0911", "NE", 4), "FB1": ("1010", "S", 0)}
    room = Passage(ships, "0/6 =1 0/6", {"BC1": RAMMING, "BC2": RAMMING}).sail(1)
    assert [(e.attacker, e.target) for e in room.told(RamRolled)] == [("BC1", "FB1"), ("BC2", "BC1")]


def test_friends_are_rammed_like_enemies() -> None:
    """SSL-J1.11, SSL-I3.1: whoever enters attacks."""
    room = ram(meeting("BC1", 4, "BV1", "S", 4, "0/4"), "BC1")
    assert first_ram(room).target == "BV1"


# ---------------------------------------------------------------- option


def test_shoved_back_after_a_miss() -> None:
    """SSL-J1.10, ram_miss=back: to the hex she came from, heading and count as they are; the rest of the impulse is lost."""
    ships = {"BC1": ("1011", "N", 8), "FB1": ("1010", "S", 0)}
    room = Passage(ships, "0/6", {"BC1": RAMMING}, ram_miss="back").sail(1)
    assert room.told(RamShoved) == [RamShoved("BC1", "1011")]
    assert (room.at("BC1"), room["BC1"].count, room["BC1"].speed) == ("1011 N", 3, 8)


def test_shoved_back_among_others() -> None:
    """SSL-J1.10, ram_miss=back: no attack follows in the hex she comes back to."""
    ships = {"BC1": ("1011", "N", 8), "FB1": ("1010", "S", 0), "FV1": ("1011", "S", 0)}
    room = Passage(ships, "0/6", {"BC1": RAMMING}, ram_miss="back").sail(1)
    assert [e.target for e in room.told(RamRolled)] == ["FB1"] and room["BC1"].hex == room["FV1"].hex
