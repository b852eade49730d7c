"""SSL-I: who moves when, and how far."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import EVERYONE
from events.sovereign_seas.sailing import LeftMap, RamRolled, Stepped
from pbem.games.sovereign_seas.model.orders import Follow, ShipOrders
from pbem.games.sovereign_seas.rules.sailing import speed, when
from pbem.games.sovereign_seas.rules.sailing.move import move_list
from tests.rulebook.sovereign_seas.builders.impulses import Passage, one, orders


def listed(
    speeds: dict[str, int], follow: dict[str, str] | None = None, sequence: list[str] | None = None, **setting: Any
) -> list[str]:
    """The move list of impulse 4."""
    given = {id: orders(Follow(leader)) for id, leader in (follow or {}).items()}
    ships = {id: (f"{3 * n:02d}20", "N", now) for n, (id, now) in enumerate(speeds.items(), 1)}
    room = Passage(ships, orders=given, **setting)
    if sequence:
        room.scratch.sequence["british"] = sequence
    room.scratch.impulse = 4
    when.step(room.scratch)
    return move_list(room.scratch)


# ---------------------------------------------------------------- order


def test_worked_example_e12() -> None:
    """SSL-I1.2 (worked example E12): slow ships first, then the disadvantaged side."""
    speeds = {"BB1": 8, "FB1": 8, "FV1": 5}
    assert listed(speeds, advantage="french") == ["FV1", "BB1", "FB1"]
    assert listed(speeds, advantage="british") == ["FV1", "FB1", "BB1"]


def test_ship_that_has_no_point_is_not_listed() -> None:
    """SSL-I1.1: speed 0; and speed 3 in impulse 1."""
    assert listed({"BB1": 0, "FB1": 8, "FV1": 1}) == ["FV1", "FB1"]
    room = Passage({"BB1": ("1010", "N", 3), "FB1": ("2010", "N", 4)}).sail(1)
    assert room.way("BB1") == [] and len(room.way("FB1")) == 1


def test_seq_within_a_side() -> None:
    """SSL-I1.3, SSL-X.15: SEQ counts at equal speed only."""
    speeds = {"BB1": 6, "BB2": 6, "BC1": 5, "FB1": 0}
    assert listed(speeds) == ["BC1", "BB1", "BB2"]
    assert listed(speeds, sequence=["BB2", "BC1", "BB1"]) == ["BC1", "BB2", "BB1"]


@pytest.mark.parametrize(
    ("follow", "order"),
    [
        ({"BB1": "BC1"}, "BB2 BB3 BC1 BB1"),
        ({"BB1": "BC1", "BB2": "BB1"}, "BB3 BC1 BB1 BB2"),
        ({"BB1": "BB2", "BB2": "BC1"}, "BB3 BC1 BB2 BB1"),
        ({"BB1": "BC1", "BB2": "BC1"}, "BB3 BC1 BB1 BB2"),
        ({"BC1": "BB1"}, "BB1 BB2 BB3 BC1"),
        ({"BB1": "BC1", "BC1": "BB1"}, "BB1 BB2 BB3 BC1"),
        ({"BB1": "BB3", "BB2": "BC1", "BC1": "BB2"}, "BB2 BB3 BB1 BC1"),
    ],
)
def test_ship_that_follows_moves_after_her_leader(follow: dict[str, str], order: str) -> None:
    """SSL-I1.3: a FOLLOW ship that is before her leader is put directly after them; circles are ignored."""
    assert listed({"BB1": 6, "BB2": 6, "BB3": 6, "BC1": 6, "FB1": 0}, follow) == order.split()


def test_a_follower_of_another_speed_keeps_her_place() -> None:
    """SSL-I1.3, SSL-I1.2: equal speed only."""
    assert listed({"BB1": 5, "BC1": 6, "FB1": 0}, {"BB1": "BC1"}) == ["BB1", "BC1"]


# ---------------------------------------------------------------- hexes


def test_worked_example_e9() -> None:
    """SSL-I2.2, SSL-I2.1 (worked example E9): turning on leaving a hex; that hex is the first of the next two."""
    room = one("BC1", "1010 N 7", orders(move="F|RF|FF|RF")).sail()
    assert room.way("BC1") == ["1009 N", "1109 NE", "1208 NE", "1308 NE", "1407 NE", "1508 SE", "1608 SE"]
    assert [step.count for step in room.told(Stepped)] == [3, 1, 2, 3, 4, 1, 2]
    assert room.told(Stepped)[1] == Stepped("BC1", 2, "R", "1009", "1109", 1, 1)
    assert [(draft.rule, draft.audience) for draft in room.drafts(Stepped)[:2]] == [
        ("SSL-I1.1", EVERYONE),
        ("SSL-I2.2", EVERYONE),
    ]


def test_a_step_is_always_forward() -> None:
    """SSL-I2.5: whatever the letter, the hex entered is the one ahead after the turn."""
    for letter, place in (("F", "2019 N"), ("R", "2120 NE"), ("L", "1920 NW")):
        assert one("BC1", "2020 N 4", orders(move=letter)).sail(1).at("BC1") == place


def test_count_goes_on() -> None:
    """SSL-I2.3: over impulses, and while she is stopped."""
    room = one("BB1", "2020 N 0").damage("BB1", count=2).sail()
    assert room["BB1"].count == 2
    speeding = room.damage("BB1", speed=4).sail(1)
    assert speeding["BB1"].count == 3


def test_worked_example_e8_a_slower_ship_changes_her_row() -> None:
    """SSL-H.7 (worked example E8): cut from 10 to 7 in impulse 2 she moves 2, 3, 2, 2 hexes."""
    room = one("FC1", "2030 N 10").sail(1, 2).damage("FC1", lost=5)
    assert (room["FC1"].maximum, room["FC1"].speed) == (7, 10)
    assert room.sail(3, 4).letters("FC1") == "FF|FFF|FF|FF"


@pytest.mark.parametrize("impulses", [2, 3])
def test_fewer_impulses(impulses: int) -> None:
    """SSL-I1.1, option `impulses`: seven hexes in all."""
    room = one("BC1", "2030 N 7", impulses=impulses).sail()
    assert len(room.way("BC1")) == 7
    assert room.letters("BC1") == {2: "FFF|FFFF", 3: "FF|FF|FFF"}[impulses]


def test_a_ship_stopped_before_her_place_does_not_move() -> None:
    """SSL-I1.4: the slower Limier rams first; Magenta was listed and stays."""
    ships = {"BV1": ("2020", "N", 4), "FB1": ("2019", "SE", 8)}
    room = Passage(ships, "5/5" + " 0/5" * 7, {"BV1": orders(avoid="NONE")})
    room.sail(1)
    assert room.way("FB1") == [] and room["FB1"].speed == 0


# ---------------------------------------------------------------- stacking and the edge


def test_leaving_a_shared_hex() -> None:
    """SSL-I3.2: costs nothing and makes no attack, for either ship."""
    ships = {"BC1": ("2020", "N", 4), "FV1": ("2020", "SE", 4)}
    room = Passage(ships).sail(1)
    assert (room.at("BC1"), room.at("FV1")) == ("2019 N", "2121 SE") and not room.told(RamRolled)


@pytest.mark.parametrize(("place", "edge"), [("2001 N 4", "N"), ("6020 SE 4", "E"), ("2050 S 4", "S"), ("0120 NW 4", "W")])
def test_off_the_map(place: str, edge: str) -> None:
    """SSL-I4.1: out of the game at once, not sunk, with her damage as it is."""
    room = one("BC1", place, ShipOrders(exit=True)).damage("BC1", marked=5).sail()
    assert room.told(LeftMap) == [LeftMap("BC1", 1, edge)] and room.drafts(LeftMap)[0].rule == "SSL-I4.1"
    assert (room["BC1"].fate, room["BC1"].log.marked) == ("left", 5)


def test_a_ship_that_has_left_moves_no_more() -> None:
    """SSL-I4.1: in the same impulse or later; nor does she lose speed any more."""
    room = one("BC1", "2002 N 12", ShipOrders(exit=True)).sail(1)
    assert room.way("BC1") == ["2001 N"]
    room.damage("BC1", lost=9)
    speed.drop(room.scratch)
    assert room["BC1"].speed == 12
