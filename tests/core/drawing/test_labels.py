"""Places for words on a map."""

from __future__ import annotations

from pbem.core.drawing.labels import WordRoom

BOX = (0.0, 0.0, 300.0, 100.0)
LEFT, MIDDLE, RIGHT = (50.0, 50.0), (150.0, 50.0), (250.0, 50.0)


def _around(spot: tuple[float, float]) -> tuple[float, float, float, float]:
    """A symbol that reaches ten units out."""
    return spot[0] - 10.0, spot[1] - 10.0, spot[0] + 10.0, spot[1] + 10.0


def test_words_go_where_there_is_most_room() -> None:
    """The first free place; where all are taken, the one of which least is; of several alike, the first."""
    places = WordRoom(BOX, [_around(LEFT), _around(RIGHT)], [])
    assert places.best_spot([LEFT, RIGHT], 20, 20) == LEFT
    assert places.best_spot([LEFT, RIGHT], 20, 20) == RIGHT, "words are on the left one by now"
    assert places.best_spot([LEFT, MIDDLE, RIGHT], 20, 20) == MIDDLE


def test_the_edge_is_worse_than_another_symbol() -> None:
    """Words outside the picture cannot be read."""
    places = WordRoom(BOX, [_around(MIDDLE)], [])
    assert places.best_spot([(0.0, 50.0), MIDDLE], 20, 20) == MIDDLE
