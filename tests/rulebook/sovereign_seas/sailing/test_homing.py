"""SSL-X.6: helms that steer for something."""

from __future__ import annotations

from typing import Any

import pytest

from events.sovereign_seas.sailing import RamRolled
from pbem.core.geometry.hexes import parse_label
from pbem.games.sovereign_seas.model.orders import Close, Follow, Keep, RamHer, Steer, SteerTo, Straight
from pbem.games.sovereign_seas.rules.sailing.homing import Aim, aim, opponent
from tests.rulebook.sovereign_seas.builders.impulses import Passage, one, orders


def chase(helm: Steer, *others: str, heading: str = "N", now: int = 4, dice: str = "", **more: Any) -> Passage:
    """BC1 at 2020 with a helm, and others that lie stopped, heading N: `FV1 2517`."""
    ships = {"BC1": ("2020", heading, now)}
    for id, hex in (other.split() for other in others):
        ships[id] = (hex, "N", 0)
    return Passage(ships, dice, {"BC1": orders(helm, **more)})


def first(helm: Steer, *others: str, heading: str = "N", **more: Any) -> str:
    """The letter of her first step."""
    return chase(helm, *others, heading=heading, **more).sail(1).letters("BC1")[0]


@pytest.mark.parametrize(
    ("goal", "letter"),
    [("2015", "F"), ("2618", "R"), ("1418", "L"), ("2121", "R"), ("2517", "R"), ("2025", "R"), ("2118", "F"), ("2515", "F")],
)
def test_steer_goes_the_way_that_ends_nearest(goal: str, letter: str) -> None:
    """SSL-X.6: the least distance to the goal after the step; of equals the least bearing; then F, R, L."""
    assert first(SteerTo(parse_label(goal)), "FV1 5040") == letter


def test_bearing_decides_between_equal_distances() -> None:
    """SSL-X.6: 2218 is two hexes off after F and after R; F leaves it two half-steps off the bow, R one."""
    assert first(SteerTo(parse_label("2218")), "FV1 5040") == "R"


def test_a_goal_is_not_reached_before_the_turn_rate_allows() -> None:
    """SSL-I2.1: one hex after a turn there is only F, whatever the goal."""
    room = chase(SteerTo(parse_label("2025")), "FV1 5040").damage("BC1", count=1)
    assert room.sail(1).letters("BC1").startswith("F")


def test_on_the_goal_itself() -> None:
    """SSL-X.6: all steps lead off by one hex with the goal astern: F."""
    assert first(SteerTo(parse_label("2020")), "FV1 5040") == "F"


def test_close_steers_for_the_enemy_as_she_is_now() -> None:
    """SSL-X.6: and passes her hex by while AVOID names her (SSL-X.4)."""
    room = chase(Close("FV1"), "FV1 2017").sail()
    assert room.way("BC1")[:2] == ["2019 N", "2018 N"] and "2017" not in " ".join(room.way("BC1"))


def test_ram_enters() -> None:
    """SSL-X.6: RAM goes the same way, and in."""
    room = chase(RamHer("FV1"), "FV1 2017", dice="0/5").sail(1, 2, 3)
    assert room.at("BC1") == "2017 N" and len(room.told(RamRolled)) == 1


def test_ram_or_close_in_her_hex() -> None:
    """SSL-X.6: she is there: F."""
    assert first(RamHer("FV1"), "FV1 2020") == first(Close("FV1"), "FV1 2020") == "F"


def test_nearest() -> None:
    """SSL-X.6: the nearest enemy in play, of equals the first in natural id order; friends and wrecks are none."""
    room = chase(Straight(), "FV1 2016", "FB2 2024", "FF1 2025", "BV1 2021")
    assert opponent(room.state, room["BC1"], "NEAREST") is room["FB2"]
    room.damage("FB2", fate="sunk")
    assert opponent(room.state, room["BC1"], "NEAREST") is room["FV1"]
    assert opponent(room.state, room["BC1"], "FB2") is None


