"""The phase movement chart and the letters of a MOVE on it."""

from __future__ import annotations

import pytest

from pbem.games.sovereign_seas.language.letters import Early, early, letters, may_turn, mended
from pbem.games.sovereign_seas.model.tables import movement_points
from tests.rulebook.sovereign_seas.builders.impulses import one, plan


def row(speed: int, impulses: int = 4) -> list[int]:
    """Hexes by impulse."""
    return [movement_points(speed, impulse, impulses) for impulse in range(1, impulses + 1)]


def test_worked_example_e8() -> None:
    """SSL-I1.1 (worked example E8): the rows of speeds 7, 1 and 10."""
    assert row(7) == [1, 2, 2, 2] and row(1) == [0, 0, 0, 1] and row(10) == [2, 3, 2, 3]


@pytest.mark.parametrize("impulses", [2, 3, 4])
def test_a_turn_s_hexes_are_the_speed(impulses: int) -> None:
    """SSL-I1.1, option `impulses`: however a turn is divided."""
    assert all(sum(row(speed, impulses)) == speed for speed in range(15))


def test_turn_rate() -> None:
    """SSL-I2.1: Bellerophon, 1/2, may turn after two hexes."""
    room = one("BC1", "1010 N 7")
    assert may_turn(room["BC1"])
    assert not may_turn(room.damage("BC1", count=1)["BC1"])


def test_letters_are_used_up() -> None:
    """SSL-X.7: one for each movement point, missing ones are F."""
    assert letters(plan("FRFFL"), 3, 3, 4) == "FLFF"
    assert letters(plan("F|RF|FF|RF"), 4, 0, 1) == "R"
    assert letters(plan("F|R"), 2, 1, 1) == letters(plan("F|R"), 3, 0, 1) == "F"


def test_worked_example_e10() -> None:
    """SSL-X.7 (worked example E10): letter 3 is too early, letter 4 is the first that may turn; SSL-I2.4: F instead."""
    ship = one("BC1", "1010 N 7")["BC1"]
    assert early(ship, plan("FRRFRFL"), 7, 4) == Early(index=3, letter="R", count=1, needed=2, earliest=4)
    assert mended(ship, plan("FRRFRFL"), 7, 4) == plan("FRFFRFL")


def test_worked_example_e9_is_in_time() -> None:
    """SSL-X.7 (worked example E9), with bars and without."""
    ship = one("BC1", "1010 N 7")["BC1"]
    assert early(ship, plan("F|RF|FF|RF"), 7, 4) is None
    assert early(ship, plan("FRFFFRF"), 7, 4) is None


def test_a_plan_begins_where_she_is() -> None:
    """SSL-I2.3: hexes since the last turn carry over from the turn before."""
    ship = one("BB1", "1010 N 8").damage("BB1", count=1)["BB1"]
    assert early(ship, plan("FRF"), 8, 4) == Early(2, "R", 2, 3, 3)
    assert early(ship, plan("FFR"), 8, 4) is None


def test_bars_count_for_nothing_and_missing_letters_are_f() -> None:
    """SSL-X.7: the second R is letter 2 of the plan; two hexes lie between the third and it."""
    ship = one("BC1", "1010 N 8")["BC1"]
    assert early(ship, plan("R|R|R"), 8, 4) is None
    assert early(ship, plan("R|R|R"), 4, 4) == Early(2, "R", 1, 2, 3)
    assert mended(ship, plan("R|R|R"), 4, 4) == plan("R|F|R")


def test_surplus_letters_are_not_looked_at() -> None:
    """SSL-X.7: what is dropped cannot be too early: of a segment, or of the plan."""
    ship = one("BC1", "1010 N 4")["BC1"]
    assert early(ship, plan("FRR|F"), 4, 4) is None
    assert early(ship, plan("FRFFRRR"), 4, 4) is None


def test_fewer_impulses() -> None:
    """SSL-X.7, option impulses=2: the segments are those of two impulses."""
    ship = one("BC1", "1010 N 4", impulses=2)["BC1"]
    assert early(ship, plan("RF|RF"), 4, 2) is None
    assert early(ship, plan("FR|RF"), 4, 2) == Early(3, "R", 1, 2, 4)
