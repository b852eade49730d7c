"""SSL-X.9: conditional helm."""

from __future__ import annotations

import pytest

from events.sovereign_seas.sailing import WhenFired
from pbem.games.sovereign_seas.model.orders import CircleRound, Condition, Course, When
from pbem.games.sovereign_seas.rules.sailing.when import holds
from tests.rulebook.sovereign_seas.builders.impulses import Passage, one, orders
from tests.rulebook.told import envelope


def at(range: int) -> Passage:
    """BC1 and FB1 so far apart; FV1 is farther."""
    return Passage({"BC1": ("2020", "N", 4), "FB1": (f"20{20 - range:02d}", "N", 0), "FV1": ("2040", "N", 0)})


def true(room: Passage, condition: Condition, impulse: int = 1) -> bool:
    """Of BC1."""
    room.scratch.impulse = impulse
    return holds(room.scratch, room["BC1"], condition)


@pytest.mark.parametrize("target", ["FB1", "NEAREST"])
def test_range(target: str) -> None:
    """SSL-X.9: the hex distance now, of a ship or the nearest enemy."""
    assert true(at(4), Condition("RANGE", target, "<=", 4)) and not true(at(5), Condition("RANGE", target, "<=", 4))
    assert true(at(4), Condition("RANGE", target, ">=", 4)) and not true(at(3), Condition("RANGE", target, ">=", 4))


def test_range_of_a_ship_out_of_play() -> None:
    """SSL-X.9: is never true, far or near; NEAREST looks at the next ship."""
    room = at(4).damage("FB1", fate="left")
    assert not true(room, Condition("RANGE", "FB1", "<=", 40)) and not true(room, Condition("RANGE", "FB1", ">=", 0))
    assert not true(room, Condition("RANGE", "NEAREST", "<=", 19)) and true(room, Condition("RANGE", "NEAREST", "<=", 20))


def test_impulse() -> None:
    """SSL-X.9: IMP k from impulse k on."""
    assert [true(at(9), Condition("IMP", number=3), impulse) for impulse in (1, 2, 3, 4)] == [False, False, True, True]


def test_own_log() -> None:
    """SSL-X.9: hull circles left, maximum speed, having fired."""
    room = at(9).damage("BC1", marked=9, lost=4)
    assert true(room, Condition("HULL", number=6)) and not true(room, Condition("HULL", number=5))
    assert true(room, Condition("MAXSPEED", number=6)) and not true(room, Condition("MAXSPEED", number=5))
    assert not true(room, Condition("FIRED"))
    assert true(room.damage("BC1", fired=True), Condition("FIRED"))


def test_sunk() -> None:
    """SSL-X.9: a ship of either side; who has left the map is not sunk."""
    room = at(9)
    assert not true(room, Condition("SUNK", "FB1")) and not true(room, Condition("SUNK", "FB5"))
    assert not true(room.damage("FB1", fate="left"), Condition("SUNK", "FB1"))
    assert true(room.damage("FB1", fate="sunk"), Condition("SUNK", "FB1"))


def test_the_first_true_line_steers_and_move_is_abandoned() -> None:
    """SSL-X.9: top down; her own side alone is told, line by line as written."""
    lines = (
        When(Condition("IMP", number=3), CircleRound("L")),
        When(Condition("IMP", number=2), CircleRound("R")),
    )
    room = one("BV1", "2020 N 4", orders(None, *lines, move="FFFF")).sail()
    assert room.letters("BV1") == "F|R|L|L"
    assert room.told(WhenFired)[:2] == [
        WhenFired("BV1", 2, "WHEN IMP 2 DO CIRCLE R"),
        WhenFired("BV1", 3, "WHEN IMP 3 DO CIRCLE L"),
    ]
    assert envelope(room.turn.drafts, WhenFired)[1:] == ("SSL-X.9", "british")


def test_no_longer_true() -> None:
    """SSL-X.9: MOVE stays abandoned; the standing steering takes over."""
    near = When(Condition("RANGE", "FV1", "<=", 2), CircleRound("R"))
    own = orders(Course(5), near, move="FFFF")
    room = Passage({"BV1": ("2020", "N", 4), "FV1": ("2018", "N", 0)}, orders={"BV1": own})
    room.sail(1)
    room.damage("FV1", fate="left").sail(2, 3, 4)
    assert room.letters("BV1") == "R|L|L|F"


def test_ship_that_cannot_steer_asks_no_when() -> None:
    """SSL-X.3: jam and lost command go before WHEN; nothing comes true."""
    line = When(Condition("IMP", number=1), CircleRound("R"))
    room = one("BV1", "2020 N 4", orders(None, line)).damage("BV1", command_until=1).sail()
    assert room.letters("BV1") == "F|F|F|F" and room.told(WhenFired) == []
