"""The square grid: names, steps, neighbours, distances and bearings."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.core.geometry.squares import (
    DIRECTIONS,
    Square,
    bearing,
    board,
    distance,
    name,
    neighbours,
    on_board,
    parse_name,
    step,
    within,
)

squares = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


def test_neighbours_go_round_from_the_north() -> None:
    """A1 is in the upper left corner, so N is a smaller row; over sides alone there are four."""
    assert DIRECTIONS == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert [name(square) for square in neighbours(parse_name("C7"))] == ["C6", "D6", "D7", "D8", "C8", "B8", "B7", "B6"]
    assert [name(square) for square in neighbours(parse_name("C7"), corners=False)] == ["C6", "D7", "C8", "B7"]


@given(st.integers(1, 26), st.integers(1, 99))
def test_names_round_trip(column: int, row: int) -> None:
    """Every letter with a number from 1 to 99 names one square, in capitals or not."""
    text = name((column, row))
    assert parse_name(text) == parse_name(text.lower()) == (column, row)


@pytest.mark.parametrize("text", ["", "C", "7", "C0", "C07", "C100", "CC7", " C7", "C7 ", "7C", "Ä7", "C٧"])
def test_anything_else_is_no_name(text: str) -> None:
    """The message shows what was written and what would be right."""
    with pytest.raises(ValueError, match=r"is no square; write its column as a letter and its row as a number"):
        parse_name(text)


@pytest.mark.parametrize("square", [(0, 1), (27, 1), (1, 0), (1, 100)])
def test_squares_off_every_board_have_no_name(square: Square) -> None:
    """A name is never wrong: better none."""
    with pytest.raises(ValueError, match="off every board"):
        name(square)


def test_a_board_holds_its_squares() -> None:
    """Each once, by row and then column; no other is on it."""
    found = list(board(3, 2))
    assert [name(square) for square in found] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    around = {square for centre in found for square in within(centre, 2)}
    assert {square for square in around if on_board(square, 3, 2)} == set(found)


@given(squares, st.integers(-20, 20), st.integers(0, 15))
def test_steps_in_one_direction_are_as_far_as_they_are_many(start: Square, direction: int, n: int) -> None:
    """n steps in any direction (modulo 8) lead n squares away, and n back return."""
    there = step(start, direction, n)
    assert distance(start, there) == n
    assert distance(start, there, corners=False) == n * (1 + direction % 2)
    assert step(there, direction + 4, n) == start


@given(squares, squares, squares, st.booleans())
def test_distance_is_a_distance(a: Square, b: Square, c: Square, corners: bool) -> None:
    """Symmetric, zero only on the spot, no detour is shorter, and a neighbour is one step away."""
    assert distance(a, b, corners) == distance(b, a, corners)
    assert (distance(a, b, corners) == 0) == (a == b)
    assert distance(a, c, corners) <= distance(a, b, corners) + distance(b, c, corners)
    assert {distance(a, square, corners) for square in neighbours(a, corners)} == {1}


@given(squares, st.integers(0, 5))
def test_within_is_all_that_is_near(centre: Square, radius: int) -> None:
    """A block of squares of so many steps, each once, by row and then column."""
    found = list(within(centre, radius))
    assert len(set(found)) == len(found) == (2 * radius + 1) ** 2
    assert max(distance(centre, square) for square in found) == radius
    assert found == sorted(found, key=lambda square: (square[1], square[0]))


@given(squares, squares)
def test_a_bearing_is_the_nearest_direction(a: Square, b: Square) -> None:
    """No other of the eight directions is nearer to that from a to b."""
    assume(a != b)
    course = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) % 360
    assert bearing(a, b) == round(course / 45) % 8


def test_a_square_has_no_bearing_on_itself() -> None:
    """It is a mistake of the caller."""
    with pytest.raises(ValueError, match="no bearing on itself"):
        bearing((3, 3), (3, 3))
