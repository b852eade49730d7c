"""STG-HEX.1, STG-HEX.2: the grid under the game: labels, directions, wedges and distances."""

from __future__ import annotations

from itertools import product

import pytest

from pbem.core.geometry.hexes import DIRECTIONS, Hex, bearing, distance, step
from pbem.games.stingray.model.geometry import hex_of, labels

UNITS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""u0 to u5 as the rule book gives them."""
AROUND = [hex_of(f"{column:02d}{row:02d}") for column, row in product(range(4, 17), range(4, 17))]


def along(direction: int, hexes: int) -> Hex:
    """So many times u(direction)."""
    q, r = UNITS[direction % 6]
    return hexes * q, hexes * r


@pytest.mark.parametrize("text", ["0101", "0201", "1010", "1110", "2040", "9999"])
def test_labels_are_axial_coordinates(text: str) -> None:
    """STG-HEX.1: q = CC-1, r = RR-1 - floor(q/2), and back."""
    column, row = int(text[:2]), int(text[2:])
    assert hex_of(text) == (column - 1, row - 1 - (column - 1) // 2)
    assert labels([hex_of(text)]) == [text]


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("1010", ["1009", "1110", "1111", "1011", "0911", "0910"]),
        ("1110", ["1109", "1209", "1210", "1111", "1010", "1009"]),
    ],
)
def test_even_columns_are_half_a_hex_lower(text: str, around: list[str]) -> None:
    """STG-HEX.1: the neighbours clockwise from N of a hex in an even and in an odd column."""
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")
    assert labels(step(hex_of(text), direction) for direction in range(6)) == around


def test_directions_are_the_unit_vectors() -> None:
    """STG-HEX.1: a step in direction i adds u(i), on any hex."""
    for hex, direction in product(AROUND, range(6)):
        q, r = along(direction, 1)
        assert step(hex, direction) == (hex[0] + q, hex[1] + r)


def test_every_other_hex_lies_in_one_wedge() -> None:
    """STG-HEX.2: one i with a > 0 and b >= 0 so that a u(i) + b u(i+1) leads there; the distance is a + b."""
    origin = hex_of("1010")
    for hex in AROUND:
        if hex == origin:
            continue
        fitting = [
            (i, a, b)
            for i, a, b in product(range(6), range(1, 13), range(13))
            if (origin[0] + along(i, a)[0] + along(i + 1, b)[0], origin[1] + along(i, a)[1] + along(i + 1, b)[1]) == hex
        ]
        assert fitting == [bearing(origin, hex)]
        assert distance(origin, hex) == fitting[0][1] + fitting[0][2]


@pytest.mark.parametrize(
    ("text", "wedge"),
    [
        ("1006", (0, 4, 0)),
        ("1309", (1, 3, 0)),
        ("1308", (0, 1, 3)),
        ("1310", (1, 2, 1)),
        ("1012", (3, 2, 0)),
        ("0709", (5, 3, 0)),
    ],
)
def test_wedges_by_hand(text: str, wedge: tuple[int, int, int]) -> None:
    """STG-HEX.2, worked example W28: b = 0 is exactly on hex row i."""
    assert bearing(hex_of("1010"), hex_of(text)) == wedge


def test_a_hex_has_no_wedge_to_itself() -> None:
    """STG-HEX.2: only two different hexes have one."""
    with pytest.raises(ValueError, match="no bearing on itself"):
        bearing(hex_of("1010"), hex_of("1010"))
