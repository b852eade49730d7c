"""The square grid: a letter for the column and a number for the row name a square, such as C7; A1 is in the upper left corner.

A square is a pair of column and row, both counted from 1; any integers are allowed, so that a step may lead off the board.
Directions N NE E SE S SW W NW are 0-7: the even ones lead over a side, the odd ones over a corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from events.shapes import Written

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS: tuple[Square, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
COLUMNS = 26
"""As many as there are letters."""
ROWS = 99
NAME = re.compile(r"([A-Z])([1-9][0-9]?)", re.I | re.A)


def parse_name(text: str) -> Square:
    """The square of this name, in capitals or not. Raises ValueError for anything but a letter and a number from 1 to 99."""
    found = NAME.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no square; write its column as a letter and its row as a number, like C7")
    return ord(found[1].upper()) - ord("A") + 1, int(found[2])


def name(square: Square) -> str:
    """`C7`. Raises ValueError for a square that has no name, because it lies off every board."""
    column, row = square
    if not on_board(square, COLUMNS, ROWS):
        raise ValueError(f"column {column}, row {row} is off every board")
    return f"{chr(ord('A') + column - 1)}{row}"


Square = Annotated[tuple[int, int], Written(name, parse_name, "a square like `C7`")]


def on_board(square: Square, columns: int, rows: int) -> bool:
    """Is there such a square on a board of so many columns and rows?"""
    return 1 <= square[0] <= columns and 1 <= square[1] <= rows


def board(columns: int, rows: int) -> Iterator[Square]:
    """All squares of a board, by row and then column."""
    return ((column, row) for row in range(1, rows + 1) for column in range(1, columns + 1))


def step(square: Square, direction: int, squares: int = 1) -> Square:
    """The square that lies `squares` steps away in `direction` (taken modulo 8)."""
    across, down = STEPS[direction % 8]
    return square[0] + squares * across, square[1] + squares * down


def neighbours(square: Square, corners: bool = True) -> Iterator[Square]:
    """The eight squares around, from N clockwise; the four that share a side if `corners` do not count."""
    return (step(square, direction) for direction in range(0, 8, 1 if corners else 2))


def distance(a: Square, b: Square, corners: bool = True) -> int:
    """Steps from a to b over sides and corners, as a king goes; over sides alone if `corners` do not count."""
    across, down = abs(b[0] - a[0]), abs(b[1] - a[1])
    return max(across, down) if corners else across + down


def within(centre: Square, radius: int) -> Iterator[Square]:
    """All squares at most `radius` steps from `centre`, over sides and corners, by row and then column."""
    reach = range(-radius, radius + 1)
    return ((centre[0] + across, centre[1] + down) for down in reach for across in reach)


def bearing(a: Square, b: Square) -> int:
    """The direction of b from a, the nearest of the eight. Raises ValueError if a is b."""
    across, down = b[0] - a[0], b[1] - a[1]
    if not (across or down):
        raise ValueError("a square has no bearing on itself")
    # Over a side, if b lies less than 22.5 degrees from it: near / far < sqrt(2) - 1, which no two whole numbers equal.
    far, near = max(abs(across), abs(down)), min(abs(across), abs(down))
    if near**2 + 2 * near * far < far**2:
        across, down = (across, 0) if abs(across) == far else (0, down)
    return STEPS.index(((across > 0) - (across < 0), (down > 0) - (down < 0)))
