"""The hex grid: labels, steps, distances and bearings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.geometry.hexes import (
    DIRECTIONS,
    STEPS,
    Hex,
    at,
    bearing,
    centre,
    column_row,
    distance,
    label,
    off_edge,
    on_map,
    parse_label,
    step,
    within,
)

hexes = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@pytest.mark.parametrize(
    ("start", "around"),
    [
        ("1010", ["1009", "1110", "1111", "1011", "0911", "0910"]),
        ("0910", ["0909", "1009", "1010", "0911", "0810", "0809"]),
    ],
)
def test_neighbours_of_an_even_and_an_odd_column(start: str, around: list[str]) -> None:
    """Even columns lie half a hex lower; directions run N NE SE S SW NW."""
    assert [label(step(parse_label(start), d)) for d in range(6)] == around
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")


@given(st.integers(0, 99), st.integers(0, 99))
def test_labels_round_trip(column: int, row: int) -> None:
    """Every CCRR names one hex, and that hex is labelled so."""
    text = f"{column:02d}{row:02d}"
    assert label(parse_label(text)) == text
    assert column_row(at(column, row)) == (column, row)


@pytest.mark.parametrize("text", ["", "507", "05077", "05a7", "-107", " 507", "٠٥٠٧", "1e10"])
def test_anything_but_four_digits_is_no_label(text: str) -> None:
    """The message shows what was written and what would be right."""
    with pytest.raises(ValueError, match=r"is no hex label; write four digits"):
        parse_label(text)


@given(hexes, st.integers(-20, 20), st.integers(0, 12))
def test_steps_in_one_direction_are_as_far_as_they_are_many(start: Hex, direction: int, n: int) -> None:
    """n steps in any direction (modulo 6) lead n hexes away, and n back return."""
    there = step(start, direction, n)
    assert distance(start, there) == n
    assert step(there, direction + 3, n) == start


@given(hexes, hexes, hexes)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    """Symmetric, zero only on the spot, and no detour is shorter."""
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_a_bearing_reproduces_the_way(a: Hex, b: Hex) -> None:
    """b - a is x steps in direction d and y in the next one, x + y hexes in all."""
    if a == b:
        with pytest.raises(ValueError, match=r"no bearing on itself"):
            bearing(a, b)
        return
    d, x, y = bearing(a, b)
    assert x >= 1 and y >= 0 and d in range(6)
    assert step(step(a, d, x), d + 1, y) == b
    assert x + y == distance(a, b)


@given(hexes, st.integers(0, 5), st.integers(1, 9))
def test_bearings_on_the_rows_and_between_them(a: Hex, d: int, n: int) -> None:
    """On a hex row y is 0; exactly between two directions x = y."""
    assert bearing(a, step(a, d, n)) == (d, n, 0)
    assert bearing(a, step(step(a, d, n), d + 1, n)) == (d, n, n)


@given(hexes, st.integers(0, 6))
def test_within_is_the_disk(middle: Hex, radius: int) -> None:
    """All hexes up to that distance, each once, by column: 1 + 3r(r + 1) of them."""
    disk = list(within(middle, radius))
    assert len(disk) == len(set(disk)) == 1 + 3 * radius * (radius + 1)
    assert all(distance(middle, h) <= radius for h in disk)
    assert disk == sorted(disk)


@given(hexes)
def test_neighbouring_centres_lie_one_apart(a: Hex) -> None:
    """On paper the unit is the distance between neighbours; north is up (y runs down)."""
    x, y = centre(a)
    for d in range(6):
        u, v = centre(step(a, d))
        assert (u - x) ** 2 + (v - y) ** 2 == pytest.approx(1)
    assert centre(step(a, 0))[1] < y and len(set(STEPS)) == 6


@pytest.mark.parametrize(
    ("column", "row", "edge"),
    [(1, 1, ""), (5, 4, ""), (3, 0, "N"), (6, 2, "E"), (2, 5, "S"), (0, 4, "W"), (0, 0, "W"), (6, 5, "E")],
)
def test_edges_of_a_map(column: int, row: int, edge: str) -> None:
    """A hex lies on a map of five columns and four rows or beyond one edge of it, at a corner the column's."""
    assert off_edge(at(column, row), 5, 4) == edge
    assert on_map(at(column, row), 5, 4) is (edge == "")