@pytest.mark.parametrize("helm", [Close("FV1"), RamHer("FV1"), Keep(3, "FV1"), Close("NEAREST"), Follow("BV1")])
@pytest.mark.parametrize("fate", ["sunk", "left"])
def test_nobody_to_steer_for(helm: Steer, fate: str) -> None:
    """SSL-X.6: on a ship sunk or departed she goes STRAIGHT."""
    room = chase(helm, "FV1 2517", "BV1 2617").damage("FV1", fate=fate).damage("BV1", fate=fate)
    assert room.sail().letters("BC1") == "F|F|F|F"


def test_straight_for_want_of_a_target_still_avoids() -> None:
    """SSL-X.5, SSL-X.6: STRAIGHT is a fixed letter."""
    room = chase(Close("FV1"), "FV1 2517", "BV1 2019").damage("FV1", fate="sunk")
    assert room.sail(1).letters("BC1").startswith("R")


@pytest.mark.parametrize(
    ("range", "hex", "letter"),
    [(3, "2517", "R"), (6, "2517", "F"), (3, "2120", "L"), (3, "1920", "R"), (3, "2018", "R"), (3, "2022", "F")],
)
def test_keep(range: int, hex: str, letter: str) -> None:
    """SSL-X.6: farther than n as CLOSE; at n F; nearer than n the greatest distance, ties F, R, L."""
    assert first(Keep(range, "FV1"), f"FV1 {hex}") == letter


def test_follow_steers_for_the_wake() -> None:
    """SSL-X.6: the second last hex that the leader has left, or the one that GAP names; a shorter trail: its first hex."""
    room = chase(Follow("BB1"), "BB1 2510", "FV1 5040")
    room["BB1"].trail = [parse_label(hex) for hex in ("2513", "2512", "2511")]

    def goal(gap: int) -> Aim | None:
        return aim(room.state, room["BC1"], Follow("BB1", gap))

    assert aim(room.state, room["BC1"], Follow("BB1")) == goal(2) == Aim(parse_label("2512"))
    assert (goal(1), goal(3), goal(9)) == tuple(Aim(parse_label(hex)) for hex in ("2511", "2513", "2513"))
    room["BB1"].trail = []
    assert goal(2) == Aim(parse_label("2510"))


def test_in_line_ahead() -> None:
    """SSL-X.6: a ship that follows at equal speed sails through the very hexes of her leader's turn."""
    ships = {"BC1": ("2020", "N", 6), "BC2": ("2022", "N", 6), "FV1": ("5040", "N", 0)}
    room = Passage(ships, orders={"BC1": orders(move="FRFFRFFF"), "BC2": orders(Follow("BC1"))}).sail()
    led, followed = room.way("BC1"), room.way("BC2")
    assert followed[2:] == led[:-2] and len(followed) == 6


def test_only_free_letters_are_weighed() -> None:
    """SSL-X.6: the best letter is blocked, the next best is taken; without a free one F."""
    assert first(Close("FV1"), "FV1 2015", "BV1 2019") == "R"
    assert first(Close("FV1"), "FV1 1515", "BV1 1920") == "F"
    room = chase(Close("FV1"), "FV1 2515", "BV1 2019", "BV2 1920", "BV3 2120", dice="0/5")
    assert [ram.target for ram in room.sail(1).told(RamRolled)] == ["BV1"]


def test_a_homing_helm_keeps_to_the_map() -> None:
    """SSL-X.4, SSL-X.6: drawing off into a corner she does not leave."""
    ships = {"BC1": ("2001", "N", 4), "FV1": ("2003", "N", 0)}
    assert Passage(ships, orders={"BC1": orders(Keep(5, "FV1"))}).sail(1).at("BC1") == "2101 NE"


def test_homing_before_a_wall() -> None:
    """SSL-I4.1, edge=wall: no letter is left, she stays."""
    room = one("BC1", "2001 N 4", orders(Close("FV5")), edge="wall").damage("BC1", count=0)
    assert room.sail(1).way("BC1") == []
