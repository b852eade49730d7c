"""A board of squares on paper: where squares lie, and the board itself with its grid and the names at its edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.geometry.squares import Square, name

SQUARE = 40.0
"""Scene units along the side of a square."""
EDGE = 30.0
"""Scene units around the board, for the names of columns and rows."""
LETTERS = 14.0


def point_of(square: Square) -> Point:
    """The square's middle in scene units."""
    return (square[0] - 0.5) * SQUARE, (square[1] - 0.5) * SQUARE


def corners(square: Square) -> list[Point]:
    """Clockwise from the upper left corner."""
    right, bottom = square[0] * SQUARE, square[1] * SQUARE
    left, top = right - SQUARE, bottom - SQUARE
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def track(squares: Sequence[Square]) -> list[Point]:
    """A line through the middles of these squares."""
    return [point_of(square) for square in squares]


def box(columns: int, rows: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of a scene that holds the board and its names."""
    return -EDGE, -EDGE, columns * SQUARE + 2 * EDGE, rows * SQUARE + 2 * EDGE


def board(columns: int, rows: int, ground: str = "sea") -> Iterator[Shape]:
    """The board in the role `ground`, its grid, and the names of columns and rows at all four edges."""
    right, bottom = columns * SQUARE, rows * SQUARE
    yield Polygon([(0, 0), (right, 0), (right, bottom), (0, bottom)], ground)
    yield from (Line([(x * SQUARE, 0), (x * SQUARE, bottom)], "grid") for x in range(columns + 1))
    yield from (Line([(0, y * SQUARE), (right, y * SQUARE)], "grid") for y in range(rows + 1))
    yield from (
        _label(point_of((column, row)), name((column, 1))[:1]) for row in (0, rows + 1) for column in range(1, columns + 1)
    )
    yield from (_label(point_of((column, row)), str(row)) for column in (0, columns + 1) for row in range(1, rows + 1))


def _label(place: Point, words: str) -> Text:
    """Beside the board, nearer to it than a square's middle would be."""
    return Text((place[0], place[1] + LETTERS / 3), words, "grid-label", LETTERS)


def counter(square: Square, role: str, unit: str, title: str) -> Iterator[Shape]:
    """A unit's counter with its id on it."""
    x, y = point_of(square)
    yield Circle((x, y), SQUARE * 0.3, role, title, unit)
    yield Text((x, y + LETTERS / 3), unit, "unit-label", LETTERS, unit=unit)


def mark(square: Square, role: str, title: str) -> Circle:
    """A circle that fills most of a square."""
    return Circle(point_of(square), SQUARE * 0.42, role, title)
